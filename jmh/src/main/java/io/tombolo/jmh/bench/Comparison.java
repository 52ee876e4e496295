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

/**
 * What was compared and what came of it.
 *
 * @param systems the systems, those that are not installed included.
 * @param rows       all results.
 * @param failures   what came to nothing.
 * @param machine    one line about the machine.
 * @param meaning    one line about states.
 * @param loadBefore of the machine, when it began.
 * @param loadAfter  when it was over.
 */
record Comparison(
    List<ComparedSystem> systems,
    List<Row> rows,
    List<Failure> failures,
    String machine,
    String meaning,
    double loadBefore,
    double loadAfter) {

    /** Systems that match by tag come with those that do not: what is compared has to be told. */
    static final String UNMATCHED = "agrona, aeron and chronicle find no receive by its tag: they do less.";

    /** Results of machines whose cores were closer than near are left out: two threads of one core, probably. */
    List<Row> shown() {
        return rows.stream().filter(row -> MachineState.CLOSER != row.state()).toList();
    }

    /** Runs that are left out. */
    int leftOut() {
        return rows.stream().filter(row -> MachineState.CLOSER == row.state()).mapToInt(Row::runs).sum();
    }

    /** The states that were met, near first. */
    List<MachineState> states() {
        return shown().stream().map(Row::state).distinct().sorted().toList();
    }

    /** Rows of one topic in one state: equal work side by side, the fastest first. */
    List<Row> rows(final Topic topic, final MachineState state) {
        return shown().stream()
            .filter(row -> topic.has(row) && state == row.state())
            .sorted(Comparator.<Row>comparingInt(row -> row.work().matching().depth())
                .thenComparingInt(row -> row.work().size())
                .thenComparing(row -> row.work().fill())
                .thenComparingDouble(Row::p50Ns))
            .toList();
    }

    /** What Tombolo shall reach, in each state. */
    List<PerformanceTarget> targets() {
        return states().stream().flatMap(state -> PerformanceTargets.of(state, rows).stream()).toList();
    }

    List<Loss> losses() {
        return Loss.of(shown());
    }

    int comparisons() {
        return Loss.comparisons(shown()).size();
    }
}
