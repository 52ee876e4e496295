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
 * The ways to receive a message into the caller's memory; the rules of {@link Communicator} hold.
 */
public interface MessageReceives {
    /**
     * Receives a message.
     *
     * @param buffer   is filled.
     * @param offset   in the buffer, in bytes.
     * @param capacity bytes at most (S0.1).
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @param status   is filled, or null.
     * @throws TruncatedException if the message is longer than the capacity.
     * @throws MessagingException if the source has died or left.
     */
    void recv(MutableDirectBuffer buffer, long offset, long capacity, int source, int tag, Status status);

    /**
     * Receives a message and returns a new status: one small object.
     *
     * @param buffer   is filled.
     * @param offset   in the buffer, in bytes.
     * @param capacity bytes at most.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @return what was received.
     */
    default Status recv(
        final MutableDirectBuffer buffer, final long offset, final long capacity, final int source, final int tag) {
        final Status status = new Status();
        recv(buffer, offset, capacity, source, tag, status);
        return status;
    }

    /**
     * Receives into a part of a memory region, anywhere in it.
     *
     * @param region   is filled.
     * @param offset   in the region, in bytes.
     * @param capacity bytes at most.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @param status   is filled, or null.
     */
    void recv(MemoryRegion region, long offset, long capacity, int source, int tag, Status status);

    /**
     * Receives a message of which only some bits of the tag matter (S1.24): one whose tag {@code t} has {@code ((t ^ tag) & mask) == 0}.
     *
     * @param buffer   is filled.
     * @param offset   in the buffer, in bytes.
     * @param capacity bytes at most.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      0 or more.
     * @param mask     bits of the tag that must agree.
     * @param status   is filled, or null.
     */
    void recv(MutableDirectBuffer buffer, long offset, long capacity, int source, int tag, int mask, Status status);

    /**
     * Posts a receive of a message of which only some bits of the tag matter (S1.24): one whose tag {@code t} has
     * {@code ((t ^ tag) & mask) == 0}.
     *
     * @param buffer   is filled before the request is complete.
     * @param offset   in the buffer, in bytes.
     * @param capacity bytes at most.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      0 or more.
     * @param mask     bits of the tag that must agree.
     * @param request  idle; active from now on.
     */
    void irecv(MutableDirectBuffer buffer, long offset, long capacity, int source, int tag, int mask, Request request);

    /**
     * Receives between position and limit, which stay where they are.
     *
     * @param buffer is filled.
     * @param source rank or {@link Communicator#ANY_SOURCE}.
     * @param tag    tag or {@link Communicator#ANY_TAG}.
     * @param status is filled, or null.
     */
    void recv(ByteBuffer buffer, int source, int tag, Status status);

    /**
     * Receives into an array.
     *
     * @param array    is filled.
     * @param offset   first element.
     * @param capacity elements at most.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @param status   is filled, or null; lengths in bytes.
     */
    void recv(byte[] array, int offset, int capacity, int source, int tag, Status status);

    /**
     * Receives into an array.
     *
     * @param array    is filled.
     * @param offset   first element.
     * @param capacity elements at most.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @param status   is filled, or null; lengths in bytes.
     */
    void recv(int[] array, int offset, int capacity, int source, int tag, Status status);

    /**
     * Receives into an array.
     *
     * @param array    is filled.
     * @param offset   first element.
     * @param capacity elements at most.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @param status   is filled, or null; lengths in bytes.
     */
    void recv(long[] array, int offset, int capacity, int source, int tag, Status status);

    /**
     * Receives into an array.
     *
     * @param array    is filled.
     * @param offset   first element.
     * @param capacity elements at most.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @param status   is filled, or null; lengths in bytes.
     */
    void recv(double[] array, int offset, int capacity, int source, int tag, Status status);

    /**
     * Posts a receive.
     *
     * @param buffer   is filled before the request is complete.
     * @param offset   in the buffer, in bytes.
     * @param capacity bytes at most.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @param request  idle; active from now on.
     */
    void irecv(MutableDirectBuffer buffer, long offset, long capacity, int source, int tag, Request request);

    /**
     * Posts a receive and returns a new request for it: one small object.
     *
     * @param buffer   is filled before the request is complete.
     * @param offset   in the buffer, in bytes.
     * @param capacity bytes at most.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @return an active request.
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
     * @param region   is filled before the request is complete.
     * @param offset   in the region, in bytes.
     * @param capacity bytes at most.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @param request  idle; active from now on.
     */
    void irecv(MemoryRegion region, long offset, long capacity, int source, int tag, Request request);

    /**
     * Posts a receive between position and limit, which stay where they are.
     *
     * @param buffer  is filled before the request is complete.
     * @param source  rank or {@link Communicator#ANY_SOURCE}.
     * @param tag     tag or {@link Communicator#ANY_TAG}.
     * @param request idle; active from now on.
     */
    void irecv(ByteBuffer buffer, int source, int tag, Request request);

    /**
     * Posts a receive into an array.
     *
     * @param array    is filled before the request is complete.
     * @param offset   first element.
     * @param capacity elements at most.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @param request  idle; active from now on.
     */
    void irecv(byte[] array, int offset, int capacity, int source, int tag, Request request);

    /**
     * Posts a receive into an array.
     *
     * @param array    is filled before the request is complete.
     * @param offset   first element.
     * @param capacity elements at most.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @param request  idle; active from now on.
     */
    void irecv(int[] array, int offset, int capacity, int source, int tag, Request request);

    /**
     * Posts a receive into an array.
     *
     * @param array    is filled before the request is complete.
     * @param offset   first element.
     * @param capacity elements at most.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @param request  idle; active from now on.
     */
    void irecv(long[] array, int offset, int capacity, int source, int tag, Request request);

    /**
     * Posts a receive into an array.
     *
     * @param array    is filled before the request is complete.
     * @param offset   first element.
     * @param capacity elements at most.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @param request  idle; active from now on.
     */
    void irecv(double[] array, int offset, int capacity, int source, int tag, Request request);
}
