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
import io.tombolo.engine.api.window.ElementType;

/**
 * The arguments of a collective call, checked, with memory resolved. One object serves many calls; a call copies it when it begins. Counts
 * and displacements are in elements; the arrays are those of the caller.
 * <pre>
 *   operation              send                           receive              counts
 *   ---------------------  -----------------------------  -------------------  ---------------------------------------
 *   barrier                none                           none                 none
 *   bcast                  the elements, at the root      others: elements     none
 *   reduce                 the elements                   root: result         none
 *   gather, gatherv        the part of this rank          root: all parts      gatherv: receiveCounts at the root
 *   scatter, scatterv      root: all parts                the own part         scatterv: sendCounts at the root
 *   allgather(v)           the part of this rank          all parts            allgatherv: receiveCounts
 *   alltoall(v)            all parts                      all parts            alltoallv: sendCounts, receiveCounts
 *   reduceScatter(Block)   all parts                      the own part         reduceScatter: receiveCounts
 *   allreduce, (ex)scan    the elements                   result               none
 * </pre>
 * In place, the send memory is that part of the receive memory which holds the data; at the root of a scatter the receive memory is empty.
 */
public final class CollectiveArguments {
    /** Memory to send. */
    public final CallMemory send = new CallMemory();
    /** Memory to fill. */
    public final CallMemory receive = new CallMemory();
    /** Operation. */
    public CollectiveKind kind;
    /** Type of the elements; null for bytes. */
    public ElementType type;
    /** Combines elements; null unless this is a reduction. */
    public ReduceOp op;
    /** Root; 0 for an operation without root. */
    public int root;
    /** Whether the result comes to where the data is. */
    public boolean isInPlace;
    /** Elements for each rank; null if all parts are equal. */
    public int[] sendCounts;
    /** First element for each rank; null if the parts follow each other. */
    public int[] sendDisplacements;
    /** Elements from each rank, or of the part of each rank; null if all parts are equal. */
    public int[] receiveCounts;
    /** First element from each rank; null if the parts follow each other. */
    public int[] receiveDisplacements;

    /** Makes arguments of no call. */
    public CollectiveArguments() {
        kind = CollectiveKind.BARRIER;
    }

    /**
     * Clears all but the kind.
     *
     * @param newKind operation.
     * @return this.
     */
    public CollectiveArguments begin(final CollectiveKind newKind) {
        kind = newKind;
        type = null;
        op = null;
        root = 0;
        isInPlace = false;
        sendCounts = null;
        sendDisplacements = null;
        receiveCounts = null;
        receiveDisplacements = null;
        send.clear();
        receive.clear();
        return this;
    }

    /**
     * Checks that the elements which belong together fit the part of a piece that a rank has in a {@code reduceScatter}.
     *
     * @param size ranks of the group.
     * @throws IllegalArgumentException if not, at all ranks alike.
     */
    public void checkUnit(final int size) {
        final int unit = elementLength() * op.group();
        if (unit > CallGeometry.blockRoom(size)) {
            throw new IllegalArgumentException(
                kind.call() + ": the " + op.group() + " elements that belong together have " + unit + " bytes, but with " + size +
                    " ranks at most " + CallGeometry.blockRoom(size) + " are possible");
        }
    }

    /**
     * Copies other arguments.
     *
     * @param other to copy from.
     */
    public void set(final CollectiveArguments other) {
        kind = other.kind;
        type = other.type;
        op = other.op;
        root = other.root;
        isInPlace = other.isInPlace;
        sendCounts = other.sendCounts;
        sendDisplacements = other.sendDisplacements;
        receiveCounts = other.receiveCounts;
        receiveDisplacements = other.receiveDisplacements;
        send.set(other.send);
        receive.set(other.receive);
    }

    /** Returns whether other arguments are those of the same call with the same memory. The counts in an array may differ. */
    boolean isSame(final CollectiveArguments other) {
        return kind == other.kind && (kind == CollectiveKind.BARRIER ||
            type == other.type && op == other.op && root == other.root && isInPlace == other.isInPlace &&
            sendCounts == other.sendCounts && sendDisplacements == other.sendDisplacements && receiveCounts == other.receiveCounts &&
            receiveDisplacements == other.receiveDisplacements && send.isSame(other.send) && receive.isSame(other.receive));
    }

    /** Returns whether all counts are in these fields, and none in an array of the caller. */
    boolean areCountsHere() {
        return sendCounts == null && receiveCounts == null;
    }

    /**
     * Returns the length of an element.
     *
     * @return bytes.
     */
    public int elementLength() {
        return type == null ? 1 : type.length();
    }
}
