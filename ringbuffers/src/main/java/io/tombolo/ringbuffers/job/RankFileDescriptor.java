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
package io.tombolo.ringbuffers.job;

import io.tombolo.ringbuffers.counters.CountersDescriptor;
import io.tombolo.ringbuffers.flight.FlightDescriptor;
import io.tombolo.ringbuffers.wait.WaitDescriptor;
import org.agrona.BitUtil;

/**
 * Layout of {@code rank-R.dat}, native byte order. Rank R writes all of it, except the doorbell section.
 * <pre>
 *  +---------------------------------------------------------------+  0
 *  |                          magic (long)                         |
 *  +-------------------------------+-------------------------------+  8
 *  |     layout version (int)      |          rank (int)           |
 *  +-------------------------------+-------------------------------+  16
 *  |       incarnation (int)       |    number of sections (int)   |
 *  +-------------------------------+-------------------------------+  24
 *  |                         job id (long)                         |
 *  +---------------------------------------------------------------+  32
 *  |                      file length (long)                       |
 *  +---------------------------------------------------------------+  40
 *  |                  24 reserved bytes, zero                      |
 *  +---------------------------------------------------------------+  64
 *  |  16 table entries of 24 bytes: {code, offset, length} (longs) |
 *  +---------------------------------------------------------------+  448
 *  |  ready word (int), then 60 reserved bytes                     |  stored last
 *  +---------------------------------------------------------------+  512
 *  |  zero, up to a page                                           |
 *  +---------------------------------------------------------------+  4096
 *  |  the sections in the order of their codes, each on a page     |
 *  +---------------------------------------------------------------+
 *
 *  The doorbell section:
 *  +---------------------------------------------------------------+  0
 *  |  doorbell word (int): 0 awake, 1 asleep, 2 asleep at socket;  |  the rank stores, peers CAS 1 or 2 to 0
 *  |  60 reserved bytes                                            |
 *  +---------------------------------------------------------------+  64
 *  |  192 reserved bytes, zero                                     |
 *  +---------------------------------------------------------------+  256
 * </pre>
 */
public final class RankFileDescriptor {
    /** First word of a rank file: "TOMBOLO" and an R. */
    public static final long MAGIC = 0x52_4f4c4f424d4f54L;

    /** Value of the ready word once the file is complete. */
    public static final int READY = 1;

    /** Offset of the magic. */
    public static final int MAGIC_OFFSET = 0;
    /** Offset of the layout version. */
    public static final int VERSION_OFFSET = MAGIC_OFFSET + Long.BYTES;
    /** Offset of the rank. */
    public static final int RANK_OFFSET = VERSION_OFFSET + Integer.BYTES;
    /** Offset of the incarnation. */
    public static final int INCARNATION_OFFSET = RANK_OFFSET + Integer.BYTES;
    /** Offset of the number of sections. */
    public static final int SECTION_COUNT_OFFSET = INCARNATION_OFFSET + Integer.BYTES;
    /** Offset of the job id. */
    public static final int JOB_ID_OFFSET = SECTION_COUNT_OFFSET + Integer.BYTES;
    /** Offset of the file length. */
    public static final int FILE_LENGTH_OFFSET = JOB_ID_OFFSET + Long.BYTES;
    /** Offset of the section table. */
    public static final int TABLE_OFFSET = 64;
    /** Places in the section table. */
    public static final int TABLE_CAPACITY = 16;
    /** In an entry: offset of the section's code. */
    public static final int ENTRY_CODE_OFFSET = 0;
    /** In an entry: offset of the section's offset. */
    public static final int ENTRY_OFFSET_OFFSET = ENTRY_CODE_OFFSET + Long.BYTES;
    /** In an entry: offset of the section's length. */
    public static final int ENTRY_LENGTH_OFFSET = ENTRY_OFFSET_OFFSET + Long.BYTES;
    /** Length of an entry. */
    public static final int ENTRY_LENGTH = ENTRY_LENGTH_OFFSET + Long.BYTES;
    /** Offset of the ready word. */
    public static final int READY_OFFSET = TABLE_OFFSET + TABLE_CAPACITY * ENTRY_LENGTH;
    /** Length of the used part of the header. */
    public static final int HEADER_LENGTH = READY_OFFSET + 64;
    /** Every section starts on a multiple of this. */
    public static final int SECTION_ALIGNMENT = 4096;

    /** In the doorbell section: offset of the doorbell's line. */
    public static final int DOORBELL_OFFSET = 0;
    /** Length of the doorbell's line. */
    public static final int DOORBELL_LENGTH = 64;
    /** Length of the doorbell section. */
    public static final int DOORBELL_SECTION_LENGTH = 256;
    /** Length of a matching node. */
    public static final int MATCH_NODE_LENGTH = 64;
    /** Most matching nodes in this file; further nodes lie in {@link MatchNodeFile}s. */
    public static final int MATCH_NODES = 16 * 1024;
    /** Length of the error log. */
    public static final int ERROR_LOG_LENGTH = 16 * 1024;

    /** Fingerprint of this layout. */
    public static final long LAYOUT_HASH = LayoutHash.of(
        TABLE_OFFSET, READY_OFFSET, SECTION_ALIGNMENT, DOORBELL_SECTION_LENGTH, CountersDescriptor.LENGTH, MATCH_NODE_LENGTH, MATCH_NODES,
        SendStateDescriptor.LENGTH, SendStateDescriptor.CHANGE_TIME_OFFSET, SendStateDescriptor.LANES_OFFSET,
        SendStateDescriptor.MESSAGES_OFFSET, SendStateDescriptor.BESIDE_RING_OFFSET, ERROR_LOG_LENGTH,
        WindowStateDescriptor.PLACES, WindowStateDescriptor.HEADER_LENGTH, WindowStateDescriptor.ENTRY_LENGTH,
        FlightDescriptor.ANCHOR_NANO_TIME_OFFSET, FlightDescriptor.ANCHOR_EPOCH_OFFSET, FlightDescriptor.ALL_MESSAGES_OFFSET,
        FlightDescriptor.EVENTS_OFFSET, FlightDescriptor.TIME_OFFSET, FlightDescriptor.ENVELOPE_OFFSET, FlightDescriptor.LENGTH_OFFSET,
        FlightDescriptor.EVENT_LENGTH, WaitDescriptor.PLACES, WaitDescriptor.PLACES_OFFSET, WaitDescriptor.PLACE_LENGTH,
        WaitDescriptor.THREAD_OFFSET, WaitDescriptor.SITE_OFFSET, WaitDescriptor.FIRST_ENTRY_OFFSET, WaitDescriptor.ENTRY_LENGTH);

    private static final RankFileSection[] SECTIONS = RankFileSection.values();

    private RankFileDescriptor() {
    }

    /**
     * Offset of a section's entry in the table.
     *
     * @param section to look up.
     * @return bytes from the start of the file.
     */
    public static int entryOffset(final RankFileSection section) {
        return TABLE_OFFSET + (section.code() - 1) * ENTRY_LENGTH;
    }

    /**
     * Length of a section.
     *
     * @param section  to look up.
     * @param geometry of the job.
     * @param size     number of ranks.
     * @return bytes.
     */
    public static int sectionLength(final RankFileSection section, final JobGeometry geometry, final int size) {
        return switch (section) {
            case DOORBELL -> DOORBELL_SECTION_LENGTH;
            case COUNTERS -> CountersDescriptor.LENGTH;
            case MATCH_NODES -> Math.min(geometry.intValue(GeometrySetting.MATCH_NODES), MATCH_NODES) * MATCH_NODE_LENGTH;
            case SEND_STATES -> size * SendStateDescriptor.LENGTH;
            case ERROR_LOG -> ERROR_LOG_LENGTH;
            case WINDOWS -> WindowStateDescriptor.length(size);
            case FLIGHT -> FlightDescriptor.length(geometry.intValue(GeometrySetting.FLIGHT_EVENTS));
            case WAITS -> WaitDescriptor.LENGTH;
        };
    }

    /**
     * Offset of a section.
     *
     * @param section  to look up.
     * @param geometry of the job.
     * @param size     number of ranks.
     * @return bytes from the start of the file.
     */
    public static int sectionOffset(final RankFileSection section, final JobGeometry geometry, final int size) {
        int offset = SECTION_ALIGNMENT;
        for (int i = 0; i < section.ordinal(); i++) {
            offset += BitUtil.align(sectionLength(SECTIONS[i], geometry, size), SECTION_ALIGNMENT);
        }
        return offset;
    }

    /**
     * Length of the file.
     *
     * @param geometry of the job.
     * @param size     number of ranks.
     * @return bytes, a multiple of a page.
     */
    public static int length(final JobGeometry geometry, final int size) {
        final RankFileSection last = SECTIONS[SECTIONS.length - 1];
        return sectionOffset(last, geometry, size) + BitUtil.align(sectionLength(last, geometry, size), SECTION_ALIGNMENT);
    }
}
