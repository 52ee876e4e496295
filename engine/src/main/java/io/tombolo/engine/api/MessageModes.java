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

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Synchronous, ready and buffered sends, persistent and partitioned operations. The rules of {@link Communicator} apply. Any receive takes
 * a message of any mode.
 */
public interface MessageModes {
    /** Largest tag of a partitioned operation. */
    int MAX_PARTITIONED_TAG = 0x7FFF;

    /** Largest number of partitions of an operation. */
    int MAX_PARTITIONS = 0x1_0000;

    /**
     * Sends a message in synchronous mode, also one of no bytes. Returns when a receive has matched the message and, if the message does
     * not fit a packet, has its data (S0.35).
     *
     * @param buffer      holds the message.
     * @param offset      of the message in the buffer, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     * @throws MessagingException if the destination has died or left.
     */
    void ssend(DirectBuffer buffer, long offset, long length, int destination, int tag);

    /**
     * Sends a message from a memory region in synchronous mode; as {@link #ssend(DirectBuffer, long, long, int, int)}.
     *
     * @param region      holds the message.
     * @param offset      of the message in the region, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     */
    void ssend(MemoryRegion region, long offset, long length, int destination, int tag);

    /**
     * Starts a synchronous send. It is complete when a receive has matched the message and, if the message does not fit a packet, has its
     * data.
     *
     * @param buffer      holds the message.
     * @param offset      of the message in the buffer, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     idle; active from now on.
     */
    void issend(DirectBuffer buffer, long offset, long length, int destination, int tag, Request request);

    /**
     * Starts a synchronous send from a memory region; as {@link #issend(DirectBuffer, long, long, int, int, Request)}.
     *
     * @param region      holds the message.
     * @param offset      of the message in the region, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     idle; active from now on.
     */
    void issend(MemoryRegion region, long offset, long length, int destination, int tag, Request request);

    /**
     * Sends a message in ready mode: the program guarantees that its receive is posted (S3.35). If the receive is not posted, the program
     * is wrong: the receiver counts the error and tells its error handler. It keeps the message, and receives it like any other.
     *
     * @param buffer      holds the message.
     * @param offset      of the message in the buffer, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     * @throws MessagingException if the destination has died or left.
     */
    void rsend(DirectBuffer buffer, long offset, long length, int destination, int tag);

    /**
     * Sends a message from a memory region in ready mode; as {@link #rsend(DirectBuffer, long, long, int, int)}.
     *
     * @param region      holds the message.
     * @param offset      of the message in the region, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     */
    void rsend(MemoryRegion region, long offset, long length, int destination, int tag);

    /**
     * Starts a ready send.
     *
     * @param buffer      holds the message.
     * @param offset      of the message in the buffer, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     idle; active from now on.
     */
    void irsend(DirectBuffer buffer, long offset, long length, int destination, int tag, Request request);

    /**
     * Starts a ready send from a memory region; as {@link #irsend(DirectBuffer, long, long, int, int, Request)}.
     *
     * @param region      holds the message.
     * @param offset      of the message in the region, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     idle; active from now on.
     */
    void irsend(MemoryRegion region, long offset, long length, int destination, int tag, Request request);

    /**
     * Sends a message in buffered mode: copies it and returns at once, whatever the state of the receiver and of the ring. The copy lies in
     * the buffer that {@code Engine.attachBuffer} has made, until it has left.
     *
     * @param buffer      holds the message.
     * @param offset      of the message in the buffer, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     * @throws MessagingException if the buffer has no room for the copy, or there is no buffer; this is thrown in either {@link ErrorMode},
     *                            and nothing is sent. Or if the destination has died or left.
     */
    void bsend(DirectBuffer buffer, long offset, long length, int destination, int tag);

    /**
     * Sends a message from a memory region in buffered mode; as {@link #bsend(DirectBuffer, long, long, int, int)}.
     *
     * @param region      holds the message.
     * @param offset      of the message in the region, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     */
    void bsend(MemoryRegion region, long offset, long length, int destination, int tag);

    /**
     * Starts a buffered send. It is complete when it has been started.
     *
     * @param buffer      holds the message.
     * @param offset      of the message in the buffer, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     idle; active from now on.
     * @throws MessagingException if there is no room, as for {@code bsend}; the request stays idle.
     */
    void ibsend(DirectBuffer buffer, long offset, long length, int destination, int tag, Request request);

    /**
     * Starts a buffered send from a memory region; as {@link #ibsend(DirectBuffer, long, long, int, int, Request)}.
     *
     * @param region      holds the message.
     * @param offset      of the message in the region, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     idle; active from now on.
     */
    void ibsend(MemoryRegion region, long offset, long length, int destination, int tag, Request request);

    /**
     * Prepares a standard send. Sends nothing yet.
     *
     * @param buffer      holds the message.
     * @param offset      of the message in the buffer, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     idle; {@link Request#start()} starts the send any number of times, until the request is used otherwise or freed.
     */
    void sendInit(DirectBuffer buffer, long offset, long length, int destination, int tag, Request request);

    /**
     * Prepares a standard send from a memory region; as {@link #sendInit(DirectBuffer, long, long, int, int, Request)}.
     *
     * @param region      holds the message.
     * @param offset      of the message in the region, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     idle; {@link Request#start()} starts the send any number of times, until the request is used otherwise or freed.
     */
    void sendInit(MemoryRegion region, long offset, long length, int destination, int tag, Request request);

    /**
     * Prepares a receive. Posts nothing yet.
     *
     * @param buffer   that each start fills.
     * @param offset   in the buffer, in bytes.
     * @param capacity longest message that fits, in bytes.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @param request  idle; {@link Request#start()} starts the receive any number of times.
     */
    void recvInit(MutableDirectBuffer buffer, long offset, long capacity, int source, int tag, Request request);

    /**
     * Prepares a receive into a memory region. Posts nothing yet.
     *
     * @param region   that each start fills.
     * @param offset   in the region, in bytes.
     * @param capacity longest message that fits, in bytes.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @param request  idle; {@link Request#start()} starts the receive any number of times.
     */
    void recvInit(MemoryRegion region, long offset, long capacity, int source, int tag, Request request);

    /**
     * Prepares a partitioned send, of which each thread can fill a partition. {@link Request#start()} begins a round,
     * {@link Request#pready} sends a partition, and the request is complete when all partitions have been sent. A partition leaves as soon
     * as it is marked: the receiver can have the first before the last is filled.
     * <p>
     * Only {@code precvInit} receives such a send. Two partitioned operations that are active between the same two ranks at the same time
     * need different tags. Allocates an object for each partition, once.
     *
     * @param buffer      holds the partitions, one after the other.
     * @param offset      of the first partition in the buffer, in bytes.
     * @param partitions  1 to {@link #MAX_PARTITIONS}; the same at both ranks.
     * @param length      of each partition, in bytes; the same at both ranks.
     * @param destination rank.
     * @param tag         0 to {@link #MAX_PARTITIONED_TAG}.
     * @param request     idle; prepared from now on.
     */
    void psendInit(
        DirectBuffer buffer, long offset, int partitions, long length, int destination, int tag, Request request);

    /**
     * Prepares a partitioned send from a memory region; as {@link #psendInit(DirectBuffer, long, int, long, int, int, Request)}.
     *
     * @param region      holds the partitions, one after the other.
     * @param offset      of the first partition in the region, in bytes.
     * @param partitions  1 to {@link #MAX_PARTITIONS}; the same at both ranks.
     * @param length      of each partition, in bytes; the same at both ranks.
     * @param destination rank.
     * @param tag         0 to {@link #MAX_PARTITIONED_TAG}.
     * @param request     idle; prepared from now on.
     */
    void psendInit(
        MemoryRegion region, long offset, int partitions, long length, int destination, int tag, Request request);

    /**
     * Prepares a receive of a partitioned send. {@link Request#start()} begins a round, {@link Request#parrived} tests a partition, and the
     * request is complete when all partitions have arrived. A round uses a matching node for each partition.
     *
     * @param buffer     to fill, one partition after the other.
     * @param offset     of the first partition in the buffer, in bytes.
     * @param partitions 1 to {@link #MAX_PARTITIONS}; the same at both ranks.
     * @param length     of each partition, in bytes; the same at both ranks.
     * @param source     rank.
     * @param tag        0 to {@link #MAX_PARTITIONED_TAG}.
     * @param request    idle; prepared from now on.
     */
    void precvInit(
        MutableDirectBuffer buffer, long offset, int partitions, long length, int source, int tag, Request request);

    /**
     * Prepares a receive of a partitioned send into a memory region; as
     * {@link #precvInit(MutableDirectBuffer, long, int, long, int, int, Request)}.
     *
     * @param region     to fill, one partition after the other.
     * @param offset     of the first partition in the region, in bytes.
     * @param partitions 1 to {@link #MAX_PARTITIONS}; the same at both ranks.
     * @param length     of each partition, in bytes; the same at both ranks.
     * @param source     rank.
     * @param tag        0 to {@link #MAX_PARTITIONED_TAG}.
     * @param request    idle; prepared from now on.
     */
    void precvInit(
        MemoryRegion region, long offset, int partitions, long length, int source, int tag, Request request);
}
