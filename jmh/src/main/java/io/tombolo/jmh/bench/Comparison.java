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
 * The results of a comparison.
 *
 * @param systems    systems of the comparison, with those that are not installed.
 * @param rows       all results.
 * @param failures   measurements that failed.
 * @param machine    one line about the machine.
 * @param meaning    one line about the states.
 * @param loadBefore load of the machine before the comparison.
 * @param loadAfter  load of the machine after it.
 */
record Comparison(
    List<ComparedSystem> systems,
    List<Row> rows,
    List<Failure> failures,
    String machine,
    String meaning,
    double loadBefore,
    double loadAfter) {

    /** Warning that not all systems do the same. */
    static final String UNMATCHED = "agrona, aeron and chronicle do not match by tag: they do less.";

    /** Returns the rows without those of cores that were closer than near, probably two threads of one core. */
    List<Row> shown() {
        return rows.stream().filter(row -> MachineState.CLOSER != row.state()).toList();
    }

    /** Counts the runs of the rows that are left out. */
    int leftOut() {
        return rows.stream().filter(row -> MachineState.CLOSER == row.state()).mapToInt(Row::runs).sum();
    }

    /** Returns the states of the rows, near first. */
    List<MachineState> states() {
        return shown().stream().map(Row::state).distinct().sorted().toList();
    }

    /** Returns the rows of a topic in a state. Rows of the same work come together, the fastest first. */
    List<Row> rows(final Topic topic, final MachineState state) {
        return shown().stream()
            .filter(row -> topic.has(row) && state == row.state())
            .sorted(Comparator.<Row>comparingInt(row -> row.work().matching().depth())
                .thenComparingInt(row -> row.work().size())
                .thenComparing(row -> row.work().fill())
                .thenComparingDouble(Row::p50Ns))
            .toList();
    }

    /** Returns the targets in each state. */
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
