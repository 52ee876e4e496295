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
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.ringbuffers.job.CoreSet;
import io.tombolo.ringbuffers.job.CoreSharing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The progress owner carries out the operations that threads submit as commands.
 */
@Timeout(30)
class OwnerCommandsTest {
    /** An operation whose owner reuses it as soon as it has ended. */
    private static final class QuickOperation extends Operation {
        private final Runnable next;

        QuickOperation(final Runnable next) {
            this.next = next;
        }

        @Override
        public void complete(final Outcome newOutcome) {
            super.complete(newOutcome);
            destination = Communicator.NULL_RANK;
            next.run();
        }
    }

    private static <T extends Operation> T send(final T operation, final int destination) {
        operation.begin(Operation.Kind.SEND);
        operation.destination = destination;
        operation.tag = 1;
        operation.key = Envelope.key(0, 1);
        operation.place(null, 0, 0, null);
        return operation;
    }

    @Test
    void shouldNotReadASendAfterItsEnd() {
        try (LocalJob job = LocalJob.of(1)) {
            final Operation operation = send(new QuickOperation(() -> { }), 0);
            EngineAccess.messages(job.engine(0)).start(operation);
            assertThat(operation.outcome()).isEqualTo(Outcome.SUCCESS);
        }
    }

    @Test
    void shouldUpdateWhetherRanksShareCores() {
        final int cores = CoreSet.allowed().cardinality();
        assumeThat(cores).as("known cores, few enough for a job with one rank more").isBetween(1, 64);
        try (LocalJob job = LocalJob.of(cores + 1)) {
            final Engine engine = job.engine(0);
            final WaitPolicy policy = WaitPolicy.of(new CoreSharing(EngineAccess.node(engine).job(), cores, 1), 1, false);
            final Progress progress = new Progress(EngineAccess.node(engine), EngineAccess.messages(engine), ThreadLevel.SINGLE, policy);
            assertThat(policy.isShared()).isTrue();
            job.engine(cores).close();
            for (int turn = 0; turn < 32; turn++) {
                progress.poll();
            }
            assertThat(policy.isShared()).isFalse();
        }
    }

    @Test
    void shouldCarryOutTheCommandsBehindOneThatThrows() {
        try (LocalJob job = LocalJob.of(1)) {
            final Engine engine = job.engine(0);
            final Progress progress =
                new Progress(EngineAccess.node(engine), EngineAccess.messages(engine), ThreadLevel.MULTIPLE, WaitPolicy.of(1, 1, false));
            final Operation good = send(new Operation(), 0);
            // Both are submitted while the owner carries out the first one, so that it takes them together.
            final Operation first = send(new QuickOperation(() -> {
                progress.submit(send(new Operation(), Communicator.NULL_RANK));
                progress.submit(good);
            }), 0);
            assertThatThrownBy(() -> progress.submit(first)).isInstanceOf(ArrayIndexOutOfBoundsException.class);
            progress.await(good, Long.MAX_VALUE);
            assertThat(good.outcome()).isEqualTo(Outcome.SUCCESS);
        }
    }
}
