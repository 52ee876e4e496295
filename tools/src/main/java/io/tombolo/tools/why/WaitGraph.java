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

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/**
 * A wait-for graph, and what is deadlocked in it. A node of type AND goes on when all nodes have gone on that it waits for, a node of type
 * OR when one of them has. So a node of type AND that waits for none goes on at once, and a node of type OR that waits for none never does.
 * <p>
 * The graph is reduced from the nodes that go on at once. What is left is deadlocked. A <b>core</b> is a strongly connected part of what is
 * left that needs nothing outside of itself to be deadlocked; the other deadlocked nodes wait behind the cores. Not thread-safe.
 */
final class WaitGraph {
    /** How many of its nodes a node waits for. */
    enum Type {
        /** For all of them. */
        AND,
        /** For one of them. */
        OR
    }

    private final List<Type> types = new ArrayList<>();
    private final List<List<Integer>> targets = new ArrayList<>();

    /**
     * Adds a node that waits for none yet.
     *
     * @param type of the node
     * @return its number; nodes are numbered from 0
     */
    int add(final Type type) {
        types.add(type);
        targets.add(new ArrayList<>());
        return types.size() - 1;
    }

    /**
     * Lets a node wait for another.
     *
     * @param node   that waits
     * @param target that it waits for; may be the node itself
     */
    void waitsFor(final int node, final int target) {
        if (target < 0 || target >= size()) {
            throw new IllegalArgumentException("target=" + target + " size=" + size());
        }
        targets.get(node).add(target);
    }

    /**
     * Returns the number of nodes.
     *
     * @return not negative
     */
    int size() {
        return types.size();
    }

    /**
     * Returns the type of a node.
     *
     * @param node number of the node
     * @return AND or OR
     */
    Type type(final int node) {
        return types.get(node);
    }

    /**
     * Returns the nodes that a node waits for.
     *
     * @param node number of the node
     * @return in the order in which they were added
     */
    List<Integer> targets(final int node) {
        return List.copyOf(targets.get(node));
    }

    /**
     * Reduces the graph.
     *
     * @return nodes that never go on
     */
    BitSet deadlocked() {
        final List<List<Integer>> waiting = waiting();
        final int[] missing = new int[size()];
        final BitSet left = new BitSet();
        left.set(0, size());
        final Deque<Integer> free = new ArrayDeque<>();
        for (int node = 0; node < size(); node++) {
            missing[node] = types.get(node) == Type.OR ? 1 : targets.get(node).size();
            if (missing[node] == 0) {
                free.add(node);
                left.clear(node);
            }
        }
        while (!free.isEmpty()) {
            for (final int node : waiting.get(free.remove())) {
                missing[node]--;
                if (missing[node] == 0) {
                    free.add(node);
                    left.clear(node);
                }
            }
        }
        return left;
    }

    /** By node: the nodes that wait for it. */
    private List<List<Integer>> waiting() {
        final List<List<Integer>> waiting = new ArrayList<>();
        for (int node = 0; node < size(); node++) {
            waiting.add(new ArrayList<>());
        }
        for (int node = 0; node < size(); node++) {
            for (final int target : targets.get(node)) {
                waiting.get(target).add(node);
            }
        }
        return waiting;
    }

    /**
     * Finds the cores of the deadlocks.
     *
     * @return the nodes of each core; no node is in two
     */
    List<BitSet> cores() {
        final List<BitSet> cores = new ArrayList<>();
        for (final BitSet part : new StrongParts(targets, deadlocked()).find()) {
            if (part.stream().allMatch(node -> isHeldBy(node, part))) {
                cores.add(part);
            }
        }
        return cores;
    }

    /** Whether a deadlocked node would be deadlocked if the nodes of a part were the only ones. */
    private boolean isHeldBy(final int node, final BitSet part) {
        return types.get(node) == Type.OR ? targets.get(node).stream().allMatch(part::get) : targets.get(node).stream().anyMatch(part::get);
    }
}
