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
package io.tombolo.tools.inspect;

import java.util.List;

/**
 * A rank's part of a window, with its lock.
 *
 * @param rank        that has the part
 * @param window      id
 * @param mode        {@code direct} or {@code packet}
 * @param length      bytes of the part
 * @param problem     why it could not be read, in one line; empty if it could
 * @param lock        {@code none}, {@code shared} or {@code exclusive}
 * @param isClosing   whether the first waiter keeps newcomers out, until the shared holders have left
 * @param holders     ranks that have the lock
 * @param waiters     in the order of the queue
 * @param bypasses    how often the first exclusive waiter was passed
 * @param bypassLimit how often it may be; negative if always
 * @param taintedBy   rank of a dead holder, or -1
 */
public record WindowView(
    int rank, int window, String mode, long length, String problem, String lock, boolean isClosing, List<Integer> holders,
    List<Waiter> waiters, long bypasses, long bypassLimit, int taintedBy) {

    /**
     * A rank that waits.
     *
     * @param rank    of it
     * @param lock    {@code shared} or {@code exclusive}, that it wants
     * @param sinceMs when it began to wait, milliseconds since the epoch; {@link RankClock#UNKNOWN} if it does not say
     */
    public record Waiter(int rank, String lock, long sinceMs) {
        /** Milliseconds that it has waited. */
        long ageMs(final long readMs) {
            return Math.max(0, readMs - sinceMs);
        }
    }

    /** A part that cannot be read. */
    static WindowView unreadable(final int rank, final int window, final String mode, final String problem) {
        return new WindowView(rank, window, mode, 0, problem, "none", false, List.of(), List.of(), 0, 0, -1);
    }

    boolean isTainted() {
        return taintedBy >= 0;
    }
}
