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
package io.tombolo.engine.api.endpoint;

import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Privilege;

/**
 * A queue of receive buffers for any number of endpoints (S4). Made by {@link InterfaceAdapter#createReceiveQueue}. A message takes
 * the oldest buffer when its envelope arrives; its completion goes to the event dispatcher of the endpoint that took it. Thread-safe and
 * lock-free; nothing allocates but {@link #resize}. Buffers are taken in the order of their posts, but no portable program relies on that.
 */
public interface SharedReceiveQueue {
    /**
     * Returns the number that stands for the queue.
     *
     * @return handle: index and generation, not given again while the engine lives.
     */
    long handle();

    /**
     * Posts a buffer of one segment. Never blocks. The memory belongs to the engine until the completion.
     *
     * @param region of the queue's zone, with {@link Privilege#LOCAL_WRITE}.
     * @param offset in the region, in bytes.
     * @param length of the buffer, in bytes.
     * @param cookie is returned with the completion; need not be unique.
     * @return {@link CallResult#INVALID_HANDLE} if the queue was freed; {@link CallResult#INSUFFICIENT_RESOURCES} if it is full;
     *     {@link CallResult#INVALID_PARAMETER} if the segment is not wholly in its region; {@link CallResult#PROTECTION_VIOLATION} if the
     *     region is of another zone; {@link CallResult#PRIVILEGES_VIOLATION} if it was closed or may not be written.
     */
    CallResult postRecv(MemoryRegion region, long offset, long length, long cookie);

    /**
     * Posts a buffer of several segments, or of none, which is for messages of no bytes.
     *
     * @param segments filled in their order; copied by this call; null is none.
     * @param cookie   is returned with the completion; need not be unique.
     * @return as above; {@link CallResult#INVALID_PARAMETER} also if there are more segments than the queue allows, or their lengths
     *     together overflow.
     */
    CallResult postRecv(RegionSegments segments, long cookie);

    /**
     * Takes an exact snapshot: state, zone, sizes as they really are, counts, low watermark. Any thread.
     *
     * @param counts is filled.
     * @return {@link CallResult#INVALID_HANDLE} if the queue was freed.
     */
    CallResult query(ReceiveQueueCounts counts);

    /**
     * Changes how many buffers may be outstanding, for real, up or down; loses neither message nor buffer. While it shrinks the queue, a
     * post in another thread may find no slot.
     *
     * @param maxReceives from 1 to {@link InterfaceAdapter#MAX_RECEIVES}.
     * @return {@link CallResult#INVALID_STATE} if more are outstanding, or the low watermark is higher;
     *     {@link CallResult#INVALID_PARAMETER} if it is out of range; {@link CallResult#INSUFFICIENT_RESOURCES} if there is no memory;
     *     {@link CallResult#INVALID_HANDLE} if the queue was freed.
     */
    CallResult resize(int maxReceives);

    /**
     * Arms the low watermark: one {@link EventType#LOW_WATERMARK} event at the adapter's dispatcher when fewer buffers are on the queue,
     * at once if so already. To arm it again, call this again.
     *
     * @param buffers at most the size; 0 disarms.
     * @return {@link CallResult#INVALID_PARAMETER} if it is out of range; {@link CallResult#INVALID_HANDLE} if the queue was freed.
     */
    CallResult setLowWatermark(int buffers);

    /**
     * Gives the queue back. Buffers that nobody has taken are dropped without an event.
     *
     * @return {@link CallResult#SRQ_IN_USE} while an endpoint uses it; {@link CallResult#INVALID_HANDLE} if it was freed.
     */
    CallResult free();
}
