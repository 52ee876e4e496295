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
package io.tombolo.ringbuffers.region;

/**
 * Layout of {@code heap-R-k.dat} for k from 1: one memory region.
 * <pre>
 *  0        8        12       16       20       24       32                 4096
 *  +--------+--------+--------+--------+--------+--------+-------- ~ -------+---- ~ ----+
 *  | magic  | layout |  rank  | region |reserved| length |   reserved (0)   |   data    |
 *  |        | version|        |   id   |  (0)   |        |                  |           |
 *  +--------+--------+--------+--------+--------+--------+-------- ~ -------+---- ~ ----+
 * </pre>
 * The owner writes the header before the file has its name. The application that holds the region writes the data; other ranks
 * only read it.
 */
public final class RegionFileDescriptor {
    /** "TOMBHEAP" in ASCII, first letter first in the file. */
    public static final long MAGIC = 0x50414548424D4F54L;

    /** Changes with every incompatible change of this layout. */
    public static final int LAYOUT_VERSION = 1;

    /** Offset of the magic number: long. */
    public static final int MAGIC_OFFSET = 0;

    /** Offset of the layout version: int. */
    public static final int VERSION_OFFSET = MAGIC_OFFSET + Long.BYTES;

    /** Offset of the owner's rank: int. */
    public static final int RANK_OFFSET = VERSION_OFFSET + Integer.BYTES;

    /** Offset of the region's id: int. */
    public static final int REGION_OFFSET = RANK_OFFSET + Integer.BYTES;

    /** Offset of the region's length without the header: long. */
    public static final int LENGTH_OFFSET = REGION_OFFSET + 2 * Integer.BYTES;

    /** Offset of the data: a page, so that the data is as aligned as a mapping can be. */
    public static final int DATA_OFFSET = 4096;

    private RegionFileDescriptor() {
    }
}
