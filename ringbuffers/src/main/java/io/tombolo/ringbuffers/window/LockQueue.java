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
 * A rank is in the queue from the CAS that puts {lap, incarnation, rank, state} into the slot at the tail: the position and its holder are
 * one word. The tail follows by CAS, of this rank or of anybody who finds it behind. A slot that is not waited in any more is freed for the
 * next lap by anybody who finds it at the head, and then the head moves, again by anybody. So a rank can stop or end between any two steps
 * and the others go on. (The scheme of Michael and Scott's queue, 1996, on an array.)
 * <p>
 * <b>Threading:</b> any thread of any process; lock-free.
 */
final class LockQueue {
    /** Position of nobody. */
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

    /** Whether nobody is known to wait: two loads. A rank that has just entered may be missed while the tail is behind. */
    boolean isEmpty() {
        return words.load(HEAD_OFFSET) == words.load(TAIL_OFFSET);
    }

    long head() {
        return words.load(HEAD_OFFSET);
    }

    /**
     * Enters the queue.
     *
     * @return position, or {@link #NOWHERE} while the ring is full of slots that stopped ranks keep from being freed.
     */
    long enter(final int rank, final int incarnation, final LockSlotState state) {
        // Each turn another rank has entered or the tail has moved: more often than this only in a damaged file.
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

    /** The word of a position, or a free one if the position is not in the queue, or not any more. */
    long at(final long position) {
        final long slot = words.load(slotOffset(position));
        return LockSlotWord.lap(slot) == lap(position) ? slot : LockSlotWord.free(lap(position));
    }

    /**
     * Changes the state of a position.
     *
     * @return false if the slot has another word meanwhile.
     */
    boolean change(final long position, final long slot, final int state) {
        return words.compareAndSet(slotOffset(position), slot, LockSlotWord.withState(slot, state));
    }

    /** Leaves a position that this rank has entered and waits in: only it changes that slot. At the head it makes way at once. */
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

    /** Frees abandoned slots at the head, and helps the head on. */
    void clear() {
        // More than the ring has there cannot be: damaged words end this.
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
                // Freed by another: for the next lap, or the head has long moved.
                words.compareAndSet(HEAD_OFFSET, head, head + 1);
            }
        }
    }

    /** The head must never pass the tail: whoever clears a slot makes sure that the tail is behind it. */
    private void helpTail(final long position) {
        words.compareAndSet(TAIL_OFFSET, position, position + 1);
    }

    /**
     * First position before a limit that is waited in.
     *
     * @param onlyExclusive pass over those who want a shared lock.
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

    /** Position behind the last one that may be in the queue: the tail may be one behind. */
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
