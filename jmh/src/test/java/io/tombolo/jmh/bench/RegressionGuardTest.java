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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tombolo.jmh.bench.line.Fill;
import io.tombolo.jmh.bench.line.Samples;
import io.tombolo.jmh.bench.process.BufferKind;
import io.tombolo.jmh.bench.process.PeerKind;
import io.tombolo.jmh.bench.process.Plan;
import io.tombolo.jmh.bench.process.PlanOutcome;
import io.tombolo.jmh.bench.process.RunResult;
import io.tombolo.jmh.bench.process.TrafficPattern;
import io.tombolo.jmh.bench.process.Work;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegressionGuardTest {
    private static final Work SLOW = new Work(4 << 10, BufferKind.PRIVATE, Fill.FRESH);
    private static final Work STEADY = new Work(4 << 10, BufferKind.REGISTERED, Fill.FRESH);
    private static final Plan PLAN = new Plan(PeerKind.TOMBOLO, TrafficPattern.PING_PONG, 1, List.of(SLOW, STEADY));
    private static final double NEAR_NS = 50;
    private static final double FAR_NS = 200;

    @TempDir
    private static Path directory;

    private final List<Plan> measured = new ArrayList<>();
    private StoredRatios record;

    @BeforeEach
    void writeRecord() throws IOException {
        Files.write(directory.resolve("compare-jdk17.json"), List.of(
            StoredRatiosTest.row("compare-ping_pong", "tombolo", "private", "fresh", "near", 2),
            StoredRatiosTest.row("compare-ping_pong", "tombolo", "private", "fresh", "far", 5),
            StoredRatiosTest.row("compare-ping_pong", "tombolo", "registered", "fresh", "near", 2)));
        record = StoredRatios.nearest(directory, 17);
    }

    @Test
    void shouldMeasureOnceWhatIsWithinTwiceTheRecord() throws Exception {
        final List<RegressionVerdict> verdicts = guard(outcome(near(4), near(1))).verdicts(List.of(PLAN));
        assertThat(verdicts).noneMatch(RegressionVerdict::hasRegressed);
        assertThat(measured).containsExactly(PLAN);
        assertThat(verdicts).extracting(RegressionVerdict::describe).containsExactly(
            "ok          4.000 floors, stored   2.000 near   ping_pong tombolo private fresh 4K",
            "ok          1.000 floors, stored   2.000 near   ping_pong tombolo registered fresh 4K");
    }

    @Test
    void shouldFailWhereTheBestOfAllRunsIsAboveTwiceTheRecord() throws Exception {
        final List<RegressionVerdict> verdicts =
            guard(outcome(near(7), near(1)), outcome(near(4.5)), outcome(near(6))).verdicts(List.of(PLAN));
        assertThat(verdicts).extracting(RegressionVerdict::describe).containsExactly(
            "REGRESSED   4.500 floors, stored   2.000 near   ping_pong tombolo private fresh 4K",
            "ok          1.000 floors, stored   2.000 near   ping_pong tombolo registered fresh 4K");
        assertThat(measured).as("only what is too slow is measured again")
            .containsExactly(PLAN, PLAN.of(List.of(SLOW)), PLAN.of(List.of(SLOW)));
    }

    @Test
    void shouldForgiveHiccups() throws Exception {
        final List<RegressionVerdict> verdicts = guard(outcome(near(70), near(1)), outcome(near(9)), outcome(near(3)))
            .verdicts(List.of(PLAN));
        assertThat(verdicts).noneMatch(RegressionVerdict::hasRegressed);
        assertThat(verdicts.get(0).measured()).isEqualTo(3);
        assertThat(measured).hasSize(RegressionGuard.RUNS);
    }

    @Test
    void shouldCompareWithTheSameState() throws Exception {
        assertThat(guard(outcome(far(9), near(1))).verdicts(List.of(PLAN)).get(0).describe())
            .isEqualTo("ok          9.000 floors, stored   5.000 far    ping_pong tombolo private fresh 4K");
    }

    @Test
    void shouldCompareEachRunWithTheStateThatItFound() throws Exception {
        assertThat(guard(outcome(near(4.5), near(1)), outcome(far(9))).verdicts(List.of(PLAN)).get(0).describe())
            .isEqualTo("ok          9.000 floors, stored   5.000 far    ping_pong tombolo private fresh 4K");
    }

    @Test
    void shouldTellFarCoresByTheRecordWhereAllRunsFoundThem() throws Exception {
        assertThat(guard(outcome(far(9), far(1))).verdicts(List.of(PLAN)))
            .extracting(RegressionVerdict::state).containsOnly(MachineState.FAR);
    }

    @Test
    void shouldTellNearCoresByItselfWhereTheyAreABitNearer() throws Exception {
        assertThat(guard(outcome(run(1, 40), run(1, 79))).verdicts(List.of(PLAN))).extracting(RegressionVerdict::state)
            .containsOnly(MachineState.NEAR);
        assertThat(guard(outcome(run(1, 40), run(1, 81))).verdicts(List.of(PLAN))).extracting(RegressionVerdict::state)
            .containsExactly(MachineState.NEAR, MachineState.FAR);
        assertThat(guard(outcome(run(1, 19), run(1, 50))).verdicts(List.of(PLAN))).extracting(RegressionVerdict::state)
            .containsExactly(MachineState.CLOSER, MachineState.NEAR);
    }

    @Test
    void shouldAllowTheLessWhereTheCoresWereMoved() {
        for (final double other : new double[] {FAR_NS, NEAR_NS / 4}) {
            final RunResult slow = near(9);
            final RunResult moved = new RunResult(NEAR_NS, other, slow.floorNs(), 0, 0, slow.medians(), slow.tails());
            final RunResult back = new RunResult(other, NEAR_NS, slow.floorNs(), 0, 0, slow.medians(), slow.tails());
            assertThat(RegressionVerdict.of(PLAN, SLOW, List.of(moved, back), NEAR_NS, record).describe())
                .isEqualTo("REGRESSED   9.000 floors, stored   2.000 near   ping_pong tombolo private fresh 4K");
        }
    }

    @Test
    void shouldAllowCloserCoresAsMuchMoreAsTheyAreCloser() throws Exception {
        assertThat(guard(outcome(run(15.9, NEAR_NS / 4), near(1))).verdicts(List.of(PLAN)).get(0).describe())
            .isEqualTo("ok         15.900 floors, stored   8.000 closer ping_pong tombolo private fresh 4K");
    }

    @Test
    void shouldNotTakeNoSampleForAGoodOne() throws Exception {
        final Samples none = new Samples(1, 0);
        final RunResult nothing = new RunResult(NEAR_NS, NEAR_NS, 60, 0, 0, none, none);
        assertThat(guard(outcome(nothing, near(1)), outcome(nothing), outcome(nothing)).verdicts(List.of(PLAN)).get(0).hasRegressed())
            .isTrue();
        assertThat(guard(outcome(nothing, near(1)), outcome(near(3))).verdicts(List.of(PLAN)).get(0).measured()).isEqualTo(3);
    }

    @Test
    void shouldFailWhereTheProcessesDo() {
        final RegressionGuard guard = guard(new PlanOutcome(List.of(), Optional.of("rank 1 ended with status 3")));
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> guard.verdicts(List.of(PLAN)))
            .withMessage("ping_pong tombolo rank 1 ended with status 3");
    }

    @Test
    void shouldMeasureNothingThatHasNoRecord() {
        final Plan more = new Plan(PeerKind.TOMBOLO, TrafficPattern.WINDOW, 1, List.of(SLOW));
        final RegressionGuard guard = guard(outcome(near(1), near(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> guard.verdicts(List.of(PLAN, more)))
            .withMessage("record=compare-jdk17.json: no row of window tombolo private fresh 4K");
        assertThat(measured).isEmpty();
    }

    @Test
    void shouldNotPassWhatCannotBeCompared() {
        assertThat(new RegressionVerdict(PLAN, SLOW, MachineState.NEAR, Double.NaN, 2).hasRegressed()).isTrue();
        assertThat(new RegressionVerdict(PLAN, SLOW, MachineState.NEAR, 4, 2).hasRegressed()).isFalse();
        assertThat(new RegressionVerdict(PLAN, SLOW, MachineState.NEAR, 4.01, 2).hasRegressed()).isTrue();
    }

    @Test
    void shouldTakeOneDirectory() throws IOException {
        assertThat(RegressionGuard.record(18, directory.toString()).name()).isEqualTo("compare-jdk17.json");
        assertThatIllegalArgumentException().isThrownBy(() -> RegressionGuard.record(17))
            .withMessage("arguments=0: needs the directory of the records and no more");
        assertThatIllegalArgumentException().isThrownBy(() -> RegressionGuard.record(17, directory.toString(), "more"))
            .withMessage("arguments=2: needs the directory of the records and no more");
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 25})
    void shouldFindAllThatItMeasuresInTheRecords(final int feature) throws IOException {
        final StoredRatios stored = RegressionGuard.record(feature, Path.of("results").toString());
        assertThat(stored.name()).isEqualTo("compare-jdk" + feature + ".json");
        RegressionGuard.PLANS.forEach(plan ->
            plan.works().forEach(work -> assertThat(stored.of(plan, work, MachineState.NEAR)).isPositive()));
    }

    private RegressionGuard guard(final PlanOutcome... outcomes) {
        final List<PlanOutcome> left = new ArrayList<>(List.of(outcomes));
        return new RegressionGuard(record, plan -> {
            measured.add(plan.of(plan.works().stream().distinct().toList()));
            assertThat(plan.works()).isEqualTo(
                plan.works().stream().distinct().flatMap(work -> Collections.nCopies(RegressionGuard.TIMES, work).stream()).toList());
            final PlanOutcome outcome = left.remove(0);
            return new PlanOutcome(outcome.results().stream().flatMap(RegressionGuardTest::eachThatOften).toList(), outcome.failure());
        });
    }

    /** The last is that result, those before are slower. */
    private static Stream<RunResult> eachThatOften(final RunResult result) {
        final RunResult slower = run(100 * result.ratioToFloor(), result.canaryNs());
        return Stream.concat(Collections.nCopies(RegressionGuard.TIMES - 1, slower).stream(), Stream.of(result));
    }

    private static PlanOutcome outcome(final RunResult... results) {
        return new PlanOutcome(Arrays.asList(results), Optional.empty());
    }

    private static RunResult near(final double ratio) {
        return run(ratio, NEAR_NS);
    }

    private static RunResult far(final double ratio) {
        return run(ratio, FAR_NS);
    }

    private static RunResult run(final double ratio, final double canaryNs) {
        final Samples samples = new Samples(1, 0);
        samples.record(60);
        return new RunResult(canaryNs, canaryNs, 60 / ratio, 0, 0, samples, samples);
    }
}
