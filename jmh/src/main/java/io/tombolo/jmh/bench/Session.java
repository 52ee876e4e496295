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

import io.tombolo.jmh.bench.twin.Plan;
import io.tombolo.jmh.bench.twin.RunResult;
import io.tombolo.jmh.bench.twin.Twins;
import picocli.CommandLine;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One invocation: runs every plan in turn, again and again, and prints the rows.
 */
final class Session {

    private final String bench;
    private final BenchOptions options;
    private final PrintWriter out;
    private final PrintWriter err;
    private final long deadlineNs;
    private String pinned = "unpinned";

    Session(final String bench, final BenchOptions options, final CommandLine commandLine) {
        this.bench = bench;
        this.options = options;
        out = commandLine.getOut();
        err = commandLine.getErr();
        deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(options.timeoutS());
    }

    void run(final List<Plan> plans) throws Exception {
        final Measurements measurements = measure(plans);
        if (!options.json()) {
            out.println(Machine.describe(pinned));
            out.println(measurements.meaning(plans.get(0).pattern(), options.runs()));
            out.println(RowTable.heading(plans.get(0).pattern()));
        }
        for (final Row row : measurements.rows()) {
            out.println(options.json() ? RowJson.format(bench, row) : RowTable.format(row));
        }
        out.flush();
    }

    /** Runs every plan in turn, again and again, and keeps the logs that are wanted. */
    Measurements measure(final List<Plan> plans) throws Exception {
        final Measurements measurements = new Measurements(plans);
        for (int run = 0; run < options.runs(); run++) {
            for (final Plan plan : plans) {
                progress(run, plan);
                measurements.add(plan, launch(plan));
            }
        }
        if (null != options.histograms()) {
            measurements.write(options.histograms(), bench);
        }
        return measurements;
    }

    /** How the processes were pinned. */
    String pinned() {
        return pinned;
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

    private void progress(final int run, final Plan plan) {
        if (null != System.console()) {
            err.printf("%s: run %d of %d, %s, %s, %d measurements%n",
                bench, run + 1, options.runs(), plan.peer().label(), plan.pattern().label(), plan.works().size());
            err.flush();
        }
    }
}
