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

/**
 * Packs the word of a slot of the lock queue: the lap of the ring, the rank and incarnation that wait, and the state. The word of a free
 * slot in the first lap is zero.
 */
final class LockSlotWord {
    /** Codes of {@link LockSlotState}, to test a word without a look-up. */
    static final int FREE = LockSlotState.FREE.code();
    static final int EXCLUSIVE = LockSlotState.EXCLUSIVE.code();
    static final int ABANDONED = LockSlotState.ABANDONED.code();

    private static final int STATE_BITS = 3;
    private static final int RANK_BITS = 13;
    private static final int STATE_MASK = (1 << STATE_BITS) - 1;
    private static final int RANK_MASK = (1 << RANK_BITS) - 1;
    private static final int INCARNATION_MASK = 0xFFFF;

    private LockSlotWord() {
    }

    static long of(final int lap, final int incarnation, final int rank, final int state) {
        return (long) lap << Integer.SIZE | (incarnation & INCARNATION_MASK) << STATE_BITS + RANK_BITS & 0xFFFF_FFFFL |
            (rank & RANK_MASK) << STATE_BITS | state;
    }

    static long free(final int lap) {
        return (long) lap << Integer.SIZE;
    }

    static long withState(final long word, final int state) {
        return word & ~STATE_MASK | state;
    }

    static int lap(final long word) {
        return (int) (word >>> Integer.SIZE);
    }

    static int state(final long word) {
        return (int) word & STATE_MASK;
    }

    static int rank(final long word) {
        return (int) word >>> STATE_BITS & RANK_MASK;
    }

    /** Returns the low 16 bits of the incarnation. */
    static int incarnation(final long word) {
        return (int) word >>> STATE_BITS + RANK_BITS;
    }

    static boolean isIncarnation(final long word, final int incarnation) {
        return incarnation(word) == (incarnation & INCARNATION_MASK);
    }

    static boolean isWaiting(final long word) {
        final int state = state(word);
        return state != FREE && state != ABANDONED;
    }
}
