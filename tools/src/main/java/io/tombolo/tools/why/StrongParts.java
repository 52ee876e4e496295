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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The strongly connected parts of a graph: within a part, each node is reached from each other one. Uses no recursion, so that a long chain
 * of waits does not overflow the stack. Used once.
 */
final class StrongParts {
    private static final int NONE = -1;

    private final List<List<Integer>> targets;
    private final BitSet nodes;
    // Order in which the search found a node, or NONE.
    private final int[] found;
    // Oldest node, by that order, that is known to be in the same part.
    private final int[] oldest;
    // Next target of a node to look at.
    private final int[] next;
    private final BitSet isOpen = new BitSet();
    private final List<Integer> open = new ArrayList<>();
    private final List<Integer> path = new ArrayList<>();
    private final List<BitSet> parts = new ArrayList<>();
    private int count;

    /**
     * Views a graph.
     *
     * @param targets of each node
     * @param nodes   to look at; others are left out
     */
    StrongParts(final List<List<Integer>> targets, final BitSet nodes) {
        this.targets = targets;
        this.nodes = nodes;
        this.found = new int[targets.size()];
        this.oldest = new int[targets.size()];
        this.next = new int[targets.size()];
        Arrays.fill(found, NONE);
    }

    /** Finds all parts, each before those from which it is reached. */
    List<BitSet> find() {
        nodes.stream().filter(node -> found[node] == NONE).forEach(this::search);
        return parts;
    }

    private void search(final int root) {
        enter(root);
        while (!path.isEmpty()) {
            final int node = path.get(path.size() - 1);
            if (next[node] < targets.get(node).size()) {
                look(node, targets.get(node).get(next[node]++));
            } else {
                path.remove(path.size() - 1);
                leave(node);
            }
        }
    }

    private void look(final int node, final int target) {
        if (!nodes.get(target)) {
            return;
        }
        if (found[target] == NONE) {
            enter(target);
        } else if (isOpen.get(target)) {
            oldest[node] = Math.min(oldest[node], found[target]);
        }
    }

    private void enter(final int node) {
        found[node] = count;
        oldest[node] = count;
        count++;
        isOpen.set(node);
        open.add(node);
        path.add(node);
    }

    private void leave(final int node) {
        if (oldest[node] == found[node]) {
            close(node);
        }
        if (!path.isEmpty()) {
            final int parent = path.get(path.size() - 1);
            oldest[parent] = Math.min(oldest[parent], oldest[node]);
        }
    }

    /** Makes a part of the open nodes from the first one of it that was found. */
    private void close(final int first) {
        final BitSet part = new BitSet();
        int node = NONE;
        while (node != first) {
            node = open.remove(open.size() - 1);
            isOpen.clear(node);
            part.set(node);
        }
        parts.add(part);
    }
}
