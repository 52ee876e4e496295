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
import io.tombolo.ringbuffers.libc.LibC;
import io.tombolo.ringbuffers.line.RemoteCacheDetector;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;
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
    // The latency of one line dominates a shorter copy by a string instruction. Plain copies can be told apart from a page on.
    private static final int LEAST_SAMPLE = LibC.available() ? 8192 : 4096;
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
    // Name of the message whose receiver is asked to take lines over, until its lanes are taken again; or NOBODY.
    private final long[] asked;
    // From where on its last receiver has read all there was, and left lines as they were.
    private final long[] readFrom;
    // The rank that has read the lines that the first copy of the message goes to, if that is to be timed; then NONE.
    private final int[] timedReader;
    private final RemoteCacheDetector farReaders;
    private final IntPredicate isDead;
    private final BitSet taken;
    // First lanes of messages that have ended, and whose reader was found to store to them at that moment; they count as taken.
    private final BitSet stored = new BitSet();
    // First lane of the last message that had this one, if its receiver is asked to store to it; or NONE.
    private final int[] lastAsked;
    private int next;
    private int freeCount;

    private StagingLanes(
        final MappedFile file, final StagingGeometry geometry, final long farLineNs, final IntPredicate isDead) {
        final int lanes = geometry.lanes();
        this.file = file;
        this.geometry = geometry;
        this.laneLength = geometry.laneLength();
        this.receiver = new int[lanes];
        this.produced = new long[lanes];
        this.start = new long[lanes];
        this.consumed = new long[lanes];
        this.run = new int[lanes];
        this.asked = new long[lanes];
        this.readFrom = new long[lanes];
        this.timedReader = new int[lanes];
        this.farReaders = new RemoteCacheDetector(geometry.ranks(), farLineNs);
        this.isDead = isDead;
        this.taken = new BitSet(lanes);
        this.lastAsked = new int[lanes];
        this.freeCount = lanes;
        for (int lane = 0; lane < lanes; lane++) {
            produced[lane] = firstPosition(lane, laneLength);
            receiver[lane] = NONE;
            timedReader[lane] = NONE;
            lastAsked[lane] = NONE;
        }
    }

    /**
     * Makes the staging file.
     *
     * @param path      of the file, which must not exist.
     * @param rank      of the owner.
     * @param geometry  sizes.
     * @param farLineNs nanoseconds from which on the copy of a line says that its last reader is on a core that shares no cache with this
     *                  one; 0 if all are.
     * @param isDead    whether a rank's process is gone; asked for lanes that it stores to after they have been given back.
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
        reclaim();
        final int filled = geometry.run(length);
        final int least = isAsked ? 1 : Math.max(1, filled / LEAST_PART);
        final int kept = isAsked ? 0 : geometry.reserve();
        while (kept > 0 && freeCount - filled < 2 * kept && storedTo(0, geometry.lanes(), false) != NONE) {
            // Those that are kept are to be free; where there are enough, the far words are not looked at.
        }
        for (int count = filled; count >= least; count >>= 1) {
            final int lane = count > freeCount - kept ? NONE : find(count);
            // Again: lanes that are found to be stored to are none that are kept.
            if (lane != NONE && count <= freeCount - kept) {
                take(lane, count, destination, length);
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
        reclaim();
        return freeCount >= Math.min(geometry.run(length), geometry.reserve());
    }

    private int find(final int count) {
        final int lane = find(next, count);
        return lane == NONE && next > 0 ? find(0, count) : lane;
    }

    private int find(final int from, final int count) {
        int lane = BitUtil.align(from, count);
        while (lane + count <= geometry.lanes()) {
            final int inUse = inUse(lane, count);
            if (inUse == NONE) {
                return lane;
            }
            lane = BitUtil.align(inUse + 1, count);
        }
        return NONE;
    }

    /**
     * Returns whether a lane can be taken: it carries no message, and the receiver of its last one does not store to it. If so, that
     * receiver is not asked to any more.
     *
     * @param lane index.
     * @return true if so.
     */
    public boolean isFree(final int lane) {
        reclaim();
        return inUse(lane, 1) == NONE;
    }

    private int inUse(final int lane, final int count) {
        final int carrying = taken.nextSetBit(lane);
        if (carrying >= 0 && carrying < lane + count) {
            return carrying;
        }
        // First a look: a receiver goes on to be asked for lanes that are not taken.
        final int storedTo = storedTo(lane, count, false);
        return storedTo == NONE ? storedTo(lane, count, true) : storedTo;
    }

    /** Counts the lanes that it finds stored to as taken, until {@link #reclaim}; withdraws the request for others, if need be. */
    private int storedTo(final int lane, final int count, final boolean withdraws) {
        for (int free = lane; free < lane + count; free++) {
            final int first = taken.get(free) ? NONE : lastAsked[free];
            if (first != NONE) {
                if (withdraws) {
                    // Volatile, before the load of what is stored to; partner: the fence in StagingView.mayTakeOver.
                    UnsafeApi.putLongVolatile(null, askedAddress(first), NOBODY);
                }
                if (isStoredTo(first)) {
                    stored.set(first);
                    taken.set(first, first + run[first]);
                    freeCount -= run[first];
                    return free;
                }
                if (withdraws) {
                    asked[first] = NOBODY;
                    Arrays.fill(lastAsked, first, first + run[first], NONE);
                }
            }
        }
        return NONE;
    }

    private boolean isStoredTo(final int first) {
        // Volatile; partner: the release store in StagingView.hasTakenOver.
        final long storing = UnsafeApi.getLongVolatile(null, consumedAddress(first) + storingDistance(geometry.lanes()));
        return storing == asked[first] && !isDead.test(receiver[first]);
    }

    private void reclaim() {
        for (int first = stored.nextSetBit(0); first >= 0; first = stored.nextSetBit(first + 1)) {
            if (!isStoredTo(first)) {
                stored.clear(first);
                release(first);
            }
        }
    }

    private void take(final int lane, final int count, final int destination, final long length) {
        taken.set(lane, lane + count);
        freeCount -= count;
        next = lane + count == geometry.lanes() ? 0 : lane + count;
        run[lane] = count;
        start[lane] = produced[lane];
        consumed[lane] = produced[lane];
        final boolean isFar = farReaders.isFar(destination, count);
        final int last = lastReader(lane, count);
        final boolean isRound = last != NONE && start[lane] - readFrom[lane] >= ringLength(lane);
        timedReader[lane] = isRound && farReaders.isSampleDue(last) ? last : NONE;
        asked[lane] = isFar ? nameOf(lane, destination, length) : NOBODY;
        if (asked[lane] != NOBODY) {
            // Before produced, and so the receiver finds it.
            UnsafeApi.putLong(null, askedAddress(lane), asked[lane]);
            Arrays.fill(lastAsked, lane, lane + count, lane);
        }
        if (asked[lane] != NOBODY || last != destination) {
            readFrom[lane] = start[lane];
        }
        Arrays.fill(receiver, lane, lane + count, destination);
    }

    private long nameOf(final int lane, final int destination, final long length) {
        return length <= ringLength(lane) ? wholeName(start[lane], run[lane], destination) : name(start[lane], run[lane], destination);
    }

    private int lastReader(final int lane, final int count) {
        int next = lane + 1;
        while (next < lane + count && receiver[next] == receiver[lane]) {
            next++;
        }
        return next == lane + count ? receiver[lane] : NONE;
    }

    /**
     * Gives the lanes of a message back. Its receiver may still take their lines over: lanes that it stores to at this moment are not taken
     * again before it has done so, or is dead.
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
            final long at = produced[lane] & ringLength - 1;
            // Here, and not in a method of its own: that would be too rare to be compiled, and the interpreter would be timed.
            final int timed = bytes < LEAST_SAMPLE ? NONE : timedReader[lane];
            timedReader[lane] = NONE;
            final long before = timed == NONE ? 0 : System.nanoTime();
            copyIn(lane, at, base, offset, bytes);
            if (timed != NONE) {
                // The stores, too, that are still on their way: a store buffer holds a page of them.
                UnsafeApi.fullFence();
                farReaders.sample(timed, System.nanoTime() - before, bytes);
            }
            produced[lane] += bytes;
            UnsafeApi.putLongRelease(null, file.address(producedOffset(lane), Long.BYTES), produced[lane]);
        }
        return bytes;
    }

    private long askedAddress(final int lane) {
        return file.address(askedOffset(lane), Long.BYTES);
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
     * A plain copy, unlike that into packets: the lines have left the last receiver's cache. For long copies the C library is faster still,
     * because it need not fetch the lines before it writes them.
     */
    private static void copy(final Object base, final long offset, final long target, final long bytes) {
        if (base != null || bytes < LEAST_NATIVE_COPY || !LibC.copy(offset, target, bytes)) {
            Bytes.copy(base, offset, null, target, bytes);
        }
    }

    /**
     * Returns the lanes that are free, as far as is known: before they are taken, it is found out whether they are stored to.
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
