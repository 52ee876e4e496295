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

import static org.agrona.BitUtil.align;

import io.tombolo.ringbuffers.job.LayoutHash;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/**
 * Layout of {@code pair-S-D-e.dat}: what source S and destination D share. Little-endian. Each section starts at a multiple of 128, so that
 * no two writers share a line or adjacent lines. The one exception is the ring of stamped slots: D stores bytes of lines that it has read,
 * unchanged, see {@link io.tombolo.ringbuffers.line}. D writes the head position of Agrona's trailer.
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +---------------------------------------------------------------+ 0
 *  |                            magic                              |  header, written once by S before the file has its name
 *  |                                                               |
 *  +---------------------------------------------------------------+ 8
 *  |                      layout hash, low int                     |
 *  +---------------------------------------------------------------+ 12
 *  |                           source                              |
 *  +---------------------------------------------------------------+ 16
 *  |                    incarnation of the source                  |
 *  +---------------------------------------------------------------+ 20
 *  |                         destination                           |
 *  +---------------------------------------------------------------+ 24
 *  |                  incarnation of the destination               |
 *  +---------------------------------------------------------------+ 28
 *  |                          reserved (0)                         |
 *  +---------------------------------------------------------------+ 128
 *  |          drained: half slots (or bytes) of the ring taken     |  credit line, written by D
 *  |                                                               |
 *  +---------------------------------------------------------------+ 136
 *  |      consumed: eager bytes taken by receives, see Credit      |
 *  |                                                               |
 *  +---------------------------------------------------------------+ 144
 *  |       done: long messages below this number are done          |
 *  |                                                               |
 *  +---------------------------------------------------------------+ 256
 *  |            returned: records of the return ring taken         |  return line, written by S
 *  |                                                               |
 *  +---------------------------------------------------------------+ 384
 *  |                    return ring, records of 32 bytes           |  written by D
 *  +---------------------------------------------------------------+
 *  |                    ring, slots of 64 bytes (+ trailer)        |  written by S; D stores what is there, to hand lines back
 *  +---------------------------------------------------------------+
 *  |                    packets, header and payload each           |  written by S alone
 *  +---------------------------------------------------------------+
 * </pre>
 */
public final class PairFileDescriptor {
    /** Bytes of a cache line. */
    public static final int LINE_LENGTH = 64;

    /** Distance that keeps two writers out of each other's line and out of the line that is fetched with it. Bytes. */
    public static final int SECTION_ALIGNMENT = 2 * LINE_LENGTH;

    /** "TOMBPAIR" in ASCII, first letter first in the file. */
    public static final long MAGIC = 0x52494150424D4F54L;

    /** Offset of the magic number: long. */
    public static final int MAGIC_OFFSET = 0;

    /** Offset of the layout hash: int. */
    public static final int LAYOUT_HASH_OFFSET = MAGIC_OFFSET + Long.BYTES;

    /** Offset of the source rank: int. */
    public static final int SOURCE_OFFSET = LAYOUT_HASH_OFFSET + Integer.BYTES;

    /** Offset of the source's incarnation: int. */
    public static final int SOURCE_INCARNATION_OFFSET = SOURCE_OFFSET + Integer.BYTES;

    /** Offset of the destination rank: int. */
    public static final int DESTINATION_OFFSET = SOURCE_INCARNATION_OFFSET + Integer.BYTES;

    /** Offset of the destination's incarnation: int. */
    public static final int DESTINATION_INCARNATION_OFFSET = DESTINATION_OFFSET + Integer.BYTES;

    /** Offset of the credit line, written by the destination alone. */
    public static final int CREDIT_OFFSET = SECTION_ALIGNMENT;

    /** Offset of the word that counts what the destination has taken from the ring: long, monotone. */
    public static final int DRAINED_OFFSET = CREDIT_OFFSET;

    /** Offset of the word that counts eager bytes taken by receives: long, monotone. */
    public static final int CONSUMED_OFFSET = DRAINED_OFFSET + Long.BYTES;

    /**
     * Offset of the word below which all long messages are done, counted in the order of their envelopes in the ring: long, monotone.
     */
    public static final int DONE_OFFSET = CONSUMED_OFFSET + Long.BYTES;

    /** Offset of the return line, written by the source alone: records taken from the return ring, long, monotone. */
    public static final int RETURNED_OFFSET = CREDIT_OFFSET + SECTION_ALIGNMENT;

    /** Offset of the return ring. */
    public static final int RETURN_RING_OFFSET = RETURNED_OFFSET + SECTION_ALIGNMENT;

    /** Fingerprint of this layout and of the records and packets in it. Stamps have no header that could name their version. */
    public static final int LAYOUT_HASH = (int) LayoutHash.of(
        SOURCE_INCARNATION_OFFSET, DESTINATION_INCARNATION_OFFSET, DRAINED_OFFSET, CONSUMED_OFFSET, DONE_OFFSET, RETURNED_OFFSET,
        RETURN_RING_OFFSET,
        RecordCheck.FACTOR, Stamp.TYPE_SHIFT, Stamp.LENGTH_SHIFT, Stamp.SEQUENCE_SHIFT, StampedSlotDescriptor.SLOT_LENGTH,
        StampedSlotDescriptor.HALF_LENGTH, StampedSlotDescriptor.KEY_OFFSET, StampedSlotDescriptor.BODY_OFFSET,
        AgronaRecordDescriptor.KEY_OFFSET, AgronaRecordDescriptor.SEQUENCE_OFFSET, AgronaRecordDescriptor.LENGTH_OFFSET,
        AgronaRecordDescriptor.BODY_OFFSET,
        ReturnRecordDescriptor.RECORD_LENGTH, ReturnRecordDescriptor.WORDS_OFFSET, PacketDescriptor.PAYLOAD_OFFSET);

    private PairFileDescriptor() {
    }

    /**
     * Returns where the ring begins.
     *
     * @param geometry sizes.
     * @return offset in bytes.
     */
    public static int ringOffset(final PairGeometry geometry) {
        return align(RETURN_RING_OFFSET + geometry.returnRecords() * ReturnRecordDescriptor.RECORD_LENGTH, SECTION_ALIGNMENT);
    }

    /**
     * Returns the length of the ring with the trailer that Agrona's layout has.
     *
     * @param geometry sizes.
     * @return bytes.
     */
    public static int ringLength(final PairGeometry geometry) {
        final int data = geometry.ringSlots() * StampedSlotDescriptor.SLOT_LENGTH;
        return geometry.ringKind() == RingKind.AGRONA ? data + RingBufferDescriptor.TRAILER_LENGTH : data;
    }

    /**
     * Returns where the packets begin.
     *
     * @param geometry sizes.
     * @return offset in bytes.
     */
    public static int packetsOffset(final PairGeometry geometry) {
        return align(ringOffset(geometry) + ringLength(geometry), SECTION_ALIGNMENT);
    }

    /**
     * Returns the length of the whole file.
     *
     * @param geometry sizes.
     * @return bytes.
     * @throws IllegalArgumentException if the file would pass 1 GiB.
     */
    public static int fileLength(final PairGeometry geometry) {
        final long length = packetsOffset(geometry) + (long) geometry.packets() * PacketDescriptor.stride(geometry.packetLength());
        if (length > 1 << 30) {
            throw new IllegalArgumentException("a pair file of " + length + " bytes is too large: packets=" + geometry.packets() +
                " packetLength=" + geometry.packetLength());
        }
        return align((int) length, SECTION_ALIGNMENT);
    }
}
