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

import static io.tombolo.tools.why.WaitGraph.Type.AND;
import static io.tombolo.tools.why.WaitGraph.Type.OR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WaitGraphTest {
    private final WaitGraph graph = new WaitGraph();

    private static BitSet nodes(final int... nodes) {
        final BitSet set = new BitSet();
        IntStream.of(nodes).forEach(set::set);
        return set;
    }

    private int and(final int... targets) {
        return node(AND, targets);
    }

    private int or(final int... targets) {
        return node(OR, targets);
    }

    private int node(final WaitGraph.Type type, final int... targets) {
        final int node = graph.add(type);
        IntStream.of(targets).forEach(target -> graph.waitsFor(node, target));
        return node;
    }

    @Test
    void shouldReduceAChainThatEndsAtANodeThatWaitsForNone() {
        final int free = and();
        final int waits = and(free);
        and(waits, free);
        assertThat(graph.deadlocked().isEmpty()).isTrue();
        assertThat(graph.cores()).isEmpty();
    }

    @Test
    void shouldNameACycleAndLeaveThoseBehindItOut() {
        final int first = and();
        final int second = and(first);
        graph.waitsFor(first, second);
        final int behind = and(second);
        or(behind);
        and();
        assertThat(graph.deadlocked()).isEqualTo(nodes(0, 1, 2, 3));
        assertThat(graph.cores()).containsExactly(nodes(first, second));
    }

    @Test
    void shouldFreeANodeOfTypeOrByOneOfItsTargets() {
        final int any = or();
        final int other = and(any);
        graph.waitsFor(any, other);
        assertThat(graph.cores()).containsExactly(nodes(any, other));
        graph.waitsFor(any, and());
        assertThat(graph.deadlocked().isEmpty()).isTrue();
    }

    @Test
    void shouldHoldANodeOfTypeOrWithoutTargets() {
        final int nobody = or();
        and(nobody);
        assertThat(graph.deadlocked()).isEqualTo(nodes(0, 1));
        assertThat(graph.cores()).containsExactly(nodes(nobody));
    }

    @Test
    void shouldNotCallACycleACoreThatAnotherOneHolds() {
        final int first = and();
        final int second = and(first);
        graph.waitsFor(first, second);
        // This cycle would go on if the first one did.
        final int any = or(first);
        final int other = and(any);
        graph.waitsFor(any, other);
        // This one would not.
        final int own = and(first);
        graph.waitsFor(own, own);
        assertThat(graph.deadlocked().cardinality()).isEqualTo(5);
        assertThat(graph.cores()).containsExactlyInAnyOrder(nodes(first, second), nodes(own));
    }

    @Test
    void shouldRefuseATargetThatDoesNotExist() {
        final int node = and();
        assertThatThrownBy(() -> graph.waitsFor(node, 1)).isInstanceOf(IllegalArgumentException.class).hasMessage("target=1 size=1");
    }

    @Test
    void shouldFollowAChainOfAnyLength() {
        int last = or();
        for (int i = 0; i < 100_000; i++) {
            last = and(last);
        }
        graph.waitsFor(1, last);
        assertThat(graph.deadlocked().cardinality()).isEqualTo(100_001);
        assertThat(graph.cores()).containsExactlyInAnyOrder(nodes(0), IntStream.rangeClosed(1, 100_000)
            .collect(BitSet::new, BitSet::set, BitSet::or));
    }

    @Test
    void shouldAgreeWithAFixedPointForRandomGraphs() {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            final WaitGraph drawn = draw(random);
            final BitSet deadlocked = drawn.deadlocked();
            final List<BitSet> cores = drawn.cores();
            assertThat(deadlocked).as("seed " + seed + " graph " + i).isEqualTo(fixedPoint(drawn, allOf(drawn)));
            assertThat(cores.isEmpty()).as("seed " + seed + " graph " + i).isEqualTo(deadlocked.isEmpty());
            for (final BitSet core : cores) {
                assertThat(fixedPoint(drawn, core)).as("seed " + seed + " graph " + i + " core " + core).isEqualTo(core);
            }
        }
    }

    private static WaitGraph draw(final Random random) {
        final WaitGraph drawn = new WaitGraph();
        final int size = 1 + random.nextInt(12);
        for (int node = 0; node < size; node++) {
            drawn.add(random.nextInt(3) == 0 ? OR : AND);
        }
        for (int edge = random.nextInt(2 * size); edge > 0; edge--) {
            drawn.waitsFor(random.nextInt(size), random.nextInt(size));
        }
        return drawn;
    }

    private static BitSet allOf(final WaitGraph drawn) {
        return IntStream.range(0, drawn.size()).collect(BitSet::new, BitSet::set, BitSet::or);
    }

    /** Looks at all nodes again and again until none goes on. Of the nodes outside of a set, all but those that it starts with go on. */
    private static BitSet fixedPoint(final WaitGraph drawn, final BitSet start) {
        final BitSet left = (BitSet) start.clone();
        boolean isChanged = true;
        while (isChanged) {
            isChanged = false;
            for (int node = 0; node < drawn.size(); node++) {
                final List<Integer> targets = drawn.targets(node);
                final boolean goesOn = drawn.type(node) == AND ? targets.stream().noneMatch(left::get) :
                    targets.stream().anyMatch(target -> !left.get(target));
                if (left.get(node) && goesOn) {
                    left.clear(node);
                    isChanged = true;
                }
            }
        }
        return left;
    }
}
