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
package io.tombolo.engine.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.LocalRanks;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Request;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A rank that calls nothing but collective operations, none of which waits, still receives messages.
 */
@Timeout(30)
class CollectiveTurnsTest {
    @Test
    void shouldMakeProgressInCallsThatNeverWait() throws Exception {
        try (LocalJob job = LocalRanks.meet(LocalJob.of(2))) {
            final Communicator[] alone = new Communicator[2];
            new RankThreads().run(job, engine -> alone[engine.rank()] = engine.world().split(engine.rank(), 0));
            final UnsafeBuffer received = new UnsafeBuffer(new byte[Long.BYTES]);
            final Request receive = new Request();
            job.engine(0).world().irecv(received, 0, Long.BYTES, 1, 1, receive);
            final Request send = new Request();
            job.engine(1).world().issend(new UnsafeBuffer(new byte[] {1, 2, 3, 4, 5, 6, 7, 8}), 0, Long.BYTES, 0, 1, send);
            while (!send.test()) {
                TimeLimit.check();
                alone[0].barrier();
            }
            receive.await();
            assertThat(received.byteArray()).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
        }
    }
}
