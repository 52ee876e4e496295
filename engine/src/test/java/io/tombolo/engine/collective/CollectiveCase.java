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
package io.tombolo.engine.collective;

import io.tombolo.engine.api.collective.ReduceOp;
import java.util.Arrays;

/** The arguments of all ranks for one collective operation, without the contents of their memory. */
final class CollectiveCase {
    /** Length of elements that a rank does not pass. */
    static final int NONE = -1;

    final GroupOperation operation;
    final int size;
    final ElementKind kind;
    final int root;
    /** Null unless it is a reduction. */
    final ReduceOp op;
    /**
     * Number of elements that a rank (row) has for another (column). For a reduction, all rows are equal: the parts of {@code
     * reduceScatter}, or the number of all elements at each rank.
     */
    final int[][] counts;
    /** Which ranks pass {@code IN_PLACE}. */
    final boolean[] isInPlace;
    /** Lengths of the views, in elements; or {@link #NONE}. */
    final int[] sendLengths;
    final int[] receiveLengths;
    /** Where the part for (send) or of (receive) each rank begins in the elements of a rank, in elements. */
    final int[][] sendPlaces;
    final int[][] receivePlaces;
    /** Which ranks pass no displacements because their parts follow each other. */
    final boolean[] isPacked;

    CollectiveCase(final GroupOperation operation, final int size, final ElementKind kind, final int root, final ReduceOp op) {
        this.operation = operation;
        this.size = size;
        this.kind = kind;
        this.root = root;
        this.op = op;
        this.counts = new int[size][size];
        this.isInPlace = new boolean[size];
        this.sendLengths = new int[size];
        this.receiveLengths = new int[size];
        this.sendPlaces = new int[size][size];
        this.receivePlaces = new int[size][size];
        this.isPacked = new boolean[size];
    }

    /** Number of elements that a rank has for the others in a column of {@link #counts}. */
    int[] column(final int rank) {
        final int[] column = new int[size];
        for (int i = 0; i < size; i++) {
            column[i] = counts[i][rank];
        }
        return column;
    }

    /** How many of the receive elements of a rank the operation defines, from the first on. */
    int definedLength(final int rank) {
        return operation.isReduceScatter() ? counts[0][rank] : Math.max(0, receiveLengths[rank]);
    }

    @Override
    public String toString() {
        return operation + " of " + kind + " root=" + root + (op == null ? "" : " op=" + op + " group=" + op.group()) + " counts=" +
            Arrays.deepToString(counts) + " in place=" + Arrays.toString(isInPlace) + " send=" + Arrays.toString(sendLengths) + "@" +
            Arrays.deepToString(sendPlaces) + " receive=" + Arrays.toString(receiveLengths) + "@" + Arrays.deepToString(receivePlaces);
    }
}
