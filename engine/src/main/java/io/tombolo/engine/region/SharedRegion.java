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

import io.tombolo.engine.access.SegmentList;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Privilege;
import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.RefusedException;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.completion.Registry;
import io.tombolo.engine.srq.RegisteredZone;
import io.tombolo.engine.transfer.LocalRegion;
import io.tombolo.engine.transfer.LocalRegions;
import io.tombolo.engine.transfer.RegisteredMemory;
import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.region.RegionFile;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A memory region as the application holds it. It covers all data of a file, or a range of the data with its own zone and privileges.
 * Any thread may call.
 */
public final class SharedRegion implements MemoryRegion {
    private final Registry<RegisteredMemory> memories;
    private final RegisteredMemory memory;
    private final RegisteredZone zone;
    private final LocalRegion region;
    // Null for a range of another region: closing the range keeps the file.
    private final LocalRegions regions;
    private final UnsafeBuffer buffer;
    // Address and length of the first piece. Not read from the buffer, because the application may wrap other memory with it.
    private final long firstAddress;
    private final long firstLength;
    private final AtomicBoolean closed = new AtomicBoolean();

    private SharedRegion(
        final Registry<RegisteredMemory> memories, final RegisteredMemory memory, final RegisteredZone zone, final LocalRegion region,
        final LocalRegions regions) {
        this.memories = memories;
        this.memory = memory;
        this.zone = zone;
        this.region = region;
        this.regions = regions;
        this.firstLength = Math.min(memory.length(), memory.file().run(memory.start()));
        this.buffer = memory.file().buffer(memory.start(), (int) firstLength);
        this.firstAddress = buffer.addressOffset();
    }

    /** Registers the memory. If the table is full, removes the file; the caller leaves the zone. */
    private SharedRegion register() {
        if (!memories.add(memory)) {
            if (regions != null) {
                regions.remove(region);
            }
            throw new RefusedException(
                CallResult.INSUFFICIENT_RESOURCES, "this rank has as many registered ranges of memory as it may: close some");
        }
        return this;
    }

    /** Creates the region of a file. The caller has entered the zone, and leaves it if this method throws. */
    static SharedRegion create(
        final Registry<RegisteredMemory> memories, final RegisteredZone zone, final int privileges, final LocalRegion region,
        final LocalRegions regions) {
        final RegisteredMemory memory = new RegisteredMemory(region.file(), 0, region.file().length(), zone.handle(), privileges);
        return new SharedRegion(memories, memory, zone, region, regions).register();
    }

    /**
     * Creates a region over a range of this region. The two share a file, which stays when the new region is closed.
     *
     * @param of         table of registered ranges
     * @param member     zone that the caller has entered; the caller leaves it if this method throws
     * @param privileges bits of {@link RegisteredMemory}
     * @param offset     in this region, in bytes; the range lies in this region
     * @param length     of the range, in bytes
     * @return a region, to be closed by the caller
     * @throws RefusedException if the table is full
     */
    public SharedRegion over(
        final Registry<RegisteredMemory> of, final RegisteredZone member, final int privileges, final long offset, final long length) {
        final RegisteredMemory part = new RegisteredMemory(
            memory.file(), memory.start() + offset, length, member.handle(), privileges);
        return new SharedRegion(of, part, member, region, null).register();
    }

    /**
     * Finds the registered memory of a region. The result is the same as for the handle of the region, but faster to find.
     *
     * @param region   may be null
     * @param memories table of this engine
     * @return memory; null if the region is null, closed, or of another engine
     */
    public static RegisteredMemory registered(final MemoryRegion region, final Registry<RegisteredMemory> memories) {
        if (region == null) {
            return null;
        }
        if (region instanceof SharedRegion shared && shared.memories == memories) {
            return shared.closed.get() ? null : shared.memory;
        }
        return memories.find(region.handle());
    }

    /**
     * Converts privileges to bits of {@link RegisteredMemory}.
     *
     * @param privileges may be none
     * @return one bit for each privilege
     */
    public static int bits(final Privilege... privileges) {
        int bits = 0;
        for (final Privilege privilege : privileges) {
            bits |= bit(privilege);
        }
        return bits;
    }

    private static int bit(final Privilege privilege) {
        return switch (privilege) {
            case LOCAL_READ -> RegisteredMemory.LOCAL_READ;
            case LOCAL_WRITE -> RegisteredMemory.LOCAL_WRITE;
            case REMOTE_READ -> RegisteredMemory.REMOTE_READ;
            case REMOTE_WRITE -> RegisteredMemory.REMOTE_WRITE;
        };
    }

    /**
     * Checks a range of a region and returns the base of the range. Communicators and windows pass the base on without looking at it;
     * {@link #place} and {@link #spanned} read it.
     *
     * @param memoryRegion may be null
     * @param offset       in the region, in bytes
     * @param length       of the range, in bytes
     * @param rank         that the call names; an empty range, and a call to the null rank, need no region
     * @return null for a range in one piece, which has an address; the file of the region for a range that spans mapping windows
     */
    public static RegionFile base(final MemoryRegion memoryRegion, final long offset, final long length, final int rank) {
        if (memoryRegion == null) {
            MemoryAccess.check(offset, length, MemoryAccess.ofNull(length, rank));
            return null;
        }
        final SharedRegion shared = (SharedRegion) memoryRegion;
        MemoryAccess.check(offset, length, shared.length());
        if (shared.closed.get()) {
            throw new IllegalStateException("memory region " + shared.id() + " is closed");
        }
        return shared.isInFirstPiece(offset, length) || shared.isContiguous(offset, length) ? null : shared.memory.file();
    }

    /** Nearly always true, and a much cheaper test than {@link #isContiguous}. */
    private boolean isInFirstPiece(final long offset, final long length) {
        return offset + length <= firstLength;
    }

    private boolean isContiguous(final long offset, final long length) {
        return memory.file().isContiguous(memory.start() + offset, length);
    }

    /**
     * Returns the region file that the base of a call stands for.
     *
     * @param base array, or null, or from {@link #base}
     * @return file of the region whose mapping windows the memory spans; null for memory in one piece
     */
    public static RegionFile spanned(final Object base) {
        return base instanceof RegionFile file ? file : null;
    }

    /**
     * Gives an operation the memory of a call. From here on, a base is an array or null: a range that spans mapping windows has a field of
     * its own, {@link Operation#spanned}.
     *
     * @param operation active
     * @param base      array, or null, or from {@link #base}
     * @param offset    in the array, or address, or offset in the data of the region; range checked
     * @param length    of the memory, in bytes
     * @param owner     keeps the memory alive; may be null
     */
    public static void place(
        final Operation operation, final Object base, final long offset, final long length, final Object owner) {
        final RegionFile spanned = spanned(base);
        if (spanned == null) {
            operation.place(base, offset, length, owner);
        } else {
            operation.placeSpanned(spanned, offset, length, owner);
        }
    }

    /**
     * Lists the pieces of a range that spans mapping windows. Allocates.
     *
     * @param file   of the region.
     * @param offset in the data of the file, in bytes; range checked.
     * @param length of the range, in bytes.
     * @return new list.
     */
    public static SegmentList segments(final RegionFile file, final long offset, final long length) {
        final SegmentList segments = new SegmentList();
        for (long done = 0; done < length;) {
            final int bytes = (int) Math.min(file.run(offset + done), length - done);
            segments.add(file.buffer(offset + done, bytes), 0, bytes);
            done += bytes;
        }
        return segments;
    }

    /**
     * Returns whether a message may fit a record. A long message in a region does not: the sender skips the question, because asking the
     * ring takes as long as a short copy.
     *
     * @param base   array, or null, or from {@link #base}
     * @param owner  of the memory
     * @param length in bytes
     * @return false if the message certainly does not fit
     */
    public static boolean mayBeShort(final Object base, final Object owner, final long length) {
        return spanned(base) == null &&
            (length <= Bytes.SMALL_COPY_LIMIT || !(owner instanceof SharedRegion shared) || !shared.region.isLong(length));
    }

    /**
     * Returns the offset of a range from its {@link #base}, which has checked the range.
     *
     * @param memoryRegion may be null
     * @param offset       in the region, in bytes
     * @param length       of the range, in bytes
     * @return address of a range in one piece; offset in the data of the file for a range that spans mapping windows; 0 for no region
     */
    public static long offset(final MemoryRegion memoryRegion, final long offset, final long length) {
        if (memoryRegion == null) {
            return 0;
        }
        final SharedRegion shared = (SharedRegion) memoryRegion;
        if (shared.isInFirstPiece(offset, length)) {
            return shared.firstAddress + offset;
        }
        final long at = shared.memory.start() + offset;
        return shared.isContiguous(offset, length) ? shared.memory.file().address(at, length) : at;
    }

    @Override
    public long length() {
        return memory.length();
    }

    @Override
    public UnsafeBuffer buffer() {
        return buffer;
    }

    @Override
    public UnsafeBuffer buffer(final long offset, final int length) {
        MemoryAccess.check(offset, length, length());
        return memory.file().buffer(memory.start() + offset, length);
    }

    @Override
    public void putBytes(final long offset, final DirectBuffer source, final long sourceOffset, final long length) {
        MemoryAccess.check(offset, length, length());
        memory.file().copyIn(
            memory.start() + offset, MemoryAccess.base(source), MemoryAccess.offset(source, sourceOffset, length), length);
    }

    @Override
    public void getBytes(final long offset, final MutableDirectBuffer target, final long targetOffset, final long length) {
        MemoryAccess.check(offset, length, length());
        memory.file().copyOut(
            memory.start() + offset, MemoryAccess.base(target), MemoryAccess.offset(target, targetOffset, length), length);
    }

    @Override
    public int id() {
        return region.id();
    }

    @Override
    public long handle() {
        return memory.handle();
    }

    @Override
    public long zone() {
        return memory.zone();
    }

    @Override
    public Set<Privilege> privileges() {
        final Set<Privilege> privileges = new TreeSet<>(Arrays.asList(Privilege.values()));
        privileges.removeIf(privilege -> !memory.allows(bit(privilege)));
        return privileges;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            memories.remove(memory);
            zone.leave();
            if (regions != null) {
                regions.remove(region);
            }
        }
    }

    @Override
    public String toString() {
        return "memory region " + id() + " of " + length() + " bytes" + (closed.get() ? ", closed" : "");
    }
}
