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
 * A protection zone. A receive queue or endpoint accepts only memory of its own zone (S4.18). {@link InterfaceAdapter} makes it.
 * Thread-safe.
 */
public interface ProtectionZone {
    /**
     * Returns the handle of the zone.
     *
     * @return index and generation; not reused while the engine lives.
     */
    long handle();

    /**
     * Frees the zone.
     *
     * @return {@link CallResult#INVALID_STATE} while a region, receive queue or endpoint belongs to it, and for the zone of the adapter;
     *     {@link CallResult#INVALID_HANDLE} if it was freed.
     */
    CallResult free();
}
