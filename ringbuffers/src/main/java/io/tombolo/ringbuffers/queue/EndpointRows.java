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

import org.agrona.concurrent.AtomicBuffer;

/**
 * Publishes the endpoints of a rank for inspectors. The progress owner is the only writer. Stores are opaque, so that a reader sees whole
 * words.
 */
public final class EndpointRows {
    private final AtomicBuffer memory;

    /**
     * Views the rows, which are zero in a new file.
     *
     * @param file of {@link #fileLength} bytes; kept reachable.
     */
    public EndpointRows(final AtomicBuffer file) {
        this.memory = file;
    }

    /**
     * Returns the length of the file.
     *
     * @param endpoints most endpoints.
     * @return bytes.
     */
    public static int fileLength(final int endpoints) {
        return EndpointRowDescriptor.offset(endpoints);
    }

    /**
     * Stores an int.
     *
     * @param index  of the endpoint.
     * @param offset of the field, from {@link EndpointRowDescriptor}.
     * @param value  to store.
     */
    public void show(final int index, final int offset, final int value) {
        memory.putIntOpaque(EndpointRowDescriptor.offset(index) + offset, value);
    }

    /**
     * Stores a long.
     *
     * @param index  of the endpoint.
     * @param offset of the field, from {@link EndpointRowDescriptor}.
     * @param value  to store.
     */
    public void showLong(final int index, final int offset, final long value) {
        memory.putLongOpaque(EndpointRowDescriptor.offset(index) + offset, value);
    }
}
