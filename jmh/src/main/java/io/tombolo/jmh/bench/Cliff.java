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
package io.tombolo.jmh.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Two neighbouring sizes of a sweep, one much slower than the other.
 *
 * @param smaller row of the smaller size.
 * @param larger  row of the larger size.
 */
record Cliff(Row smaller, Row larger) {

    /**
     * Finds the neighbours whose medians differ too much. Only rows of the same kind and state of the machine are compared.
     *
     * @param rows  rows of any kinds and states.
     * @param limit largest ratio that is fine, above 1.
     * @return the neighbours that differ more, in the order of the rows.
     */
    static List<Cliff> among(final List<Row> rows, final double limit) {
        final SortedSet<Integer> sizes = rows.stream().map(row -> row.work().size()).collect(Collectors.toCollection(TreeSet::new));
        final List<Cliff> cliffs = new ArrayList<>();
        for (final Row larger : rows) {
            final SortedSet<Integer> below = sizes.headSet(larger.work().size());
            rows.stream()
                .filter(row -> !below.isEmpty() && below.last() == row.work().size() && isAlike(row, larger))
                .map(row -> new Cliff(row, larger))
                .filter(cliff -> cliff.ratio() > limit)
                .forEach(cliffs::add);
        }
        return cliffs;
    }

    private static boolean isAlike(final Row one, final Row other) {
        return one.peer() == other.peer() && one.state() == other.state() && one.work().buffer() == other.work().buffer() &&
            (one.work().fill() == other.work().fill() || !one.work().copies());
    }

    double ratio() {
        return larger.p50Ns() > smaller.p50Ns() ? larger.p50Ns() / smaller.p50Ns() : smaller.p50Ns() / larger.p50Ns();
    }

    /**
     * Tells whether the machine is the cause: the larger size is slower, and its bare copy is slower by as much.
     *
     * @param limit largest ratio that is fine.
     * @return true if the floors of the two sizes differ by more.
     */
    boolean isCausedByMachine(final double limit) {
        return larger.p50Ns() > smaller.p50Ns() && larger.floorNs() > limit * smaller.floorNs();
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s %s %s %s: %s takes %.0f ns, %s takes %.0f ns: ratio %.1f",
            larger.peer().label(), larger.work().buffer().label(), larger.work().fill().label(), larger.state().label(),
            SizeConverter.format(smaller.work().size()), smaller.p50Ns(),
            SizeConverter.format(larger.work().size()), larger.p50Ns(), ratio());
    }
}
