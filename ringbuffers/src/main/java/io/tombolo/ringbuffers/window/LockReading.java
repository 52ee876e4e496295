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
package io.tombolo.ringbuffers.window;

import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The lock of a window as an inspector reads it, in a live job or after its end. Each word is consistent in itself; ranks may change other
 * words between two loads.
 *
 * @param exclusive   the exclusive holder, or the rank that keeps others out; null if there is none.
 * @param closing     whether that rank still waits for shared holders to leave.
 * @param shared      ranks that hold the lock together.
 * @param waiters     ranks in the queue, in order, with those that have given up.
 * @param bypasses    how often the first exclusive waiter has been passed.
 * @param bypassLimit how often it may be passed.
 * @param taintedBy   rank of a dead holder, or {@link WindowLock#NOBODY}.
 */
public record LockReading(
    Holder exclusive, boolean closing, List<Integer> shared, List<Waiter> waiters, long bypasses, int bypassLimit, int taintedBy) {

    /**
     * An exclusive holder.
     *
     * @param rank        as stored.
     * @param incarnation of the rank.
     */
    public record Holder(int rank, int incarnation) {
    }

    /**
     * A rank in the queue.
     *
     * @param rank      as stored.
     * @param type      that it wants; null if it has given up or got the lock, and its slot is not yet free.
     * @param sinceNano its {@link System#nanoTime()} at which it began to wait.
     */
    public record Waiter(int rank, LockMode type, long sinceNano) {
    }

    /**
     * Reads a lock. Stores nothing.
     *
     * @param memory of the window file from its start to its data; may be mapped read-only.
     * @return the lock as it was read.
     */
    public static LockReading of(final AtomicBuffer memory) {
        final int size = memory.getInt(WindowFileDescriptor.SIZE_OFFSET);
        final long holder = memory.getLongVolatile(WindowFileDescriptor.EXCLUSIVE_OFFSET);
        final LockQueue queue = new LockQueue(new LockWords(memory, size), size);
        final long first = queue.firstWaiting(queue.end(), true);
        final long passes = memory.getLongVolatile(WindowFileDescriptor.BYPASSES_OFFSET);
        return new LockReading(
            holder == HolderWord.NONE ? null : new Holder(HolderWord.rank(holder), HolderWord.incarnation(holder)),
            HolderWord.phase(holder) == HolderWord.CLOSING,
            shared(memory, size), waiters(memory, size, queue), first == LockQueue.NOWHERE ? 0 : BypassWord.count(passes, first),
            memory.getInt(WindowFileDescriptor.BYPASS_LIMIT_OFFSET),
            TaintWord.rank(memory.getLongVolatile(WindowFileDescriptor.TAINTED_OFFSET)));
    }

    /**
     * Returns how the window is locked.
     *
     * @return mode, or null if no rank has the lock.
     */
    public LockMode type() {
        if (!shared.isEmpty() && (exclusive == null || closing)) {
            return LockMode.SHARED;
        }
        return exclusive == null || closing ? null : LockMode.EXCLUSIVE;
    }

    private static List<Integer> shared(final AtomicBuffer memory, final int size) {
        final List<Integer> ranks = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            final long bits = memory.getLongVolatile(WindowFileDescriptor.SHARED_OFFSET + rank / Long.SIZE * Long.BYTES);
            if ((bits >>> rank & 1) != 0) {
                ranks.add(rank);
            }
        }
        return ranks;
    }

    private static List<Waiter> waiters(final AtomicBuffer memory, final int size, final LockQueue queue) {
        final List<Waiter> waiters = new ArrayList<>();
        final long end = queue.end();
        for (long position = Math.max(queue.head(), end - WindowFileDescriptor.queueCapacity(size)); position < end; position++) {
            final long slot = queue.at(position);
            final int rank = LockSlotWord.rank(slot);
            if (LockSlotWord.state(slot) != LockSlotWord.FREE && rank < size) {
                waiters.add(new Waiter(rank, type(slot), memory.getLongVolatile(
                    WindowFileDescriptor.rankOffset(size, rank) + WindowFileDescriptor.SINCE_OFFSET)));
            }
        }
        return waiters;
    }

    private static LockMode type(final long slot) {
        if (!LockSlotWord.isWaiting(slot)) {
            return null;
        }
        return LockSlotWord.state(slot) == LockSlotWord.EXCLUSIVE ? LockMode.EXCLUSIVE : LockMode.SHARED;
    }
}
