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

import org.agrona.BitUtil;

/**
 * Layout of a record in the ring of a feed, native byte order. It begins at a multiple of 8 and never wraps around the end of the ring.
 * <pre>
 *   0                             31 32                            63
 *  +--------------------------------+-------------------------------+  0
 *  |  length of the message (int)   |  low bits of its number (int) |
 *  +--------------------------------+-------------------------------+  8
 *  |  the message, then up to 7 bytes up to a multiple of 8         |
 *  +----------------------------------------------------------------+
 *
 *  The rest of the ring, if the next message does not fit there:
 *  +--------------------------------+-------------------------------+  0
 *  |  -1 (int)                      |  0 (int)                      |
 *  +--------------------------------+-------------------------------+
 *
 *  A change of a conflated feed:
 *  +--------------------------------+-------------------------------+  0
 *  |  value slot (int)              |  low bits of its number (int) |
 *  +--------------------------------+-------------------------------+  8
 * </pre>
 * The number of a message tells how many were published before it. A reader completes the low bits with the count of the writer.
 */
public final class FeedRecordDescriptor {
    /** Length of the header, and of a change. */
    public static final int HEADER_LENGTH = Long.BYTES;
    /** In place of a length: the rest of the ring is unused. */
    public static final int PADDING = -1;

    private FeedRecordDescriptor() {
    }

    /**
     * Packs a header.
     *
     * @param length of the message, or value slot, or {@link #PADDING}.
     * @param number of the message.
     * @return first word of the record.
     */
    public static long header(final int length, final long number) {
        return number << Integer.SIZE | Integer.toUnsignedLong(length);
    }

    /**
     * Returns the length in a header.
     *
     * @param header first word of a record.
     * @return length, value slot or {@link #PADDING}, not checked.
     */
    public static int length(final long header) {
        return (int) header;
    }

    /**
     * Completes the number in a header.
     *
     * @param header    first word of a record.
     * @param published messages published by now: more than the number, by less than 2^32.
     * @return number of the message.
     */
    public static long number(final long header, final long published) {
        final int low = (int) (header >>> Integer.SIZE);
        return published - Integer.toUnsignedLong((int) published - low);
    }

    /**
     * Returns the length of a record.
     *
     * @param length of the message.
     * @return bytes in the ring.
     */
    public static int recordLength(final int length) {
        return BitUtil.align(HEADER_LENGTH + length, Long.BYTES);
    }
}
