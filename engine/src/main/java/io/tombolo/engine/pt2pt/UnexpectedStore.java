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
package io.tombolo.engine.pt2pt;

import io.tombolo.ringbuffers.region.PrivateSlab;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.agrona.BufferUtil;

/**
 * Messages that have come before their receives, by the handle that the matcher keeps. Eager data is copied out of its packet at once, so
 * that the packet can go back (S1.22). Grows by objects that are kept; bounded by the matcher's nodes and each source's budget.
 */
final class UnexpectedStore {
    private static final int NONE = -1;

    private final PrivateSlab slab = new PrivateSlab();
    private final FetchedBlocks fetched;
    private Arrival[] arrivals = new Arrival[0];
    private int free = NONE;
    private long bytes;

    UnexpectedStore(final long fetchLimit) {
        fetched = new FetchedBlocks(fetchLimit);
    }

    int acquire() {
        if (free == NONE) {
            grow();
        }
        final int index = free;
        free = arrivals[index].nextFree;
        return index;
    }

    private void grow() {
        final int from = arrivals.length;
        arrivals = Arrays.copyOf(arrivals, Math.max(64, from * 2));
        for (int index = arrivals.length - 1; index >= from; index--) {
            arrivals[index] = new Arrival();
            arrivals[index].nextFree = free;
            free = index;
        }
    }

    Arrival at(final int index) {
        return arrivals[index];
    }

    long acquireBlock(final int length) {
        bytes += length;
        return slab.acquire(length);
    }

    /**
     * Takes memory for a long message that is fetched to be read here.
     *
     * @return false if it would be more than the limit.
     */
    boolean acquireFetched(final Arrival arrival) {
        final ByteBuffer block = fetched.acquire(arrival.length);
        if (block == null) {
            return false;
        }
        arrival.fetched = block;
        arrival.block = BufferUtil.address(block);
        arrival.isLong = false;
        return true;
    }

    /**
     * Returns the places that were ever used, lent or not: a bound for a walk with {@link #at}.
     */
    int capacity() {
        return arrivals.length;
    }

    void release(final int index) {
        final Arrival arrival = arrivals[index];
        if (arrival.isFetched()) {
            fetched.release(arrival.fetched);
            arrival.fetched = null;
        } else if (!arrival.isLong) {
            bytes -= arrival.length;
            slab.release(arrival.block, (int) arrival.length);
        }
        arrival.isLent = false;
        arrival.nextFree = free;
        free = index;
    }

    long bytes() {
        return bytes;
    }

    /**
     * Returns the memory taken from the system for data, which is never given back: the high water.
     */
    long reserved() {
        return slab.reserved();
    }
}
