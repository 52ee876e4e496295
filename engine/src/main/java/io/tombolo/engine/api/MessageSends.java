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
import org.agrona.DirectBuffer;

/**
 * Sends from memory of the caller. The rules of {@link Communicator} apply.
 */
public interface MessageSends {
    /**
     * Sends a message. Returns when the buffer may be used again: at once for a message that fits a packet; when the receiver has fetched
     * it for a message in a memory region.
     *
     * @param buffer      holds the message.
     * @param offset      of the message in the buffer, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     * @throws MessagingException if the destination has died or left.
     */
    void send(DirectBuffer buffer, long offset, long length, int destination, int tag);

    /**
     * Sends a part of a memory region, of any length; as {@link #send(DirectBuffer, long, long, int, int)}.
     *
     * @param region      holds the message.
     * @param offset      of the message in the region, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     */
    void send(MemoryRegion region, long offset, long length, int destination, int tag);

    /**
     * Sends the bytes between position and limit. Position and limit do not change.
     *
     * @param buffer      holds the message.
     * @param destination rank.
     * @param tag         0 or more.
     */
    void send(ByteBuffer buffer, int destination, int tag);

    /**
     * Sends bytes of an array.
     *
     * @param array       holds the message.
     * @param offset      index of the first element.
     * @param length      number of elements.
     * @param destination rank.
     * @param tag         0 or more.
     */
    void send(byte[] array, int offset, int length, int destination, int tag);

    /**
     * Sends elements of an array.
     *
     * @param array       holds the message.
     * @param offset      index of the first element.
     * @param length      number of elements.
     * @param destination rank.
     * @param tag         0 or more.
     */
    void send(int[] array, int offset, int length, int destination, int tag);

    /**
     * Sends elements of an array.
     *
     * @param array       holds the message.
     * @param offset      index of the first element.
     * @param length      number of elements.
     * @param destination rank.
     * @param tag         0 or more.
     */
    void send(long[] array, int offset, int length, int destination, int tag);

    /**
     * Sends elements of an array.
     *
     * @param array       holds the message.
     * @param offset      index of the first element.
     * @param length      number of elements.
     * @param destination rank.
     * @param tag         0 or more.
     */
    void send(double[] array, int offset, int length, int destination, int tag);

    /**
     * Starts a send. If the message is staged and does not fit its staging lanes, the send goes on only while this rank makes progress.
     *
     * @param buffer      holds the message; do not change it before the request is complete.
     * @param offset      of the message in the buffer, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     idle; active from now on.
     */
    void isend(DirectBuffer buffer, long offset, long length, int destination, int tag, Request request);

    /**
     * Starts a send with a new request. Allocates one small object.
     *
     * @param buffer      holds the message; do not change it before the request is complete.
     * @param offset      of the message in the buffer, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     * @return active request.
     */
    default Request isend(final DirectBuffer buffer, final long offset, final long length, final int destination, final int tag) {
        final Request request = new Request();
        isend(buffer, offset, length, destination, tag, request);
        return request;
    }

    /**
     * Starts a send from a memory region.
     *
     * @param region      holds the message; do not change it before the request is complete.
     * @param offset      of the message in the region, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     idle; active from now on.
     */
    void isend(MemoryRegion region, long offset, long length, int destination, int tag, Request request);

    /**
     * Starts a send of the bytes between position and limit. Position and limit do not change.
     *
     * @param buffer      holds the message; do not change it before the request is complete.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     idle; active from now on.
     */
    void isend(ByteBuffer buffer, int destination, int tag, Request request);

    /**
     * Starts a send of bytes of an array.
     *
     * @param array       holds the message; do not change it before the request is complete.
     * @param offset      index of the first element.
     * @param length      number of elements.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     idle; active from now on.
     */
    void isend(byte[] array, int offset, int length, int destination, int tag, Request request);

    /**
     * Starts a send of elements of an array.
     *
     * @param array       holds the message; do not change it before the request is complete.
     * @param offset      index of the first element.
     * @param length      number of elements.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     idle; active from now on.
     */
    void isend(int[] array, int offset, int length, int destination, int tag, Request request);

    /**
     * Starts a send of elements of an array.
     *
     * @param array       holds the message; do not change it before the request is complete.
     * @param offset      index of the first element.
     * @param length      number of elements.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     idle; active from now on.
     */
    void isend(long[] array, int offset, int length, int destination, int tag, Request request);

    /**
     * Starts a send of elements of an array.
     *
     * @param array       holds the message; do not change it before the request is complete.
     * @param offset      index of the first element.
     * @param length      number of elements.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     idle; active from now on.
     */
    void isend(double[] array, int offset, int length, int destination, int tag, Request request);
}
