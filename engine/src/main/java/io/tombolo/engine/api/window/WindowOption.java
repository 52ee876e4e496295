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
 * What all ranks say alike when they make a {@link Window}.
 */
public enum WindowOption {
    /** The window is never locked, only fenced, or posted and started: no agent thread is started for it. A lock is refused (S2.2). */
    NO_LOCKS,
    /**
     * The order of packets is not relied upon: an epoch that ends with a get is acknowledged all the same (S2.11). Costs a packet, and
     * is there to be tested.
     */
    UNORDERED
}
