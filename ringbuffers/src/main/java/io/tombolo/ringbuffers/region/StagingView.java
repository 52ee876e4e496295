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

import static io.tombolo.ringbuffers.region.StagingFileDescriptor.HEADER_LENGTH;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.LANES_OFFSET;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.LANE_LENGTH_OFFSET;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.LAYOUT_VERSION;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.MAGIC;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.MAGIC_OFFSET;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.NOBODY;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.RANK_OFFSET;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.VERSION_OFFSET;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.askedOffset;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.dataOffset;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.name;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.producedOffset;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.storingDistance;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.wholeName;

import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.file.MappedFile;
import io.tombolo.ringbuffers.line.PendingHandback;
import java.io.IOException;
import java.nio.file.Path;
import org.agrona.BitUtil;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A receiver's side of a peer's staging lanes. One thread at a time.
 */
public final class StagingView implements AutoCloseable {
    /** Answer of {@link #read} when the owner's position is one that cannot be. */
    public static final long CORRUPT = -1;

    private static final int LINE_LENGTH = 64;
    // The lines that are taken over are still in the first cache then, and no more of them than a store buffer holds.
    private static final int PIECE_LENGTH = 64 * LINE_LENGTH;
    // To find out whether it is still asked for takes as long as some 50 lines.
    private static final int TURN_LENGTH = 2 * PIECE_LENGTH;
    // Of what is behind: more, for nobody waits for it, but an owner that needs the lanes should not wait long.
    private static final int PAST_LENGTH = 16 * PIECE_LENGTH;

    private final MappedFile file;
    private final int lanes;
    private final int laneLength;
    private final int reader;
    private final long consumed;
    // Of the message that is read, and of the one before it: there is time for that while parts are waited for.
    private PendingHandback last = new PendingHandback();
    private PendingHandback before = new PendingHandback();

    private StagingView(final MappedFile file, final StagingGeometry geometry, final int reader) {
        this.file = file;
        this.lanes = geometry.lanes();
        this.laneLength = geometry.laneLength();
        this.reader = reader;
        this.consumed = file.address(geometry.consumedOffset(reader), storingDistance(lanes) + (long) lanes * Long.BYTES);
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
     * Checks what an envelope says of the lanes of its message.
     *
     * @param lane index of the first, unchecked.
     * @param run  their number, unchecked.
     * @return true if there are such lanes.
     */
    public boolean areLanes(final int lane, final int run) {
        return lane >= 0 && lane < lanes && run > 0 && run <= lanes - lane && BitUtil.isPowerOfTwo(run);
    }

    /**
     * Reads what is there, and gives its room back (release; partner: the acquire load in {@link StagingLanes#write}). If the owner asks
     * for it, stores one byte of each line back, unchanged: of a message that is longer than its lanes before it gives the room back; of
     * others with {@link #takeOver}, or when the message after the next one is read.
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
        // Plain: asked was stored before produced. Who has other lanes than those of its envelope finds a name not its own, or NOBODY.
        final long asked = UnsafeApi.getLong(null, askedAddress(lane));
        if (asked == NOBODY || asked == wholeName(start, run, reader)) {
            if (asked != NOBODY) {
                takeOverLater(lane, ringLength, asked, position, bytes);
            }
            copyOut(data(lane), ringLength, position & ringLength - 1, base, offset, bytes);
        } else {
            copyToTakeOver(lane, ringLength, name(start, run, reader), position, base, offset, bytes);
        }
        UnsafeApi.putLongRelease(null, consumed + (long) lane * Long.BYTES, position + bytes);
        return bytes;
    }

    private void takeOverLater(final int lane, final long ringLength, final long name, final long position, final long bytes) {
        if (!last.goesOn(lane, name, position)) {
            while (takeOver(before, PAST_LENGTH)) {
                // Until it is done, or not asked for any more.
            }
            final PendingHandback next = before;
            before = last;
            last = next;
            last.begin(lane, ringLength, name, position);
        }
        last.end += bytes;
    }

    /** Of a message that is longer than its lanes: its owner needs them for the rest of it. */
    private void copyToTakeOver(
        final int lane, final long ringLength, final long name, final long position, final Object base, final long offset,
        final long bytes) {
        try {
            final boolean takesOver = mayTakeOver(lane, name);
            for (long done = 0; done < bytes; done += PIECE_LENGTH) {
                final long from = position + done;
                final long piece = Math.min(PIECE_LENGTH, bytes - done);
                copyOut(data(lane), ringLength, from & ringLength - 1, base, offset + done, piece);
                if (takesOver) {
                    takeOver(data(lane), ringLength - 1, from, piece);
                }
            }
        } finally {
            hasTakenOver(lane);
        }
    }

    /**
     * Takes lines over that were read and not taken over yet, a bounded part, if their owner still asks for it.
     *
     * @return whether there were any.
     */
    public boolean takeOver() {
        return takeOver(before, TURN_LENGTH) || takeOver(last, TURN_LENGTH);
    }

    private boolean takeOver(final PendingHandback lines, final long most) {
        final long bytes = Math.min(lines.end - lines.from, most);
        if (bytes == 0) {
            return false;
        }
        try {
            if (mayTakeOver(lines.lane, lines.name)) {
                takeOver(data(lines.lane), lines.ringLength - 1, lines.from, bytes);
                lines.from += bytes;
            } else {
                lines.from = lines.end;
            }
        } finally {
            hasTakenOver(lines.lane);
        }
        return true;
    }

    /** Announces the stores; returns whether this message is still asked for. */
    private boolean mayTakeOver(final int lane, final long name) {
        UnsafeApi.putLong(null, storingAddress(lane), name);
        // What it stores to before it looks whether it is asked; partner: the volatile store in StagingLanes.storedTo.
        UnsafeApi.fullFence();
        return UnsafeApi.getLongAcquire(null, askedAddress(lane)) == name;
    }

    private void hasTakenOver(final int lane) {
        // Release, behind the stores to the lines: they may carry another message then; partner: the load in StagingLanes.isStoredTo.
        UnsafeApi.putLongRelease(null, storingAddress(lane), NOBODY);
    }

    private long storingAddress(final int lane) {
        return consumed + storingDistance(lanes) + (long) lane * Long.BYTES;
    }

    private void takeOver(final long data, final long ringMask, final long from, final long bytes) {
        for (long position = from; position < from + bytes; position += LINE_LENGTH) {
            Bytes.fetchForWrite(file.address(data + (position & ringMask), 1));
        }
    }

    private long askedAddress(final int lane) {
        return file.address(askedOffset(lane), Long.BYTES);
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
