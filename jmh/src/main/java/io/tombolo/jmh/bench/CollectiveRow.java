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

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A row of a collective operation beside that of the fastest system but Tombolo. Both are of the same operation, number of ranks, length
 * and state of the machine.
 *
 * @param row     the row itself.
 * @param fastest row of the fastest system but Tombolo, if one was measured.
 */
record CollectiveRow(Row row, Optional<Row> fastest) {
    /** Puts each row beside the fastest one. Rows of the same operation, number of ranks and length come together. */
    static List<CollectiveRow> of(final List<Row> rows) {
        return rows.stream()
            .sorted(Comparator.<Row>comparingInt(row -> row.work().collective().ranks())
                .thenComparing(row -> row.work().collective().kind())
                .thenComparingInt(row -> row.work().size())
                .thenComparing(Row::state)
                .thenComparing(CollectiveSystem::of))
            .map(row -> new CollectiveRow(row, rows.stream().filter(other -> isRival(row, other))
                .min(Comparator.comparingDouble(Row::p50Ns))))
            .toList();
    }

    private static boolean isRival(final Row row, final Row other) {
        return !other.peer().isEngine() && row.state() == other.state() && row.work().size() == other.work().size()
            && row.work().collective().equals(other.work().collective());
    }

    /** Divides the time by that of the fastest system but Tombolo; 0 without one. */
    double overFastest() {
        return fastest.map(other -> row.p50Ns() / other.p50Ns()).orElse(0.0);
    }
}
