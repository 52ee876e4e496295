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
package io.tombolo.tools.report;

import io.tombolo.tools.inspect.PairTraffic;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A matrix of what ranks have sent to each other. The ranks of a large job are put together in blocks of neighbours.
 */
final class TrafficMatrix {
    /** Most rows and columns: more cannot be told apart on a screen. */
    static final int MOST = 64;

    private final int size;
    private final int step;
    private final long[][] cells;

    private TrafficMatrix(final int size, final int step, final long[][] cells) {
        this.size = size;
        this.step = step;
        this.cells = cells;
    }

    static TrafficMatrix of(final int size, final List<PairTraffic> traffic, final ToLongFunction<PairTraffic> value) {
        final int step = (size + MOST - 1) / MOST;
        final int rows = (size + step - 1) / step;
        final long[][] cells = new long[rows][rows];
        for (final PairTraffic pair : traffic) {
            final long[] row = cells[pair.source() / step];
            row[pair.destination() / step] = sum(row[pair.destination() / step], value.applyAsLong(pair));
        }
        return new TrafficMatrix(size, step, cells);
    }

    /** Adds two numbers that are not negative; the sum of damaged ones stops at the greatest number. */
    static long sum(final long one, final long other) {
        return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
    }

    /** Rows, and columns. */
    int rows() {
        return cells.length;
    }

    /** Ranks in a row. */
    int step() {
        return step;
    }

    long at(final int row, final int column) {
        return cells[row][column];
    }

    /** The numbers of the ranks of a row. */
    String label(final int row) {
        final int last = Math.min(size, (row + 1) * step) - 1;
        return step == 1 ? Integer.toString(row) : row * step + "-" + last;
    }

    /** The least number that is not 0; 0 if there is none. */
    long least() {
        long least = Long.MAX_VALUE;
        for (final long[] row : cells) {
            for (final long cell : row) {
                least = cell > 0 ? Math.min(least, cell) : least;
            }
        }
        return least == Long.MAX_VALUE ? 0 : least;
    }

    long most() {
        long most = 0;
        for (final long[] row : cells) {
            for (final long cell : row) {
                most = Math.max(most, cell);
            }
        }
        return most;
    }
}
