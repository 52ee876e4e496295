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
 * that the packet can go back (S1.22). The store grows, and keeps its objects. The nodes of the matcher and the budget of each source bound
 * it.
 */
final class UnexpectedStore {
    private static final int NONE = -1;

    private final PrivateSlab slab = new PrivateSlab();
    private final FetchedMessageMemory fetched;
    private UnexpectedArrival[] arrivals = new UnexpectedArrival[0];
    private int free = NONE;
    private long bytes;

    UnexpectedStore(final long fetchLimit) {
        fetched = new FetchedMessageMemory(fetchLimit);
    }

    /**
     * Acquires a place for a message, without memory for its data.
     *
     * @return the place.
     * @throws OutOfMemoryError if there is no memory for it; nothing has changed.
     */
    int acquire() {
        if (free == NONE) {
            grow();
        }
        final int index = free;
        free = arrivals[index].nextFree;
        arrivals[index].isLong = true;
        return index;
    }

    /** Returns whether there is a place for a message without more memory. */
    boolean hasPlace() {
        return free != NONE;
    }

    /** Returns whether there is a block for the data of a message without more memory. */
    boolean hasBlock(final long length) {
        return slab.hasFree((int) length);
    }

    private void grow() {
        final int from = arrivals.length;
        final UnexpectedArrival[] more = Arrays.copyOf(arrivals, Math.max(64, from * 2));
        for (int index = from; index < more.length; index++) {
            more[index] = new UnexpectedArrival();
            more[index].nextFree = index + 1 == more.length ? NONE : index + 1;
        }
        arrivals = more;
        free = from;
    }

    UnexpectedArrival at(final int index) {
        return arrivals[index];
    }

    /**
     * Acquires a block for the data of a message.
     *
     * @throws OutOfMemoryError if there is no memory for it; nothing has changed.
     */
    void acquireBlock(final int index, final long length) {
        final UnexpectedArrival arrival = arrivals[index];
        arrival.block = slab.acquire((int) length);
        arrival.length = length;
        arrival.isLong = false;
        bytes += length;
    }

    /**
     * Acquires a block for a long message that is fetched to be read here.
     *
     * @return false if the limit leaves no room for it, or there is no memory.
     */
    boolean acquireFetched(final UnexpectedArrival arrival) {
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
     * Returns how many places there are, in use or not: the bound of a walk with {@link #at}.
     */
    int capacity() {
        return arrivals.length;
    }

    void release(final int index) {
        final UnexpectedArrival arrival = arrivals[index];
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
     * Returns the bytes of memory that were taken for data. They are never given back: this is the high water.
     */
    long reserved() {
        return slab.reserved();
    }
}
