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
package io.tombolo.ringbuffers.window;

/**
 * Tells which ranks are proven dead. A rank that is only slow or stopped is not dead.
 */
@FunctionalInterface
public interface DeathProbe {
    /**
     * Tells whether an incarnation of a rank is proven dead.
     *
     * @param rank        0 to the number of ranks - 1.
     * @param incarnation of that rank.
     * @return true if that incarnation will never again store to shared memory.
     */
    boolean isDead(int rank, int incarnation);
}
