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
package io.tombolo.jmh.srq;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.InterfaceAdapter;
import io.tombolo.engine.api.endpoint.ReceiveQueueAttributes;
import io.tombolo.engine.api.endpoint.SharedReceiveQueue;

/**
 * Posts of buffers through the public API, with all its checks, to a queue without a taker.
 */
public final class PostRecvLoad implements AutoCloseable {
    private static final int LENGTH = 64;

    private final LocalJob job;
    private final InterfaceAdapter adapter;
    private final MemoryRegion memory;
    private SharedReceiveQueue queue;

    /**
     * Launches a rank with an empty queue.
     *
     * @param level thread level of the rank.
     */
    public PostRecvLoad(final ThreadLevel level) {
        job = LocalJob.of(1, context -> context.threadLevel(level));
        adapter = job.engine(0).adapter();
        memory = job.engine(0).allocate((long) QueueLoad.SLOTS * LENGTH);
        queue = newQueue();
    }

    private SharedReceiveQueue newQueue() {
        return adapter.createReceiveQueue(adapter.zone(), new ReceiveQueueAttributes().maxReceives(QueueLoad.SLOTS));
    }

    /**
     * Posts {@link QueueLoad#SLOTS} buffers.
     */
    public void post() {
        for (int i = 0; i < QueueLoad.SLOTS; i++) {
            if (queue.postRecv(memory, (long) i * LENGTH, LENGTH, i) != CallResult.SUCCESS) {
                throw new IllegalStateException("buffer " + i + " was refused");
            }
        }
    }

    /**
     * Replaces the queue with an empty one.
     */
    public void empty() {
        queue.free();
        queue = newQueue();
    }

    @Override
    public void close() {
        job.close();
    }
}
