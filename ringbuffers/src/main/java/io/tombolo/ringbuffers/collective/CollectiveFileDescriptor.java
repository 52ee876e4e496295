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
package io.tombolo.ringbuffers.collective;

import io.tombolo.ringbuffers.job.LayoutHash;

/**
 * Layout of {@code collective-R.i-k.dat}, native byte order: file k of rank R. A rank makes another file when the slots of the others are
 * in use.
 * <pre>
 *   0                             31 32                            63
 *  +----------------------------------------------------------------+  0    constants
 *  |                             magic                              |
 *  +--------------------------------+-------------------------------+  8
 *  |         layout version         |       number of slots         |
 *  +--------------------------------+-------------------------------+  16
 *  |                          layout hash                           |
 *  +--------------------------------+-------------------------------+  24
 *  |              rank              |          incarnation          |
 *  +--------------------------------+-------------------------------+  32
 *  |       number k of the file     |          reserved, 0          |
 *  +--------------------------------+-------------------------------+  40
 *  |                     88 reserved bytes, zero                    |
 *  +----------------------------------------------------------------+  128
 *  |               slots, see CollectiveSlotDescriptor              |
 *  +----------------------------------------------------------------+
 * </pre>
 * The constants are written before the file gets its name.
 */
public final class CollectiveFileDescriptor {
    /** "TOMBCOLL" in ASCII, first letter first in the file. */
    public static final long MAGIC = 0x4C4C4F43_424D4F54L;
    /** Changes with every incompatible change of this layout. */
    public static final int LAYOUT_VERSION = 1;
    /** Slots of a file. */
    public static final int SLOTS = 8;

    /** Offset of the magic number: long. */
    public static final int MAGIC_OFFSET = 0;
    /** Offset of the layout version: int. */
    public static final int VERSION_OFFSET = MAGIC_OFFSET + Long.BYTES;
    /** Offset of the number of slots: int. */
    public static final int SLOTS_OFFSET = VERSION_OFFSET + Integer.BYTES;
    /** Offset of the layout hash: long. */
    public static final int HASH_OFFSET = SLOTS_OFFSET + Integer.BYTES;
    /** Offset of the rank: int. */
    public static final int RANK_OFFSET = HASH_OFFSET + Long.BYTES;
    /** Offset of the incarnation of the rank: int. */
    public static final int INCARNATION_OFFSET = RANK_OFFSET + Integer.BYTES;
    /** Offset of the number of the file: int. */
    public static final int NUMBER_OFFSET = INCARNATION_OFFSET + Integer.BYTES;
    /** Length of the constants: offset of the first slot. */
    public static final int LENGTH = 128;
    /** Length of a file in bytes. */
    public static final int FILE_LENGTH = LENGTH + SLOTS * CollectiveSlotDescriptor.LENGTH;

    /** Fingerprint of all layouts in the file. */
    public static final long LAYOUT_HASH = LayoutHash.of(
        LAYOUT_VERSION, SLOTS, LENGTH, CollectiveSlotDescriptor.LENGTH, CollectiveSlotDescriptor.LINE_OFFSET,
        CollectiveSlotDescriptor.PUBLISHED_OFFSET, CollectiveSlotDescriptor.CONSUMED_OFFSET, CollectiveSlotDescriptor.PIECES_OFFSET,
        CollectiveSlotDescriptor.PIECES, CollectiveSlotDescriptor.PIECE_LENGTH);

    private CollectiveFileDescriptor() {
    }

    /**
     * Returns where a slot begins.
     *
     * @param index of the slot, from 0 to {@link #SLOTS} - 1.
     * @return offset in the file.
     */
    public static int slotOffset(final int index) {
        return LENGTH + index * CollectiveSlotDescriptor.LENGTH;
    }
}
