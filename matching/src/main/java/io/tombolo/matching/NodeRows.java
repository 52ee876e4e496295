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
 * Rows of ints, one a node, on the heap: what the matcher decides by. They are apart from the shared nodes so that no reader outside sees
 * a list in the middle of a change, and no stray store to shared memory can mislead the owner or break a list. Owner thread only.
 */
final class NodeRows {
    /** With the array's own header of 16 bytes, rows keep to cache lines where the collector aligns large arrays, as G1 does. */
    private static final int FIRST_ROW = 12;

    private static final long LOW_HALF = 0xFFFF_FFFFL;

    private final int shift;
    private int[] ints = new int[0];

    /**
     * No rows.
     *
     * @param columns of a row, a power of two.
     */
    NodeRows(final int columns) {
        shift = Integer.numberOfTrailingZeros(columns);
    }

    /**
     * Make room for more nodes, doubling, so that the copies stay a constant cost a node.
     *
     * @param nodeCount that there will be.
     * @param maxNodes  that there can ever be.
     */
    void ensureCapacity(final int nodeCount, final int maxNodes) {
        if (FIRST_ROW + (nodeCount << shift) > ints.length) {
            ints = Arrays.copyOf(ints, FIRST_ROW + (Math.min(2 * nodeCount, maxNodes) << shift));
        }
    }

    int word(final int node, final int column) {
        return ints[FIRST_ROW + (node << shift) + column];
    }

    void word(final int node, final int column, final int value) {
        ints[FIRST_ROW + (node << shift) + column] = value;
    }

    /** Two columns as one number. */
    long pair(final int node, final int column) {
        final int index = FIRST_ROW + (node << shift) + column;
        return (long) ints[index + 1] << Integer.SIZE | ints[index] & LOW_HALF;
    }

    void pair(final int node, final int column, final long value) {
        final int index = FIRST_ROW + (node << shift) + column;
        ints[index] = (int) value;
        ints[index + 1] = (int) (value >>> Integer.SIZE);
    }
}
