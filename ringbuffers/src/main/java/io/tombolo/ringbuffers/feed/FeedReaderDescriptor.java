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
 * Layout of the slot of a reader, native byte order: two cache lines.
 * <pre>
 *   0                                                              63
 *  +----------------------------------------------------------------+  0    line of the reader
 *  |   state word (long), see FeedReaderWord                        |  CAS, by the reader, the writer and other readers
 *  +----------------------------------------------------------------+  8
 *  |   position up to which it has read (long)                      |  the reader, released
 *  +----------------------------------------------------------------+  16
 *  |   number of its next message (long)                            |  the reader, before the position
 *  +----------------------------------------------------------------+  24
 *  |   messages that it has missed (long)                           |  the reader
 *  +----------------------------------------------------------------+  32
 *  |   32 reserved bytes, zero                                      |
 *  +----------------------------------------------------------------+  64   line of its sleep
 *  |   1: it may sleep (int)         |   reserved, 0                |  the reader
 *  +---------------------------------+------------------------------+  72
 *  |   when it opened the feed, ms since the epoch (long)           |  the reader
 *  +----------------------------------------------------------------+  80
 *  |   48 reserved bytes, zero                                      |
 *  +----------------------------------------------------------------+  128
 * </pre>
 * The slot belongs to the rank in the state word until that word is free again.
 */
public final class FeedReaderDescriptor {
    /** Offset of the state word: long. */
    public static final int STATE_OFFSET = 0;
    /** Offset of the position: long. */
    public static final int POSITION_OFFSET = STATE_OFFSET + Long.BYTES;
    /** Offset of the number of the next message: long. */
    public static final int NEXT_OFFSET = POSITION_OFFSET + Long.BYTES;
    /** Offset of the number of missed messages: long. */
    public static final int MISSED_OFFSET = NEXT_OFFSET + Long.BYTES;
    /** Offset of the word that says whether the reader may sleep: int. */
    public static final int SLEEP_OFFSET = 64;
    /** Offset of the time at which the reader opened the feed: long. */
    public static final int SINCE_OFFSET = SLEEP_OFFSET + Long.BYTES;
    /** Length of a slot. */
    public static final int LENGTH = 128;

    private FeedReaderDescriptor() {
    }
}
