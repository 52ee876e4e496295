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
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Two neighbours of a sweep of which one is much slower than the other.
 */
record Cliff(Row smaller, Row larger) {

    /**
     * Finds the neighbours whose medians differ too much.
     *
     * @param rows  in order of their sizes; rows of other kinds, or of another state of the machine, may lie between.
     * @param limit ratio that is still fine, above 1.
     * @return in order of the rows.
     */
    static List<Cliff> among(final List<Row> rows, final double limit) {
        final List<Cliff> cliffs = new ArrayList<>();
        final Map<List<Object>, Row> last = new HashMap<>();
        for (final Row row : rows) {
            // Below the size from which lines are told apart there is one row for both.
            final List<Object> kind = List.of(row.peer(), row.work().buffer(), row.state(), row.work().fill());
            final Row before = last.put(kind, row);
            if (null != before && new Cliff(before, row).ratio() > limit) {
                cliffs.add(new Cliff(before, row));
            }
        }
        return cliffs;
    }

    double ratio() {
        return Math.max(larger.p50Ns() / smaller.p50Ns(), smaller.p50Ns() / larger.p50Ns());
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s %s %s %s: %s takes %.0f ns, %s takes %.0f ns: ratio %.1f",
            larger.peer().label(), larger.work().buffer().label(), larger.work().fill().label(), larger.state().label(),
            SizeConverter.format(smaller.work().size()), smaller.p50Ns(), SizeConverter.format(larger.work().size()), larger.p50Ns(), ratio());
    }
}
