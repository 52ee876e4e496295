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
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Two ranks that wait for each other until they are killed: rank 0 in a receive, the other one in a barrier.
 */
public final class WaitingProgram {
    private WaitingProgram() {
    }

    /**
     * Runs until it is killed.
     *
     * @param arguments none
     */
    public static void main(final String[] arguments) {
        try (Engine engine = Engine.launch()) {
            if (engine.rank() == 0) {
                engine.world().recv(new UnsafeBuffer(new byte[8]), 0, 8, 1, 7);
            }
            engine.world().barrier();
        }
    }
}
