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
import org.agrona.MutableDirectBuffer;

/**
 * A group of ranks that exchange tagged messages. Messages from one rank to another are matched in the order in which they were sent
 * (S0.2, S1.7); a message takes the oldest posted receive that fits, a receive the oldest message that fits (S1.6).
 * <p>
 * Offsets and lengths are in bytes, for arrays of primitives in elements. Tags are 0 to {@link Integer#MAX_VALUE}. A destination or
 * source of {@link #NULL_RANK} makes an operation a no-op. A buffer that is being sent must not change, and one that is being received
 * into must not be read, before the operation is complete. Misuse is an {@link IllegalArgumentException} or
 * {@link IndexOutOfBoundsException} before anything is sent; use after close is an {@link IllegalStateException}.
 * <p>
 * Who may call is told by {@link ThreadLevel}. Blocking calls make progress for all operations of the rank while they wait; a nonblocking
 * operation goes on whenever any call of the rank waits, tests or starts something. Steady state allocates nothing, except where a method
 * says that it returns a new object.
 */
public interface Communicator {
    /** Source of a receive that takes messages from any rank. */
    int ANY_SOURCE = -1;

    /** Tag of a receive that takes messages with any tag. */
    int ANY_TAG = -1;

    /** A rank that is nobody: sending to it and receiving from it do nothing and succeed. */
    int NULL_RANK = -2;

    /**
     * Returns this process's number in the group.
     *
     * @return 0 to {@link #size()} - 1.
     */
    int rank();

    /**
     * Returns the number of ranks in the group.
     *
     * @return at least 1.
     */
    int size();

    /**
     * Chooses what errors do from now on.
     *
     * @param mode new mode.
     * @return this.
     */
    Communicator errors(ErrorMode mode);

    /**
     * Sends a message and returns when the buffer may be used again: at once for a message that fits a packet, after the receiver has
     * fetched it for one in a memory region.
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
     * Sends a part of a memory region; as {@link #send(DirectBuffer, long, long, int, int)}. A part must not cross the borders that
     * {@link MemoryRegion#buffer(long, int)} names.
     *
     * @param region      holds the message.
     * @param offset      of the message in the region, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     */
    void send(MemoryRegion region, long offset, long length, int destination, int tag);

    /**
     * Sends what is between position and limit, which stay where they are.
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
     * @param offset      first element.
     * @param length      elements.
     * @param destination rank.
     * @param tag         0 or more.
     */
    void send(byte[] array, int offset, int length, int destination, int tag);

    /**
     * Sends elements of an array.
     *
     * @param array       holds the message.
     * @param offset      first element.
     * @param length      elements.
     * @param destination rank.
     * @param tag         0 or more.
     */
    void send(int[] array, int offset, int length, int destination, int tag);

    /**
     * Sends elements of an array.
     *
     * @param array       holds the message.
     * @param offset      first element.
     * @param length      elements.
     * @param destination rank.
     * @param tag         0 or more.
     */
    void send(long[] array, int offset, int length, int destination, int tag);

    /**
     * Sends elements of an array.
     *
     * @param array       holds the message.
     * @param offset      first element.
     * @param length      elements.
     * @param destination rank.
     * @param tag         0 or more.
     */
    void send(double[] array, int offset, int length, int destination, int tag);

    /**
     * Starts a send. A staged message that does not fit a staging lane goes on only while this rank makes progress.
     *
     * @param buffer      holds the message; must not change before the request is complete.
     * @param offset      of the message in the buffer, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     idle; active from now on.
     */
    void isend(DirectBuffer buffer, long offset, long length, int destination, int tag, Request request);

    /**
     * Starts a send and returns a new request for it: one small object.
     *
     * @param buffer      holds the message; must not change before the request is complete.
     * @param offset      of the message in the buffer, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     * @return an active request.
     */
    default Request isend(final DirectBuffer buffer, final long offset, final long length, final int destination, final int tag) {
        final Request request = new Request();
        isend(buffer, offset, length, destination, tag, request);
        return request;
    }

    /**
     * Starts a send from a memory region.
     *
     * @param region      holds the message.
     * @param offset      of the message in the region, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     idle; active from now on.
     */
    void isend(MemoryRegion region, long offset, long length, int destination, int tag, Request request);

    /**
     * Starts a send of what is between position and limit, which stay where they are.
     *
     * @param buffer      holds the message.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     idle; active from now on.
     */
    void isend(ByteBuffer buffer, int destination, int tag, Request request);

    /**
     * Starts a send from an array.
     *
     * @param array       holds the message.
     * @param offset      first element.
     * @param length      elements.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     idle; active from now on.
     */
    void isend(byte[] array, int offset, int length, int destination, int tag, Request request);

    /**
     * Starts a send from an array.
     *
     * @param array       holds the message.
     * @param offset      first element.
     * @param length      elements.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     idle; active from now on.
     */
    void isend(int[] array, int offset, int length, int destination, int tag, Request request);

    /**
     * Starts a send from an array.
     *
     * @param array       holds the message.
     * @param offset      first element.
     * @param length      elements.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     idle; active from now on.
     */
    void isend(long[] array, int offset, int length, int destination, int tag, Request request);

    /**
     * Starts a send from an array.
     *
     * @param array       holds the message.
     * @param offset      first element.
     * @param length      elements.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     idle; active from now on.
     */
    void isend(double[] array, int offset, int length, int destination, int tag, Request request);

    /**
     * Receives a message.
     *
     * @param buffer   is filled.
     * @param offset   in the buffer, in bytes.
     * @param capacity bytes at most (S0.1).
     * @param source   rank or {@link #ANY_SOURCE}.
     * @param tag      tag or {@link #ANY_TAG}.
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
     * @param source   rank or {@link #ANY_SOURCE}.
     * @param tag      tag or {@link #ANY_TAG}.
     * @return what was received.
     */
    default Status recv(
        final MutableDirectBuffer buffer, final long offset, final long capacity, final int source, final int tag) {
        final Status status = new Status();
        recv(buffer, offset, capacity, source, tag, status);
        return status;
    }

    /**
     * Receives into a part of a memory region, which must not cross the borders that {@link MemoryRegion#buffer(long, int)} names.
     *
     * @param region   is filled.
     * @param offset   in the region, in bytes.
     * @param capacity bytes at most.
     * @param source   rank or {@link #ANY_SOURCE}.
     * @param tag      tag or {@link #ANY_TAG}.
     * @param status   is filled, or null.
     */
    void recv(MemoryRegion region, long offset, long capacity, int source, int tag, Status status);

    /**
     * Receives between position and limit, which stay where they are.
     *
     * @param buffer is filled.
     * @param source rank or {@link #ANY_SOURCE}.
     * @param tag    tag or {@link #ANY_TAG}.
     * @param status is filled, or null.
     */
    void recv(ByteBuffer buffer, int source, int tag, Status status);

    /**
     * Receives into an array.
     *
     * @param array    is filled.
     * @param offset   first element.
     * @param capacity elements at most.
     * @param source   rank or {@link #ANY_SOURCE}.
     * @param tag      tag or {@link #ANY_TAG}.
     * @param status   is filled, or null; lengths in bytes.
     */
    void recv(byte[] array, int offset, int capacity, int source, int tag, Status status);

    /**
     * Receives into an array.
     *
     * @param array    is filled.
     * @param offset   first element.
     * @param capacity elements at most.
     * @param source   rank or {@link #ANY_SOURCE}.
     * @param tag      tag or {@link #ANY_TAG}.
     * @param status   is filled, or null; lengths in bytes.
     */
    void recv(int[] array, int offset, int capacity, int source, int tag, Status status);

    /**
     * Receives into an array.
     *
     * @param array    is filled.
     * @param offset   first element.
     * @param capacity elements at most.
     * @param source   rank or {@link #ANY_SOURCE}.
     * @param tag      tag or {@link #ANY_TAG}.
     * @param status   is filled, or null; lengths in bytes.
     */
    void recv(long[] array, int offset, int capacity, int source, int tag, Status status);

    /**
     * Receives into an array.
     *
     * @param array    is filled.
     * @param offset   first element.
     * @param capacity elements at most.
     * @param source   rank or {@link #ANY_SOURCE}.
     * @param tag      tag or {@link #ANY_TAG}.
     * @param status   is filled, or null; lengths in bytes.
     */
    void recv(double[] array, int offset, int capacity, int source, int tag, Status status);

    /**
     * Posts a receive.
     *
     * @param buffer   is filled before the request is complete.
     * @param offset   in the buffer, in bytes.
     * @param capacity bytes at most.
     * @param source   rank or {@link #ANY_SOURCE}.
     * @param tag      tag or {@link #ANY_TAG}.
     * @param request  idle; active from now on.
     */
    void irecv(MutableDirectBuffer buffer, long offset, long capacity, int source, int tag, Request request);

    /**
     * Posts a receive and returns a new request for it: one small object.
     *
     * @param buffer   is filled before the request is complete.
     * @param offset   in the buffer, in bytes.
     * @param capacity bytes at most.
     * @param source   rank or {@link #ANY_SOURCE}.
     * @param tag      tag or {@link #ANY_TAG}.
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
     * @param source   rank or {@link #ANY_SOURCE}.
     * @param tag      tag or {@link #ANY_TAG}.
     * @param request  idle; active from now on.
     */
    void irecv(MemoryRegion region, long offset, long capacity, int source, int tag, Request request);

    /**
     * Posts a receive between position and limit, which stay where they are.
     *
     * @param buffer  is filled before the request is complete.
     * @param source  rank or {@link #ANY_SOURCE}.
     * @param tag     tag or {@link #ANY_TAG}.
     * @param request idle; active from now on.
     */
    void irecv(ByteBuffer buffer, int source, int tag, Request request);

    /**
     * Posts a receive into an array.
     *
     * @param array    is filled before the request is complete.
     * @param offset   first element.
     * @param capacity elements at most.
     * @param source   rank or {@link #ANY_SOURCE}.
     * @param tag      tag or {@link #ANY_TAG}.
     * @param request  idle; active from now on.
     */
    void irecv(byte[] array, int offset, int capacity, int source, int tag, Request request);

    /**
     * Posts a receive into an array.
     *
     * @param array    is filled before the request is complete.
     * @param offset   first element.
     * @param capacity elements at most.
     * @param source   rank or {@link #ANY_SOURCE}.
     * @param tag      tag or {@link #ANY_TAG}.
     * @param request  idle; active from now on.
     */
    void irecv(int[] array, int offset, int capacity, int source, int tag, Request request);

    /**
     * Posts a receive into an array.
     *
     * @param array    is filled before the request is complete.
     * @param offset   first element.
     * @param capacity elements at most.
     * @param source   rank or {@link #ANY_SOURCE}.
     * @param tag      tag or {@link #ANY_TAG}.
     * @param request  idle; active from now on.
     */
    void irecv(long[] array, int offset, int capacity, int source, int tag, Request request);

    /**
     * Posts a receive into an array.
     *
     * @param array    is filled before the request is complete.
     * @param offset   first element.
     * @param capacity elements at most.
     * @param source   rank or {@link #ANY_SOURCE}.
     * @param tag      tag or {@link #ANY_TAG}.
     * @param request  idle; active from now on.
     */
    void irecv(double[] array, int offset, int capacity, int source, int tag, Request request);

    /**
     * Sends one message and receives another, without either waiting for the other.
     *
     * @param sendBuffer    holds the message to send.
     * @param sendOffset    of it, in bytes.
     * @param sendLength    of it, in bytes.
     * @param destination   rank.
     * @param sendTag       0 or more.
     * @param receiveBuffer is filled; must not overlap what is sent.
     * @param receiveOffset in the buffer, in bytes.
     * @param capacity      bytes at most.
     * @param source        rank or {@link #ANY_SOURCE}.
     * @param receiveTag    tag or {@link #ANY_TAG}.
     * @param status        of the receive, is filled, or null.
     */
    void sendrecv(
        DirectBuffer sendBuffer, long sendOffset, long sendLength, int destination, int sendTag,
        MutableDirectBuffer receiveBuffer, long receiveOffset, long capacity, int source, int receiveTag, Status status);

    /**
     * Waits until a message that fits could be received, and leaves it where it is.
     *
     * @param source rank or {@link #ANY_SOURCE}.
     * @param tag    tag or {@link #ANY_TAG}.
     * @param status is filled with source, tag and length of the message.
     */
    void probe(int source, int tag, Status status);

    /**
     * Looks once, making progress, whether a message that fits could be received.
     *
     * @param source rank or {@link #ANY_SOURCE}.
     * @param tag    tag or {@link #ANY_TAG}.
     * @param status is filled if there is one.
     * @return true if there is one.
     */
    boolean iprobe(int source, int tag, Status status);

    /**
     * Waits until all ranks of the group have called it.
     *
     * @throws PeerFailedException if a rank has died or left.
     */
    void barrier();
}
