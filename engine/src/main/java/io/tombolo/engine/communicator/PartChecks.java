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
package io.tombolo.engine.communicator;

import io.tombolo.engine.collective.CollectiveKind;
import java.util.Arrays;

/**
 * Checks how a collective call divides elements into a part for each rank. One thread at a time.
 */
final class PartChecks {
    /** The arguments of a call that say what the parts are. */
    enum PartArguments {
        /** Of calls that divide the elements of one side. */
        PARTS("counts", "displacements"),
        /** What a rank sends, of calls that divide the elements of both sides. */
        SENT("sendCounts", "sendDisplacements"),
        /** What a rank receives, of calls that divide the elements of both sides. */
        RECEIVED("receiveCounts", "receiveDisplacements");

        private final String counts;
        private final String displacements;

        PartArguments(final String counts, final String displacements) {
            this.counts = counts;
            this.displacements = displacements;
        }
    }

    private final int size;
    // Made by the first call whose parts do not follow each other in the order of the ranks.
    private long[] inOrder;

    PartChecks(final int size) {
        this.size = size;
    }

    /**
     * Checks the numbers of elements of the parts.
     *
     * @param kind   of the call.
     * @param names  of the arguments.
     * @param counts for each rank.
     * @return their sum.
     */
    long sum(final CollectiveKind kind, final PartArguments names, final int[] counts) {
        checkLength(kind, names.counts, counts);
        long sum = 0;
        for (int rank = 0; rank < size; rank++) {
            checkPositive(kind, names.counts, counts, rank);
            sum += counts[rank];
        }
        return sum;
    }

    /**
     * Checks that each part lies in the elements.
     *
     * @param kind          of the call.
     * @param names         of the arguments.
     * @param counts        for each rank.
     * @param displacements for each rank; null if the parts follow each other.
     * @param elements      that there are.
     */
    void check(final CollectiveKind kind, final PartArguments names, final int[] counts, final int[] displacements, final long elements) {
        if (displacements == null) {
            final long sum = sum(kind, names, counts);
            if (sum > elements) {
                throw new IllegalArgumentException(
                    kind.call() + ": the parts of " + names.counts + " have " + sum + " elements together, but there are only " + elements);
            }
            return;
        }
        checkLength(kind, names.counts, counts);
        checkLength(kind, names.displacements, displacements);
        for (int rank = 0; rank < size; rank++) {
            checkPositive(kind, names.counts, counts, rank);
            checkPositive(kind, names.displacements, displacements, rank);
            if ((long) displacements[rank] + counts[rank] > elements) {
                throw new IllegalArgumentException(
                    kind.call() + ": the part of rank " + rank + " has " + counts[rank] + " elements from element " +
                        displacements[rank] + " on, but there are only " + elements);
            }
        }
    }

    /**
     * Checks that no two parts share an element.
     *
     * @param kind          of the call.
     * @param counts        checked.
     * @param displacements checked; null if the parts follow each other.
     */
    void checkApart(final CollectiveKind kind, final int[] counts, final int[] displacements) {
        if (displacements == null || isInOrder(counts, displacements)) {
            return;
        }
        if (inOrder == null) {
            inOrder = new long[size];
        }
        for (int rank = 0; rank < size; rank++) {
            inOrder[rank] = (long) displacements[rank] << Integer.SIZE | counts[rank];
        }
        Arrays.sort(inOrder);
        long end = 0;
        for (final long part : inOrder) {
            final long first = part >>> Integer.SIZE;
            if (first < end && (int) part > 0) {
                throw new IllegalArgumentException(
                    kind.call() + ": two parts of the receive elements share element " + first + ": they must lie apart");
            }
            end = Math.max(end, first + (int) part);
        }
    }

    private boolean isInOrder(final int[] counts, final int[] displacements) {
        long end = 0;
        for (int rank = 0; rank < size; rank++) {
            if (counts[rank] > 0) {
                if (displacements[rank] < end) {
                    return false;
                }
                end = (long) displacements[rank] + counts[rank];
            }
        }
        return true;
    }

    /** Returns the first element of a part. */
    static long first(final int[] counts, final int[] displacements, final int rank) {
        if (displacements != null) {
            return displacements[rank];
        }
        long first = 0;
        for (int before = 0; before < rank; before++) {
            first += counts[before];
        }
        return first;
    }

    private void checkLength(final CollectiveKind kind, final String name, final int... array) {
        if (array == null) {
            throw new NullPointerException(kind.call() + ": " + name + "=null, but this rank needs an entry for each rank");
        }
        if (array.length != size) {
            throw new IllegalArgumentException(
                kind.call() + ": " + name + " has " + array.length + " entries, but must have one for each of " + size + " ranks");
        }
    }

    private static void checkPositive(final CollectiveKind kind, final String name, final int[] array, final int rank) {
        if (array[rank] < 0) {
            throw new IllegalArgumentException(kind.call() + ": " + name + "[" + rank + "]=" + array[rank] + " must not be negative");
        }
    }
}
