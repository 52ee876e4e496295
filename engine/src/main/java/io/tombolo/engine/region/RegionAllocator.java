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
package io.tombolo.engine.region;

import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.completion.Registry;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.srq.RegisteredZone;
import io.tombolo.engine.transfer.LocalRegion;
import io.tombolo.engine.transfer.LocalRegions;
import io.tombolo.engine.transfer.RegisteredMemory;
import io.tombolo.ringbuffers.file.SystemLimits;
import io.tombolo.ringbuffers.region.RegionFile;
import java.io.IOException;

/**
 * Creates the memory regions of a rank, each in its own file. Any thread may call.
 */
public final class RegionAllocator {
    private final Node node;
    private final LocalRegions regions;
    private final Registry<RegisteredMemory> memories;
    private final RegisteredZone zone;

    /**
     * Creates an allocator for one rank.
     *
     * @param node     of the rank.
     * @param regions  of the rank; they own the files.
     * @param memories table of the registered ranges.
     * @param zone     zone of the adapter, the default for new regions.
     */
    public RegionAllocator(
        final Node node, final LocalRegions regions, final Registry<RegisteredMemory> memories, final RegisteredZone zone) {
        this.node = node;
        this.regions = regions;
        this.memories = memories;
        this.zone = zone;
    }

    /**
     * Creates a region in the zone of the adapter, with all privileges.
     *
     * @param length bytes, positive.
     * @return a region filled with zeros, to be closed by the caller.
     * @throws java.io.UncheckedIOException if there is no space.
     */
    public MemoryRegion allocate(final long length) {
        zone.enter();
        return allocate(length, zone, RegisteredMemory.ALL);
    }

    /**
     * Creates a region.
     *
     * @param length     bytes, positive.
     * @param member     zone that the caller has entered; this method leaves it if it throws.
     * @param privileges bits of {@link RegisteredMemory}.
     * @return a region filled with zeros, to be closed by the caller.
     * @throws java.io.UncheckedIOException if there is no space.
     */
    public MemoryRegion allocate(final long length, final RegisteredZone member, final int privileges) {
        MemoryRegion created = null;
        try {
            created = SharedRegion.create(memories, member, privileges, makeFile(length), regions);
            return created;
        } catch (final IOException exception) {
            throw SystemLimits.unchecked(exception);
        } finally {
            leaveUnless(created, member);
        }
    }

    /**
     * Creates a region over a range of another region.
     *
     * @param region     of which the new region shares the file.
     * @param member     zone that the caller has entered; this method leaves it if it throws.
     * @param privileges bits of {@link RegisteredMemory}.
     * @param offset     in the region, in bytes.
     * @param length     bytes; the range lies in the region.
     * @return a region, to be closed by the caller; closing it keeps the file.
     */
    public MemoryRegion over(
        final MemoryRegion region, final RegisteredZone member, final int privileges, final long offset, final long length) {
        MemoryRegion created = null;
        try {
            created = ((SharedRegion) region).over(memories, member, privileges, offset, length);
            return created;
        } finally {
            leaveUnless(created, member);
        }
    }

    /**
     * Finds the registered memory of a region of this rank.
     *
     * @param region may be null.
     * @return memory; null if the region is null, closed, or of another engine.
     */
    public RegisteredMemory registered(final MemoryRegion region) {
        return SharedRegion.registered(region, memories);
    }

    private static void leaveUnless(final MemoryRegion created, final RegisteredZone member) {
        if (created == null) {
            member.leave();
        }
    }

    /**
     * Creates the file of a region. Not for the message path, and not for the progress owner: it calls the operating system.
     *
     * @param length bytes, positive.
     * @return the region of the file, which the regions of the rank own.
     * @throws IOException if there is no space.
     */
    public LocalRegion makeFile(final long length) throws IOException {
        final int id = regions.reserve();
        try {
            return regions.add(id, RegionFile.create(
                node.heapPath(id), node.rank(), id, length, node.settings().windowShift()));
        } catch (final IOException exception) {
            regions.cancelReserve();
            throw exception;
        }
    }
}
