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

import io.tombolo.jmh.bench.line.Loop;
import io.tombolo.jmh.bench.twin.Pattern;
import io.tombolo.jmh.bench.twin.Plan;
import io.tombolo.jmh.bench.twin.RunResult;
import io.tombolo.jmh.bench.twin.Work;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * All that the pairs of one invocation found: a result for each work of a plan, for each of its runs.
 */
final class Measurements {

    private final Map<Plan, List<List<RunResult>>> byPlan = new LinkedHashMap<>();

    Measurements(final List<Plan> plans) {
        plans.forEach(plan -> byPlan.put(plan, new ArrayList<>()));
    }

    /** One more run of a plan. */
    void add(final Plan plan, final List<RunResult> run) {
        byPlan.get(plan).add(run);
    }

    /** Canary in nanoseconds that tells which state the machine was in. */
    private double baseNs() {
        return MachineState.baseNs(byPlan.values().stream().flatMap(List::stream).flatMap(List::stream)
            .mapToDouble(RunResult::canaryNs).toArray());
    }

    /** Rows in the order of plans and works, near before far. */
    List<Row> rows() {
        final double base = baseNs();
        final List<Row> rows = new ArrayList<>();
        byPlan.forEach((plan, runs) -> {
            for (int i = 0; i < plan.works().size(); i++) {
                final Work work = plan.works().get(i);
                final Map<MachineState, List<RunResult>> byState = of(runs, i).stream().collect(Collectors.groupingBy(
                    result -> MachineState.of(result.canaryNs(), base), TreeMap::new, Collectors.toList()));
                byState.forEach((state, results) -> rows.add(Row.of(plan, work, state, results)));
            }
        });
        return rows;
    }

    /** Keeps the samples. */
    void write(final Path directory, final String bench) throws IOException {
        final long patterns = byPlan.keySet().stream().map(Plan::pattern).distinct().count();
        for (final Map.Entry<Plan, List<List<RunResult>>> entry : byPlan.entrySet()) {
            final Plan plan = entry.getKey();
            final HistogramLogs logs = new HistogramLogs(directory, patterns > 1 ? bench + "-" + plan.pattern().label() : bench);
            for (int i = 0; i < plan.works().size(); i++) {
                logs.write(plan.peer(), plan.works().get(i), of(entry.getValue(), i));
            }
        }
    }

    /** What the times are, in one line. */
    String meaning(final Pattern pattern, final int runs) {
        return meaning(pattern) + "; " + states(runs);
    }

    /** How rows are made and states told apart, in words. */
    String states(final int runs) {
        return String.format(Locale.ROOT, "medians of %d runs; near = canary from %.1f to %.1f ns, above it far, below it closer",
            runs, baseNs(), MachineState.SPREAD * baseNs());
    }

    /** What a time of that pattern is. */
    static String meaning(final Pattern pattern) {
        return switch (pattern) {
            case PING_PONG -> "half round trips";
            case WINDOW -> "messages in windows of " + Loop.WINDOW;
            case POSTED -> "half round trips behind receives that nothing comes for";
            case UNEXPECTED -> "half round trips behind messages that nobody takes";
            case SLEEP -> "from a send until the sleeping receiver has the message";
        };
    }

    private static List<RunResult> of(final List<List<RunResult>> runs, final int work) {
        return runs.stream().map(run -> run.get(work)).toList();
    }
}
