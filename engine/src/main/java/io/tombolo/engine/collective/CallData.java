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

import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.collective.CollectiveSlot;
import io.tombolo.ringbuffers.line.CacheLines;

/**
 * The data of a call: copies and combines it, between the memory of the caller and that of the members. It knows no order and waits for
 * nothing. One thread at a time.
 */
final class CallData {
    private final int rank;
    private final int size;
    private final CallGeometry geometry;
    private final CallSources sources;
    // Made for the first reduction of the group.
    private Reduction reduction;
    private CollectiveArguments call;

    CallData(final int rank, final int size, final CallGeometry geometry, final CallSources sources) {
        this.rank = rank;
        this.size = size;
        this.geometry = geometry;
        this.sources = sources;
    }

    void begin(final CollectiveArguments newCall) {
        call = newCall;
        if (newCall.op != null && reduction == null) {
            reduction = new Reduction();
        }
    }

    /** Writes all data of this rank into its line. */
    void writeLine(final long address) {
        Bytes.copySmall(call.send.base, call.send.offset, null, address, (int) geometry.length());
    }

    /** Writes a chunk of the data of this rank into a piece. */
    void writePiece(final long address, final int index) {
        final long at = (long) index * geometry.chunk();
        if (geometry.layout() != CallLayout.BLOCKS) {
            final long length = Math.min(geometry.chunk(), geometry.length() - at);
            // Nobody else reads the slice that this rank combines.
            final boolean isSliced = geometry.layout() == CallLayout.SLICES;
            final long from = isSliced ? geometry.sliceAt(length, rank) : length;
            final long to = isSliced ? geometry.sliceAt(length, rank + 1) : length;
            CacheLines.copyInto(call.send.base, call.send.offset + at, address, from);
            CacheLines.copyInto(call.send.base, call.send.offset + at + to, address + to, length - to);
            return;
        }
        for (int member = 0; member < size; member++) {
            if (member != rank || geometry.isReduction()) {
                writePart(member, address + (long) member * geometry.partLength(), at);
            }
        }
    }

    private void writePart(final int member, final long address, final long at) {
        final long length = geometry.sendLength(member);
        int header = 0;
        if (geometry.hasLengths()) {
            CollectiveSlot.partLength(address, length);
            header = CallGeometry.HEADER_LENGTH;
        }
        if (at < length) {
            CacheLines.copyInto(
                call.send.base, call.send.offset + geometry.sendAt(member) + at, address + header,
                Math.min(geometry.chunk(), length - at));
        }
    }

    /** Copies what this rank has for itself. */
    void copyOwn() {
        if (call.isInPlace || geometry.isReduction()) {
            return;
        }
        switch (call.kind) {
            case GATHER, GATHERV, ALLGATHER, ALLGATHERV, WORDS, VOTE -> {
                if (geometry.to() > 0) {
                    copyOwn(0, geometry.length());
                }
            }
            case ALLTOALL, ALLTOALLV -> copyOwn(geometry.sendAt(rank), geometry.sendLength(rank));
            case SCATTER, SCATTERV -> {
                if (rank == call.root) {
                    copyOwn(geometry.sendAt(rank), geometry.sendLength(rank), 0);
                }
            }
            default -> {
                return;
            }
        }
    }

    private void copyOwn(final long from, final long length) {
        copyOwn(from, length, geometry.receiveAt(rank));
    }

    private void copyOwn(final long from, final long length, final long to) {
        Bytes.copy(call.send.base, call.send.offset + from, call.receive.base, call.receive.offset + to, length);
    }

    /** Returns how many chunks this rank reads. */
    int chunks() {
        if (geometry.from() == geometry.to()) {
            return 0;
        }
        return switch (geometry.layout()) {
            case NONE -> 0;
            case SLICES -> sources.areAllInRegions() ? 1 : geometry.chunks(geometry.length());
            case WHOLE -> geometry.isReduction() ? geometry.chunks(geometry.length()) : longestChunks(0);
            case BLOCKS -> geometry.isReduction() ? geometry.chunks(geometry.sendLength(rank)) :
                longestChunks(geometry.hasLengths() ? 1 : 0);
        };
    }

    private int longestChunks(final int least) {
        int most = least;
        for (int member = geometry.from(); member < geometry.to(); member++) {
            if (member != rank) {
                most = Math.max(most, geometry.chunks(geometry.receiveLength(member)));
            }
        }
        return most;
    }

    /** Returns whether a member has something for this rank in a round. */
    boolean hasChunk(final int member, final int round) {
        return (long) round * geometry.chunk() < geometry.receiveLength(member) ||
            round == 0 && geometry.layout() == CallLayout.BLOCKS && geometry.hasLengths();
    }

    /** Copies what a member has for this rank in a round. Returns false if the member has another number of elements for it. */
    boolean copyChunk(final int member, final int round) {
        final long at = (long) round * geometry.chunk();
        final long length = geometry.receiveLength(member);
        final long from = sources.address(member, round, at);
        if (geometry.layout() == CallLayout.BLOCKS && geometry.hasLengths() &&
            CollectiveSlot.partLength(from - CallGeometry.HEADER_LENGTH) != length) {
            return false;
        }
        if (at < length) {
            Bytes.copy(
                null, from, call.receive.base, call.receive.offset + geometry.receiveAt(member) + at,
                Math.min(geometry.chunk(), length - at));
        }
        return true;
    }

    private long chunkAt(final int round) {
        return sources.areAllInRegions() ? 0 : (long) round * geometry.chunk();
    }

    private long chunkLength(final long at) {
        return sources.areAllInRegions() ? geometry.length() : Math.min(geometry.chunk(), geometry.length() - at);
    }

    /** Combines what this rank combines in a round, of all members. */
    void reduceChunk(final int round) {
        if (geometry.layout() == CallLayout.SLICES) {
            reduceSlice(round);
            return;
        }
        final long at = (long) round * geometry.chunk();
        final long length = geometry.layout() == CallLayout.BLOCKS ? geometry.sendLength(rank) : geometry.length();
        reduce(round, at, 0, Math.min(geometry.chunk(), length - at), call.receive.base, call.receive.offset + at);
    }

    private void reduceSlice(final int round) {
        final long at = chunkAt(round);
        final long from = geometry.sliceAt(chunkLength(at), rank);
        final long length = geometry.sliceAt(chunkLength(at), rank + 1) - from;
        final long result = sources.result(rank, round, at) + from;
        reduce(round, at, from, length, null, result);
        if (geometry.takesResults() && !sources.areResultsInRegion(rank)) {
            Bytes.copy(null, result, call.receive.base, call.receive.offset + at + from, length);
        }
    }

    private void reduce(
        final int round, final long at, final long first, final long length, final Object resultBase, final long resultOffset) {
        final boolean isSliced = geometry.layout() == CallLayout.SLICES;
        final int most = Block.LENGTH / geometry.unit() * geometry.unit();
        for (long done = 0; done < length; done += most) {
            final int bytes = (int) Math.min(most, length - done);
            for (int member = geometry.from(); member < geometry.to(); member++) {
                final boolean isOwn = isSliced && member == rank;
                final Object base = isOwn ? call.send.base : null;
                final long from = (isOwn ? call.send.offset + at : sources.address(member, round, at)) + first + done;
                if (member == geometry.from()) {
                    reduction.begin(call.op, call.type, base, from, bytes);
                } else {
                    reduction.add(base, from);
                }
            }
            reduction.end(resultBase, resultOffset + done);
        }
    }

    /** Copies the slice of a result that a member has made. */
    void takeResult(final int member, final int round) {
        final long at = chunkAt(round);
        final long from = geometry.sliceAt(chunkLength(at), member);
        final long length = geometry.sliceAt(chunkLength(at), member + 1) - from;
        Bytes.copy(null, sources.result(member, round, at) + from, call.receive.base, call.receive.offset + at + from, length);
    }
}
