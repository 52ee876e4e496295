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
package io.tombolo.engine.api.window;

/**
 * Options of a new {@link Window}. All ranks must give the same.
 */
public enum WindowOption {
    /**
     * The program never locks the window, and uses only fences and postings. The engine starts no agent thread for it, and refuses locks
     * (S2.2).
     */
    NO_LOCKS,
    /**
     * The engine does not rely on the order of packets: it acknowledges also an epoch that ends with a get (S2.11). Costs a packet; exists
     * for tests.
     */
    UNORDERED
}
