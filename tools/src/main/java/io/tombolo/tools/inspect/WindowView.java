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
 * The part of a window at one rank, and its lock.
 *
 * @param rank        rank of the part
 * @param window      id of the window
 * @param mode        {@code direct} or {@code packet}
 * @param length      length of the part in bytes
 * @param problem     why it could not be read, in one line; empty if it could
 * @param lock        {@code none}, {@code shared} or {@code exclusive}
 * @param isClosing   whether the first waiter keeps new shared locks out until the present holders have unlocked
 * @param holders     ranks that hold the lock
 * @param waiters     waiting ranks in the order of the queue
 * @param bypasses    how often shared locks have passed the first exclusive waiter
 * @param bypassLimit how often they may; negative if there is no limit
 * @param taintedBy   rank that died while it held the lock, or -1
 */
public record WindowView(
    int rank, int window, String mode, long length, String problem, String lock, boolean isClosing, List<Integer> holders,
    List<Waiter> waiters, long bypasses, long bypassLimit, int taintedBy) {

    /**
     * A rank that waits for the lock.
     *
     * @param rank    its number
     * @param lock    the lock that it wants: {@code shared} or {@code exclusive}
     * @param sinceMs when it began to wait, milliseconds since the epoch; {@link RankClock#UNKNOWN} if it does not say
     */
    public record Waiter(int rank, String lock, long sinceMs) {
        /** How long it has waited at {@code readMs}, in milliseconds. */
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
