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

import io.tombolo.jmh.bench.process.BufferKind;
import io.tombolo.jmh.bench.process.CollectiveKind;
import io.tombolo.jmh.bench.process.CollectiveSetup;
import io.tombolo.jmh.bench.process.Cores;
import io.tombolo.jmh.bench.process.PeerKind;
import io.tombolo.jmh.bench.process.Plan;
import io.tombolo.jmh.bench.process.TrafficPattern;
import io.tombolo.jmh.bench.process.Work;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the plans of collective operations: one for each number of ranks and system.
 *
 * @param kinds operations to measure.
 * @param sizes lengths of a block in bytes.
 */
record CollectivePlans(List<CollectiveKind> kinds, List<Integer> sizes) {
    /** Default lengths of a block in bytes. */
    static final List<Integer> SIZES = List.of(8, 64, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20);

    /** Operations of a comparison with other systems. */
    static final List<Work> COMPARED = List.of(
        work(CollectiveKind.BARRIER, 2, 0, BufferKind.PRIVATE),
        work(CollectiveKind.BCAST, 2, Double.BYTES, BufferKind.PRIVATE),
        work(CollectiveKind.ALLREDUCE, 2, Double.BYTES, BufferKind.PRIVATE));

    /** Makes the plans of some systems; those of the same peer share their processes. */
    List<Plan> of(final List<CollectiveSystem> systems, final List<Integer> ranks, final int segmentMs) {
        final List<Plan> plans = new ArrayList<>();
        final List<PeerKind> peers = systems.stream().map(CollectiveSystem::peer).distinct().toList();
        for (final int count : ranks) {
            for (final PeerKind peer : peers.stream().filter(any -> canRun(any, count)).toList()) {
                final List<BufferKind> buffers =
                    systems.stream().filter(system -> peer == system.peer()).map(CollectiveSystem::buffer).distinct().toList();
                plans.add(new Plan(peer, TrafficPattern.COLLECTIVE, segmentMs, works(count, buffers)));
            }
        }
        return plans;
    }

    private static boolean canRun(final PeerKind peer, final int ranks) {
        return peer.yields() || Cores.pick(ranks).length >= ranks;
    }

    /** A barrier has neither size nor buffers, so it is measured once. */
    private List<Work> works(final int ranks, final List<BufferKind> buffers) {
        final List<Work> works = new ArrayList<>();
        for (final CollectiveKind kind : kinds) {
            if (!kind.hasElements()) {
                works.add(work(kind, ranks, 0, buffers.get(0)));
                continue;
            }
            sizes.forEach(size -> buffers.forEach(buffer -> works.add(work(kind, ranks, size, buffer))));
        }
        return works;
    }

    private static Work work(final CollectiveKind kind, final int ranks, final int size, final BufferKind buffer) {
        return new Work(size, buffer, new CollectiveSetup(kind, ranks));
    }
}
