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

import io.tombolo.jmh.bench.process.PeerKind;
import io.tombolo.jmh.bench.process.Plan;
import io.tombolo.jmh.bench.process.RunResult;
import io.tombolo.jmh.bench.process.TrafficPattern;
import io.tombolo.jmh.bench.process.Work;
import java.util.List;

/**
 * One row of results: medians of the runs that found the machine in one state. Times are those of a message in nanoseconds: half a round
 * trip, its share of a stream, an exchange, a collective operation, or the time to wake the responder.
 *
 * @param plan           system and pattern.
 * @param work           work that was measured.
 * @param state          state of the machine in these runs.
 * @param p50Ns          median of the runs' medians.
 * @param p99Ns          median of the runs' p99.
 * @param p999Ns         median of the runs' p99.9.
 * @param floorNs        median of the runs' floors.
 * @param ratioToFloor   median of the ratios of the runs.
 * @param ratioToCanary  median of the runs' medians, each divided by its canary.
 * @param idleShare      median of the processor shares of a sleeping rank; 0 if none slept.
 * @param canaryBeforeNs median of the canaries before the work.
 * @param canaryAfterNs  median of the canaries after the work.
 * @param collections    sum of the garbage collections of the initiators between their canaries.
 * @param runs           number of runs.
 */
record Row(
    Plan plan,
    Work work,
    MachineState state,
    double p50Ns,
    double p99Ns,
    double p999Ns,
    double floorNs,
    double ratioToFloor,
    double ratioToCanary,
    double idleShare,
    double canaryBeforeNs,
    double canaryAfterNs,
    long collections,
    int runs) {

    private static final double NS_IN_S = 1e9;

    /** Makes the row of some runs, at least one. */
    static Row of(final Plan plan, final Work work, final MachineState state, final List<RunResult> runs) {
        return new Row(
            plan,
            work,
            state,
            Statistics.median(runs, RunResult::p50Ns),
            Statistics.median(runs, RunResult::p99Ns),
            Statistics.median(runs, RunResult::p999Ns),
            Statistics.median(runs, RunResult::floorNs),
            Statistics.median(runs, RunResult::ratioToFloor),
            Statistics.median(runs, run -> run.p50Ns() / run.canaryNs()),
            Statistics.median(runs, RunResult::idleShare),
            Statistics.median(runs, RunResult::canaryBeforeNs),
            Statistics.median(runs, RunResult::canaryAfterNs),
            runs.stream().mapToLong(RunResult::collections).sum(),
            runs.size());
    }

    PeerKind peer() {
        return plan.peer();
    }

    /** Names the pattern, or the collective operation. */
    String title() {
        return TrafficPattern.COLLECTIVE == plan.pattern() ? work.collective().kind().label() : plan.pattern().title();
    }

    /** Returns what the depth of a matching list adds to a round trip, of which one message is matched in the list. */
    double addedNs() {
        return 2 * (p50Ns - floorNs);
    }

    /** Returns messages a second in the median stream. */
    double messagesPerS() {
        return NS_IN_S / p50Ns;
    }

    /** Returns bytes a second in the median stream. */
    double bytesPerS() {
        return work.size() * messagesPerS();
    }
}
