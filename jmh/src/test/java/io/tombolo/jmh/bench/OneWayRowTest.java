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

import io.tombolo.jmh.bench.line.Fill;
import io.tombolo.jmh.bench.process.BufferKind;
import io.tombolo.jmh.bench.process.PeerKind;
import io.tombolo.jmh.bench.process.Plan;
import io.tombolo.jmh.bench.process.TrafficPattern;
import io.tombolo.jmh.bench.process.Work;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OneWayRowTest {
    @Test
    void shouldPutRatesBesideTheRingAndTheFastestThatMatches() {
        final OneWayRow ours = OneWayRow.of(List.of(
            row(PeerKind.TOMBOLO, 8, MachineState.NEAR, 20),
            row(PeerKind.AGRONA, 8, MachineState.NEAR, 10),
            row(PeerKind.MPICH, 8, MachineState.NEAR, 50),
            row(PeerKind.UCX, 8, MachineState.NEAR, 40),
            row(PeerKind.AERON, 8, MachineState.NEAR, 5))).get(0);
        assertThat(ours.overRing()).isEqualTo(0.5);
        assertThat(ours.overFastest()).isEqualTo(2);
        assertThat(OneWayTable.format(ours)).matches("tombolo +send, recv +8 near +3 +50,000,000 +400 +20.0 +0.50 +2.00 +50/50");
        assertThat(OneWayTable.json("stream", ours)).endsWith(
            "\"messages_per_s\":50000000,\"bytes_per_s\":400000000,\"pattern\":\"one_way\",\"calls\":\"send, recv\","
                + "\"ratio_to_ring\":0.5000,\"ratio_to_best_peer\":2.0000,\"best_peer\":\"ucx\"}");
    }

    @Test
    void shouldCompareOnlyTheSameLengthAndState() {
        final OneWayRow ours = OneWayRow.of(List.of(
            row(PeerKind.TOMBOLO, 8, MachineState.NEAR, 20),
            row(PeerKind.AGRONA, 8, MachineState.FAR, 10),
            row(PeerKind.UCX, 64, MachineState.NEAR, 40))).get(0);
        assertThat(ours.overRing()).isZero();
        assertThat(ours.overFastest()).isZero();
        assertThat(OneWayTable.format(ours)).endsWith("20.0      -       -     50/50");
    }

    @ParameterizedTest
    @EnumSource(PeerKind.class)
    void shouldFitAHundredColumns(final PeerKind peer) {
        final OneWayRow slow = OneWayRow.of(List.of(row(peer, 1 << 20, MachineState.CLOSER, 1_234_567))).get(0);
        final OneWayRow fast = OneWayRow.of(List.of(row(peer, 8, MachineState.CLOSER, 2.5))).get(0);
        assertThat(OneWayTable.heading()).hasSizeLessThanOrEqualTo(100);
        assertThat(OneWayTable.format(slow)).hasSizeLessThanOrEqualTo(100);
        assertThat(OneWayTable.format(fast)).hasSizeLessThanOrEqualTo(100);
    }

    private static Row row(final PeerKind peer, final int size, final MachineState state, final double ns) {
        final Work work = new Work(size, BufferKind.PRIVATE, Fill.CLEAN);
        return new Row(new Plan(peer, TrafficPattern.ONE_WAY, 1, List.of(work)), work, state, ns, ns, ns, ns, 1, 1, 0, 50, 50, 0, 3);
    }
}
