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

import io.tombolo.ringbuffers.job.LayoutHash;

/**
 * Layout of {@code feed-R.i-k.dat}, native byte order: feed k of rank R.
 * <pre>
 *   0                             31 32                            63
 *  +----------------------------------------------------------------+  0    constants
 *  |                             magic                              |
 *  +--------------------------------+-------------------------------+  8
 *  |         layout version         |             kind              |
 *  +--------------------------------+-------------------------------+  16
 *  |                          layout hash                           |
 *  +--------------------------------+-------------------------------+  24
 *  |       rank: the writer         |          incarnation          |
 *  +--------------------------------+-------------------------------+  32
 *  |       number k of the feed     |         most readers          |
 *  +--------------------------------+-------------------------------+  40
 *  |              capacity of the ring in bytes (long)              |
 *  +--------------------------------+-------------------------------+  48
 *  |   longest message, in bytes    |   most keys; 0 without keys   |
 *  +--------------------------------+-------------------------------+  56
 *  |   nanoseconds after which a reader is cut off; 0 for never     |
 *  +--------------------------------+-------------------------------+  64
 *  |  length of the name in bytes   |          reserved, 0          |
 *  +--------------------------------+-------------------------------+  72
 *  |                  name in UTF-8, up to 64 bytes                 |
 *  +----------------------------------------------------------------+  136
 *  |                    120 reserved bytes, zero                    |
 *  +----------------------------------------------------------------+  256  tail: the writer, with each message
 *  |       tail: position behind the last message (long)            |  released
 *  +----------------------------------------------------------------+  264
 *  |       messages published so far (long)                         |  before the tail
 *  +--------------------------------+-------------------------------+  272
 *  |   value slots in use (int)     |          reserved, 0          |  released, before the tail
 *  +--------------------------------+-------------------------------+  280
 *  |                    104 reserved bytes, zero                    |
 *  +----------------------------------------------------------------+  384  room: the writer, now and then
 *  |       oldest: position of the oldest message that is kept      |  before older ones are overwritten
 *  +----------------------------------------------------------------+  392
 *  |       middle: position from which an overrun reader goes on    |  before the oldest
 *  +----------------------------------------------------------------+  400
 *  |       readers that were cut off (long)                         |  the writer
 *  +----------------------------------------------------------------+  408
 *  |                    104 reserved bytes, zero                    |
 *  +--------------------------------+-------------------------------+  512  calls: rarely
 *  |   1: a reader may sleep (int)  | 1: the writer waits (int)     |  by readers, and by the writer
 *  +--------------------------------+-------------------------------+  520
 *  |   1: the writer has closed     | 1: has its name, 2: lost it   |  released, after the last tail; CAS
 *  +--------------------------------+-------------------------------+  528
 *  |                    112 reserved bytes, zero                    |
 *  +----------------------------------------------------------------+  640
 *  |   a slot for each reader, see FeedReaderDescriptor             |
 *  +----------------------------------------------------------------+
 *  |   the ring, see FeedRecordDescriptor                           |
 *  +----------------------------------------------------------------+
 *  |   a value slot for each key, see FeedValueDescriptor           |
 *  +----------------------------------------------------------------+
 * </pre>
 * Positions count bytes of the ring and only grow. The constants are written before the file gets its name.
 * <p>
 * Agrona's broadcast buffer is not used: it does not number messages, so that a reader that was overrun does not know what it has missed; a
 * reader cannot start at the oldest message; and its transmitter stores three positions with each message, where this one stores one and a
 * count. Instead of announcing each message before it is written, this writer announces some messages at a time that it will overwrite.
 */
public final class FeedFileDescriptor {
    /** "TOMBFEED" in ASCII, first letter first in the file. */
    public static final long MAGIC = 0x44454546_424D4F54L;
    /** Changes with every incompatible change of this layout. */
    public static final int LAYOUT_VERSION = 1;
    /** Most bytes of a name. */
    public static final int NAME_CAPACITY = 64;

    /** Offset of the magic number: long. */
    public static final int MAGIC_OFFSET = 0;
    /** Offset of the layout version: int. */
    public static final int VERSION_OFFSET = MAGIC_OFFSET + Long.BYTES;
    /** Offset of the kind: int, see {@link FeedKind}. */
    public static final int KIND_OFFSET = VERSION_OFFSET + Integer.BYTES;
    /** Offset of the layout hash: long. */
    public static final int HASH_OFFSET = KIND_OFFSET + Integer.BYTES;
    /** Offset of the writer's rank: int. */
    public static final int RANK_OFFSET = HASH_OFFSET + Long.BYTES;
    /** Offset of the writer's incarnation: int. */
    public static final int INCARNATION_OFFSET = RANK_OFFSET + Integer.BYTES;
    /** Offset of the number of the feed: int. */
    public static final int NUMBER_OFFSET = INCARNATION_OFFSET + Integer.BYTES;
    /** Offset of the most readers: int. */
    public static final int READERS_OFFSET = NUMBER_OFFSET + Integer.BYTES;
    /** Offset of the capacity of the ring: long. */
    public static final int CAPACITY_OFFSET = READERS_OFFSET + Integer.BYTES;
    /** Offset of the length of the longest message: int. */
    public static final int LONGEST_OFFSET = CAPACITY_OFFSET + Long.BYTES;
    /** Offset of the most keys: int. */
    public static final int KEYS_OFFSET = LONGEST_OFFSET + Integer.BYTES;
    /** Offset of the time after which a reader is cut off: long, nanoseconds. */
    public static final int CUT_OFF_OFFSET = KEYS_OFFSET + Integer.BYTES;
    /** Offset of the length of the name: int. */
    public static final int NAME_LENGTH_OFFSET = CUT_OFF_OFFSET + Long.BYTES;
    /** Offset of the name. */
    public static final int NAME_OFFSET = NAME_LENGTH_OFFSET + 2 * Integer.BYTES;

    /** Offset of the tail: long. */
    public static final int TAIL_OFFSET = 256;
    /** Offset of the number of messages published: long. */
    public static final int PUBLISHED_OFFSET = TAIL_OFFSET + Long.BYTES;
    /** Offset of the number of value slots in use: int. */
    public static final int USED_OFFSET = PUBLISHED_OFFSET + Long.BYTES;

    /** Offset of the position of the oldest message: long. */
    public static final int OLDEST_OFFSET = 384;
    /** Offset of the position from which an overrun reader goes on: long. */
    public static final int MIDDLE_OFFSET = OLDEST_OFFSET + Long.BYTES;
    /** Offset of the number of readers that were cut off: long. */
    public static final int CUTS_OFFSET = MIDDLE_OFFSET + Long.BYTES;

    /** Offset of the word that says whether a reader may sleep: int. */
    public static final int SLEEPERS_OFFSET = 512;
    /** Offset of the word that says whether the writer waits for a reader: int. */
    public static final int WAITING_OFFSET = SLEEPERS_OFFSET + Integer.BYTES;
    /** Offset of the word that says whether the writer has closed the feed: int. */
    public static final int CLOSED_OFFSET = WAITING_OFFSET + Integer.BYTES;

    /** Offset of the word that says whether the feed has its name: int, see {@link FeedName}. */
    public static final int NAME_OWNER_OFFSET = CLOSED_OFFSET + Integer.BYTES;

    /** Length of the head: offset of the first reader's slot. */
    public static final int LENGTH = 640;

    /** Fingerprint of all layouts in the file. */
    public static final long LAYOUT_HASH = LayoutHash.of(
        LAYOUT_VERSION, LENGTH, TAIL_OFFSET, OLDEST_OFFSET, SLEEPERS_OFFSET, NAME_OWNER_OFFSET,
        FeedReaderDescriptor.LENGTH, FeedReaderDescriptor.POSITION_OFFSET, FeedReaderDescriptor.SLEEP_OFFSET,
        FeedRecordDescriptor.HEADER_LENGTH, FeedValueDescriptor.HEADER_LENGTH, FeedValueDescriptor.BUFFER_HEADER_LENGTH);

    private FeedFileDescriptor() {
    }
}
