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

import io.tombolo.ringbuffers.file.MappedFile;
import io.tombolo.ringbuffers.region.RegionFile;
import java.util.Arrays;

/**
 * The memory regions of this rank, found by address: windows sorted by their start. Found by the progress owner; added and removed by any
 * thread, off the message path, by publishing a new sorted snapshot.
 */
public final class LocalRegions {
    private static final long WINDOW_LENGTH = 1L << MappedFile.WINDOW_SHIFT;

    private record Snapshot(long[] starts, LocalRegion[] regions) {
    }

    private final int limit;
    private volatile Snapshot snapshot = new Snapshot(new long[0], new LocalRegion[0]);
    private int count;
    private int nextId = 1;
    private LocalRegion last;

    /**
     * No regions.
     *
     * @param limit most regions at once.
     */
    public LocalRegions(final int limit) {
        this.limit = limit;
    }

    /**
     * Takes the number for the next region.
     *
     * @return id, never given twice.
     * @throws IllegalStateException if the rank has as many regions as it may.
     */
    public synchronized int reserve() {
        if (count >= limit) {
            throw new IllegalStateException("this rank has " + count + " memory regions: close some, or raise tombolo.regions=" + limit);
        }
        count++;
        return nextId++;
    }

    /**
     * Gives a number back whose region could not be made.
     */
    public synchronized void cancelReserve() {
        count--;
    }

    /**
     * Adds a region.
     *
     * @param id   from {@link #reserve()}.
     * @param file its memory.
     * @return the region.
     */
    public synchronized LocalRegion add(final int id, final RegionFile file) {
        final LocalRegion region = new LocalRegion(id, file);
        for (int window = 0; window < file.windows(); window++) {
            snapshot = with(snapshot, file.windowAddress(window), region);
        }
        return region;
    }

    private static Snapshot with(final Snapshot old, final long start, final LocalRegion region) {
        final int length = old.starts.length;
        final int at = -1 - Arrays.binarySearch(old.starts, start);
        final long[] starts = Arrays.copyOf(old.starts, length + 1);
        final LocalRegion[] regions = Arrays.copyOf(old.regions, length + 1);
        System.arraycopy(old.starts, at, starts, at + 1, length - at);
        System.arraycopy(old.regions, at, regions, at + 1, length - at);
        starts[at] = start;
        regions[at] = region;
        return new Snapshot(starts, regions);
    }

    /**
     * Removes a region: no new send finds it.
     *
     * @param region to remove.
     */
    public synchronized void remove(final LocalRegion region) {
        final Snapshot old = snapshot;
        final long[] starts = new long[old.starts.length];
        final LocalRegion[] regions = new LocalRegion[old.starts.length];
        int kept = 0;
        for (int i = 0; i < old.starts.length; i++) {
            if (old.regions[i] != region) {
                starts[kept] = old.starts[i];
                regions[kept++] = old.regions[i];
            }
        }
        snapshot = new Snapshot(Arrays.copyOf(starts, kept), Arrays.copyOf(regions, kept));
        count--;
        region.close();
    }

    /**
     * Finds the region that a range of memory lies in. Called by the progress owner.
     *
     * @param address absolute.
     * @param length  bytes.
     * @return the region, or null if the range is private memory.
     */
    public LocalRegion find(final long address, final long length) {
        if (last != null && !last.isClosed() && last.file().offsetOf(address, length) >= 0) {
            return last;
        }
        final Snapshot current = snapshot;
        int at = Arrays.binarySearch(current.starts, address);
        at = at < 0 ? -2 - at : at;
        if (at < 0 || address - current.starts[at] >= WINDOW_LENGTH || current.regions[at].file().offsetOf(address, length) < 0) {
            return null;
        }
        last = current.regions[at];
        return last;
    }

    /**
     * Removes the names of all files.
     */
    public synchronized void deleteAll() {
        for (final LocalRegion region : snapshot.regions) {
            region.delete();
        }
    }
}
