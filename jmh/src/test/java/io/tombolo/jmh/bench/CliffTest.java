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

class CliffTest {

    @Test
    void shouldFindNeighboursThatDifferTooMuch() {
        final List<Row> rows = List.of(
            row(1024, BufferKind.PRIVATE, Fill.CLEAN, MachineState.NEAR, 100, 10),
            row(1024, BufferKind.REGISTERED, Fill.CLEAN, MachineState.NEAR, 1, 10),
            row(2048, BufferKind.PRIVATE, Fill.CLEAN, MachineState.NEAR, 299, 10),
            row(4096, BufferKind.PRIVATE, Fill.CLEAN, MachineState.NEAR, 898, 10),
            row(4096, BufferKind.PRIVATE, Fill.FRESH, MachineState.NEAR, 299, 10),
            row(8192, BufferKind.PRIVATE, Fill.FRESH, MachineState.FAR, 9000, 10),
            row(8192, BufferKind.PRIVATE, Fill.CLEAN, MachineState.NEAR, 200, 10));
        final List<Cliff> cliffs = Cliff.among(rows, 3);
        assertThat(cliffs).extracting(cliff -> cliff.smaller().work().size() + "-" + cliff.larger().work().size())
            .containsExactly("2048-4096", "4096-8192");
        assertThat(cliffs.get(0)).hasToString("tombolo private clean near: 2K takes 299 ns, 4K takes 898 ns: ratio 3.0");
        assertThat(cliffs).noneMatch(cliff -> cliff.isCausedByMachine(3));
    }

    @Test
    void shouldTellWhereTheMachineFallsOff() {
        final Row small = row(1024, BufferKind.PRIVATE, Fill.CLEAN, MachineState.NEAR, 100, 10);
        assertThat(new Cliff(small, row(2048, BufferKind.PRIVATE, Fill.CLEAN, MachineState.NEAR, 500, 31)).isCausedByMachine(3)).isTrue();
        assertThat(new Cliff(small, row(2048, BufferKind.PRIVATE, Fill.CLEAN, MachineState.NEAR, 500, 30)).isCausedByMachine(3)).isFalse();
        assertThat(new Cliff(small, row(2048, BufferKind.PRIVATE, Fill.CLEAN, MachineState.NEAR, 5, 31)).isCausedByMachine(3)).isFalse();
    }

    private static Row row(
        final int size, final BufferKind buffer, final Fill fill, final MachineState state, final double p50Ns, final double floorNs) {
        final Work work = new Work(size, buffer, fill);
        final Plan plan = new Plan(PeerKind.TOMBOLO, TrafficPattern.PING_PONG, 1, List.of(work));
        return new Row(plan, work, state, p50Ns, p50Ns, p50Ns, floorNs, 1, 1, 1, 50, 50, 0, 1);
    }
}
