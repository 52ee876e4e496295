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

import io.tombolo.jmh.bench.line.Fill;
import io.tombolo.jmh.bench.process.BufferKind;
import io.tombolo.jmh.bench.process.MeasuredProcesses;
import io.tombolo.jmh.bench.process.PeerKind;
import io.tombolo.jmh.bench.process.Plan;
import io.tombolo.jmh.bench.process.PlanOutcome;
import io.tombolo.jmh.bench.process.RunResult;
import io.tombolo.jmh.bench.process.TrafficPattern;
import io.tombolo.jmh.bench.process.Work;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Fails if messages between two JVMs take more than twice as many floors as the record of the comparison says. Absolute times only tell
 * near cores from far ones. Each kind of message is measured briefly. If it seems too slow, it is measured again and the best result
 * counts, so that a hiccup of a shared machine is not a failure.
 */
public final class RegressionGuard {

    /** Starts of the measured JVMs for a piece of work; the best result counts. */
    static final int RUNS = 3;

    /** Results of a piece of work in each start. The first long messages of young processes are slower than later ones. */
    static final int TIMES = 3;

    private static final int SEGMENT_MS = 10;
    private static final long TIMEOUT_MS = TimeUnit.SECONDS.toMillis(60);
    private static final long GUARD_MS = TimeUnit.SECONDS.toMillis(30);
    private static final int FAILED = 1;

    /** Messages in records, in lanes, out of the sender's region, and in place; one by one and in streams. */
    static final List<Plan> PLANS = List.of(
        plan(PeerKind.TOMBOLO, TrafficPattern.PING_PONG,
            new Work(8, BufferKind.PRIVATE, Fill.CLEAN),
            new Work(1 << 10, BufferKind.PRIVATE, Fill.CLEAN),
            new Work(4 << 10, BufferKind.PRIVATE, Fill.FRESH),
            new Work(64 << 10, BufferKind.PRIVATE, Fill.FRESH),
            new Work(4 << 10, BufferKind.REGISTERED, Fill.FRESH),
            new Work(64 << 10, BufferKind.REGISTERED, Fill.FRESH)),
        plan(PeerKind.IN_PLACE, TrafficPattern.PING_PONG,
            new Work(64 << 10, BufferKind.PRIVATE, Fill.CLEAN)),
        plan(PeerKind.TOMBOLO, TrafficPattern.WINDOW,
            new Work(8, BufferKind.PRIVATE, Fill.CLEAN),
            new Work(4 << 10, BufferKind.PRIVATE, Fill.CLEAN),
            new Work(64 << 10, BufferKind.PRIVATE, Fill.CLEAN)));

    /** Measures a plan. */
    interface Measure {
        PlanOutcome of(Plan plan) throws IOException, InterruptedException;
    }

    private final StoredRatios record;
    private final Measure measure;
    private final Map<Plan, Map<Work, List<RunResult>>> results = new LinkedHashMap<>();

    RegressionGuard(final StoredRatios record, final Measure measure) {
        this.record = record;
        this.measure = measure;
    }

    /**
     * Prints one line for each piece of work. Ends with status 1 if one has regressed, or if the record is missing.
     *
     * @param arguments directory of the records, {@code jmh/results}.
     * @throws InterruptedException if it is interrupted.
     */
    public static void main(final String... arguments) throws InterruptedException {
        try {
            final StoredRatios record = record(Runtime.version().feature(), arguments);
            final List<RegressionVerdict> verdicts = new RegressionGuard(record, RegressionGuard::launch).verdicts(PLANS);
            verdicts.forEach(verdict -> System.out.println(verdict.describe()));
            if (verdicts.stream().anyMatch(RegressionVerdict::hasRegressed)) {
                System.err.println("more than " + RegressionVerdict.LIMIT + " times the ratio to the floor in " + record.name());
                System.exit(FAILED);
            }
        } catch (final IllegalArgumentException | IOException ex) {
            System.err.println(ex.getMessage());
            System.exit(FAILED);
        }
    }

    /** Reads the record to compare with. */
    static StoredRatios record(final int feature, final String... arguments) throws IOException {
        if (1 != arguments.length) {
            throw new IllegalArgumentException("arguments=" + arguments.length + ": needs the directory of the records and no more");
        }
        return StoredRatios.nearest(Path.of(arguments[0]), feature);
    }

    /** Measures everything, and again what seems to have regressed. */
    List<RegressionVerdict> verdicts(final List<Plan> plans) throws IOException, InterruptedException {
        for (final Plan plan : plans) {
            final Map<Work, List<RunResult>> byWork = new LinkedHashMap<>();
            for (final Work work : plan.works()) {
                record.of(plan, work, MachineState.NEAR); // fails before anything is measured if the record has no such row
                byWork.put(work, new ArrayList<>());
            }
            results.put(plan, byWork);
        }
        for (int run = 0; run < RUNS; run++) {
            for (final Plan plan : plans) {
                measure(plan, plan.works().stream().filter(work -> needsMeasurement(plan, work)).toList());
            }
        }
        return plans.stream().flatMap(plan -> plan.works().stream().map(work -> verdict(plan, work))).toList();
    }

    private boolean needsMeasurement(final Plan plan, final Work work) {
        return results.get(plan).get(work).isEmpty() || verdict(plan, work).hasRegressed();
    }

    private RegressionVerdict verdict(final Plan plan, final Work work) {
        return RegressionVerdict.of(plan, work, results.get(plan).get(work), baseNs(), record);
    }

    private void measure(final Plan plan, final List<Work> once) throws IOException, InterruptedException {
        if (once.isEmpty()) {
            return;
        }
        final List<Work> works = once.stream().flatMap(work -> Collections.nCopies(TIMES, work).stream()).toList();
        final PlanOutcome outcome = measure.of(plan.of(works));
        if (outcome.failure().isPresent()) {
            throw new IOException(String.join(" ", plan.pattern().label(), plan.peer().label(), outcome.failure().get()));
        }
        for (int i = 0; i < works.size(); i++) {
            results.get(plan).get(works.get(i)).add(outcome.results().get(i));
        }
    }

    /** Returns the shortest canary of near cores: that of the record, if these few runs may all have been far. */
    private double baseNs() {
        final double ownNs = MachineState.baseNs(results.values().stream().flatMap(works -> works.values().stream())
            .flatMap(List::stream).mapToDouble(RunResult::canaryNs).toArray());
        final boolean isAlike = ownNs < record.nearNs() && ownNs * MachineState.SPREAD >= record.nearNs();
        return isAlike ? ownNs : record.nearNs();
    }

    private static Plan plan(final PeerKind peer, final TrafficPattern pattern, final Work... works) {
        return new Plan(peer, pattern, SEGMENT_MS, List.of(works));
    }

    private static PlanOutcome launch(final Plan plan) throws IOException, InterruptedException {
        try (MeasuredProcesses processes = new MeasuredProcesses(plan, List.of())) {
            return processes.follow(TIMEOUT_MS, GUARD_MS);
        }
    }
}
