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

import static io.tombolo.ringbuffers.window.WindowFileDescriptor.HEAD_OFFSET;
import static io.tombolo.ringbuffers.window.WindowFileDescriptor.TAIL_OFFSET;

/**
 * The ranks that wait for the lock of a window, in their order: a ring of slots in shared memory.
 * <p>
 * A rank enters by a CAS that puts {lap, incarnation, rank, state} into the slot at the tail: position and owner are one word. The tail
 * follows by CAS, by this rank or by any rank that finds it behind. Any rank that finds an abandoned slot at the head frees it for the next
 * lap; then any rank moves the head. So a rank can stop or die between any two steps and the others go on. (The scheme of Michael and
 * Scott's queue, 1996, on an array.)
 * <p>
 * <b>Threading:</b> any thread of any process; lock-free.
 */
final class LockQueue {
    /** No position. */
    static final long NOWHERE = -1;

    private final LockWords words;
    private final int queueOffset;
    private final int capacity;
    private final int lapShift;

    LockQueue(final LockWords words, final int size) {
        this.words = words;
        this.queueOffset = WindowFileDescriptor.queueOffset(size);
        this.capacity = WindowFileDescriptor.queueCapacity(size);
        this.lapShift = Integer.numberOfTrailingZeros(capacity);
    }

    /** Returns whether no waiter is known, by two loads. It may miss a rank that has just entered, while the tail is behind. */
    boolean isEmpty() {
        return words.load(HEAD_OFFSET) == words.load(TAIL_OFFSET);
    }

    long head() {
        return words.load(HEAD_OFFSET);
    }

    /**
     * Enters the queue.
     *
     * @return position, or {@link #NOWHERE} while the ring is full: stopped ranks keep its slots from being freed.
     */
    long enter(final int rank, final int incarnation, final LockSlotState state) {
        // In each turn another rank has entered or the tail has moved. Only a damaged file can need more turns.
        for (int turn = 0; turn < 4 * capacity; turn++) {
            final long head = words.load(HEAD_OFFSET);
            final long tail = words.load(TAIL_OFFSET);
            if (tail - head >= capacity) {
                clear();
                if (words.load(HEAD_OFFSET) == head) {
                    return NOWHERE;
                }
                continue;
            }
            final long slot = words.load(slotOffset(tail));
            if (slot == LockSlotWord.free(lap(tail))) {
                if (words.compareAndSet(slotOffset(tail), slot, LockSlotWord.of(lap(tail), incarnation, rank, state.code()))) {
                    words.compareAndSet(TAIL_OFFSET, tail, tail + 1);
                    return tail;
                }
            } else if (LockSlotWord.lap(slot) == lap(tail)) {
                words.compareAndSet(TAIL_OFFSET, tail, tail + 1);
            }
        }
        return NOWHERE;
    }

    /** Returns the word of a position, or a free word if the position is not in the queue. */
    long at(final long position) {
        final long slot = words.load(slotOffset(position));
        return LockSlotWord.lap(slot) == lap(position) ? slot : LockSlotWord.free(lap(position));
    }

    /**
     * Changes the state of a position.
     *
     * @return false if another rank has changed the slot meanwhile.
     */
    boolean change(final long position, final long slot, final int state) {
        return words.compareAndSet(slotOffset(position), slot, LockSlotWord.withState(slot, state));
    }

    /** Leaves a position in which this rank waits; no other rank changes that slot. A position at the head is freed at once. */
    void leave(final long position) {
        if (words.load(HEAD_OFFSET) != position) {
            final long slot = words.load(slotOffset(position));
            words.release(slotOffset(position), LockSlotWord.withState(slot, LockSlotWord.ABANDONED));
            clear();
            return;
        }
        words.release(slotOffset(position), LockSlotWord.free(lap(position) + 1));
        words.compareAndSet(HEAD_OFFSET, position, position + 1);
    }

    /** Frees abandoned slots at the head, and moves the head on. */
    void clear() {
        // The ring has no more slots than this: the bound ends the loop if words are damaged.
        for (int step = 0; step < 2 * capacity; step++) {
            final long head = words.load(HEAD_OFFSET);
            final long slot = words.load(slotOffset(head));
            if (LockSlotWord.lap(slot) == lap(head)) {
                if (LockSlotWord.state(slot) != LockSlotWord.ABANDONED) {
                    return;
                }
                helpTail(head);
                words.compareAndSet(slotOffset(head), slot, LockSlotWord.free(lap(head) + 1));
            } else {
                // Another rank has freed the slot for the next lap, or the head has moved.
                words.compareAndSet(HEAD_OFFSET, head, head + 1);
            }
        }
    }

    /** The head must never pass the tail: a rank that frees a slot first moves the tail behind it. */
    private void helpTail(final long position) {
        words.compareAndSet(TAIL_OFFSET, position, position + 1);
    }

    /**
     * Finds the first position before a limit in which a rank waits.
     *
     * @param onlyExclusive whether to skip ranks that want a shared lock.
     * @return position, or {@link #NOWHERE}.
     */
    long firstWaiting(final long limit, final boolean onlyExclusive) {
        for (long position = Math.max(words.load(HEAD_OFFSET), limit - capacity - 1); position < limit; position++) {
            final long slot = at(position);
            if (onlyExclusive ? LockSlotWord.state(slot) == LockSlotWord.EXCLUSIVE : LockSlotWord.isWaiting(slot)) {
                return position;
            }
        }
        return NOWHERE;
    }

    /** Returns the position behind the last one that may be in the queue: the tail may be one behind. */
    long end() {
        return words.load(TAIL_OFFSET) + 1;
    }

    private int slotOffset(final long position) {
        return queueOffset + ((int) position & capacity - 1) * Long.BYTES;
    }

    private int lap(final long position) {
        return (int) (position >>> lapShift);
    }
}
