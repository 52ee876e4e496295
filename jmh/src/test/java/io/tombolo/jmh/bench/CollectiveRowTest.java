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
import static org.assertj.core.api.Assertions.within;

import io.tombolo.jmh.bench.process.BufferKind;
import io.tombolo.jmh.bench.process.CollectiveKind;
import io.tombolo.jmh.bench.process.CollectiveSetup;
import io.tombolo.jmh.bench.process.PeerKind;
import io.tombolo.jmh.bench.process.Plan;
import io.tombolo.jmh.bench.process.TrafficPattern;
import io.tombolo.jmh.bench.process.Work;
import java.util.List;
import org.junit.jupiter.api.Test;

class CollectiveRowTest {
    private static final double NS = 1000;

    @Test
    void shouldStandBesideTheFastestOtherSystemOfTheSameWorkAndState() {
        final Row ours = row(PeerKind.TOMBOLO, CollectiveKind.BCAST, 2, 8, MachineState.NEAR, NS);
        final List<CollectiveRow> rows = CollectiveRow.of(List.of(
            row(PeerKind.MPICH, CollectiveKind.BCAST, 2, 8, MachineState.NEAR, 4 * NS),
            row(PeerKind.OPENMPI, CollectiveKind.BCAST, 2, 8, MachineState.NEAR, 2 * NS),
            row(PeerKind.OPENMPI, CollectiveKind.BCAST, 2, 8, MachineState.FAR, NS / 2),
            row(PeerKind.OPENMPI, CollectiveKind.BCAST, 4, 8, MachineState.NEAR, NS / 2),
            row(PeerKind.OPENMPI, CollectiveKind.BCAST, 2, 16, MachineState.NEAR, NS / 2),
            row(PeerKind.OPENMPI, CollectiveKind.REDUCE, 2, 8, MachineState.NEAR, NS / 2),
            ours));
        assertThat(rows.get(0).row()).isEqualTo(ours);
        assertThat(rows.get(0).overFastest()).isCloseTo(0.5, within(1e-9));
        assertThat(rows).extracting(row -> row.row().peer().label() + "-" + row.row().title() + "-" + row.row().work().size())
            .containsExactly("tombolo-bcast-8", "openmpi-bcast-8", "mpich-bcast-8", "openmpi-bcast-8", "openmpi-bcast-16",
                "openmpi-reduce-8", "openmpi-bcast-8");
        assertThat(CollectiveTable.format(rows.get(2))).matches("bcast +2 +8 mpich +near +3 +4.00 us +80.00 +2.00 +50/50");
        assertThat(CollectiveTable.json("collectives", rows.get(0))).contains("\"operation\":\"bcast\",\"ranks\":2",
            "\"system\":\"tombolo\",\"ratio_to_best_peer\":0.5000,\"best_peer\":\"openmpi\"}");
    }

    @Test
    void shouldHaveNoRatioWithoutOthers() {
        final Row alone = row(PeerKind.TOMBOLO, CollectiveKind.BARRIER, 2, 0, MachineState.NEAR, NS);
        final CollectiveRow row = CollectiveRow.of(List.of(alone)).get(0);
        assertThat(row.overFastest()).isZero();
        assertThat(CollectiveTable.format(row)).matches("barrier +2 +- tombolo +near +3 +1.00 us +20.00 +- +50/50");
    }

    @Test
    void shouldNameTheRegionOfTheEngine() {
        final Work work = new Work(8, BufferKind.REGISTERED, new CollectiveSetup(CollectiveKind.SCAN, 2));
        assertThat(CollectiveSystem.of(row(PeerKind.TOMBOLO, work, MachineState.NEAR, NS)).label()).isEqualTo("tombolo region");
    }

    private static Row row(
        final PeerKind peer, final CollectiveKind kind, final int ranks, final int size, final MachineState state, final double ns) {
        return row(peer, new Work(size, BufferKind.PRIVATE, new CollectiveSetup(kind, ranks)), state, ns);
    }

    private static Row row(final PeerKind peer, final Work work, final MachineState state, final double ns) {
        final Plan plan = new Plan(peer, TrafficPattern.COLLECTIVE, 1, List.of(work));
        return new Row(plan, work, state, ns, ns, ns, 50, ns / 50, ns / 50, 0, 50, 50, 0, 3);
    }
}
