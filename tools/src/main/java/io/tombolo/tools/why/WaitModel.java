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
package io.tombolo.tools.why;

import io.tombolo.ringbuffers.wait.WaitMode;
import io.tombolo.ringbuffers.wait.WaitReading;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The wait-for graph of a job: a node for each rank, each of its waits, and each need of a wait.
 */
final class WaitModel {
    /**
     * A wait in the graph.
     *
     * @param rank   that waits
     * @param reading as the rank shows it
     * @param needs  of the wait, by entry
     * @param node   of the wait
     * @param nodes  of the needs, by entry
     */
    record Wait(RankFacts rank, WaitReading reading, List<Need> needs, int node, List<Integer> nodes) {
    }

    private final JobFacts job;
    private final WaitGraph graph = new WaitGraph();
    private final List<Wait> waits = new ArrayList<>();

    /** Makes the graph of a job. */
    WaitModel(final JobFacts job) {
        this.job = job;
        for (final RankFacts rank : job.ranks()) {
            // If several threads wait, one that goes on is enough: it may end the waits of others.
            graph.add(rank.isWaiting() && rank.waits().size() > 1 ? WaitGraph.Type.OR : WaitGraph.Type.AND);
        }
        final Needs needs = new Needs(job);
        for (final RankFacts rank : job.ranks()) {
            for (final WaitReading wait : rank.waits()) {
                add(rank, wait, needs.of(rank, wait));
            }
        }
    }

    private void add(final RankFacts rank, final WaitReading wait, final List<Need> needs) {
        final int node = graph.add(wait.mode() == WaitMode.ANY ? WaitGraph.Type.OR : WaitGraph.Type.AND);
        if (rank.isWaiting()) {
            graph.waitsFor(rank.rank(), node);
        }
        final List<Integer> nodes = new ArrayList<>();
        for (final Need need : needs) {
            final int each = graph.add(need.isAny() && !need.isFree() ? WaitGraph.Type.OR : WaitGraph.Type.AND);
            graph.waitsFor(node, each);
            if (!need.isFree()) {
                need.ranks().forEach(target -> graph.waitsFor(each, target));
            }
            nodes.add(each);
        }
        waits.add(new Wait(rank, wait, needs, node, nodes));
    }

    JobFacts job() {
        return job;
    }

    /** All waits, by rank. */
    List<Wait> waits() {
        return waits;
    }

    /** The cores of deadlocks, see {@link WaitGraph#cores}. */
    List<BitSet> cores() {
        return graph.cores();
    }

    /** The nodes that never go on. */
    BitSet deadlocked() {
        return graph.deadlocked();
    }

    /** The ranks among some nodes, ascending. */
    List<Integer> ranks(final BitSet nodes) {
        return nodes.stream().takeWhile(node -> node < job.ranks().size()).boxed().toList();
    }
}
