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

import io.tombolo.ringbuffers.collective.CollectiveSlotDescriptor;

/**
 * Who sends what to whom in a collective call, and in which pieces: all lengths and offsets in bytes. Filled at the start of a call; the
 * same at all ranks in all that concerns several of them. One thread at a time.
 */
final class CallGeometry {
    /** Bytes in front of each part of a piece that say how long the block is, where the reader cannot know. */
    static final int HEADER_LENGTH = Long.BYTES;

    private static final int ALIGNMENT = Long.BYTES;
    private static final int PIECE = CollectiveSlotDescriptor.PIECE_LENGTH;
    private static final int LINE = CollectiveSlotDescriptor.LINE_PAYLOAD_LENGTH;
    private static final int MOST_CHUNKS = CollectiveSlotDescriptor.ALL - 1;
    // From here on each rank combines a slice, which takes one more step and less work.
    private static final long LEAST_SLICED = 8 * 1024;

    private final int size;
    private final int rank;
    // By member: the block for it in the data of this rank.
    private final long[] sendAt;
    private final long[] sendLength;
    // By member: what this rank gets from it, in the receive memory.
    private final long[] receiveAt;
    private final long[] receiveLength;
    private CollectiveKind kind;
    private CallLayout layout;
    private boolean hasLengths;
    private int root;
    // Bytes of the elements that are combined together.
    private int unit;
    // Of the data of this rank.
    private long length;
    private long signedCount;
    private int from;
    private int to;

    CallGeometry(final Group group) {
        this.size = group.size();
        this.rank = group.rank();
        this.sendAt = new long[size];
        this.sendLength = new long[size];
        this.receiveAt = new long[size];
        this.receiveLength = new long[size];
    }

    /**
     * Fills this for a call.
     *
     * @throws IllegalArgumentException if the words of a slot cannot count the pieces.
     */
    void begin(final CollectiveArguments call) {
        kind = call.kind;
        root = call.root;
        hasLengths = false;
        unit = call.elementLength() * (call.op == null ? 1 : call.op.group());
        final int element = call.elementLength();
        switch (kind) {
            case BARRIER -> fill(CallLayout.NONE, 0, 0, size);
            case BCAST, GATHER, ALLGATHER, WORDS, VOTE, GATHERV, ALLGATHERV -> beginWhole(call);
            case REDUCE, ALLREDUCE, SCAN, EXSCAN -> beginReduction(call.send.count, element);
            case SCATTER, SCATTERV, ALLTOALL, ALLTOALLV, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> beginBlocks(call);
            default -> throw new IllegalStateException("kind=" + kind);
        }
        scale(element);
        checkChunks();
    }

    private void beginWhole(final CollectiveArguments call) {
        if (kind == CollectiveKind.BCAST) {
            fill(CallLayout.WHOLE, isRoot() ? call.send.count : call.receive.count, isRoot() ? 0 : root, isRoot() ? 0 : root + 1);
            equalParts(receiveAt, receiveLength, 0, signedCount);
            return;
        }
        final boolean isReader = kind != CollectiveKind.GATHER && kind != CollectiveKind.GATHERV || isRoot();
        fill(CallLayout.WHOLE, call.send.count, 0, isReader ? size : 0);
        hasLengths = kind == CollectiveKind.GATHERV || kind == CollectiveKind.ALLGATHERV;
        if (!hasLengths) {
            equalParts(receiveAt, receiveLength, signedCount, signedCount);
            return;
        }
        signedCount = kind == CollectiveKind.ALLGATHERV ? CallSignature.hash(call.receiveCounts) : 0;
        if (isReader) {
            parts(receiveAt, receiveLength, call.receiveCounts, call.receiveDisplacements);
        }
    }

    private void beginReduction(final long count, final int element) {
        switch (kind) {
            case SCAN -> fill(CallLayout.WHOLE, count, 0, rank + 1);
            case EXSCAN -> fill(CallLayout.WHOLE, count, 0, rank);
            default -> {
                final boolean isSliced = size > 1 && count * element >= LEAST_SLICED;
                final boolean isReader = isSliced || kind == CollectiveKind.ALLREDUCE || isRoot();
                fill(isSliced ? CallLayout.SLICES : CallLayout.WHOLE, count, 0, isReader ? size : 0);
            }
        }
    }

    private void beginBlocks(final CollectiveArguments call) {
        final boolean isScatter = kind == CollectiveKind.SCATTER || kind == CollectiveKind.SCATTERV;
        final boolean isReader = !isScatter || !isRoot();
        hasLengths = kind == CollectiveKind.SCATTERV || kind == CollectiveKind.ALLTOALLV;
        final long part = hasLengths || kind == CollectiveKind.REDUCE_SCATTER ? 0 :
            isScatter && !isRoot() ? call.receive.count : call.send.count / size;
        fill(CallLayout.BLOCKS, part, isScatter && isReader ? root : 0, isScatter ? isReader ? root + 1 : 0 : size);
        switch (kind) {
            case SCATTERV -> {
                if (isRoot()) {
                    parts(sendAt, sendLength, call.sendCounts, call.sendDisplacements);
                }
                equalParts(receiveAt, receiveLength, 0, call.receive.count);
            }
            case ALLTOALLV -> {
                parts(sendAt, sendLength, call.sendCounts, call.sendDisplacements);
                parts(receiveAt, receiveLength, call.receiveCounts, call.receiveDisplacements);
            }
            case REDUCE_SCATTER -> {
                signedCount = CallSignature.hash(call.receiveCounts);
                parts(sendAt, sendLength, call.receiveCounts, null);
            }
            default -> {
                equalParts(sendAt, sendLength, part, part);
                equalParts(receiveAt, receiveLength, isScatter ? 0 : part, part);
            }
        }
    }

    private boolean isRoot() {
        return rank == root;
    }

    private void fill(final CallLayout newLayout, final long count, final int newFrom, final int newTo) {
        layout = newLayout;
        signedCount = count;
        length = count;
        from = newFrom;
        to = newTo;
    }

    private static void equalParts(final long[] at, final long[] lengths, final long distance, final long length) {
        for (int member = 0; member < at.length; member++) {
            at[member] = member * distance;
            lengths[member] = length;
        }
    }

    private static void parts(final long[] at, final long[] lengths, final int[] counts, final int[] displacements) {
        long next = 0;
        for (int member = 0; member < at.length; member++) {
            at[member] = displacements == null ? next : displacements[member];
            lengths[member] = counts[member];
            next += counts[member];
        }
    }

    /** Turns elements into bytes. */
    private void scale(final int element) {
        length *= element;
        if (layout == CallLayout.BLOCKS) {
            length = 0;
        }
        for (int member = 0; member < size; member++) {
            sendAt[member] *= element;
            sendLength[member] *= element;
            receiveAt[member] *= element;
            receiveLength[member] *= element;
            if (layout == CallLayout.BLOCKS) {
                length += sendLength[member];
            }
        }
    }

    /** Parts of pieces may be short if there are many ranks, so even data that fits the memory may take too many of them. */
    private void checkChunks() {
        if (layout != CallLayout.BLOCKS) {
            return;
        }
        long longest = 0;
        for (int member = 0; member < size; member++) {
            longest = Math.max(longest, Math.max(isSender() ? sendLength[member] : 0, isReduction() ? 0 : receiveLength[member]));
        }
        if (longest > (long) MOST_CHUNKS * chunk()) {
            throw new IllegalArgumentException(kind.call() + ": a part has " + longest + " bytes, but with " + size +
                " ranks at most " + (long) MOST_CHUNKS * chunk() + " are possible");
        }
    }

    CallLayout layout() {
        return layout;
    }

    /** Returns the number of elements that the signature of the call has. */
    long signedCount() {
        return signedCount;
    }

    /** Returns whether the data of every rank fits its line. */
    boolean isInLine() {
        return layout != CallLayout.NONE && layout != CallLayout.SLICES && !hasLengths && length <= LINE;
    }

    /** Returns whether this rank sends data. */
    boolean isSender() {
        return switch (kind) {
            case BARRIER -> false;
            case BCAST, SCATTER, SCATTERV -> isRoot();
            default -> true;
        };
    }

    /** Returns whether the results of slices come to this rank. */
    boolean takesResults() {
        return kind == CollectiveKind.ALLREDUCE || isRoot();
    }

    /** Returns whether only the root reads the data of the others. */
    boolean isReadByRootAlone() {
        return layout == CallLayout.WHOLE &&
            (kind == CollectiveKind.GATHER || kind == CollectiveKind.GATHERV || kind == CollectiveKind.REDUCE);
    }

    /** Returns whether lengths are sent with the data. */
    boolean hasLengths() {
        return hasLengths;
    }

    boolean isReduction() {
        return kind.isReduction();
    }

    /** Returns the first member whose line this rank needs. */
    int from() {
        return from;
    }

    /** Returns the member behind the last one whose line this rank needs. */
    int to() {
        return to;
    }

    /** Returns the bytes of the data of this rank. */
    long length() {
        return length;
    }

    int unit() {
        return unit;
    }

    long sendAt(final int member) {
        return sendAt[member];
    }

    long sendLength(final int member) {
        return sendLength[member];
    }

    long receiveAt(final int member) {
        return receiveAt[member];
    }

    long receiveLength(final int member) {
        return receiveLength[member];
    }

    /** Returns the bytes of a part of a piece, header included; of a whole piece unless the layout is BLOCKS. */
    int partLength() {
        return layout == CallLayout.BLOCKS ? blockRoom(size) : PIECE;
    }

    /** Returns the bytes of a piece that each of some ranks has. */
    static int blockRoom(final int size) {
        return PIECE / size / ALIGNMENT * ALIGNMENT;
    }

    /** Returns the most bytes of data in a part of a piece, a multiple of the unit. */
    int chunk() {
        final int room = partLength() - (layout == CallLayout.BLOCKS && hasLengths ? HEADER_LENGTH : 0);
        return room / unit * unit;
    }

    /** Returns how many pieces the data of this rank takes. */
    int pieces() {
        if (!isSender()) {
            return 0;
        }
        if (layout != CallLayout.BLOCKS) {
            return chunks(length);
        }
        int most = hasLengths ? 1 : 0;
        for (int member = 0; member < size; member++) {
            if (member != rank || isReduction()) {
                most = Math.max(most, chunks(sendLength[member]));
            }
        }
        return most;
    }

    /** Returns how many chunks some bytes take. */
    int chunks(final long bytes) {
        final int chunk = chunk();
        return (int) ((bytes + chunk - 1) / chunk);
    }

    /** Returns where a slice of a chunk begins. */
    long sliceAt(final long chunkLength, final int slice) {
        return chunkLength / unit * slice / size * unit;
    }
}
