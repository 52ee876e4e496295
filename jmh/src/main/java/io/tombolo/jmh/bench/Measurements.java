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
import io.tombolo.jmh.bench.process.Plan;
import io.tombolo.jmh.bench.process.PlanOutcome;
import io.tombolo.jmh.bench.process.RunResult;
import io.tombolo.jmh.bench.process.TrafficPattern;
import io.tombolo.jmh.bench.process.Work;
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
 * The results of one invocation: for each piece of work of each plan, the results of the runs that did not fail.
 */
final class Measurements {

    private final Map<Plan, Map<Work, List<RunResult>>> byPlan = new LinkedHashMap<>();
    private final List<Failure> failures = new ArrayList<>();

    Measurements(final List<Plan> plans) {
        for (final Plan plan : plans) {
            final Map<Work, List<RunResult>> byWork = new LinkedHashMap<>();
            plan.works().forEach(work -> byWork.put(work, new ArrayList<>()));
            byPlan.put(plan, byWork);
        }
    }

    /** Adds a result. */
    void add(final Plan plan, final Work work, final RunResult result) {
        byPlan.get(plan).get(work).add(result);
    }

    /** Adds a failure. */
    void add(final Failure failure) {
        failures.add(failure);
    }

    /** Counts the failures of a piece of work. */
    long failures(final Plan plan, final Work work) {
        return failures.stream().filter(failure -> plan.equals(failure.plan()) && work.equals(failure.work())).count();
    }

    /** Tells whether something was not measured because the time was up. */
    boolean isTimeUp() {
        return failures.stream().anyMatch(failure -> PlanOutcome.TIME_UP.equals(failure.reason()));
    }

    /** Returns the failures in their order. */
    List<Failure> failures() {
        return List.copyOf(failures);
    }

    /** Returns the shortest canary of near cores in nanoseconds; 0 without results. */
    private double baseNs() {
        final double[] canaries = byPlan.values().stream().flatMap(works -> works.values().stream()).flatMap(List::stream)
            .mapToDouble(RunResult::canaryNs).toArray();
        return 0 == canaries.length ? 0 : MachineState.baseNs(canaries);
    }

    /** Makes the rows in the order of plans and work, near before far. */
    List<Row> rows() {
        final double base = baseNs();
        final List<Row> rows = new ArrayList<>();
        byPlan.forEach((plan, works) -> works.forEach((work, results) -> {
            final Map<MachineState, List<RunResult>> byState = results.stream().collect(Collectors.groupingBy(
                result -> MachineState.of(result.canaryNs(), base), TreeMap::new, Collectors.toList()));
            byState.forEach((state, alike) -> rows.add(Row.of(plan, work, state, alike)));
        }));
        return rows;
    }

    /** Writes the samples as histogram logs. */
    void write(final Path directory, final String bench) throws IOException {
        final long patterns = byPlan.keySet().stream().map(Plan::pattern).distinct().count();
        for (final Map.Entry<Plan, Map<Work, List<RunResult>>> plan : byPlan.entrySet()) {
            final String name = patterns > 1 ? bench + "-" + plan.getKey().pattern().label() : bench;
            final HistogramLogs logs = new HistogramLogs(directory, name);
            for (final Map.Entry<Work, List<RunResult>> work : plan.getValue().entrySet()) {
                if (!work.getValue().isEmpty()) {
                    logs.write(plan.getKey().peer(), work.getKey(), work.getValue());
                }
            }
        }
    }

    /** Explains the times in one line. */
    String meaning(final TrafficPattern pattern, final int runs) {
        return meaning(pattern) + "; " + states(runs);
    }

    /** Explains how runs make rows, and what the states are. */
    String states(final int runs) {
        return String.format(Locale.ROOT,
            "medians of %d %s; near = canary from %.1f to %.1f ns, far = above, closer = below, probably two threads of one core",
            runs, runs == 1 ? "run" : "runs", baseNs(), MachineState.SPREAD * baseNs());
    }

    private static String meaning(final TrafficPattern pattern) {
        return switch (pattern) {
            case PING_PONG -> "half round trips";
            case WINDOW -> "messages in streams of " + Loop.STREAM;
            case MATCHING -> "half round trips; added = what the depth adds to a round trip";
            case RMA -> "accesses to the window of the other rank; contended: accesses of either rank";
            case SLEEP -> "from a send until the sleeping receiver has the message, after 1000 wake-ups that do not count";
            case BOTH_WAYS -> "exchanges of two ranks, means of " + Loop.BATCH;
            case ONE_WAY -> "messages without answers, but for one after each round of thousands";
            case FAN_IN -> "messages of " + Plan.SENDERS + " senders without answers, "
                + (1 + Plan.SENDERS) + " ranks on 2 cores, of which the receiver has one";
            case FEED -> "messages of a feed with " + Plan.READERS + " readers, which one thread polls";
            case FEED_LATENCY -> "time until the farthest of " + Plan.READERS + " readers of a feed has a message, means of " + Loop.BATCH;
            case COLLECTIVE -> "collective operations, mean of a round at the rank that took longest";
            case ALL_TO_ALL -> "exchanges of " + Plan.MANY + " ranks, all with all, means of " + Loop.BATCH;
        };
    }
}
