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
package io.tombolo.tools.top;

import java.util.List;

/**
 * What the user has chosen by keys: the table, its order, how far it is scrolled, and the interval. Not thread-safe.
 */
final class ViewChoices {
    private static final List<Long> INTERVALS_MS = List.of(100L, 200L, 500L, 1_000L, 2_000L, 5_000L, 10_000L, 60_000L);

    private long intervalMs;
    private boolean isOfPairs;
    private char sortKey = TopColumn.RANKS.get(0).key();
    private boolean isReversed;
    private boolean isPaused;
    private boolean isDone;
    private int firstRow;
    private int firstRank;

    ViewChoices(final long intervalMs, final boolean isOfPairs) {
        this.intervalMs = intervalMs;
        this.isOfPairs = isOfPairs;
    }

    /**
     * Follows a key.
     *
     * @param key  a character, or a key of {@link TopKeys}
     * @param page rows of the table that the screen shows
     */
    void press(final int key, final int page) {
        switch (key) {
            case 'q', 'Q', TopKeys.INTERRUPT, TopKeys.CLOSED -> isDone = true;
            case 't', '\t' -> showTheOtherTable();
            case ' ' -> isPaused = !isPaused;
            case '+' -> intervalMs = INTERVALS_MS.stream().filter(each -> each > intervalMs).findFirst().orElse(intervalMs);
            case '-' -> intervalMs = INTERVALS_MS.stream().filter(each -> each < intervalMs).reduce((a, b) -> b).orElse(intervalMs);
            case TopKeys.UP, 'k' -> firstRow--;
            case TopKeys.DOWN, 'j' -> firstRow++;
            case TopKeys.PAGE_UP -> firstRow -= page;
            case TopKeys.PAGE_DOWN -> firstRow += page;
            case TopKeys.HOME -> firstRow = 0;
            case TopKeys.END -> firstRow = Integer.MAX_VALUE - page;
            case TopKeys.LEFT -> firstRank -= page;
            case TopKeys.RIGHT -> firstRank += page;
            default -> sortBy(key);
        }
    }

    private void showTheOtherTable() {
        isOfPairs = !isOfPairs;
        firstRow = 0;
        if (!hasColumn(sortKey)) {
            sortKey = TopColumn.PAIRS.get(0).key();
            isReversed = false;
        }
    }

    /** Sorts by the column of a key; the same key again reverses the order. */
    private void sortBy(final int key) {
        if (hasColumn(key)) {
            isReversed = key == sortKey && !isReversed;
            sortKey = (char) key;
            firstRow = 0;
        }
    }

    private boolean hasColumn(final int key) {
        return (isOfPairs ? TopColumn.PAIRS : TopColumn.RANKS).stream().anyMatch(column -> column.key() == key);
    }

    /**
     * Keeps the table on the screen.
     *
     * @param rows of the table
     * @param room rows that the screen shows
     * @return the first row that it shows
     */
    int firstRow(final int rows, final int room) {
        firstRow = Math.max(0, Math.min(firstRow, rows - room));
        return firstRow;
    }

    /**
     * Keeps the ranks of the strip on the screen.
     *
     * @param ranks of the job
     * @param room  ranks that the screen shows
     * @return the first rank that it shows
     */
    int firstRank(final int ranks, final int room) {
        firstRank = Math.max(0, Math.min(firstRank, ranks - room));
        return firstRank;
    }

    long intervalMs() {
        return intervalMs;
    }

    boolean isOfPairs() {
        return isOfPairs;
    }

    char sortKey() {
        return sortKey;
    }

    boolean isReversed() {
        return isReversed;
    }

    boolean isPaused() {
        return isPaused;
    }

    boolean isDone() {
        return isDone;
    }
}
