/*
 * Copyright 2026 The Tombolo Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.tombolo.engine.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.LocalRanks;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MessageOffers;
import io.tombolo.ringbuffers.counters.Counter;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A receiver that has fallen behind its senders takes messages from their rings again, once it has received what was filed. */
@Timeout(30)
class FiledReceivesTest {
    private static final int SENDERS = 4;
    private static final int LENGTH = 8;
    private static final int TAG = 3;
    private static final int MESSAGES = 20_000;
    private static final int TURNS = 20;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[LENGTH]);

    @Test
    void shouldReturnToTheRings() {
        try (LocalJob job = LocalJob.of(1 + SENDERS)) {
            LocalRanks.meet(job);
            fill(job);
            for (int turn = 0; turn < TURNS; turn++) {
                job.engine(0).poll();
            }
            final long filed = filed(job);
            assertThat(filed).isPositive();
            final Communicator world = job.engine(0).world();
            for (int message = 0; message < MESSAGES; message++) {
                world.recv(buffer, 0, LENGTH, Communicator.ANY_SOURCE, TAG, null);
                fill(job);
            }
            assertThat(filed(job) - filed).isLessThan(MESSAGES / 10);
        }
    }

    private void fill(final LocalJob job) {
        for (int rank = 1; rank <= SENDERS; rank++) {
            final Communicator world = job.engine(rank).world();
            int sent = MessageOffers.SENT;
            while (sent == MessageOffers.SENT) {
                sent = world.trySend(buffer, 0, LENGTH, 0, TAG);
            }
            assertThat(sent).isEqualTo(MessageOffers.BACK_PRESSURED);
        }
    }

    private static long filed(final LocalJob job) {
        return EngineAccess.node(job.engine(0)).counters().value(Counter.UNEXPECTED_MESSAGES);
    }
}
