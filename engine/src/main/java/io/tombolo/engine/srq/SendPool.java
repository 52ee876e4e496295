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
package io.tombolo.engine.srq;

import io.tombolo.engine.completion.Registry;
import io.tombolo.engine.transfer.RegisteredMemory;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Pool of the sends that an endpoint may have outstanding. Any thread; lock-free; allocates each send when it is first needed.
 */
final class SendPool {
    private final Connection connection;
    private final Registry<RegisteredMemory> memories;
    private final AtomicReferenceArray<EndpointSend> sends;
    private final FreePlaces free;

    SendPool(final Connection connection, final int most, final Registry<RegisteredMemory> memories) {
        this.connection = connection;
        this.memories = memories;
        this.sends = new AtomicReferenceArray<>(most);
        this.free = new FreePlaces(most);
    }

    /** Takes an unused send, or null if as many are outstanding as allowed. */
    EndpointSend acquire() {
        final int place = free.pop();
        return place == FreePlaces.NONE ? null : at(place);
    }

    private EndpointSend at(final int place) {
        EndpointSend send = sends.get(place);
        if (send == null) {
            send = new EndpointSend(connection, place, memories);
            sends.set(place, send);
        }
        return send;
    }

    /** Returns a send whose completion was reaped or suppressed. */
    void release(final int place) {
        free.push(place);
    }
}
