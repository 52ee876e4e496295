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
package io.tombolo.matching;

import java.util.Arrays;

/**
 * Links of the nodes, a row for each node. Owner thread only.
 */
final class NodeRows {
    private final int shift;
    private int[] ints = new int[0];

    /**
     * Creates a table without rows.
     *
     * @param columns of a row, a power of two.
     */
    NodeRows(final int columns) {
        shift = Integer.numberOfTrailingZeros(columns);
    }

    /**
     * Make room for more nodes. The table doubles, so that copies cost a constant time for each node.
     *
     * @param nodeCount number of nodes that there will be.
     * @param maxNodes  limit of nodes.
     */
    void ensureCapacity(final int nodeCount, final int maxNodes) {
        if (nodeCount << shift > ints.length) {
            ints = Arrays.copyOf(ints, Math.min(2 * nodeCount, maxNodes) << shift);
        }
    }

    int word(final int node, final int column) {
        return ints[(node << shift) + column];
    }

    void word(final int node, final int column, final int value) {
        ints[(node << shift) + column] = value;
    }
}
