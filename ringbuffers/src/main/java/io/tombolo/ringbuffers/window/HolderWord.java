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
 * The word of the exclusive holder: who it is, and whether it has the lock or has only closed it to others.
 */
final class HolderWord {
    /** Nobody. */
    static final long NONE = 0;

    /** Phase: it has the lock. */
    static final int HELD = 1;
    /** Phase: nobody else gets the lock any more, and shared holders are still inside. */
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

    /** The rank, of any value in a damaged word. */
    static int rank(final long word) {
        return (int) ((word & LOW_INT) >>> PHASE_BITS) - 1;
    }

    static int incarnation(final long word) {
        return (int) (word >>> Integer.SIZE);
    }
}
