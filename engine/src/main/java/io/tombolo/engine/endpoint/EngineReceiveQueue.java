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
package io.tombolo.engine.endpoint;

import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.ReceiveQueueCounts;
import io.tombolo.engine.api.endpoint.RefusedException;
import io.tombolo.engine.api.endpoint.RegionSegments;
import io.tombolo.engine.api.endpoint.SharedReceiveQueue;
import io.tombolo.engine.completion.Registry;
import io.tombolo.engine.region.SharedRegion;
import io.tombolo.engine.srq.SharedQueue;
import io.tombolo.engine.transfer.RegisteredMemory;

/**
 * The application's handle of a shared receive queue.
 */
final class EngineReceiveQueue implements SharedReceiveQueue {
    private final EngineAdapter adapter;
    private final SharedQueue queue;
    private final Registry<RegisteredMemory> memories;

    EngineReceiveQueue(final EngineAdapter adapter, final SharedQueue queue) {
        this.adapter = adapter;
        this.queue = queue;
        this.memories = adapter.endpoints().resources().memories();
    }

    /**
     * Returns the queue behind an application's handle.
     *
     * @throws RefusedException if it was freed.
     */
    static SharedQueue open(final SharedReceiveQueue of) {
        final SharedQueue queue = ((EngineReceiveQueue) of).queue;
        if (queue.isFreed()) {
            throw new RefusedException(CallResult.INVALID_HANDLE, "receiveQueue=0x" + Long.toHexString(of.handle()) + " was freed");
        }
        return queue;
    }

    @Override
    public long handle() {
        return queue.handle();
    }

    @Override
    public CallResult postRecv(final MemoryRegion region, final long offset, final long length, final long cookie) {
        adapter.progress().endpoints().checkThread();
        return posted(post(queue, region, memories, offset, length, cookie));
    }

    /** Posts a part of a region, or a buffer without memory. */
    static CallResult post(
        final SharedQueue queue, final MemoryRegion region, final Registry<RegisteredMemory> memories, final long offset,
        final long length, final long cookie) {
        return region == null && length == 0 ?
            queue.post(null, cookie) : queue.post(SharedRegion.registered(region, memories), offset, length, cookie);
    }

    @Override
    public CallResult postRecv(final RegionSegments segments, final long cookie) {
        adapter.progress().endpoints().checkThread();
        return posted(queue.post(segments, cookie));
    }

    private CallResult posted(final CallResult result) {
        if (queue.starves()) {
            adapter.progress().endpoints().nudge();
        }
        return result;
    }

    @Override
    public CallResult query(final ReceiveQueueCounts counts) {
        return adapter.endpoints().resources().query(queue, counts);
    }

    @Override
    public CallResult resize(final int maxReceives) {
        return adapter.ask(() -> adapter.endpoints().resources().resize(queue, maxReceives));
    }

    @Override
    public CallResult setLowWatermark(final int buffers) {
        return adapter.ask(() -> adapter.endpoints().resources().arm(queue, buffers));
    }

    @Override
    public CallResult free() {
        return adapter.ask(() -> adapter.endpoints().resources().free(queue));
    }
}
