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
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.RANK_OFFSET;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.VERSION_OFFSET;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.dataOffset;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.producedOffset;

import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.file.MappedFile;
import io.tombolo.ringbuffers.libc.LibC;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import org.agrona.BitUtil;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The owner's side of its staging lanes: byte rings that carry messages from private memory to one receiver each. One thread at a time.
 * <p>
 * A message takes as many adjacent lanes as it fills, a power of two up to {@link StagingGeometry#longestRun()}: many short ones are on
 * their way at once (bench bandwidth: 16 KiB in windows 0.56 us, 0.43 so), and long ones have room.
 * <p>
 * Lanes are taken in rotation. A line that the last receiver still has in its own cache costs the writer a round trip to that core, and a
 * store buffer hides few of them; one that has left that cache comes from the shared one. All lanes together should be larger than a
 * core's cache.
 */
public final class StagingLanes implements AutoCloseable {
    /** Answer of {@link #write} when the receiver's position is one that cannot be. */
    public static final long CORRUPT = -1;

    /** Answer of {@link #acquire}: too few lanes are free. */
    public static final int NONE = -1;

    private static final int LEAST_NATIVE_COPY = 2048;
    private static final int LANE_SKEW = 16 * 1024;
    // A ring that is much shorter than its message keeps waiting for its receiver: then rather none until that asks.
    private static final int LEAST_PART = 4;

    private final MappedFile file;
    private final StagingGeometry geometry;
    private final int laneLength;
    private final long[] produced;
    private final long[] start;
    // As far as is known: not asked for while there is room, for its receiver stores to that line after each part (bench latency).
    private final long[] consumed;
    private final int[] receiver;
    // Of the message whose first lane it is.
    private final int[] run;
    private final BitSet taken;
    private int next;
    private int freeCount;

    private StagingLanes(final MappedFile file, final StagingGeometry geometry) {
        final int lanes = geometry.lanes();
        this.file = file;
        this.geometry = geometry;
        this.laneLength = geometry.laneLength();
        this.receiver = new int[lanes];
        this.produced = new long[lanes];
        this.start = new long[lanes];
        this.consumed = new long[lanes];
        this.run = new int[lanes];
        this.taken = new BitSet(lanes);
        this.freeCount = lanes;
        for (int lane = 0; lane < lanes; lane++) {
            produced[lane] = firstPosition(lane, laneLength);
        }
    }

    /**
     * Makes the staging file.
     *
     * @param path     of the file, which must not exist.
     * @param rank     of the owner.
     * @param geometry sizes.
     * @return the owner's side.
     * @throws IOException if there is no space.
     */
    public static StagingLanes create(final Path path, final int rank, final StagingGeometry geometry) throws IOException {
        final MappedFile file = MappedFile.create(path, geometry.fileLength(), mapped -> {
            final UnsafeBuffer header = mapped.buffer(0, HEADER_LENGTH);
            header.putLong(MAGIC_OFFSET, MAGIC);
            header.putInt(VERSION_OFFSET, LAYOUT_VERSION);
            header.putInt(RANK_OFFSET, rank);
            header.putInt(LANES_OFFSET, geometry.lanes());
            header.putInt(LANE_LENGTH_OFFSET, geometry.laneLength());
            for (int lane = 0; lane < geometry.lanes(); lane++) {
                mapped.buffer(producedOffset(lane), Long.BYTES).putLong(0, firstPosition(lane, geometry.laneLength()));
            }
        });
        return new StagingLanes(file, geometry);
    }

    /**
     * Messages that follow each other lie in different sets of the caches: in all lanes the same place is in the same (bench latency on
     * JDK 25: 16 KiB private 0.63 to 2.3 us, with this 0.63 to 0.76).
     */
    private static long firstPosition(final int lane, final int laneLength) {
        return (long) lane * LANE_SKEW & laneLength - 1;
    }

    /**
     * Takes lanes for one message; fewer than it fills if there are not so many side by side.
     *
     * @param isAsked     whether its receiver has asked for it: then the reserve is there for it, and any lane will do; better not before
     *                    {@link #areFree}.
     * @param destination rank that will read it.
     * @param length      of the message in bytes.
     * @return index of the first, or {@link #NONE}.
     */
    public int acquire(final boolean isAsked, final int destination, final long length) {
        final int filled = geometry.run(length);
        final int least = isAsked ? 1 : Math.max(1, filled / LEAST_PART);
        final int most = freeCount - (isAsked ? 0 : geometry.reserve());
        for (int count = filled; count >= least; count >>= 1) {
            final int lane = count > most ? NONE : find(count);
            if (lane != NONE) {
                take(lane, count);
                receiver[lane] = destination;
                return lane;
            }
        }
        return NONE;
    }

    /**
     * Returns whether there are lanes enough for a message whose receiver has asked for it: as many as it fills, or as are kept for such
     * messages, which all come free again, side by side or not.
     *
     * @param length of the message in bytes.
     * @return false if it should wait for more.
     */
    public boolean areFree(final long length) {
        return freeCount >= Math.min(geometry.run(length), geometry.reserve());
    }

    private int find(final int count) {
        final int lane = find(next, count);
        return lane == NONE && next > 0 ? find(0, count) : lane;
    }

    private int find(final int from, final int count) {
        int lane = BitUtil.align(from, count);
        while (lane + count <= geometry.lanes()) {
            final int inUse = taken.nextSetBit(lane);
            if (inUse < 0 || inUse >= lane + count) {
                return lane;
            }
            lane = BitUtil.align(inUse + 1, count);
        }
        return NONE;
    }

    private void take(final int lane, final int count) {
        taken.set(lane, lane + count);
        freeCount -= count;
        next = lane + count == geometry.lanes() ? 0 : lane + count;
        run[lane] = count;
        start[lane] = produced[lane];
        consumed[lane] = produced[lane];
    }

    /**
     * Gives the lanes of a message back, once its receiver is done with them or dead.
     *
     * @param lane index of the first.
     */
    public void release(final int lane) {
        taken.clear(lane, lane + run[lane]);
        freeCount += run[lane];
    }

    /**
     * Returns how many lanes a message has.
     *
     * @param lane index of the first.
     * @return count, a power of two.
     */
    public int run(final int lane) {
        return run[lane];
    }

    /**
     * Returns where the message that holds the lane begins.
     *
     * @param lane index of the first.
     * @return position in bytes, for the envelope.
     */
    public long start(final int lane) {
        return start[lane];
    }

    /**
     * Writes as much as there is room for, and publishes it (release; partner: the acquire load in {@link StagingView#read}).
     *
     * @param lane   index of the first.
     * @param base   array to read, or null for absolute addresses.
     * @param offset offset in the array, or address; range checked by the caller.
     * @param length bytes that are left.
     * @return bytes taken, maybe 0, or {@link #CORRUPT}.
     */
    public long write(final int lane, final Object base, final long offset, final long length) {
        final long ringLength = ringLength(lane);
        long room = ringLength - (produced[lane] - consumed[lane]);
        if (room < length) {
            // Acquire; partner: the release store in StagingView.read. Before the first store of this message's receiver the word is older
            // than the message.
            consumed[lane] = Math.max(UnsafeApi.getLongAcquire(null, consumedAddress(lane)), start[lane]);
            room = ringLength - (produced[lane] - consumed[lane]);
            if (room < 0 || room > ringLength) {
                return CORRUPT;
            }
        }
        final long bytes = Math.min(length, room);
        if (bytes > 0) {
            copyIn(lane, produced[lane] & ringLength - 1, base, offset, bytes);
            produced[lane] += bytes;
            UnsafeApi.putLongRelease(null, file.address(producedOffset(lane), Long.BYTES), produced[lane]);
        }
        return bytes;
    }

    private long consumedAddress(final int lane) {
        return file.address(geometry.consumedOffset(receiver[lane]) + (long) lane * Long.BYTES, Long.BYTES);
    }

    private void copyIn(final int lane, final long at, final Object base, final long offset, final long bytes) {
        final long data = dataOffset(geometry.lanes()) + (long) lane * laneLength;
        final long first = Math.min(bytes, ringLength(lane) - at);
        copy(base, offset, file.address(data + at, first), first);
        if (first < bytes) {
            copy(base, offset + first, file.address(data, bytes - first), bytes - first);
        }
    }

    /**
     * Not as packets are filled: the lines have left the last receiver's cache (bench latency: 16 KiB private 0.80 us, 0.68 with a plain
     * copy). The C library need not fetch them either (64 KiB 1.9 us, 1.7 so; with cores that share no cache 9 us and 4).
     */
    private static void copy(final Object base, final long offset, final long target, final long bytes) {
        if (base != null || bytes < LEAST_NATIVE_COPY || !LibC.copy(offset, target, bytes)) {
            Bytes.copy(base, offset, null, target, bytes);
        }
    }

    /**
     * Returns the lanes that are free.
     *
     * @return count.
     */
    public int freeCount() {
        return freeCount;
    }

    /**
     * Returns the bytes that the lanes of a message hold.
     *
     * @param lane index of the first.
     * @return length, a power of two.
     */
    public long ringLength(final int lane) {
        return (long) run[lane] * laneLength;
    }

    /**
     * Removes the name of the file; mappings stay.
     *
     * @throws IOException if the name cannot be removed.
     */
    public void delete() throws IOException {
        file.delete();
    }

    /**
     * Unmaps. No thread may touch this side any more.
     */
    @Override
    public void close() {
        file.close();
    }
}
