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
package io.tombolo.engine.api;

import java.nio.ByteBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Receives into memory of the caller. The rules of {@link Communicator} apply.
 */
public interface MessageReceives {
    /**
     * Receives a message.
     *
     * @param buffer   to fill.
     * @param offset   in the buffer, in bytes.
     * @param capacity longest message that fits, in bytes (S0.1).
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @param status   to fill, or null.
     * @throws TruncatedException if the message is longer than the capacity.
     * @throws MessagingException if the source has died or left.
     */
    void recv(MutableDirectBuffer buffer, long offset, long capacity, int source, int tag, Status status);

    /**
     * Receives a message and returns a new status. Allocates one small object.
     *
     * @param buffer   to fill.
     * @param offset   in the buffer, in bytes.
     * @param capacity longest message that fits, in bytes.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @return status of the receive.
     */
    default Status recv(
        final MutableDirectBuffer buffer, final long offset, final long capacity, final int source, final int tag) {
        final Status status = new Status();
        recv(buffer, offset, capacity, source, tag, status);
        return status;
    }

    /**
     * Receives a message into a memory region, at any offset.
     *
     * @param region   to fill.
     * @param offset   in the region, in bytes.
     * @param capacity longest message that fits, in bytes.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @param status   to fill, or null.
     */
    void recv(MemoryRegion region, long offset, long capacity, int source, int tag, Status status);

    /**
     * Receives a message, comparing only some bits of the tag (S1.24): a message with tag {@code t} matches if
     * {@code ((t ^ tag) & mask) == 0}.
     *
     * @param buffer   to fill.
     * @param offset   in the buffer, in bytes.
     * @param capacity longest message that fits, in bytes.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      0 or more.
     * @param mask     bits of the tag to compare.
     * @param status   to fill, or null.
     */
    void recv(MutableDirectBuffer buffer, long offset, long capacity, int source, int tag, int mask, Status status);

    /**
     * Posts a receive that compares only some bits of the tag (S1.24): a message with tag {@code t} matches if
     * {@code ((t ^ tag) & mask) == 0}.
     *
     * @param buffer   to fill; do not read it before the request is complete.
     * @param offset   in the buffer, in bytes.
     * @param capacity longest message that fits, in bytes.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      0 or more.
     * @param mask     bits of the tag to compare.
     * @param request  idle; active from now on.
     */
    void irecv(MutableDirectBuffer buffer, long offset, long capacity, int source, int tag, int mask, Request request);

    /**
     * Receives a message between position and limit. Position and limit do not change.
     *
     * @param buffer to fill.
     * @param source rank or {@link Communicator#ANY_SOURCE}.
     * @param tag    tag or {@link Communicator#ANY_TAG}.
     * @param status to fill, or null.
     */
    void recv(ByteBuffer buffer, int source, int tag, Status status);

    /**
     * Receives a message into an array.
     *
     * @param array    to fill.
     * @param offset   index of the first element.
     * @param capacity largest number of elements.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @param status   to fill, or null; its lengths are in bytes.
     */
    void recv(byte[] array, int offset, int capacity, int source, int tag, Status status);

    /**
     * Receives a message into an array.
     *
     * @param array    to fill.
     * @param offset   index of the first element.
     * @param capacity largest number of elements.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @param status   to fill, or null; its lengths are in bytes.
     */
    void recv(int[] array, int offset, int capacity, int source, int tag, Status status);

    /**
     * Receives a message into an array.
     *
     * @param array    to fill.
     * @param offset   index of the first element.
     * @param capacity largest number of elements.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @param status   to fill, or null; its lengths are in bytes.
     */
    void recv(long[] array, int offset, int capacity, int source, int tag, Status status);

    /**
     * Receives a message into an array.
     *
     * @param array    to fill.
     * @param offset   index of the first element.
     * @param capacity largest number of elements.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @param status   to fill, or null; its lengths are in bytes.
     */
    void recv(double[] array, int offset, int capacity, int source, int tag, Status status);

    /**
     * Posts a receive.
     *
     * @param buffer   to fill; do not read it before the request is complete.
     * @param offset   in the buffer, in bytes.
     * @param capacity longest message that fits, in bytes.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @param request  idle; active from now on.
     */
    void irecv(MutableDirectBuffer buffer, long offset, long capacity, int source, int tag, Request request);

    /**
     * Posts a receive with a new request. Allocates one small object.
     *
     * @param buffer   to fill; do not read it before the request is complete.
     * @param offset   in the buffer, in bytes.
     * @param capacity longest message that fits, in bytes.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @return active request.
     */
    default Request irecv(
        final MutableDirectBuffer buffer, final long offset, final long capacity, final int source, final int tag) {
        final Request request = new Request();
        irecv(buffer, offset, capacity, source, tag, request);
        return request;
    }

    /**
     * Posts a receive into a memory region.
     *
     * @param region   to fill; do not read it before the request is complete.
     * @param offset   in the region, in bytes.
     * @param capacity longest message that fits, in bytes.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @param request  idle; active from now on.
     */
    void irecv(MemoryRegion region, long offset, long capacity, int source, int tag, Request request);

    /**
     * Posts a receive between position and limit. Position and limit do not change.
     *
     * @param buffer  to fill; do not read it before the request is complete.
     * @param source  rank or {@link Communicator#ANY_SOURCE}.
     * @param tag     tag or {@link Communicator#ANY_TAG}.
     * @param request idle; active from now on.
     */
    void irecv(ByteBuffer buffer, int source, int tag, Request request);

    /**
     * Posts a receive into an array.
     *
     * @param array    to fill; do not read it before the request is complete.
     * @param offset   index of the first element.
     * @param capacity largest number of elements.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @param request  idle; active from now on.
     */
    void irecv(byte[] array, int offset, int capacity, int source, int tag, Request request);

    /**
     * Posts a receive into an array.
     *
     * @param array    to fill; do not read it before the request is complete.
     * @param offset   index of the first element.
     * @param capacity largest number of elements.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @param request  idle; active from now on.
     */
    void irecv(int[] array, int offset, int capacity, int source, int tag, Request request);

    /**
     * Posts a receive into an array.
     *
     * @param array    to fill; do not read it before the request is complete.
     * @param offset   index of the first element.
     * @param capacity largest number of elements.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @param request  idle; active from now on.
     */
    void irecv(long[] array, int offset, int capacity, int source, int tag, Request request);

    /**
     * Posts a receive into an array.
     *
     * @param array    to fill; do not read it before the request is complete.
     * @param offset   index of the first element.
     * @param capacity largest number of elements.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @param request  idle; active from now on.
     */
    void irecv(double[] array, int offset, int capacity, int source, int tag, Request request);
}
