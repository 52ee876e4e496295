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
package io.tombolo.engine.api.endpoint;

/**
 * What belongs together: a receive queue or endpoint takes only memory of its own zone (S4.18). Made by {@link InterfaceAdapter}.
 * Thread-safe.
 */
public interface ProtectionZone {
    /**
     * Returns the number that stands for the zone.
     *
     * @return handle: index and generation, not given again while the engine lives.
     */
    long handle();

    /**
     * Gives the zone back.
     *
     * @return {@link CallResult#INVALID_STATE} while a region, receive queue or endpoint belongs to it, and for the zone of the adapter;
     *     {@link CallResult#INVALID_HANDLE} if it was freed.
     */
    CallResult free();
}
