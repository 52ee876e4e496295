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
package io.tombolo.ringbuffers.queue;

/**
 * An event taken from an {@link EventQueue}. Its values are opaque here. The caller owns and reuses the object.
 */
public class EventEntry {
    /** Type of the event. */
    public int type;
    /** Status of the operation. */
    public int status;
    /** Cookie of the operation. */
    public long cookie;
    /** Handle of the endpoint. */
    public long endpoint;
    /** Length in bytes. */
    public long length;
    /** Handle of the receive queue that the buffer came from. */
    public long queue;
    /** Slot of that queue. */
    public int slot;
    /** Flags. */
    public int flags;
    /** Further word. */
    public long word0;
    /** Further word. */
    public long word1;

    /**
     * Creates an entry of zeros.
     */
    public EventEntry() {
    }
}
