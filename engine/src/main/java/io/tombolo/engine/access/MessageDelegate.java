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

import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.Request;
import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The engine's part of a {@link Message}: the message passes its calls to it while it is open. The engine makes it at the first opening
 * and uses it again.
 */
public interface MessageDelegate {
    /**
     * Returns whether the message is open.
     *
     * @return false before it was opened, and after its end.
     */
    boolean isOpen();

    /**
     * Returns a view of the message in place.
     *
     * @param timeoutNs longest wait for the sender in nanoseconds, or {@link Long#MAX_VALUE}.
     * @return read-only view; null if it cannot be had and the communicator returns errors.
     */
    DirectBuffer buffer(long timeoutNs);

    /**
     * Returns a view of the message in place as a byte buffer.
     *
     * @param timeoutNs longest wait for the sender in nanoseconds, or {@link Long#MAX_VALUE}.
     * @return read-only view; null if it cannot be had and the communicator returns errors.
     */
    ByteBuffer byteBuffer(long timeoutNs);

    /**
     * Receives the message.
     *
     * @param buffer    to fill.
     * @param offset    in the buffer, in bytes.
     * @param capacity  at most so many bytes.
     * @param timeoutNs longest wait for the sender in nanoseconds, or {@link Long#MAX_VALUE}.
     */
    void recv(MutableDirectBuffer buffer, long offset, long capacity, long timeoutNs);

    /**
     * Receives the message into a memory region.
     *
     * @param region    to fill.
     * @param offset    in the region, in bytes.
     * @param capacity  at most so many bytes.
     * @param timeoutNs longest wait for the sender in nanoseconds, or {@link Long#MAX_VALUE}.
     */
    void recv(MemoryRegion region, long offset, long capacity, long timeoutNs);

    /**
     * Starts to receive the message.
     *
     * @param buffer   to fill.
     * @param offset   in the buffer, in bytes.
     * @param capacity at most so many bytes.
     * @param request  idle; active from now on.
     */
    void irecv(MutableDirectBuffer buffer, long offset, long capacity, Request request);

    /**
     * Starts to receive the message into a memory region.
     *
     * @param region   to fill.
     * @param offset   in the region, in bytes.
     * @param capacity at most so many bytes.
     * @param request  idle; active from now on.
     */
    void irecv(MemoryRegion region, long offset, long capacity, Request request);

    /** Gives the message back to its sender. */
    void close();
}
