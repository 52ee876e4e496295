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
 * Packs the taint word, which says which holder has died.
 */
final class TaintWord {
    private static final long LOW_INT = 0xFFFF_FFFFL;

    private TaintWord() {
    }

    static long of(final int rank, final int incarnation) {
        return (long) incarnation << Integer.SIZE | rank + 1 & LOW_INT;
    }

    /** Returns the rank of the dead holder, or -1 if the window is not tainted. */
    static int rank(final long word) {
        return (int) word - 1;
    }
}
