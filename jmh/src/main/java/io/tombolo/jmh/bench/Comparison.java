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

import io.tombolo.jmh.bench.twin.Pattern;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What was compared and what came of it.
 *
 * @param contenders the systems, those that are not installed included.
 * @param rows       all results.
 * @param machine    one line about the machine.
 * @param meaning    one line about states.
 * @param loadBefore of the machine, when it began.
 * @param loadAfter  when it was over.
 */
record Comparison(
    List<Contender> contenders, List<Row> rows, String machine, String meaning, double loadBefore, double loadAfter) {

    /** Patterns in the order in which they are told. */
    static final List<Pattern> PATTERNS = List.of(Pattern.PING_PONG, Pattern.WINDOW, Pattern.POSTED, Pattern.UNEXPECTED);

    /** Systems that match by tag come with those that do not: what is compared has to be told. */
    static final String UNMATCHED = "agrona, aeron and chronicle find no receive by its tag: they do less.";

    /** The states that were met, near first. */
    List<MachineState> states() {
        return rows.stream().map(Row::state).distinct().sorted().toList();
    }

    /** Rows of one pattern in one state: equal work side by side, the fastest first. */
    List<Row> rows(final Pattern pattern, final MachineState state) {
        return rows.stream()
            .filter(row -> pattern == row.plan().pattern() && state == row.state())
            .sorted(Comparator.<Row>comparingInt(row -> row.work().depth())
                .thenComparingInt(row -> row.work().size())
                .thenComparing(row -> row.work().fill())
                .thenComparingDouble(Row::p50Ns))
            .toList();
    }

    /** What the entries before a match add to it; empty without a row of depth 0 in the same state. */
    OptionalDouble addedNs(final Row row) {
        return rows.stream()
            .filter(other -> 0 == other.work().depth() && row.plan().equals(other.plan()) && row.state() == other.state())
            .mapToDouble(shallow -> row.p50Ns() - shallow.p50Ns())
            .findFirst();
    }

    List<Loss> losses() {
        return Loss.of(rows);
    }

    int comparisons() {
        return Loss.comparisons(rows).size();
    }
}
