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

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.node.Node;
import io.tombolo.ringbuffers.collective.CollectiveSlot;
import io.tombolo.ringbuffers.collective.Exposure;
import java.io.IOException;

/**
 * Where the data of the members is that a call reads, once their lines have been seen: in their lines, in their regions, or in the pieces
 * of their slots. One thread at a time.
 */
final class CallSources {
    private final Node node;
    private final Group group;
    private final GroupSlots slots;
    private final MemberRegions regions;
    private final CallGeometry geometry;
    private final Exposure exposure = new Exposure();
    // By member; 0 unless the data, or the results, are in a region.
    private final long[] dataAt;
    private final long[] resultsAt;
    // By member.
    private final long[] firstPiece;
    private long call;
    private boolean isInLine;
    // Whether the data and the results of all members are in regions.
    private boolean areAllInRegions;

    CallSources(final Node node, final Group group, final GroupSlots slots, final MemberRegions regions, final CallGeometry geometry) {
        this.node = node;
        this.group = group;
        this.slots = slots;
        this.regions = regions;
        this.geometry = geometry;
        this.dataAt = new long[group.size()];
        this.resultsAt = new long[group.size()];
        this.firstPiece = new long[group.size()];
    }

    void begin(final long newCall, final boolean inLine) {
        call = newCall;
        isInLine = inLine;
        areAllInRegions = geometry.layout() == CallLayout.SLICES;
    }

    /**
     * Notes where the data of this rank is.
     *
     * @param data    address of data that others read in its region; 0 for pieces.
     * @param results address of the results in a region; 0 for pieces.
     */
    void own(final long data, final long results, final long piece) {
        final int rank = group.rank();
        dataAt[rank] = data;
        resultsAt[rank] = results;
        firstPiece[rank] = piece;
        areAllInRegions &= data != 0 && results != 0;
    }

    /**
     * Reads the line of a member, which has been seen.
     *
     * @return zero; or why its data cannot be read, an {@link Objection}.
     */
    long read(final int member) {
        if (isInLine || geometry.layout() == CallLayout.NONE) {
            return 0;
        }
        exposure.load(slots.of(member).payload(call));
        firstPiece[member] = exposure.firstPiece();
        dataAt[member] = 0;
        resultsAt[member] = 0;
        final int rank = group.toWorld(member);
        if (geometry.layout() == CallLayout.WHOLE && geometry.hasLengths() && exposure.length() != geometry.receiveLength(member)) {
            return Objection.of(Outcome.TRUNCATED, rank);
        }
        try {
            final long length = geometry.layout() == CallLayout.BLOCKS ? exposure.length() : lengthOf(member);
            if (exposure.isDataInRegion()) {
                dataAt[member] = regions.address(member, exposure.dataRegion(), exposure.dataOffset(), length);
                if (dataAt[member] == 0 || length < leastLength()) {
                    return Objection.of(Outcome.PROTOCOL_ERROR, rank);
                }
            }
            if (exposure.areResultsInRegion()) {
                resultsAt[member] = regions.address(member, exposure.resultRegion(), exposure.resultOffset(), length);
                if (resultsAt[member] == 0) {
                    return Objection.of(Outcome.PROTOCOL_ERROR, rank);
                }
            }
        } catch (final IOException unreadable) {
            node.error(unreadable);
            return Objection.of(Outcome.INSUFFICIENT_RESOURCES, group.toWorld(group.rank()));
        }
        areAllInRegions &= dataAt[member] != 0 && resultsAt[member] != 0;
        return 0;
    }

    private long leastLength() {
        return geometry.layout() == CallLayout.BLOCKS ? blockAt() + ownBlockLength() : 0;
    }

    /** Returns the bytes that this rank reads from a member, header not included. */
    long lengthOf(final int member) {
        return switch (geometry.layout()) {
            case NONE -> 0;
            case WHOLE, SLICES -> geometry.isReduction() ? geometry.length() : geometry.receiveLength(member);
            case BLOCKS -> geometry.isReduction() ? ownBlockLength() : geometry.receiveLength(member);
        };
    }

    private long ownBlockLength() {
        return geometry.isReduction() ? geometry.sendLength(group.rank()) : geometry.receiveLength(group.rank());
    }

    /** Returns where the block for this rank begins in the data of a member, if all members have their blocks at the same places. */
    private long blockAt() {
        return geometry.layout() == CallLayout.BLOCKS ? geometry.sendAt(group.rank()) : 0;
    }

    boolean areAllInRegions() {
        return areAllInRegions;
    }

    boolean areResultsInRegion(final int member) {
        return resultsAt[member] != 0;
    }

    /** Returns whether a member's data goes through its pieces, so that each has to be waited for. */
    boolean isInPieces(final int member) {
        return !isInLine && dataAt[member] == 0;
    }

    /**
     * Returns where a chunk of the data of a member is that this rank reads.
     *
     * @param member whose line has been read.
     * @param round  number of the chunk.
     * @param at     where it begins in the data for this rank, in bytes.
     */
    long address(final int member, final int round, final long at) {
        final CollectiveSlot slot = slots.of(member);
        if (isInLine) {
            return slot.payload(call) + blockAt() + at;
        }
        if (dataAt[member] != 0) {
            return dataAt[member] + blockAt() + at;
        }
        final long piece = slot.piece(firstPiece[member] + round);
        return geometry.layout() != CallLayout.BLOCKS ? piece :
            piece + (long) group.rank() * geometry.partLength() + (geometry.hasLengths() ? CallGeometry.HEADER_LENGTH : 0);
    }

    /**
     * Returns where the result of a chunk is at a member.
     *
     * @param at where the chunk begins in the data, in bytes.
     */
    long result(final int member, final int round, final long at) {
        return resultsAt[member] != 0 ? resultsAt[member] + at : slots.of(member).piece(firstPiece[member] + round);
    }
}
