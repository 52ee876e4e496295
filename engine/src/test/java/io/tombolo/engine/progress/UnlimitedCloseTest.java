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

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineContext;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A close without a time limit, which waits as long as sends are pending (S0.18). */
@Timeout(60)
class UnlimitedCloseTest {
    private static final int LENGTH = 1 << 20;
    private static final int TURNS = 10_000;

    /** Holds S0.18: a close waits for the end of the last pending send. */
    @Test
    void shouldCloseWhenTheMessageHasBeenReceived() throws InterruptedException {
        try (LocalJob job = patient()) {
            final Communicator zero = job.engine(0).world();
            final Communicator one = job.engine(1).world();
            final UnsafeBuffer received = new UnsafeBuffer(new byte[LENGTH]);
            final Request request = zero.isend(filled(), 0, LENGTH, 1, 5);
            final Thread closer = close(job.engine(0));
            for (int turn = 0; turn < TURNS; turn++) {
                job.engine(1).poll();
            }
            assertThat(closer.isAlive()).isTrue();
            one.recv(received, 0, LENGTH, 0, 5);
            closer.join();
            assertThat(received).isEqualTo(filled());
            assertThat(request.test()).isTrue();
        }
    }

    @Test
    void shouldCloseWhenTheReceiverHasDied() throws InterruptedException {
        try (LocalJob job = patient()) {
            final Request request = new Request();
            job.engine(0).world().issend(filled(), 0, LENGTH, 1, 5, request);
            final Thread closer = close(job.engine(0));
            job.kill(1);
            closer.join();
            assertThatThrownBy(request::test).hasMessageContaining("rank 1 died");
            assertThat(request.status().outcome()).isEqualTo(Outcome.PEER_FAILED);
        }
    }

    @Test
    void shouldCloseWhenTheReceiverHasLeft() throws InterruptedException {
        try (LocalJob job = patient()) {
            job.engine(0).world().isend(filled(), 0, LENGTH, 1, 5);
            final Thread closer = close(job.engine(0));
            job.engine(1).close();
            closer.join();
        }
    }

    @Test
    void shouldFollowFromASetting() {
        assertThat(new EngineContext().closeTimeout(Long.MAX_VALUE, TimeUnit.NANOSECONDS).conclude().closeTimeoutNs())
            .isEqualTo(Long.MAX_VALUE);
        System.setProperty(EngineContext.CLOSE_TIMEOUT_PROPERTY, "forever");
        try {
            assertThat(new EngineContext().conclude().closeTimeoutNs()).isEqualTo(Long.MAX_VALUE);
            assertThat(new EngineContext().closeTimeout(1, TimeUnit.SECONDS).conclude().closeTimeoutNs()).isEqualTo(1_000_000_000);
        } finally {
            System.clearProperty(EngineContext.CLOSE_TIMEOUT_PROPERTY);
        }
    }

    private static LocalJob patient() {
        return LocalJob.of(2, context -> context.closeTimeout(Long.MAX_VALUE, TimeUnit.NANOSECONDS).errorHandler(error -> { }));
    }

    private static UnsafeBuffer filled() {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[LENGTH]);
        buffer.setMemory(0, LENGTH, (byte) 7);
        return buffer;
    }

    private static Thread close(final Engine engine) {
        final Thread closer = new Thread(engine::close);
        closer.start();
        return closer;
    }
}
