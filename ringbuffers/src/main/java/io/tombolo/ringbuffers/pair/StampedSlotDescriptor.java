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

import org.agrona.concurrent.ringbuffer.RecordDescriptor;

/**
 * Layout of one slot of a {@link RingKind#STAMPED} ring: one cache line, so that a short message costs one line transfer. Each half of a
 * slot has room for a record of up to {@link #SHORT_LENGTH} bytes, so two of them often share a transfer. Every other record begins with a
 * slot. A body that does not fit its slot goes on in the next ones, which hold nothing else. So both sides copy it in one piece, or in two
 * at the end of the ring. Positions count halves: that of a slot's first half is even.
 * <pre>
 *  0                8                16              32               40               48              64
 *  +----------------+----------------+---------------+----------------+----------------+---------------+
 *  |     stamp      |      key       |  short body   |     stamp      |      key       |  short body   |  two short records
 *  +----------------+----------------+---------------+----------------+----------------+---------------+
 *  |     stamp      |      key       |  short body   |      skip      |        anything                |  one, before a longer one
 *  +----------------+----------------+---------------+----------------+----------------+---------------+
 *  |     stamp      |      key       |                  body: payload or six words                     |  first slot of a longer one
 *  +----------------+----------------+-----------------------------------------------------------------+
 *  |                                         body, continued                                           |  each further slot
 *  +---------------------------------------------------------------------------------------------------+
 * </pre>
 * The stamp ({@link Stamp}), which holds a check of the key, is stored last. No payload can look like a stamp: before a record is
 * published, its producer clears the word that the destination looks at next. That is the first word of the slot's other half, or of the
 * next slot if payload has covered it. So the whole slot is free when its first half is written.
 * <p>
 * The producer writes all of it. The consumer stores bytes of lines that it hands back, unchanged ({@link io.tombolo.ringbuffers.line}).
 */
public final class StampedSlotDescriptor {
    /** Bytes of a slot. */
    public static final int SLOT_LENGTH = PairFileDescriptor.LINE_LENGTH;

    /** Bytes of half a slot, the unit of positions. */
    public static final int HALF_LENGTH = SLOT_LENGTH / 2;

    /** Offset of the stamp in a slot or half: long, stored last. */
    public static final int STAMP_OFFSET = 0;

    /** Offset of the key in a slot or half: long, opaque here. */
    public static final int KEY_OFFSET = STAMP_OFFSET + Long.BYTES;

    /** Offset of the body in a slot or half. */
    public static final int BODY_OFFSET = KEY_OFFSET + Long.BYTES;

    /** Most bytes of the body of a record that lies in half a slot. */
    public static final int SHORT_LENGTH = HALF_LENGTH - BODY_OFFSET;

    /** Bytes of the body of a record that lies in one slot; of a record of words, in both kinds of ring. */
    public static final int BODY_LENGTH = SLOT_LENGTH - BODY_OFFSET;

    /** Most bytes of the body of any record, in both kinds of ring. */
    public static final int MAX_BODY_LENGTH = 8192;

    /** Halves of a slot. */
    static final int HALVES = SLOT_LENGTH / HALF_LENGTH;

    static final int SLOT_SHIFT = Integer.numberOfTrailingZeros(SLOT_LENGTH);

    static final int HALF_SHIFT = Integer.numberOfTrailingZeros(HALF_LENGTH);

    /** No record takes more than this part of its ring. */
    private static final int SHARE_OF_RING = 8;

    private static final int AGRONA_HEADERS_LENGTH = RecordDescriptor.HEADER_LENGTH + AgronaRecordDescriptor.BODY_OFFSET;

    private StampedSlotDescriptor() {
    }

    /**
     * Returns the half slots that a record takes.
     *
     * @param bodyLength bytes, 0 to {@link #MAX_BODY_LENGTH}.
     * @return 1, or an even number.
     */
    public static int halves(final int bodyLength) {
        return bodyLength <= SHORT_LENGTH ? 1 : HALVES * (BODY_OFFSET + bodyLength + SLOT_LENGTH - 1 >>> SLOT_SHIFT);
    }

    /**
     * Returns whether a position is that of the second half of a slot.
     *
     * @param position in halves.
     * @return true if so.
     */
    static boolean isSecondHalf(final long position) {
        return (position & 1) != 0;
    }

    /**
     * Returns the longest body that a ring of either kind carries. A record takes at most an eighth of the ring, so that it neither waits
     * for an empty ring nor fills it. Agrona has the same rule.
     *
     * @param ringSlots capacity of the ring.
     * @return bytes, at most {@link #MAX_BODY_LENGTH}.
     */
    public static int maxBodyLength(final int ringSlots) {
        final int share = ringSlots / SHARE_OF_RING * SLOT_LENGTH - AGRONA_HEADERS_LENGTH;
        return Math.min(MAX_BODY_LENGTH, Math.max(BODY_LENGTH, share));
    }
}
