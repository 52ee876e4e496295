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
 * Layout of the slot of a key in a conflated feed, native byte order. It has room for two values: the writer fills one while readers copy
 * the other, so that a writer that dies leaves a whole value.
 * <pre>
 *   0                             31 32                            63
 *  +----------------------------------------------------------------+  0
 *  |   version: values stored so far (long)                         |  the writer, released, after the value
 *  +----------------------------------------------------------------+  8
 *  |   begun: version of the value that is or was stored last       |  the writer, before the value
 *  +----------------------------------------------------------------+  16
 *  |   key (long)                                                   |  the writer, before the slot is in use
 *  +----------------------------------------------------------------+  24
 *  |   reserved, 0                                                  |
 *  +----------------------------------------------------------------+  32   the values of even versions
 *  |   number of the message (long)                                 |
 *  +--------------------------------+-------------------------------+  40
 *  |   length of the value (int)    |   reserved, 0                 |
 *  +--------------------------------+-------------------------------+  48
 *  |   the value, up to the longest message                         |
 *  +----------------------------------------------------------------+  32 + stride: the same for odd versions
 *  |   ...                                                          |
 *  +----------------------------------------------------------------+  next multiple of 64
 * </pre>
 * A copy of version v is whole if {@code begun} is below v + 2 after the copy.
 */
public final class FeedValueDescriptor {
    /** Offset of the version: long. */
    public static final int VERSION_OFFSET = 0;
    /** Offset of the version that was begun: long. */
    public static final int BEGUN_OFFSET = VERSION_OFFSET + Long.BYTES;
    /** Offset of the key: long. */
    public static final int KEY_OFFSET = BEGUN_OFFSET + Long.BYTES;
    /** Length of the header of a slot: offset of the first value. */
    public static final int HEADER_LENGTH = 32;

    /** In a value: offset of the number of the message: long. */
    public static final int NUMBER_OFFSET = 0;
    /** In a value: offset of the length: int. */
    public static final int LENGTH_OFFSET = NUMBER_OFFSET + Long.BYTES;
    /** In a value: offset of its bytes. */
    public static final int BUFFER_HEADER_LENGTH = LENGTH_OFFSET + 2 * Integer.BYTES;

    private static final int LINE = 64;

    private FeedValueDescriptor() {
    }

    /**
     * Returns the distance between the two values of a slot.
     *
     * @param longest message in bytes.
     * @return bytes.
     */
    public static int stride(final int longest) {
        return BitUtil.align(BUFFER_HEADER_LENGTH + longest, Long.BYTES);
    }

    /**
     * Returns the length of a slot.
     *
     * @param longest message in bytes.
     * @return bytes.
     */
    public static int slotLength(final int longest) {
        return BitUtil.align(HEADER_LENGTH + 2 * stride(longest), LINE);
    }
}
