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
package io.tombolo.tools.inspect;

import io.tombolo.engine.Engine;
import io.tombolo.engine.api.Communicator;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A rank that passes messages on to the next rank until it is killed.
 */
public final class TrafficProgram {
    private TrafficProgram() {
    }

    /**
     * Runs until it is killed.
     *
     * @param arguments none
     */
    public static void main(final String[] arguments) {
        try (Engine engine = Engine.launch()) {
            final Communicator world = engine.world();
            final UnsafeBuffer data = new UnsafeBuffer(new byte[20_000]);
            final UnsafeBuffer received = new UnsafeBuffer(new byte[data.capacity()]);
            final int[] lengths = {8, 300, data.capacity()};
            final int next = (engine.rank() + 1) % engine.size();
            for (int i = 0; true; i++) {
                final int length = lengths[i % lengths.length];
                world.sendrecv(data, 0, length, next, i & 7, received, 0, length, Communicator.ANY_SOURCE, i & 7, null);
            }
        }
    }
}
