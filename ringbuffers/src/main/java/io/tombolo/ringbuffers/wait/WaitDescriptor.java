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
package io.tombolo.ringbuffers.wait;

/**
 * Layout of {@link io.tombolo.ringbuffers.job.RankFileSection#WAITS}, native byte order: a place for each thread of the rank that waits.
 * <pre>
 *  +---------------------------------------------------------------+  0
 *  |  clock word: System.nanoTime() of the rank, stored again and  |  the watch thread stores
 *  |  again while its process runs; 0 before the first time        |
 *  +-------------------------------+-------------------------------+  8
 *  |  1 if one thread may call,    |  zero                         |
 *  |  0 if several (int)           |                               |
 *  +-------------------------------+-------------------------------+  16
 *  |  zero                                                         |
 *  +-------------------------------+-------------------------------+  64
 *  |  threads that wait and have   |  zero                         |  each of these threads adds and subtracts
 *  |  found no place (int)         |                               |
 *  +-------------------------------+-------------------------------+  128
 *  |  16 places                                                    |  the thread that has taken a place stores
 *  +---------------------------------------------------------------+
 *
 *  A place:
 *   0                             31 32                           63
 *  +--------------------------------+------------------------------+  0
 *  |  version: odd while the place changes                         |
 *  +--------------------------------+------------------------------+  8
 *  |  number of the wait; 0: nobody waits                          |
 *  +--------------------------------+------------------------------+  16
 *  |  System.nanoTime() of the start of the wait                   |
 *  +--------------------------------+------------------------------+  24
 *  |  System.nanoTime() at which its time is up; 0: no limit       |
 *  +--------------------------------+------------------------------+  32
 *  |  code of the call              |  code of the mode            |
 *  +--------------------------------+------------------------------+  40
 *  |  entries of the wait           |  entries that are here       |
 *  +--------------------------------+------------------------------+  48
 *  |  length of the thread's name   |  length of the call site     |
 *  +--------------------------------+------------------------------+  56
 *  |  name of the thread, ASCII, at most 32 bytes                  |
 *  +--------------------------------+------------------------------+  88
 *  |  call site, ASCII, at most 96 bytes                           |
 *  +--------------------------------+------------------------------+  184
 *  |  8 bytes, zero                                                |
 *  +--------------------------------+------------------------------+  192
 *  |  16 entries                                                   |
 *  +--------------------------------+------------------------------+  704
 *
 *  An entry:
 *  +--------------------------------+------------------------------+  0
 *  |  code of the kind              |  rank                        |
 *  +--------------------------------+------------------------------+  8
 *  |  tag                           |  context                     |
 *  +--------------------------------+------------------------------+  16
 *  |  length                                                       |
 *  +--------------------------------+------------------------------+  24
 *  |  number                                                       |
 *  +--------------------------------+------------------------------+  32
 * </pre>
 * {@link WaitKind} says what rank, tag, context, length and number mean. A version is odd while its place changes: a reader copies the
 * place, and the copy is whole if the version was even before and is the same after.
 */
public final class WaitDescriptor {
    /** Offset of the clock word. */
    public static final int CLOCK_OFFSET = 0;
    /** Offset of the word that says whether one thread may call. */
    public static final int SINGLE_OFFSET = CLOCK_OFFSET + Long.BYTES;
    /** Offset of the number of threads that have found no place. */
    public static final int NOT_SHOWN_OFFSET = 64;
    /** Offset of the first place. */
    public static final int PLACES_OFFSET = 128;
    /** Number of places. */
    public static final int PLACES = 16;

    /** In a place: offset of the version. */
    public static final int VERSION_OFFSET = 0;
    /** In a place: offset of the number of the wait. */
    public static final int NUMBER_OFFSET = VERSION_OFFSET + Long.BYTES;
    /** In a place: offset of the start of the wait. */
    public static final int START_OFFSET = NUMBER_OFFSET + Long.BYTES;
    /** In a place: offset of the time at which the time of the wait is up. */
    public static final int DEADLINE_OFFSET = START_OFFSET + Long.BYTES;
    /** In a place: offset of the code of the call. */
    public static final int CALL_OFFSET = DEADLINE_OFFSET + Long.BYTES;
    /** In a place: offset of the code of the mode. */
    public static final int MODE_OFFSET = CALL_OFFSET + Integer.BYTES;
    /** In a place: offset of the number of entries of the wait. */
    public static final int ENTRIES_OFFSET = MODE_OFFSET + Integer.BYTES;
    /** In a place: offset of the number of entries that are there. */
    public static final int SHOWN_ENTRIES_OFFSET = ENTRIES_OFFSET + Integer.BYTES;
    /** In a place: offset of the length of the name of the thread. */
    public static final int THREAD_LENGTH_OFFSET = SHOWN_ENTRIES_OFFSET + Integer.BYTES;
    /** In a place: offset of the length of the call site. */
    public static final int SITE_LENGTH_OFFSET = THREAD_LENGTH_OFFSET + Integer.BYTES;
    /** In a place: offset of the name of the thread. */
    public static final int THREAD_OFFSET = SITE_LENGTH_OFFSET + Integer.BYTES;
    /** Most bytes of the name of a thread. */
    public static final int THREAD_CAPACITY = 32;
    /** In a place: offset of the call site. */
    public static final int SITE_OFFSET = THREAD_OFFSET + THREAD_CAPACITY;
    /** Most bytes of a call site. */
    public static final int SITE_CAPACITY = 96;
    /** In a place: offset of the first entry. */
    public static final int FIRST_ENTRY_OFFSET = 192;
    /** Most entries of a wait that are shown. */
    public static final int ENTRY_CAPACITY = 16;

    /** In an entry: offset of the code of the kind. */
    public static final int KIND_OFFSET = 0;
    /** In an entry: offset of the rank. */
    public static final int RANK_OFFSET = KIND_OFFSET + Integer.BYTES;
    /** In an entry: offset of the tag. */
    public static final int TAG_OFFSET = RANK_OFFSET + Integer.BYTES;
    /** In an entry: offset of the context. */
    public static final int CONTEXT_OFFSET = TAG_OFFSET + Integer.BYTES;
    /** In an entry: offset of the length. */
    public static final int LENGTH_OFFSET = CONTEXT_OFFSET + Integer.BYTES;
    /** In an entry: offset of the number. */
    public static final int ENTRY_NUMBER_OFFSET = LENGTH_OFFSET + Long.BYTES;
    /** Length of an entry. */
    public static final int ENTRY_LENGTH = ENTRY_NUMBER_OFFSET + Long.BYTES;

    /** Length of a place: 11 cache lines. */
    public static final int PLACE_LENGTH = FIRST_ENTRY_OFFSET + ENTRY_CAPACITY * ENTRY_LENGTH;
    /** Length of the section. */
    public static final int LENGTH = PLACES_OFFSET + PLACES * PLACE_LENGTH;

    private WaitDescriptor() {
    }

    /**
     * Offset of a place.
     *
     * @param place from 0.
     * @return bytes from the start of the section.
     */
    public static int placeOffset(final int place) {
        return PLACES_OFFSET + place * PLACE_LENGTH;
    }

    /**
     * Offset of an entry.
     *
     * @param entry from 0.
     * @return bytes from the start of the place.
     */
    public static int entryOffset(final int entry) {
        return FIRST_ENTRY_OFFSET + entry * ENTRY_LENGTH;
    }
}
