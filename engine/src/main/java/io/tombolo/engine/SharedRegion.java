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
package io.tombolo.engine;

import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.transfer.LocalRegion;
import io.tombolo.engine.transfer.LocalRegions;
import io.tombolo.ringbuffers.region.RegionFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A memory region as the application holds it.
 */
final class SharedRegion implements MemoryRegion {
    private final LocalRegions regions;
    private final LocalRegion region;
    private final UnsafeBuffer buffer;
    private final AtomicBoolean closed = new AtomicBoolean();

    SharedRegion(final LocalRegions regions, final LocalRegion region) {
        this.regions = regions;
        this.region = region;
        this.buffer = region.file().buffer(0, (int) Math.min(region.file().length(), region.file().run(0)));
    }

    /**
     * Makes a region for the application, or to pass a message on.
     */
    static MemoryRegion allocate(final Node node, final LocalRegions regions, final long length) {
        try {
            return new SharedRegion(regions, make(node, regions, length));
        } catch (final IOException exception) {
            throw new UncheckedIOException(exception.getMessage(), exception);
        }
    }

    static LocalRegion make(final Node node, final LocalRegions regions, final long length) throws IOException {
        final int id = regions.reserve();
        try {
            return regions.add(id, RegionFile.create(node.heapPath(node.rank(), id), node.rank(), id, length, node.windowShift()));
        } catch (final IOException exception) {
            regions.cancelReserve();
            throw exception;
        }
    }

    /**
     * Checks a range and returns the base to name it by: null where it lies in one piece, else the file.
     */
    static Object base(final MemoryRegion memoryRegion, final long offset, final long length) {
        final SharedRegion shared = (SharedRegion) memoryRegion;
        MemoryAccess.check(offset, length, shared.length());
        if (shared.closed.get()) {
            throw new IllegalStateException("memory region " + shared.id() + " is closed");
        }
        return shared.region.file().isContiguous(offset, length) ? null : shared.region.file();
    }

    /**
     * Returns what belongs to the base of a checked range: an address, or the offset in the file's data.
     */
    static long offset(final MemoryRegion memoryRegion, final long offset, final long length) {
        final RegionFile file = ((SharedRegion) memoryRegion).region.file();
        return file.isContiguous(offset, length) ? file.address(offset, length) : offset;
    }

    @Override
    public long length() {
        return region.file().length();
    }

    @Override
    public UnsafeBuffer buffer() {
        return buffer;
    }

    @Override
    public UnsafeBuffer buffer(final long offset, final int length) {
        MemoryAccess.check(offset, length, length());
        return region.file().buffer(offset, length);
    }

    @Override
    public void putBytes(final long offset, final DirectBuffer source, final long sourceOffset, final long length) {
        MemoryAccess.check(offset, length, length());
        region.file().copyIn(offset, source.byteArray(), MemoryAccess.offset(source, sourceOffset, length), length);
    }

    @Override
    public void getBytes(final long offset, final MutableDirectBuffer target, final long targetOffset, final long length) {
        MemoryAccess.check(offset, length, length());
        region.file().copyOut(offset, target.byteArray(), MemoryAccess.offset(target, targetOffset, length), length);
    }

    @Override
    public int id() {
        return region.id();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            regions.remove(region);
        }
    }

    @Override
    public String toString() {
        return "memory region " + id() + " of " + length() + " bytes" + (closed.get() ? ", closed" : "");
    }
}
