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
 * The first word of a record, or of half a slot that is skipped. It is stored last, with release order. It says that the record is there,
 * for which lap of the ring, and what it holds.
 * <pre>
 *   63          51 50         37 36    32 31                             0
 *  +--------------+-------------+--------+--------------------------------+
 *  |  sequence ^  |   length    |  type  |    position + 1, low 32 bits   |
 *  |    check     |             |        |                                |
 *  +--------------+-------------+--------+--------------------------------+
 * </pre>
 * The check ({@link RecordCheck}) is of the record's key and of the other bits of the stamp. A skip and a return record have no key and no
 * check.
 * <p>
 * Until it is written again, a word that a consumer looks at holds zero, or the stamp of exactly one lap ago. Neither equals the stamp of
 * the next position.
 */
final class Stamp {
    static final int TYPE_SHIFT = 32;
    private static final int TYPE_MASK = 0x1F;
    static final int LENGTH_SHIFT = 37;
    private static final int LENGTH_MASK = 0x3FFF;
    static final int SEQUENCE_SHIFT = 51;

    /** Bits of a sequence that travel. */
    static final long SEQUENCE_MASK = 0x1FFF;

    private static final long SEQUENCE_BITS = SEQUENCE_MASK << SEQUENCE_SHIFT;

    private Stamp() {
    }

    static long pack(final long position, final int type, final int length, final long sequence) {
        return (position + 1 & 0xFFFF_FFFFL) | (long) type << TYPE_SHIFT | (long) length << LENGTH_SHIFT | sequence << SEQUENCE_SHIFT;
    }

    /**
     * Folds the check into the sequence of a stamp, or takes it out again.
     *
     * @param stamp of a record.
     * @param key   of the same record.
     * @return the stamp with the check, or without.
     */
    static long fold(final long stamp, final long key) {
        // The shift drops the sequence.
        return stamp ^ RecordCheck.of(key, stamp << Long.SIZE - SEQUENCE_SHIFT) & SEQUENCE_BITS;
    }

    /** Stamp of a half slot without a record, the type of which is none; its sequence keeps it from being zero. */
    static long skip(final long position) {
        return pack(position, RingConsumer.EMPTY, 0, 1);
    }

    static boolean isAt(final long stamp, final long position) {
        // A word that was cleared is no stamp, not even where the low bits of the position are all ones.
        return (int) stamp == (int) (position + 1) && stamp != 0;
    }

    static int type(final long stamp) {
        return (int) (stamp >>> TYPE_SHIFT) & TYPE_MASK;
    }

    static int length(final long stamp) {
        return (int) (stamp >>> LENGTH_SHIFT) & LENGTH_MASK;
    }

    static int sequence(final long stamp) {
        return (int) (stamp >>> SEQUENCE_SHIFT);
    }
}
