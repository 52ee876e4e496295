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
 * Packs the word of the exclusive holder: its rank and incarnation, and whether it has the lock or only keeps others out.
 */
final class HolderWord {
    /** The lock has no exclusive holder. */
    static final long NONE = 0;

    /** Phase: the rank has the lock. */
    static final int HELD = 1;
    /** Phase: the rank is the next holder and keeps others out. Shared holders still have the lock. */
    static final int CLOSING = 2;

    private static final int PHASE_BITS = 2;
    private static final long PHASE_MASK = (1L << PHASE_BITS) - 1;
    private static final long LOW_INT = 0xFFFF_FFFFL;

    private HolderWord() {
    }

    static long of(final int phase, final int rank, final int incarnation) {
        return (long) incarnation << Integer.SIZE | (long) (rank + 1) << PHASE_BITS | phase;
    }

    static int phase(final long word) {
        return (int) (word & PHASE_MASK);
    }

    /** Returns the rank. A damaged word may give any value. */
    static int rank(final long word) {
        return (int) ((word & LOW_INT) >>> PHASE_BITS) - 1;
    }

    static int incarnation(final long word) {
        return (int) (word >>> Integer.SIZE);
    }
}
