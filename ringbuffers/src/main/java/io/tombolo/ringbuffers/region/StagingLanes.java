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
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.name;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.producedOffset;
import static io.tombolo.ringbuffers.region.StagingFileDescriptor.wholeName;

import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.file.MappedFile;
import io.tombolo.ringbuffers.libc.LibC;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The owner's side of its staging lanes: byte rings that carry messages from private memory to one receiver each. One thread at a time.
 * <p>
 * A message takes as many adjacent lanes as it fills, a power of two up to {@link StagingGeometry#longestRun()}: many short messages are on
 * their way at once, and long ones have room. Lanes are taken in rotation. All of them together should be larger than a core's cache, so
 * that a line has left the cache of its last receiver when it is written again. Far receivers hand their lines back, see
 * {@link io.tombolo.ringbuffers.line}.
 */
public final class StagingLanes implements AutoCloseable {
    /** Answer of {@link #write} when the receiver's position is one that cannot be. */
    public static final long CORRUPT = -1;

    /** Answer of {@link #acquire}: too few lanes are free. */
    public static final int NONE = -1;

    private static final int LEAST_NATIVE_COPY = 2048;
    private static final int LANE_SKEW = 16 * 1024;

    private final MappedFile file;
    private final StagingGeometry geometry;
    private final int laneLength;
    private final LaneAllocator allocator;
    private final HandbackRequests requests;
    private final CopySamples samples;
    // By the first lane of a message: the bytes written, and where the message begins.
    private final long[] produced;
    private final long[] start;
    // Bytes read, as far as is known: loaded only when room runs out, for the receiver stores to that line after each part.
    private final long[] consumed;
    // Rank that reads the message which holds the lane, or held it last; or NONE.
    private final int[] receiver;

    private StagingLanes(final MappedFile file, final StagingGeometry geometry, final long farLineNs, final IntPredicate isDead) {
        final int lanes = geometry.lanes();
        this.file = file;
        this.geometry = geometry;
        this.laneLength = geometry.laneLength();
        this.requests = new HandbackRequests(file, geometry, isDead);
        this.allocator = new LaneAllocator(geometry, requests);
        this.samples = new CopySamples(geometry, farLineNs);
        this.produced = new long[lanes];
        this.start = new long[lanes];
        this.consumed = new long[lanes];
        this.receiver = new int[lanes];
        for (int lane = 0; lane < lanes; lane++) {
            produced[lane] = firstPosition(lane, laneLength);
            receiver[lane] = NONE;
        }
    }

    /**
     * Makes the staging file.
     *
     * @param path      of the file, which must not exist.
     * @param rank      of the owner.
     * @param geometry  sizes.
     * @param farLineNs nanoseconds from which on the copy of a line says that its last reader is far: it shares no cache with this core;
     *                  0 if all readers are far.
     * @param isDead    whether the process of a rank is gone; asked about a rank that hands lines back after its message has ended.
     * @return the owner's side.
     * @throws IOException if there is no space.
     */
    public static StagingLanes create(
        final Path path, final int rank, final StagingGeometry geometry, final long farLineNs, final IntPredicate isDead)
        throws IOException {
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
        return new StagingLanes(file, geometry, farLineNs, isDead);
    }

    /** Lanes begin at different positions: the same place of all lanes is in the same set of a cache. */
    private static long firstPosition(final int lane, final int laneLength) {
        return (long) lane * LANE_SKEW & laneLength - 1;
    }

    /**
     * Takes lanes for one message; fewer than it fills if there are not so many side by side.
     *
     * @param isAsked     whether its receiver has asked for it: then it may take the reserve and any number of lanes. The caller waits for
     *                    {@link #reclaimFor} first.
     * @param destination rank that will read it.
     * @param length      of the message in bytes.
     * @return index of the first, or {@link #NONE}.
     */
    public int acquire(final boolean isAsked, final int destination, final long length) {
        final int lane = allocator.acquire(isAsked, length);
        if (lane != NONE) {
            begin(lane, allocator.run(lane), destination, length);
        }
        return lane;
    }

    private void begin(final int lane, final int count, final int destination, final long length) {
        start[lane] = produced[lane];
        consumed[lane] = produced[lane];
        final boolean isFar = samples.countMessage(destination, count);
        final int last = lastReader(lane, count);
        samples.begin(lane, start[lane], ringLength(lane), last, last == destination && !isFar);
        if (isFar) {
            requests.request(lane, count, nameOf(lane, destination, length), destination);
        } else {
            requests.skip(lane);
        }
        Arrays.fill(receiver, lane, lane + count, destination);
    }

    private long nameOf(final int lane, final int destination, final long length) {
        final int run = run(lane);
        return length <= ringLength(lane) ? wholeName(start[lane], run, destination) : name(start[lane], run, destination);
    }

    private int lastReader(final int lane, final int count) {
        int next = lane + 1;
        while (next < lane + count && receiver[next] == receiver[lane]) {
            next++;
        }
        return next == lane + count ? receiver[lane] : NONE;
    }

    /**
     * Frees the lanes that readers have handed back, and looks whether there are enough for a message whose receiver has asked for it: as
     * many as it fills, or as are kept for such messages. Those all come free again, side by side or not.
     *
     * @param length of the message in bytes.
     * @return false if it should wait for more.
     */
    public boolean reclaimFor(final long length) {
        allocator.reclaim();
        return allocator.freeCount() >= Math.min(geometry.run(length), geometry.reserve());
    }

    /**
     * Tries to make a lane the owner's, for the next message: withdraws the request to the receiver of its last one, if it has any.
     *
     * @param lane index.
     * @return false if it carries a message, or that receiver stores to it.
     */
    public boolean tryReclaim(final int lane) {
        allocator.reclaim();
        return allocator.claim(lane, 1) == NONE;
    }

    /**
     * Gives the lanes of a message back. Its receiver may still hand lines back: lanes that it stores to at this moment are not taken
     * again before it has done so, or is dead.
     *
     * @param lane index of the first.
     */
    public void release(final int lane) {
        allocator.release(lane);
    }

    /**
     * Returns how many lanes a message has.
     *
     * @param lane index of the first.
     * @return count, a power of two.
     */
    public int run(final int lane) {
        return allocator.run(lane);
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
            // Acquire; partner: the release store in StagingView.read. Until this message's receiver stores to it, the word is older than
            // the message.
            consumed[lane] = Math.max(UnsafeApi.getLongAcquire(null, consumedAddress(lane)), start[lane]);
            room = ringLength - (produced[lane] - consumed[lane]);
            if (room < 0 || room > ringLength) {
                return CORRUPT;
            }
        }
        final long bytes = Math.min(length, room);
        if (bytes > 0) {
            final long at = produced[lane] & ringLength - 1;
            // Timed here: a method of its own would run too rarely to be compiled, and the interpreter would be timed.
            final int timed = samples.takeTimed(lane, bytes);
            final long before = timed == NONE ? 0 : System.nanoTime();
            copyIn(lane, at, base, offset, bytes);
            if (timed != NONE) {
                // Counts the stores that are still in the store buffer, too: it holds a page of them.
                UnsafeApi.fullFence();
                samples.sample(timed, System.nanoTime() - before, bytes);
            }
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
     * Copies plainly, unlike into packets: the lines have left the last receiver's cache. Long copies go by the C library, which need not
     * fetch the lines before it writes them.
     */
    private static void copy(final Object base, final long offset, final long target, final long bytes) {
        if (base != null || bytes < LEAST_NATIVE_COPY || !LibC.copy(offset, target, bytes)) {
            Bytes.copy(base, offset, null, target, bytes);
        }
    }

    /**
     * Returns the lanes that are free, as far as is known: {@link #acquire} may find that readers still store to some of them.
     *
     * @return count.
     */
    public int freeCount() {
        return allocator.freeCount();
    }

    /**
     * Returns the bytes that the lanes of a message hold.
     *
     * @param lane index of the first.
     * @return length, a power of two.
     */
    public long ringLength(final int lane) {
        return (long) run(lane) * laneLength;
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
