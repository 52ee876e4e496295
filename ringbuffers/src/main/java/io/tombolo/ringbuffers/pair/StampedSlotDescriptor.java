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

/**
 * Layout of one slot of a {@link RingKind#STAMPED} ring: one cache line, so that a short message costs one line transfer.
 * <pre>
 *  0                8                16                              64
 *  +----------------+----------------+-------------------------------+
 *  |     stamp      |      key       |   body: payload or six words  |
 *  +----------------+----------------+-------------------------------+
 * </pre>
 * The stamp ({@link Stamp}) is never covered by payload, so no payload can look like one.
 */
public final class StampedSlotDescriptor {
    /** Bytes of a slot. */
    public static final int SLOT_LENGTH = PairFileDescriptor.LINE_LENGTH;

    /** Offset of the stamp in a slot: long, stored last. */
    public static final int STAMP_OFFSET = 0;

    /** Offset of the key in a slot: long, opaque here. */
    public static final int KEY_OFFSET = STAMP_OFFSET + Long.BYTES;

    /** Offset of the body in a slot. */
    public static final int BODY_OFFSET = KEY_OFFSET + Long.BYTES;

    /** Bytes of the body of a record, in both kinds of ring. */
    public static final int BODY_LENGTH = SLOT_LENGTH - BODY_OFFSET;

    static final int SLOT_SHIFT = Integer.numberOfTrailingZeros(SLOT_LENGTH);

    private StampedSlotDescriptor() {
    }
}
