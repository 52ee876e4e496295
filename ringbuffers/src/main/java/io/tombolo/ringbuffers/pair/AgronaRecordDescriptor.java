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
package io.tombolo.ringbuffers.pair;

import org.agrona.BitUtil;
import org.agrona.concurrent.ringbuffer.RecordDescriptor;

/**
 * Layout of one record of a {@link RingKind#AGRONA} ring: Agrona's own header, then ours. A record is a multiple of 32 bytes, so that a
 * message of 8 bytes takes half a line and no record touches more lines than it has to.
 * <pre>
 *  0        4        8                16       20       24
 *  +--------+--------+----------------+--------+--------+------------------+
 *  | length |  type  |      key       |sequence| body   |  body            |
 *  |        |        |                |^ check | length |                  |
 *  +--------+--------+----------------+--------+--------+------------------+
 * </pre>
 * The check ({@link RecordCheck}) is of key, type and body length. The length in Agrona's header is the least that holds the body.
 */
public final class AgronaRecordDescriptor {
    /** Records are multiples of this. Bytes. */
    public static final int RECORD_ALIGNMENT = 32;

    /** Offset of the key, from the end of Agrona's header: long. */
    public static final int KEY_OFFSET = 0;

    /** Offset of the sequence, from the end of Agrona's header: int. */
    public static final int SEQUENCE_OFFSET = KEY_OFFSET + Long.BYTES;

    /** Offset of the body length, from the end of Agrona's header: int. */
    public static final int LENGTH_OFFSET = SEQUENCE_OFFSET + Integer.BYTES;

    /** Offset of the body, from the end of Agrona's header. */
    public static final int BODY_OFFSET = LENGTH_OFFSET + Integer.BYTES;

    private AgronaRecordDescriptor() {
    }

    /**
     * Folds the check into the sequence of a record, or takes it out again.
     *
     * @param sequence   low bits of a sequence.
     * @param key        of the record.
     * @param type       of the record.
     * @param bodyLength bytes.
     * @return the sequence with the check, or without.
     */
    static int fold(final int sequence, final long key, final int type, final int bodyLength) {
        return sequence ^ (int) (RecordCheck.of(key, (long) type << Integer.SIZE | bodyLength) >>> Integer.SIZE);
    }

    /**
     * Returns the length to claim for a body: the record without Agrona's header.
     *
     * @param bodyLength bytes.
     * @return bytes.
     */
    public static int messageLength(final int bodyLength) {
        final int header = RecordDescriptor.HEADER_LENGTH;
        return BitUtil.align(header + BODY_OFFSET + bodyLength, RECORD_ALIGNMENT) - header;
    }
}
