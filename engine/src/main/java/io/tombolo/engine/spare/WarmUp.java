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
package io.tombolo.engine.spare;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Request;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Loads and initializes what a rank needs, by a small job within this JVM that exchanges a few messages.
 */
final class WarmUp {
    private static final int ROUNDS = 200;
    private static final int SHORT = 64;
    private static final int LONG = 100_000;
    private static final int EVERY = 20;

    private WarmUp() {
    }

    /** Runs the job. A failure, such as a full file system, is left to the rank that this process becomes. */
    static void run() {
        try (LocalJob job = LocalJob.of(2)) {
            final Communicator first = job.engine(0).world();
            final Communicator second = job.engine(1).world();
            final UnsafeBuffer sent = new UnsafeBuffer(new byte[LONG]);
            final UnsafeBuffer received = new UnsafeBuffer(new byte[LONG]);
            for (int round = 0; round < ROUNDS; round++) {
                final int length = round % EVERY == 0 ? LONG : SHORT;
                exchange(job, first, second, sent, received, length);
                exchange(job, second, first, received, sent, length);
            }
        } catch (final RuntimeException notYet) {
            return;
        }
    }

    private static void exchange(
        final LocalJob job, final Communicator from, final Communicator to, final UnsafeBuffer sent, final UnsafeBuffer received,
        final int length) {
        final Request send = new Request();
        final Request receive = new Request();
        to.irecv(received, 0, length, from.rank(), 0, receive);
        from.isend(sent, 0, length, to.rank(), 0, send);
        while (!receive.test() || !send.test()) {
            job.step();
        }
    }
}
