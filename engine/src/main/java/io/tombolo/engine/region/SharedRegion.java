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
import io.tombolo.engine.api.Privilege;
import io.tombolo.engine.api.endpoint.CallResult;
import io.tombolo.engine.api.endpoint.RefusedException;
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
 * A memory region as the application holds it: all of a file's data, or a range of it with a zone and privileges of its own.
 */
public final class SharedRegion implements MemoryRegion {
    private final Registry<RegisteredMemory> memories;
    private final RegisteredMemory memory;
    private final RegisteredZone zone;
    private final LocalRegion region;
    // Null for a range of another region, whose file stays when it is closed.
    private final LocalRegions regions;
    private final UnsafeBuffer buffer;
    // Of what the buffer wraps when it is made: its user may wrap something else in it.
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

    /** Registers the memory, or gives up what was made for it but the zone. */
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

    /** Makes the region of a file, for a zone that was entered. */
    static SharedRegion create(
        final Registry<RegisteredMemory> memories, final RegisteredZone zone, final int privileges, final LocalRegion region,
        final LocalRegions regions) {
        final RegisteredMemory memory = new RegisteredMemory(region.file(), 0, region.file().length(), zone.handle(), privileges);
        return new SharedRegion(memories, memory, zone, region, regions).register();
    }

    /**
     * Makes a region over a part of this, for a zone that was entered.
     *
     * @param of         table of registered ranges
     * @param member     zone that was entered
     * @param privileges bits of {@link RegisteredMemory}
     * @param offset     in this region, in bytes
     * @param length     of the part, in bytes
     * @return a region, to be closed by the caller
     */
    public SharedRegion over(
        final Registry<RegisteredMemory> of, final RegisteredZone member, final int privileges, final long offset, final long length) {
        final RegisteredMemory part = new RegisteredMemory(
            memory.file(), memory.start() + offset, length, member.handle(), privileges);
        return new SharedRegion(of, part, member, region, null).register();
    }

    /**
     * Finds what a region stands for, as its handle would.
     *
     * @return null if there is none, or it is closed, or is not of this engine.
     * @param region   may be null
     * @param memories of this engine
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
     * Returns privileges as bits of {@link RegisteredMemory}.
     *
     * @param privileges any number
     * @return bits
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
     * Checks a range and returns the base to name it by: null where it lies in one piece, else the file.
     *
     * @param rank that the call names: no bytes, and those of a call to the null rank, need no region.
     * @param memoryRegion may be null
     * @param offset       in the region, in bytes
     * @param length       of the range, in bytes
     * @return null, or the {@link RegionFile}
     */
    public static Object base(final MemoryRegion memoryRegion, final long offset, final long length, final int rank) {
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

    /** Nearly always so, and much cheaper to see (bench latency). */
    private boolean isInFirstPiece(final long offset, final long length) {
        return offset + length <= firstLength;
    }

    private boolean isContiguous(final long offset, final long length) {
        return memory.file().isContiguous(memory.start() + offset, length);
    }

    /**
     * Returns whether a message may fit a record. One in a region that is longer does not: to ask for it takes as long as to copy 1 KiB
     * (bench latency).
     *
     * @param base   of the message
     * @param owner  of its memory
     * @param length in bytes
     * @return false if it is certainly too long
     */
    public static boolean mayBeShort(final Object base, final Object owner, final long length) {
        return !(base instanceof RegionFile) &&
            (length <= Bytes.SMALL_COPY_LIMIT || !(owner instanceof SharedRegion shared) || !shared.region.isLong(length));
    }

    /**
     * Returns what belongs to the base of a checked range: an address, or the offset in the file's data.
     *
     * @param memoryRegion may be null
     * @param offset       in the region, in bytes
     * @param length       of the range, in bytes
     * @return address, or offset in the file
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
