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

import io.tombolo.engine.Payloads;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;

/** Messages of each rank to another, which travel beside collective operations on the same communicator. */
final class RingMessages {
    private static final int MOST = 100_000;

    private final List<Request> requests = new ArrayList<>();
    private final UnsafeBuffer[] received;
    private final int[] lengths;
    private final long[] seeds;

    /**
     * Begins to send and to receive.
     *
     * @param shared draws the same at all ranks.
     */
    RingMessages(final Communicator communicator, final int tag, final Random shared) {
        final int count = shared.nextInt(4);
        received = new UnsafeBuffer[count];
        lengths = new int[count];
        seeds = new long[count];
        for (int i = 0; i < count; i++) {
            lengths[i] = Payloads.length(shared, MOST);
            final int distance = shared.nextInt(communicator.size());
            final long seed = shared.nextInt();
            final int source = Math.floorMod(communicator.rank() - distance, communicator.size());
            seeds[i] = seed + source;
            received[i] = new UnsafeBuffer(new byte[lengths[i]]);
            requests.add(communicator.irecv(received[i], 0, lengths[i], source, tag));
            final UnsafeBuffer sent = new UnsafeBuffer(new byte[lengths[i]]);
            Payloads.fill(sent, 0, lengths[i], seed + communicator.rank());
            requests.add(communicator.isend(sent, 0, lengths[i], (communicator.rank() + distance) % communicator.size(), tag));
        }
    }

    List<Request> requests() {
        return requests;
    }

    /** Fails unless the right messages have arrived. All requests are complete. */
    void check() {
        for (int i = 0; i < received.length; i++) {
            Payloads.check(received[i], 0, lengths[i], seeds[i]);
        }
    }
}
