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
package io.tombolo.engine.srq;

import io.tombolo.engine.access.SegmentList;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.completion.Registry;
import io.tombolo.engine.peer.SegmentCopy;
import io.tombolo.engine.transfer.RegisteredMemory;
import io.tombolo.ringbuffers.Bytes;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The memory of a message or of a buffer: one range, or several segments in their order. Wraps the memory without a copy, and keeps it
 * alive. The object is reused. One thread at a time.
 */
final class SegmentView {
    private static final int INITIAL_WINDOWS = 2;
    private static final int LEAST_COPY = 64;

    private final Registry<RegisteredMemory> memories;
    private final SegmentList segments = new SegmentList();
    private UnsafeBuffer[] windows = new UnsafeBuffer[INITIAL_WINDOWS];
    private int used;
    private RegisteredMemory owner;
    // Memory for the copy of a short message; allocated when it is first needed, and again for a longer message.
    private ByteBuffer copy;
    private boolean isCopy;
    // Of the only range; the length is that of all segments.
    private long address;
    private long firstOffset;
    private long length;

    SegmentView(final Registry<RegisteredMemory> memories) {
        this.memories = memories;
    }

    /** Removes all memory. */
    void clear() {
        if (used > 0) {
            segments.clear();
            used = 0;
        }
        owner = null;
        isCopy = false;
        address = 0;
        length = 0;
    }

    /**
     * Copies a short message, and releases its memory.
     */
    void copy() {
        final long bytes = length;
        if (copy == null || copy.capacity() < bytes) {
            copy = ByteBuffer.allocateDirect(BitUtil.findNextPositivePowerOfTwo((int) Math.max(bytes, LEAST_COPY)));
        }
        copyOut(BufferUtil.address(copy));
        clear();
        isCopy = true;
        address = BufferUtil.address(copy);
        length = bytes;
    }

    /**
     * Adds a range at the end.
     *
     * @return false if the memory is closed or does not contain the range.
     */
    boolean add(final long handle, final long offset, final long bytes) {
        final RegisteredMemory memory = memories.find(handle);
        if (memory == null || !memory.contains(offset, bytes)) {
            return false;
        }
        add(memory, offset, bytes);
        return true;
    }

    /** Adds a range, which has been checked, at the end. */
    void add(final RegisteredMemory memory, final long offset, final long bytes) {
        if (bytes == 0) {
            return;
        }
        final long start = memory.address(offset, bytes);
        if (length == 0 && start != 0) {
            owner = memory;
            address = start;
            firstOffset = offset;
        } else {
            spill();
            append(memory, offset, bytes);
        }
        length += bytes;
    }

    /** Turns the only range into the first segment. */
    private void spill() {
        if (isCopy) {
            if (length > 0) {
                window().wrap(copy, 0, (int) length);
                segments.add(windows[used - 1], 0, length);
            }
            isCopy = false;
        } else if (address != 0) {
            append(owner, firstOffset, length);
        }
        address = 0;
    }

    private UnsafeBuffer window() {
        if (used == windows.length) {
            windows = Arrays.copyOf(windows, used * 2);
        }
        if (windows[used] == null) {
            windows[used] = new UnsafeBuffer(0, 0);
        }
        return windows[used++];
    }

    private void append(final RegisteredMemory memory, final long offset, final long bytes) {
        long done = 0;
        while (done < bytes) {
            final UnsafeBuffer window = window();
            final long wrapped = memory.wrap(window, offset + done, bytes - done);
            segments.add(window, 0, wrapped);
            done += wrapped;
        }
    }

    /** Turns the only range into a list of one segment, which keeps its memory alive by itself. */
    void split() {
        spill();
    }

    long length() {
        return length;
    }

    /** Returns whether all bytes lie in one range. */
    boolean isContiguous() {
        return used == 0;
    }

    /** Returns the address of the only range; 0 if there are several. */
    long address() {
        return address;
    }

    /** Copies bytes from an address to the beginning of this memory. */
    void fillFrom(final long source, final long bytes) {
        if (isContiguous()) {
            Bytes.copy(null, source, null, address, bytes);
        } else {
            SegmentCopy.scatter(source, segments, bytes);
        }
    }

    /** Copies all bytes to an address. */
    void copyOut(final long target) {
        if (isContiguous()) {
            Bytes.copy(null, address, null, target, length);
        } else {
            SegmentCopy.gather(segments, target, length);
        }
    }

    /** Sets the memory of an operation to this. */
    void place(final Operation operation) {
        operation.place(null, address, length, owner);
        operation.segments = isContiguous() ? null : segments;
    }
}
