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
 * The modes of a send beside the standard one, and operations that are prepared once and started again and again; the rules of
 * {@link Communicator} hold. A receive does not care about the mode of its message.
 */
public interface MessageModes {
    /** Largest tag of a partitioned operation. */
    int MAX_PARTITIONED_TAG = 0x7FFF;

    /** Most partitions of an operation. */
    int MAX_PARTITIONS = 0x1_0000;

    /**
     * Sends a message and returns when a receive has matched it and, unless it fits a packet, has it (S0.35); also one of no bytes.
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
     * As {@link #ssend(DirectBuffer, long, long, int, int)}, from a memory region.
     *
     * @param region      holds the message.
     * @param offset      of the message in the region, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     */
    void ssend(MemoryRegion region, long offset, long length, int destination, int tag);

    /**
     * Starts a synchronous send: complete when a receive has matched the message.
     *
     * @param buffer      holds the message.
     * @param offset      of the message in the buffer, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     idle; active afterwards.
     */
    void issend(DirectBuffer buffer, long offset, long length, int destination, int tag, Request request);

    /**
     * As {@link #issend(DirectBuffer, long, long, int, int, Request)}, from a memory region.
     *
     * @param region      holds the message.
     * @param offset      of the message in the region, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     idle; active afterwards.
     */
    void issend(MemoryRegion region, long offset, long length, int destination, int tag, Request request);

    /**
     * Sends a message whose receive is posted, as the sender knows from the program (S3.35). If it is not, that is an error of the program,
     * which is counted and goes to the receiver's error handler; the message is kept, and is received like any other.
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
     * As {@link #rsend(DirectBuffer, long, long, int, int)}, from a memory region.
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
     * @param request     idle; active afterwards.
     */
    void irsend(DirectBuffer buffer, long offset, long length, int destination, int tag, Request request);

    /**
     * As {@link #irsend(DirectBuffer, long, long, int, int, Request)}, from a memory region.
     *
     * @param region      holds the message.
     * @param offset      of the message in the region, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     idle; active afterwards.
     */
    void irsend(MemoryRegion region, long offset, long length, int destination, int tag, Request request);

    /**
     * Sends a copy of a message: returns at once, whatever the receiver does, and whatever room there is on the way to it. The copy lies in
     * the buffer that {@code Engine.attachBuffer} has made, until it has left.
     *
     * @param buffer      holds the message.
     * @param offset      of the message in the buffer, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     * @throws MessagingException if that buffer has no room for the copy, or there is none, in either {@link ErrorMode}: nothing is sent
     *                            then; or if the destination has died or left.
     */
    void bsend(DirectBuffer buffer, long offset, long length, int destination, int tag);

    /**
     * As {@link #bsend(DirectBuffer, long, long, int, int)}, from a memory region.
     *
     * @param region      holds the message.
     * @param offset      of the message in the region, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     */
    void bsend(MemoryRegion region, long offset, long length, int destination, int tag);

    /**
     * Starts a buffered send: complete when it is started.
     *
     * @param buffer      holds the message.
     * @param offset      of the message in the buffer, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     idle; active afterwards.
     * @throws MessagingException if there is no room, as for {@code bsend}; the request stays idle then.
     */
    void ibsend(DirectBuffer buffer, long offset, long length, int destination, int tag, Request request);

    /**
     * As {@link #ibsend(DirectBuffer, long, long, int, int, Request)}, from a memory region.
     *
     * @param region      holds the message.
     * @param offset      of the message in the region, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     idle; active afterwards.
     */
    void ibsend(MemoryRegion region, long offset, long length, int destination, int tag, Request request);

    /**
     * Prepares a standard send. Nothing is sent yet.
     *
     * @param buffer      holds the message.
     * @param offset      of the message in the buffer, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     idle; {@link Request#start()} starts the send, again and again, until it is used otherwise or freed.
     */
    void sendInit(DirectBuffer buffer, long offset, long length, int destination, int tag, Request request);

    /**
     * As {@link #sendInit(DirectBuffer, long, long, int, int, Request)}, from a memory region.
     *
     * @param region      holds the message.
     * @param offset      of the message in the region, in bytes.
     * @param length      of the message, in bytes.
     * @param destination rank.
     * @param tag         0 or more.
     * @param request     idle; {@link Request#start()} starts the send, again and again, until it is used otherwise or freed.
     */
    void sendInit(MemoryRegion region, long offset, long length, int destination, int tag, Request request);

    /**
     * Prepares a receive. Nothing is posted yet.
     *
     * @param buffer   is filled by each start.
     * @param offset   in the buffer, in bytes.
     * @param capacity bytes at most.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @param request  idle; {@link Request#start()} starts the receive, again and again.
     */
    void recvInit(MutableDirectBuffer buffer, long offset, long capacity, int source, int tag, Request request);

    /**
     * Prepares a receive into a memory region.
     *
     * @param region   is filled by each start.
     * @param offset   in the region, in bytes.
     * @param capacity bytes at most.
     * @param source   rank or {@link Communicator#ANY_SOURCE}.
     * @param tag      tag or {@link Communicator#ANY_TAG}.
     * @param request  idle; {@link Request#start()} starts the receive, again and again.
     */
    void recvInit(MemoryRegion region, long offset, long capacity, int source, int tag, Request request);

    /**
     * Prepares a send of which threads fill one partition each: {@link Request#start()} begins a round, {@link Request#pready} sends a
     * partition, and the request is complete when all have been sent. Each goes on its way as soon as it is marked, so the receiver sees
     * the first before the last is filled. It is received by {@code precvInit} alone; operations that are active between two ranks at a
     * time need different tags. Makes an object for each partition, once.
     *
     * @param buffer      holds the partitions, one behind the other.
     * @param offset      of the first partition in the buffer, in bytes.
     * @param partitions  how many, 1 to {@link #MAX_PARTITIONS}; the same at both ranks.
     * @param length      of each partition, in bytes; the same at both ranks.
     * @param destination rank.
     * @param tag         0 to {@link #MAX_PARTITIONED_TAG}.
     * @param request     idle; prepared afterwards.
     */
    void psendInit(
        DirectBuffer buffer, long offset, int partitions, long length, int destination, int tag, Request request);

    /**
     * As {@link #psendInit(DirectBuffer, long, int, long, int, int, Request)}, from a memory region.
     *
     * @param region      holds the partitions, one behind the other.
     * @param offset      of the first partition in the region, in bytes.
     * @param partitions  how many, 1 to {@link #MAX_PARTITIONS}; the same at both ranks.
     * @param length      of each partition, in bytes; the same at both ranks.
     * @param destination rank.
     * @param tag         0 to {@link #MAX_PARTITIONED_TAG}.
     * @param request     idle; prepared afterwards.
     */
    void psendInit(
        MemoryRegion region, long offset, int partitions, long length, int destination, int tag, Request request);

    /**
     * Prepares a receive of a partitioned send: {@link Request#start()} begins a round, {@link Request#parrived} looks for a partition, and
     * the request is complete when all are in their places. A round takes a matching node for each partition.
     *
     * @param buffer     is filled, one partition behind the other.
     * @param offset     of the first partition in the buffer, in bytes.
     * @param partitions how many, 1 to {@link #MAX_PARTITIONS}; the same at both ranks.
     * @param length     of each partition, in bytes; the same at both ranks.
     * @param source     rank.
     * @param tag        0 to {@link #MAX_PARTITIONED_TAG}.
     * @param request    idle; prepared afterwards.
     */
    void precvInit(
        MutableDirectBuffer buffer, long offset, int partitions, long length, int source, int tag, Request request);

    /**
     * As {@link #precvInit(MutableDirectBuffer, long, int, long, int, int, Request)}, into a memory region.
     *
     * @param region     is filled, one partition behind the other.
     * @param offset     of the first partition in the region, in bytes.
     * @param partitions how many, 1 to {@link #MAX_PARTITIONS}; the same at both ranks.
     * @param length     of each partition, in bytes; the same at both ranks.
     * @param source     rank.
     * @param tag        0 to {@link #MAX_PARTITIONED_TAG}.
     * @param request    idle; prepared afterwards.
     */
    void precvInit(
        MemoryRegion region, long offset, int partitions, long length, int source, int tag, Request request);
}
