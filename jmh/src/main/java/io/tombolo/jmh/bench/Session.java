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
import io.tombolo.jmh.bench.twin.Twins;
import io.tombolo.jmh.bench.twin.Work;
import picocli.CommandLine;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/**
 * One invocation: runs every plan in turn, again and again, and prints the rows.
 */
final class Session {

    private final String bench;
    private final BenchOptions options;
    private final PrintWriter out;
    private final PrintWriter err;
    private final long deadlineNs;
    private final List<Row> rows = new ArrayList<>();
    private String pinned = "unpinned";

    Session(final String bench, final BenchOptions options, final CommandLine commandLine) {
        this.bench = bench;
        this.options = options;
        out = commandLine.getOut();
        err = commandLine.getErr();
        deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(options.timeoutS());
    }

    void run(final List<Plan> plans) throws Exception {
        final List<List<List<RunResult>>> byPlan = new ArrayList<>();
        plans.forEach(plan -> byPlan.add(new ArrayList<>()));
        for (int run = 0; run < options.runs(); run++) {
            for (int i = 0; i < plans.size(); i++) {
                progress(run, plans.get(i));
                byPlan.get(i).add(launch(plans.get(i)));
            }
        }
        print(plans, byPlan);
    }

    /** The rows that were printed. */
    List<Row> rows() {
        return rows;
    }

    private List<RunResult> launch(final Plan plan) throws Exception {
        final long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
        try (Twins twins = new Twins(plan, options.jvmArguments())) {
            final List<RunResult> results = twins.await(Math.max(0, leftMs));
            pinned = twins.pinned();
            return results;
        } catch (final TimeoutException ex) {
            final TimeoutException named = new TimeoutException("time up: timeout=" + options.timeoutS() + "s");
            named.initCause(ex);
            throw named;
        }
    }

    private void print(final List<Plan> plans, final List<List<List<RunResult>>> byPlan) throws Exception {
        final double smallest = byPlan.stream().flatMap(List::stream).flatMap(List::stream)
            .mapToDouble(result -> Math.min(result.canaryBeforeNs(), result.canaryAfterNs()))
            .min().orElseThrow();
        if (!options.json()) {
            out.println(Machine.describe(pinned));
            out.printf("%s; medians of %d runs; near = canary up to %.0f times the smallest (%.1f ns)%n",
                meaning(plans.get(0).pattern()), options.runs(), MachineState.SPREAD, smallest);
            out.println(RowTable.heading(plans.get(0).pattern()));
        }
        for (int i = 0; i < plans.size(); i++) {
            for (int work = 0; work < plans.get(i).works().size(); work++) {
                final int index = work;
                print(plans.get(i), plans.get(i).works().get(work), byPlan.get(i).stream().map(run -> run.get(index)).toList(), smallest);
            }
        }
        out.flush();
    }

    private static String meaning(final Pattern pattern) {
        return switch (pattern) {
            case PING_PONG -> "half round trips";
            case WINDOW -> "messages in windows of " + Loop.WINDOW;
            case MATCHING -> "half round trips; added = what the depth adds to a round trip";
            case RMA -> "accesses of a window at the other rank; contended: turns of either";
            case SLEEP -> "from a send until the sleeping receiver has the message";
        };
    }

    private void print(final Plan plan, final Work work, final List<RunResult> runs, final double smallest) throws Exception {
        final Map<MachineState, List<RunResult>> byState = runs.stream().collect(Collectors.groupingBy(
            result -> MachineState.of(result.canaryNs(), smallest), TreeMap::new, Collectors.toList()));
        byState.forEach((state, results) -> {
            final Row row = Row.of(plan, work, state, results);
            rows.add(row);
            out.println(options.json() ? RowJson.format(bench, row) : RowTable.format(row));
        });
        if (null != options.histograms()) {
            new HistogramLogs(options.histograms(), bench).write(plan.peer(), work, runs);
        }
    }

    private void progress(final int run, final Plan plan) {
        if (null != System.console()) {
            err.printf("%s: run %d of %d, %s, %d measurements%n",
                bench, run + 1, options.runs(), plan.peer().label(), plan.works().size());
            err.flush();
        }
    }
}
