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

import io.tombolo.jmh.bench.process.Plan;
import io.tombolo.jmh.bench.process.RunResult;
import io.tombolo.jmh.bench.process.Work;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Compares the ratio of a piece of work with that of a record.
 *
 * @param plan     plan of the work.
 * @param work     work that was measured.
 * @param state    state of the machine in the best run.
 * @param measured ratio to the floor in that run.
 * @param stored   ratio of the record in the same state. For cores that are closer than near ones it is that of near ones, scaled by the
 *                 canaries.
 */
record RegressionVerdict(Plan plan, Work work, MachineState state, double measured, double stored) {

    /** Machines differ by less than this factor in their ratios. */
    static final double LIMIT = 2;

    /**
     * Judges the best of some runs, of which there must be one at least.
     *
     * @param baseNs shortest canary of near cores.
     */
    static RegressionVerdict of(
        final Plan plan, final Work work, final List<RunResult> runs, final double baseNs, final StoredRatios record) {
        return runs.stream().map(run -> of(plan, work, run, baseNs, record))
            .min(Comparator.comparingDouble(verdict -> verdict.measured / verdict.stored)).orElseThrow();
    }

    /** Judges a run. If the cores changed their state in between, the stricter state counts. */
    private static RegressionVerdict of(
        final Plan plan, final Work work, final RunResult run, final double baseNs, final StoredRatios record) {
        final RegressionVerdict before = of(plan, work, run.ratioToFloor(), run.canaryBeforeNs(), baseNs, record);
        final RegressionVerdict after = of(plan, work, run.ratioToFloor(), run.canaryAfterNs(), baseNs, record);
        return before.stored <= after.stored ? before : after;
    }

    private static RegressionVerdict of(
        final Plan plan, final Work work, final double ratio, final double canaryNs, final double baseNs, final StoredRatios record) {
        final MachineState state = MachineState.of(canaryNs, baseNs);
        // Two threads of one core make the floor shorter, but not the rest of a message.
        final double stored = MachineState.CLOSER == state ?
            record.of(plan, work, MachineState.NEAR) * baseNs / canaryNs : record.of(plan, work, state);
        return new RegressionVerdict(plan, work, state, ratio > 0 ? ratio : Double.NaN, stored);
    }

    /** Tells whether the work is too slow; true also if there is no number to compare. */
    boolean hasRegressed() {
        return !(measured <= LIMIT * stored);
    }

    /** Describes the verdict in one line. */
    String describe() {
        return String.format(Locale.ROOT, "%-9s %7.3f floors, stored %7.3f %-6s %s",
            hasRegressed() ? "REGRESSED" : "ok", measured, stored, state.label(), describe(plan, work));
    }

    /** Names a piece of work. */
    static String describe(final Plan plan, final Work work) {
        return String.join(" ", plan.pattern().label(), plan.peer().label(), work.buffer().label(), work.fill().label(),
            SizeConverter.format(work.size()));
    }
}
