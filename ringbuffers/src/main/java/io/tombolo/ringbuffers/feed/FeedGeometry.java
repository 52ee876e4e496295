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
package io.tombolo.ringbuffers.feed;

/**
 * The sizes of a feed, which its file holds.
 *
 * @param kind     of the feed.
 * @param capacity of the ring in bytes, a power of two from {@link #MIN_CAPACITY} to {@link #MAX_CAPACITY}.
 * @param longest  message in bytes: from 0 to an eighth of the ring without the header; with keys up to {@link #MAX_VALUE}.
 * @param readers  most readers at once, from 1 to {@link #MAX_READERS}.
 * @param keys     most keys of a conflated feed; 0 for the others.
 * @param cutOffNs nanoseconds after which a reliable feed cuts a reader off that does not move; 0 for never.
 */
public record FeedGeometry(FeedKind kind, int capacity, int longest, int readers, int keys, long cutOffNs) {
    /** Least capacity of a ring, in bytes. */
    public static final int MIN_CAPACITY = 1 << 10;
    /** Largest capacity of a ring, in bytes. */
    public static final int MAX_CAPACITY = 1 << 29;
    /** Most readers of a feed. */
    public static final int MAX_READERS = 1024;
    /** Longest value of a conflated feed, in bytes. */
    public static final int MAX_VALUE = 1 << 20;
    /** Most bytes of all value slots of a feed. */
    public static final int MAX_VALUES = 1 << 28;

    /** Parts of the ring: its writer makes room for one part at a time. */
    static final int BLOCKS = 32;

    private static final int LONGEST_SHARE = 8;

    /**
     * Checks the sizes.
     *
     * @param kind     of the feed.
     * @param capacity of the ring in bytes.
     * @param longest  message in bytes.
     * @param readers  most readers at once.
     * @param keys     most keys.
     * @param cutOffNs nanoseconds.
     * @throws IllegalArgumentException if one is out of its range; one line names it, its value and the range.
     */
    public FeedGeometry {
        if (capacity < MIN_CAPACITY || capacity > MAX_CAPACITY || Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException(
                "capacity=" + capacity + " of a feed must be a power of two from " + MIN_CAPACITY + " to " + MAX_CAPACITY);
        }
        check("longest", longest, 0, kind == FeedKind.CONFLATED ? MAX_VALUE : longest(capacity));
        check("readers", readers, 1, MAX_READERS);
        final int most = kind == FeedKind.CONFLATED ? MAX_VALUES / FeedValueDescriptor.slotLength(longest) : 0;
        check("keys", keys, kind == FeedKind.CONFLATED ? 1 : 0, most);
        if (cutOffNs < 0 || cutOffNs > 0 && kind != FeedKind.RELIABLE) {
            throw new IllegalArgumentException("cutOffNs=" + cutOffNs + " of a feed must be positive, and only a reliable feed has it");
        }
    }

    private static void check(final String name, final int value, final int least, final int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + "=" + value + " of a feed must be from " + least + " to " + most);
        }
    }

    /**
     * Returns the length of the longest message that a ring takes.
     *
     * @param capacity of the ring in bytes.
     * @return bytes.
     */
    public static int longest(final int capacity) {
        return capacity / LONGEST_SHARE - FeedRecordDescriptor.HEADER_LENGTH;
    }

    /** Returns the offset of the slot of a reader. */
    static int readerOffset(final int reader) {
        return FeedFileDescriptor.LENGTH + reader * FeedReaderDescriptor.LENGTH;
    }

    /** Returns the offset of the ring. */
    int ringOffset() {
        return readerOffset(readers);
    }

    /** Returns the offset of a value slot. */
    int valueOffset(final int slot) {
        return ringOffset() + capacity + slot * FeedValueDescriptor.slotLength(longest);
    }

    /**
     * Returns the length of the file.
     *
     * @return bytes.
     */
    public int fileLength() {
        return valueOffset(keys);
    }
}
