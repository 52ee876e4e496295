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
 * One event as it was taken from an {@link EventQueue}: values, opaque here. A plain carrier that its owner uses again and again.
 */
public class EventEntry {
    /** What happened. */
    public int type;
    /** How it ended. */
    public int status;
    /** Cookie of the operation. */
    public long cookie;
    /** Handle of the endpoint. */
    public long endpoint;
    /** Bytes. */
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
     * An empty entry.
     */
    public EventEntry() {
    }
}
