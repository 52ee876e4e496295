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

/**
 * Layout of {@code recorder.dat}, native byte order: how far the recorder of a job has read the rings of each rank. Only the recorder
 * writes it.
 * <pre>
 *  +---------------------------------------------------------------+  0
 *  |                          magic (long)                         |
 *  +-------------------------------+-------------------------------+  8
 *  |     layout version (int)      |     number of ranks (int)     |
 *  +-------------------------------+-------------------------------+  16
 *  |                         job id (long)                         |
 *  +---------------------------------------------------------------+  24
 *  |                  40 reserved bytes, zero                      |
 *  +---------------------------------------------------------------+  64
 *  |  a line of 64 bytes for each rank                             |
 *  +---------------------------------------------------------------+
 *
 *  A line:
 *  +---------------------------------------------------------------+  0
 *  |  incarnation that is read (long); 0 none yet, -1 NOBODY          |  stored after positions of 0
 *  +---------------------------------------------------------------+  8
 *  |  position of the first event that is not read (long)          |
 *  +---------------------------------------------------------------+  16
 *  |  position of the first byte of payload that is not read       |
 *  +---------------------------------------------------------------+  24
 *  |  position of the first byte of the order that is not read     |
 *  +---------------------------------------------------------------+  32
 *  |                  32 reserved bytes, zero                      |
 *  +---------------------------------------------------------------+  64
 * </pre>
 */
final class RecorderFileDescriptor {
    /** First word of the file: "TOMBOLO" and a J. */
    static final long MAGIC = 0x4a_4f4c4f424d4f54L;

    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = MAGIC_OFFSET + Long.BYTES;
    static final int SIZE_OFFSET = VERSION_OFFSET + Integer.BYTES;
    static final int JOB_ID_OFFSET = SIZE_OFFSET + Integer.BYTES;
    static final int LINES_OFFSET = 64;

    /** In a line. */
    static final int INCARNATION_OFFSET = 0;
    /** In a line: position in the first {@link RecordedRing}; the others follow. */
    static final int POSITIONS_OFFSET = INCARNATION_OFFSET + Long.BYTES;
    static final int LINE_LENGTH = 64;

    private RecorderFileDescriptor() {
    }

    static int length(final int size) {
        return LINES_OFFSET + size * LINE_LENGTH;
    }

    static int line(final int rank) {
        return LINES_OFFSET + rank * LINE_LENGTH;
    }

    static int position(final int rank, final RecordedRing ring) {
        return line(rank) + POSITIONS_OFFSET + ring.ordinal() * Long.BYTES;
    }
}
