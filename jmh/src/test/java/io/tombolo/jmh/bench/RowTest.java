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
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tombolo.jmh.bench.line.Fill;
import io.tombolo.jmh.bench.line.Samples;
import io.tombolo.jmh.bench.process.BufferKind;
import io.tombolo.jmh.bench.process.PeerKind;
import io.tombolo.jmh.bench.process.Plan;
import io.tombolo.jmh.bench.process.RunResult;
import io.tombolo.jmh.bench.process.TrafficPattern;
import io.tombolo.jmh.bench.process.Work;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RowTest {
    private static final Work LONGEST = new Work(512 << 20, BufferKind.REGISTERED, Fill.FRESH);
    private static final Plan PLAN = new Plan(PeerKind.TOMBOLO, TrafficPattern.PING_PONG, 1, List.of(LONGEST));

    @Test
    void shouldTakeTheMiddleOfSeveralRuns() {
        assertThat(Statistics.median(List.of(9, 1, 5), Integer::doubleValue)).isEqualTo(5);
        assertThat(Statistics.median(List.of(9, 1, 5, 6), Integer::doubleValue)).isEqualTo(5.5);
        assertThat(Statistics.median(List.of(4), Integer::doubleValue)).isEqualTo(4);
        assertThatIllegalArgumentException().isThrownBy(() -> Statistics.median(List.of(), Object::hashCode));
    }

    @Test
    void shouldTakeTheMedianOfRatiosAndNotTheRatioOfMedians() {
        final Row row = Row.of(PLAN, LONGEST, MachineState.NEAR, List.of(run(100, 50), run(300, 100), run(200, 200)));
        assertThat(row.p50Ns()).isEqualTo(200);
        assertThat(row.floorNs()).isEqualTo(100);
        assertThat(row.ratioToFloor()).isEqualTo(2);
        assertThat(row.runs()).isEqualTo(3);
        assertThat(Row.of(PLAN, LONGEST, MachineState.NEAR, List.of(run(100, 50), run(300, 200), run(200, 200))).ratioToFloor())
            .isEqualTo(1.5);
    }

    @Test
    void shouldNeverTellATailBelowTheMedian() {
        final RunResult run = new RunResult(60, 60, 60, 0, 0, samples(150), samples(140));
        assertThat(run.p99Ns()).isEqualTo(run.p50Ns());
        assertThat(run.p999Ns()).isEqualTo(run.p50Ns());
    }

    @Test
    void shouldTellTheStateByTheSmallestCanary() {
        assertThat(MachineState.of(60, 60)).isEqualTo(MachineState.NEAR);
        assertThat(MachineState.of(71, 57)).isEqualTo(MachineState.NEAR);
        assertThat(MachineState.of(280, 60)).isEqualTo(MachineState.FAR);
        assertThat(MachineState.of(280, 280)).isEqualTo(MachineState.NEAR);
        assertThat(MachineState.of(19, 50)).isEqualTo(MachineState.CLOSER);
    }

    @Test
    void shouldNotTakeAFewCloserLaunchesForNear() {
        final double[] canaries = new double[100];
        Arrays.fill(canaries, 0, 40, 50);
        Arrays.fill(canaries, 40, 95, 210);
        Arrays.fill(canaries, 95, 100, 19);
        assertThat(MachineState.baseNs(canaries)).isEqualTo(50);
        assertThat(MachineState.baseNs(60, 62)).isEqualTo(60);
        assertThat(MachineState.baseNs(31, 46, 46, 46, 47, 47, 48, 50, 50, 50, 51, 200)).as("one alone is no cluster").isEqualTo(46);
        assertThat(MachineState.baseNs(280)).isEqualTo(280);
    }

    @Test
    void shouldTellRatesOfWindows() {
        final Plan plan = new Plan(PeerKind.TOMBOLO, TrafficPattern.WINDOW, 1, List.of(LONGEST));
        final Row row = Row.of(plan, new Work(4, BufferKind.PRIVATE, Fill.CLEAN), MachineState.NEAR, List.of(run(100, 50)));
        assertThat(row.messagesPerS()).isEqualTo(10_000_000);
        assertThat(row.bytesPerS()).isEqualTo(40_000_000);
        assertThat(RowJson.format("rate", row)).endsWith("\"window\":64,\"messages_per_s\":10000000,\"bytes_per_s\":40000000}");
    }

    @ParameterizedTest
    @EnumSource(TrafficPattern.class)
    void shouldFitAHundredColumns(final TrafficPattern pattern) {
        final Plan plan = new Plan(PeerKind.TOMBOLO, pattern, 1, List.of(LONGEST));
        final Row widest = new Row(
            plan, LONGEST, MachineState.NEAR, 12345678.1, 12345678.1, 12345678.1, 12345678.1, 123.45, 123.45, 1, 1234, 1234, 0, 1000);
        assertThat(RowTable.heading(pattern)).hasSizeLessThanOrEqualTo(100);
        assertThat(RowTable.format(widest)).hasSizeLessThanOrEqualTo(100);
    }

    private static RunResult run(final long halfNs, final double floorNs) {
        final Samples samples = samples(halfNs);
        return new RunResult(60, 62, floorNs, 0, 0, samples, samples);
    }

    private static Samples samples(final long halfNs) {
        final Samples samples = new Samples(2, 0);
        samples.record(2 * halfNs);
        return samples;
    }
}
