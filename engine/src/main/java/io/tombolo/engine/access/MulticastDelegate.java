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
package io.tombolo.engine.access;

import io.tombolo.engine.api.Multicast;

/**
 * The engine's part of a {@link Multicast}: what it knows of the last call. The engine makes it at the first call and uses it again.
 */
public interface MulticastDelegate {
    /**
     * Returns how many destinations were skipped.
     *
     * @return count.
     */
    int skipped();

    /**
     * Returns a destination that was skipped.
     *
     * @param index from 0, in the order of the list.
     * @return rank in the communicator.
     */
    int skippedRank(int index);
}
