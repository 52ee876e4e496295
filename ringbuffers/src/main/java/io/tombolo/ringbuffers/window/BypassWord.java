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
 * Packs the bypass word: how many newcomers have passed the waiter at a position, and that position. A count for another position reads as
 * 0.
 */
final class BypassWord {
    private static final long LOW_INT = 0xFFFF_FFFFL;

    private BypassWord() {
    }

    static long of(final long count, final long position) {
        return position << Integer.SIZE | count & LOW_INT;
    }

    static long count(final long word, final long position) {
        return (int) (word >>> Integer.SIZE) == (int) position ? word & LOW_INT : 0;
    }
}
