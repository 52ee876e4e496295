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

import io.tombolo.jmh.bench.process.MeasuredProcesses;
import io.tombolo.jmh.bench.process.Plan;
import io.tombolo.jmh.bench.process.PlanOutcome;
import io.tombolo.jmh.bench.process.RunResult;
import io.tombolo.jmh.bench.process.Work;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine;

/**
 * One invocation of a command: measures the plans one after the other in each run, and prints the rows.
 */
final class Session {

    private static final int TRIALS = 2;

    private final String bench;
    private final BenchOptions options;
    private final PrintWriter out;
    private final PrintWriter err;
    private final long deadlineNs;
    private List<Row> rows = List.of();
    private String pinned = "unpinned";

    /** Measures for a command, whose name the results have. */
    Session(final BenchOptions options, final CommandLine commandLine) {
        this.bench = commandLine.getCommandName();
        this.options = options;
        out = commandLine.getOut();
        err = commandLine.getErr();
        deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(options.timeoutS());
    }

    void run(final List<Plan> plans) throws Exception {
        final Measurements measurements = measure(plans);
        if (!options.json()) {
            out.println(MachineDescription.describe(pinned));
            out.println(measurements.meaning(plans.get(0).pattern(), options.runs()));
            out.println(RowTable.heading(plans.get(0).pattern()));
        }
        rows = measurements.rows();
        for (final Row row : rows) {
            out.println(options.json() ? RowJson.format(bench, row) : RowTable.format(row));
        }
        out.flush();
    }

    private Measurements measure(final List<Plan> plans) throws Exception {
        final Measurements measurements = new Measurements(plans);
        for (int run = 0; run < options.runs(); run++) {
            for (final Plan plan : plans) {
                progress(run, plan, plan.works().size());
                final List<RunResult> results = launch(plan);
                for (int i = 0; i < results.size(); i++) {
                    measurements.add(plan, plan.works().get(i), results.get(i));
                }
            }
        }
        keep(measurements);
        return measurements;
    }

    /**
     * Measures the plans one after the other in each run. Work that fails or hangs loses its own result and no other; work that has failed
     * twice is not tried again. When the time is up, the work that is left counts as failed.
     */
    Measurements measureAll(final List<Plan> plans, final int guardS) throws IOException, InterruptedException {
        final Measurements measurements = new Measurements(plans);
        for (int run = 1; run <= options.runs(); run++) {
            for (final Plan plan : plans) {
                measureAll(plan, run, TimeUnit.SECONDS.toMillis(guardS), measurements);
            }
        }
        keep(measurements);
        return measurements;
    }

    private void measureAll(final Plan plan, final int run, final long guardMs, final Measurements measurements)
        throws IOException, InterruptedException {
        List<Work> left = plan.works().stream().filter(work -> measurements.failures(plan, work) < TRIALS).toList();
        int barren = 0; // launches in a row without a result: the work is not the cause then
        while (!left.isEmpty()) {
            progress(run - 1, plan, left.size());
            final PlanOutcome outcome = follow(plan.of(left), guardMs);
            final int done = outcome.results().size();
            for (int i = 0; i < done; i++) {
                measurements.add(plan, left.get(i), outcome.results().get(i));
            }
            if (outcome.failure().isEmpty()) {
                return;
            }
            barren = 0 == done ? barren + 1 : 0;
            final int end = barren < TRIALS ? Math.min(done + 1, left.size()) : left.size();
            left.subList(Math.min(done, left.size() - 1), end)
                .forEach(work -> measurements.add(new Failure(plan, work, run, outcome.failure().get())));
            left = left.subList(end, left.size());
        }
    }

    private PlanOutcome follow(final Plan plan, final long guardMs) throws InterruptedException {
        final long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
        if (leftMs <= 0) {
            return new PlanOutcome(List.of(), Optional.of(PlanOutcome.TIME_UP));
        }
        try (MeasuredProcesses processes = new MeasuredProcesses(plan, options.jvmArguments())) {
            final PlanOutcome outcome = processes.follow(leftMs, guardMs);
            pinned = processes.pinned();
            return outcome;
        } catch (final IOException ex) {
            return new PlanOutcome(List.of(), Optional.of(ex.toString()));
        }
    }

    private void keep(final Measurements measurements) throws IOException {
        if (null != options.histograms()) {
            measurements.write(options.histograms(), bench);
        }
    }

    /** Returns words that say how the processes were pinned. */
    String pinned() {
        return pinned;
    }

    /** Returns the printed rows. */
    List<Row> rows() {
        return rows;
    }

    private List<RunResult> launch(final Plan plan) throws Exception {
        final long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
        try (MeasuredProcesses processes = new MeasuredProcesses(plan, options.jvmArguments())) {
            final List<RunResult> results = processes.await(Math.max(0, leftMs));
            pinned = processes.pinned();
            return results;
        } catch (final TimeoutException ex) {
            final TimeoutException named = new TimeoutException("time up: timeout=" + options.timeoutS() + "s");
            named.initCause(ex);
            throw named;
        }
    }

    private void progress(final int run, final Plan plan, final int works) {
        if (null != System.console()) {
            err.printf(Locale.ROOT, "%s: run %d of %d, %s, %s, %d measurements%n",
                bench, run + 1, options.runs(), plan.peer().label(), plan.pattern().title(), works);
            err.flush();
        }
    }
}
