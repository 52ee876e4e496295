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
package io.tombolo.engine.transfer;

import io.tombolo.engine.completion.Operation;
import io.tombolo.ringbuffers.region.RegionFile;
import io.tombolo.ringbuffers.region.RegionFileDescriptor;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.ErrorHandler;

/**
 * The memory regions of this rank, found by address. Their mapping windows are sorted by start address in an immutable snapshot. The
 * progress owner searches it; any thread adds and removes regions, off the message path, by replacing it. Lock-free.
 */
public final class LocalRegions {
    private record Snapshot(int count, int nextId, long[] starts, LocalRegion[] regions) {
        Snapshot counting(final int change) {
            return new Snapshot(count + change, nextId + Math.max(0, change), starts, regions);
        }

        Snapshot with(final long start, final LocalRegion region) {
            final int at = -1 - Arrays.binarySearch(starts, start);
            final long[] newStarts = Arrays.copyOf(starts, starts.length + 1);
            final LocalRegion[] newRegions = Arrays.copyOf(regions, regions.length + 1);
            System.arraycopy(starts, at, newStarts, at + 1, starts.length - at);
            System.arraycopy(regions, at, newRegions, at + 1, regions.length - at);
            newStarts[at] = start;
            newRegions[at] = region;
            return new Snapshot(count, nextId, newStarts, newRegions);
        }

        Snapshot without(final LocalRegion region) {
            final long[] newStarts = new long[starts.length];
            final LocalRegion[] newRegions = new LocalRegion[regions.length];
            int kept = 0;
            for (int i = 0; i < starts.length; i++) {
                if (regions[i] != region) {
                    newStarts[kept] = starts[i];
                    newRegions[kept++] = regions[i];
                }
            }
            return new Snapshot(count - 1, nextId, Arrays.copyOf(newStarts, kept), Arrays.copyOf(newRegions, kept));
        }
    }

    private final int limit;
    private final long windowLength;
    private final long shortLimit;
    private final ErrorHandler errors;
    private final AtomicReference<Snapshot> snapshot = new AtomicReference<>(new Snapshot(0, 1, new long[0], new LocalRegion[0]));
    // Regions that a send still needed when they were closed.
    private final Queue<LocalRegion> closed = new ConcurrentLinkedQueue<>();
    private LocalRegion last;

    /**
     * Makes an empty set of regions.
     *
     * @param limit       most regions at once.
     * @param windowShift log2 of the length of the windows in which they are mapped.
     * @param shortLimit  bytes of the longest message in a region that travels in a record.
     * @param errors      where a file that cannot be removed is reported.
     */
    public LocalRegions(final int limit, final int windowShift, final long shortLimit, final ErrorHandler errors) {
        this.limit = limit;
        this.windowLength = 1L << windowShift;
        this.shortLimit = shortLimit;
        this.errors = errors;
    }

    /**
     * Returns the length of the longest message that one buffer can wrap at the start of a region.
     *
     * @return bytes: a window less the header.
     */
    public long longestInOnePiece() {
        return windowLength - RegionFileDescriptor.DATA_OFFSET;
    }

    /**
     * Reserves a place and a number for the next region. {@link #add} or {@link #cancelReserve} must follow.
     *
     * @return id, never given twice.
     * @throws IllegalStateException if the rank has as many regions as it may.
     */
    public int reserve() {
        final Snapshot old = snapshot.getAndUpdate(current -> current.count < limit ? current.counting(1) : current);
        if (old.count >= limit) {
            throw new IllegalStateException("this rank has " + limit + " memory regions: close some, or raise tombolo.regions=" + limit);
        }
        return old.nextId;
    }

    /**
     * Gives a place back whose region could not be made.
     */
    public void cancelReserve() {
        snapshot.updateAndGet(current -> current.counting(-1));
    }

    /**
     * Returns how many regions there have been so far.
     *
     * @return count of the numbers given, including those whose region could not be made.
     */
    public int opened() {
        return snapshot.get().nextId - 1;
    }

    /**
     * Adds a region.
     *
     * @param id   from {@link #reserve()}.
     * @param file its memory.
     * @return the region.
     */
    public LocalRegion add(final int id, final RegionFile file) {
        final LocalRegion region = new LocalRegion(id, file, shortLimit, errors);
        for (int window = 0; window < file.windows(); window++) {
            final long start = file.windowAddress(window);
            snapshot.updateAndGet(current -> current.with(start, region));
        }
        return region;
    }

    /**
     * Removes a region: no new send finds it.
     *
     * @param region to remove.
     */
    public void remove(final LocalRegion region) {
        snapshot.updateAndGet(current -> current.without(region));
        if (!region.close()) {
            // Only if needed: a region in this queue is not collected, and keeps its pages.
            closed.add(region);
        }
    }

    /**
     * Removes the names of closed regions that no send needs any more. For those whose last send ended while they were closed. Any thread.
     */
    public void deleteUnused() {
        if (!closed.isEmpty()) {
            closed.removeIf(LocalRegion::deleteIfUnused);
        }
    }

    /**
     * Returns the region that a range of memory lies in. Called by the progress owner.
     *
     * @param address absolute.
     * @param length  bytes.
     * @return the region, or null if the range is private memory.
     */
    public LocalRegion find(final long address, final long length) {
        if (last != null && !last.isClosed() && last.file().offsetOf(address, length) >= 0) {
            return last;
        }
        // Acquire; partner: the update in add, which comes after the region was made.
        final Snapshot current = snapshot.getAcquire();
        int at = Arrays.binarySearch(current.starts, address);
        at = at < 0 ? -2 - at : at;
        if (at < 0 || address - current.starts[at] >= windowLength || current.regions[at].file().offsetOf(address, length) < 0) {
            return null;
        }
        last = current.regions[at];
        return last;
    }

    /**
     * Returns the region that the memory of an operation lies in. Called by the progress owner.
     *
     * @param operation whose memory is not in segments.
     * @return the region, or null if the memory is private or the region was closed.
     */
    public LocalRegion find(final Operation operation) {
        if (operation.spanned != null) {
            return find(operation.spanned.address(0, 0), 0);
        }
        return operation.base == null ? find(operation.offset, operation.length) : null;
    }

    /**
     * Removes the names of all files, whatever needs them.
     */
    public void deleteAll() {
        for (final LocalRegion region : snapshot.get().regions) {
            region.delete();
        }
        closed.forEach(LocalRegion::delete);
    }
}
