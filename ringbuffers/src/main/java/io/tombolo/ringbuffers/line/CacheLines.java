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
package io.tombolo.ringbuffers.line;

import io.tombolo.ringbuffers.Bytes;
import org.agrona.UnsafeApi;

/**
 * The stores that move cache lines: the writer's before it writes, and the reader's after it has read. See the package for the reasons.
 * <p>
 * Thread-safe as such; nothing is checked. The caller makes sure that the addresses are mapped and that nobody else stores to them.
 */
public final class CacheLines {
    /** Bytes of a cache line. */
    public static final int LENGTH = 64;

    /** Bytes whose lines are asked for at once: as many lines as a store buffer holds. */
    private static final int BLOCK_LENGTH = 64 * LENGTH;

    private CacheLines() {
    }

    /**
     * Brings a line into the cache of this core for writing. Stores zero; plain.
     *
     * @param address of eight bytes that nobody reads before they are written again.
     */
    public static void prepareToWrite(final long address) {
        UnsafeApi.putLong(address, 0);
    }

    /**
     * Copies into lines that another core may have in its cache. Stores to each line first, so that all requests are under way together;
     * the stores of one copy cover only a few. The two ranges must not overlap. Plain accesses.
     *
     * @param sourceBase   array that is read, or null for absolute addresses.
     * @param sourceOffset offset in the array, or address, in bytes.
     * @param target       address.
     * @param length       bytes, not negative.
     */
    public static void copyInto(final Object sourceBase, final long sourceOffset, final long target, final long length) {
        for (long done = 0; done < length; done += BLOCK_LENGTH) {
            final long end = Math.min(length, done + BLOCK_LENGTH);
            for (long line = done; line <= end - Long.BYTES; line += LENGTH) {
                UnsafeApi.putLong(target + line, UnsafeApi.getLong(sourceBase, sourceOffset + line));
            }
            Bytes.copy(sourceBase, sourceOffset + done, null, target + done, end - done);
        }
    }

    /**
     * Hands a line back to its writer: stores the byte that is there. What another stores to that byte meanwhile is lost.
     *
     * @param address of a byte of the line.
     */
    public static void handBack(final long address) {
        // Opaque: a compiler drops a plain store of what it has just loaded.
        UnsafeApi.putByteOpaque(null, address, UnsafeApi.getByteOpaque(null, address));
    }

    /**
     * Hands back the lines of a part of a byte ring.
     *
     * @param ring     address of the ring.
     * @param ringMask length of the ring less one; the length is a power of two.
     * @param from     position of the first byte.
     * @param bytes    length of the part.
     */
    public static void handBack(final long ring, final long ringMask, final long from, final long bytes) {
        for (long position = from; position < from + bytes; position += LENGTH) {
            handBack(ring + (position & ringMask));
        }
    }
}
