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
 * Queue of receive buffers for any number of endpoints (S4). {@link InterfaceAdapter#createReceiveQueue} makes it. A message takes the
 * oldest buffer when its envelope arrives. The completion goes to the event dispatcher of the endpoint that took the buffer. Thread-safe
 * and lock-free; only {@link #resize} allocates. Messages take buffers in the order of their posts, but a portable program must not rely on
 * that.
 */
public interface SharedReceiveQueue {
    /**
     * Returns the handle of the queue.
     *
     * @return index and generation; not reused while the engine lives.
     */
    long handle();

    /**
     * Posts a buffer of one segment. Never blocks. The memory belongs to the engine until the completion.
     *
     * @param region of the queue's zone, with {@link Privilege#LOCAL_WRITE}.
     * @param offset in the region, in bytes.
     * @param length of the buffer, in bytes.
     * @param cookie that the completion returns; need not be unique.
     * @return {@link CallResult#INVALID_HANDLE} if the queue was freed; {@link CallResult#INSUFFICIENT_RESOURCES} if it is full;
     *     {@link CallResult#INVALID_PARAMETER} if the segment is not wholly in its region; {@link CallResult#PROTECTION_VIOLATION} if the
     *     region is of another zone; {@link CallResult#PRIVILEGES_VIOLATION} if it was closed or may not be written.
     */
    CallResult postRecv(MemoryRegion region, long offset, long length, long cookie);

    /**
     * Posts a buffer of several segments. A buffer without segments receives messages of no bytes. Never blocks.
     *
     * @param segments in the order in which a message fills them; this call copies the list. Null is a buffer without segments.
     * @param cookie   that the completion returns; need not be unique.
     * @return result as for one segment; {@link CallResult#INVALID_PARAMETER} also if there are more segments than the queue allows, or the
     *     sum of their lengths overflows.
     */
    CallResult postRecv(RegionSegments segments, long cookie);

    /**
     * Takes an exact snapshot of state, zone, sizes, counts and low watermark. Any thread.
     *
     * @param counts to fill.
     * @return {@link CallResult#INVALID_HANDLE} if the queue was freed.
     */
    CallResult query(ReceiveQueueCounts counts);

    /**
     * Changes how many buffers may be outstanding, up or down. Loses neither messages nor buffers. While the queue shrinks, a post of
     * another thread may find it full.
     *
     * @param maxReceives 1 to {@link InterfaceAdapter#MAX_RECEIVES}.
     * @return {@link CallResult#INVALID_STATE} if more buffers are outstanding, or the low watermark is higher;
     *     {@link CallResult#INVALID_PARAMETER} if the number is out of range; {@link CallResult#INSUFFICIENT_RESOURCES} if there is no
     *     memory; {@link CallResult#INVALID_HANDLE} if the queue was freed.
     */
    CallResult resize(int maxReceives);

    /**
     * Arms the low watermark. The adapter's asynchronous dispatcher gets one {@link EventType#LOW_WATERMARK} event when the queue has fewer
     * buffers, at once if it has fewer already. Call this again to arm the watermark again.
     *
     * @param buffers at most the size of the queue; 0 disarms the watermark.
     * @return {@link CallResult#INVALID_PARAMETER} if the number is out of range; {@link CallResult#INVALID_HANDLE} if the queue was freed.
     */
    CallResult setLowWatermark(int buffers);

    /**
     * Frees the queue. Buffers that no message has taken are dropped without an event.
     *
     * @return {@link CallResult#SRQ_IN_USE} while an endpoint uses it; {@link CallResult#INVALID_HANDLE} if it was freed.
     */
    CallResult free();
}
