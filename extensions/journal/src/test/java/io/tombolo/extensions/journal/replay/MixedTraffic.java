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
package io.tombolo.extensions.journal.replay;

import io.tombolo.engine.Engine;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Request;
import java.util.Arrays;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One rank of a job in which each rank sends messages of mixed lengths to each other in turn, and receives from any source.
 */
final class MixedTraffic {
    private static final int[] LENGTHS = {8, 16, 64, 200, 1_000, 4_000, 8, 32, 12, 100, 20_000, 0};
    private static final int LONGEST = 20_000;
    private static final int BATCH = 16;

    private MixedTraffic() {
    }

    /** Sends and receives that many messages. */
    static void run(final int count) {
        try (Engine engine = Engine.launch()) {
            final Communicator world = engine.world();
            final Random random = new Random(engine.rank());
            final UnsafeBuffer sent = new UnsafeBuffer(new byte[LONGEST]);
            final UnsafeBuffer received = new UnsafeBuffer(new byte[LONGEST]);
            final Request[] requests = new Request[BATCH];
            Arrays.setAll(requests, i -> new Request());
            for (int done = 0; done < count; done += BATCH) {
                for (int i = 0; i < BATCH; i++) {
                    final int to = (engine.rank() + 1 + (done + i) % (engine.size() - 1)) % engine.size();
                    world.isend(sent, 0, LENGTHS[random.nextInt(LENGTHS.length)], to, i, requests[i]);
                }
                for (int i = 0; i < BATCH; i++) {
                    world.recv(received, 0, LONGEST, Communicator.ANY_SOURCE, Communicator.ANY_TAG);
                }
                for (final Request request : requests) {
                    request.await();
                }
            }
        }
    }
}
