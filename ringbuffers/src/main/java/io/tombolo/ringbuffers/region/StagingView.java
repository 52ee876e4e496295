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
package io.tombolo.ringbuffers.region;

import static io.tombolo.ringbuffers.line.HandbackWords.NOBODY;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.HEADER_LENGTH;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.LANES_OFFSET;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.LANE_LENGTH_OFFSET;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.LAYOUT_VERSION;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.MAGIC;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.MAGIC_OFFSET;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.RANK_OFFSET;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.VERSION_OFFSET;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.dataOffset;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.activeDistance;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.name;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.producedOffset;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.requestOffset;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.wholeName;

import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.file.MappedFile;
import io.tombolo.ringbuffers.line.CacheLines;
import io.tombolo.ringbuffers.line.HandbackWords;
import io.tombolo.ringbuffers.line.PendingHandback;
import java.io.IOException;
import java.nio.file.Path;
import org.agrona.BitUtil;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A receiver's side of a peer's staging lanes. It reads their data, and hands its lines back where the owner requests it, see
 * {@link io.tombolo.ringbuffers.line}. One thread at a time.
 */
public final class StagingView implements AutoCloseable {
    /** Answer of {@link #read} when the owner's position is one that cannot be. */
    public static final long CORRUPT = -1;

    // Bytes that are read before their lines are handed back: the lines are still in the first cache then, and no more of them than a store
    // buffer holds.
    private static final int PIECE_LENGTH = 64 * CacheLines.LENGTH;
    // Bytes that a turn hands back. More than a piece, for the look at the request takes as long as some 50 lines.
    private static final int TURN_LENGTH = 2 * PIECE_LENGTH;
    // Bytes of an earlier message that are handed back at once. Nobody waits for those, but an owner that needs the lanes should not wait
    // long.
    private static final int PAST_LENGTH = 16 * PIECE_LENGTH;

    private final MappedFile file;
    private final int lanes;
    private final int laneLength;
    private final int reader;
    private final long consumed;
    // Lines of the message that is read, and of the one before it: there is time for those while parts are waited for.
    private PendingHandback last = new PendingHandback();
    private PendingHandback before = new PendingHandback();

    private StagingView(final MappedFile file, final StagingGeometry geometry, final int reader) {
        this.file = file;
        this.lanes = geometry.lanes();
        this.laneLength = geometry.laneLength();
        this.reader = reader;
        this.consumed = file.address(geometry.consumedOffset(reader), activeDistance(lanes) + (long) lanes * Long.BYTES);
    }

    /**
     * Maps a peer's staging file.
     *
     * @param path     of the file.
     * @param rank     of the owner.
     * @param geometry sizes of the job; the owner may have made fewer lanes.
     * @param reader   rank that reads.
     * @return a view to read from.
     * @throws IOException if the file is missing or not that rank's.
     */
    public static StagingView attach(final Path path, final int rank, final StagingGeometry geometry, final int reader)
        throws IOException {
        final MappedFile file = MappedFile.attach(path, -1, false);
        final StagingGeometry actual = file.length() < HEADER_LENGTH ? null : geometry(file.buffer(0, HEADER_LENGTH), rank, geometry);
        if (actual == null || actual.fileLength() != file.length()) {
            file.close();
            throw new IOException(path + " is not the staging file of rank " + rank);
        }
        return new StagingView(file, actual, reader);
    }

    private static StagingGeometry geometry(final UnsafeBuffer header, final int rank, final StagingGeometry most) {
        final int lanes = header.getInt(LANES_OFFSET);
        final boolean isIts = header.getLong(MAGIC_OFFSET) == MAGIC && header.getInt(VERSION_OFFSET) == LAYOUT_VERSION &&
            header.getInt(RANK_OFFSET) == rank && header.getInt(LANE_LENGTH_OFFSET) == most.laneLength();
        return isIts && lanes > 0 && lanes <= most.lanes() ? most.withLanes(lanes) : null;
    }

    /**
     * Checks the lanes that an envelope names.
     *
     * @param lane index of the first, unchecked.
     * @param run  their number, unchecked.
     * @return true if there are such lanes.
     */
    public boolean areLanes(final int lane, final int run) {
        return lane >= 0 && lane < lanes && run > 0 && run <= lanes - lane && BitUtil.isPowerOfTwo(run);
    }

    /**
     * Reads what is there, and frees its room (release; partner: the acquire load in {@link StagingLanes#write}). Hands the lines back if
     * the owner requests it ({@link HandbackWords}): those of a message that is longer than its lanes before it frees the room, others with
     * {@link #handBack}, or when the message after the next one is read.
     *
     * @param lane     index of the first, checked.
     * @param run      number of lanes, checked.
     * @param start    position of the first byte of the message, unchecked.
     * @param done     bytes of the message that are not wanted any more, not negative; they may not be there yet.
     * @param base     array to write, or null for absolute addresses.
     * @param offset   offset in the array, or address; range checked by the caller.
     * @param most     bytes to read at most.
     * @return bytes read, maybe 0, or {@link #CORRUPT}.
     */
    public long read(
        final int lane, final int run, final long start, final long done, final Object base, final long offset, final long most) {
        final long ringLength = (long) run * laneLength;
        // Acquire; partner: the release store in StagingLanes.write.
        final long produced = UnsafeApi.getLongAcquire(null, file.address(producedOffset(lane), Long.BYTES));
        final long position = start + done;
        final long there = produced - position;
        if (start < 0 || produced < start || there > ringLength) {
            return CORRUPT;
        }
        final long bytes = Math.min(there, most);
        if (bytes <= 0) {
            return 0;
        }
        // A reader with other lanes than those of its envelope finds a name that is not its own, or NOBODY.
        final long requested = HandbackWords.requested(request(lane));
        if (requested == NOBODY || requested == wholeName(start, run, reader)) {
            if (requested != NOBODY) {
                handBackLater(lane, ringLength, requested, position, bytes);
            }
            copyOut(data(lane), ringLength, position & ringLength - 1, base, offset, bytes);
        } else {
            copyAndHandBack(lane, ringLength, name(start, run, reader), position, base, offset, bytes);
        }
        UnsafeApi.putLongRelease(null, consumed + (long) lane * Long.BYTES, position + bytes);
        return bytes;
    }

    private void handBackLater(final int lane, final long ringLength, final long name, final long position, final long bytes) {
        final long ring = file.address(data(lane), ringLength);
        if (!last.isFollowedBy(ring, name, position)) {
            while (before.handBack(PAST_LENGTH)) {
                // Until all is done, or not requested any more.
            }
            final PendingHandback next = before;
            before = last;
            last = next;
            last.begin(ring, ringLength, request(lane), active(lane), name, position);
        }
        last.add(bytes);
    }

    /** Of a message that is longer than its lanes: its owner needs them for the rest of it. */
    private void copyAndHandBack(
        final int lane, final long ringLength, final long name, final long position, final Object base, final long offset,
        final long bytes) {
        try {
            final boolean isRequested = HandbackWords.begin(active(lane), request(lane), name);
            for (long done = 0; done < bytes; done += PIECE_LENGTH) {
                final long from = position + done;
                final long piece = Math.min(PIECE_LENGTH, bytes - done);
                copyOut(data(lane), ringLength, from & ringLength - 1, base, offset + done, piece);
                if (isRequested) {
                    CacheLines.handBack(file.address(data(lane), ringLength), ringLength - 1, from, piece);
                }
            }
        } finally {
            HandbackWords.end(active(lane));
        }
    }

    /**
     * Hands back lines that were read and left for later, a bounded part, if their owner still requests it.
     *
     * @return whether there were any.
     */
    public boolean handBack() {
        return before.handBack(TURN_LENGTH) || last.handBack(TURN_LENGTH);
    }

    private long active(final int lane) {
        return consumed + activeDistance(lanes) + (long) lane * Long.BYTES;
    }

    private long request(final int lane) {
        return file.address(requestOffset(lane), Long.BYTES);
    }

    private long data(final int lane) {
        return dataOffset(lanes) + (long) lane * laneLength;
    }

    private void copyOut(
        final long data, final long ringLength, final long at, final Object base, final long offset, final long bytes) {
        final long first = Math.min(bytes, ringLength - at);
        Bytes.copy(null, file.address(data + at, first), base, offset, first);
        if (first < bytes) {
            Bytes.copy(null, file.address(data, bytes - first), base, offset + first, bytes - first);
        }
    }

    /**
     * Unmaps. No thread may touch this side any more.
     */
    @Override
    public void close() {
        file.close();
    }
}
