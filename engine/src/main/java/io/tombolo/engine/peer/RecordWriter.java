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
package io.tombolo.engine.peer;

import io.tombolo.engine.wire.EndpointKey;
import io.tombolo.engine.wire.Exposure;
import io.tombolo.engine.wire.Handle;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.fault.FaultPoint;
import io.tombolo.ringbuffers.pair.PacketPool;
import io.tombolo.ringbuffers.pair.RingProducer;
import io.tombolo.ringbuffers.pair.StampedSlotDescriptor;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Writes records to a peer: each into the ring, and the payload of some into a packet of the pool. {@link OutboundSide} decides which
 * record is next. One thread at a time.
 */
final class RecordWriter {
    private static final int SHORT = PacketType.SHORT.code();
    private static final int EAGER = PacketType.EAGER.code();
    private static final int ENDPOINT_SEND = PacketType.EP_SEND.code();

    private final RingProducer ring;
    private final PacketPool pool;
    // Packet that was taken for the next record, or none.
    private int held = OutboundRecord.NO_PACKET;
    // A control record with the first bytes of its message; made when there is one.
    private UnsafeBuffer body;

    RecordWriter(final RingProducer ring, final PacketPool pool) {
        this.ring = ring;
        this.pool = pool;
    }

    /** Returns whether the payload travels in a packet. */
    static boolean isCopied(final OutboundRecord record) {
        return isInPacket(record) || record.isPacked;
    }

    /** Returns whether the message is charged to the budget. */
    static boolean isEager(final OutboundRecord record) {
        return isInline(record) || isInPacket(record);
    }

    /** Returns whether the payload travels in the ring. */
    static boolean isInline(final OutboundRecord record) {
        return record.type == SHORT || record.type == ENDPOINT_SEND && EndpointKey.mode(record.key) == EndpointKey.INLINE;
    }

    private static boolean isInPacket(final OutboundRecord record) {
        return record.type == EAGER || record.type == ENDPOINT_SEND && EndpointKey.mode(record.key) == EndpointKey.PACKET;
    }

    /**
     * Takes a packet for a record, if it needs one.
     *
     * @return false if the pool is empty.
     */
    boolean takePacket(final OutboundRecord record) {
        if (record.choice != null || !isCopied(record) || record.packet != OutboundRecord.NO_PACKET ||
            held != OutboundRecord.NO_PACKET) {
            return true;
        }
        // EMPTY is the same number as NO_PACKET.
        held = pool.acquire();
        return held != PacketPool.EMPTY;
    }

    /** Frees the packet that was taken, if there is one. */
    void releaseHeld() {
        if (held != OutboundRecord.NO_PACKET) {
            pool.abort(held);
            held = OutboundRecord.NO_PACKET;
        }
    }

    /**
     * Returns whether the ring has room for a record. One that is undecided is sized as a long one.
     */
    boolean hasRoom(final OutboundRecord record) {
        return ring.findRoom(
            record.choice == null && isInline(record) ? (int) record.length : Exposure.WORDS_LENGTH + record.first);
    }

    /**
     * Publishes a record. A record that is copied into a packet needs {@link #takePacket} before.
     *
     * @param sent number of messages that were published before.
     * @return false if there is no room in the ring; a packet that was taken is kept.
     */
    boolean write(final OutboundRecord record, final long sent) {
        if (isInline(record)) {
            return ring.offer(record.type, sent, record.key, record.base, record.offset, (int) record.length);
        }
        if (isInPacket(record)) {
            return writeEager(record, sent);
        }
        if (record.isPacked) {
            return writePacked(record, sent);
        }
        if (record.first > 0) {
            return writeWithBytes(record, sent);
        }
        return ring.offer(
            record.type, sent, record.key, record.word0, record.word1, record.word2, record.word3, record.word4, record.word5);
    }

    /**
     * Publishes a control record with first bytes. The body is put together here and copied into the ring in one go: the ring takes bytes
     * or words, not both.
     */
    private boolean writeWithBytes(final OutboundRecord record, final long sent) {
        if (body == null) {
            body = new UnsafeBuffer(ByteBuffer.allocateDirect(StampedSlotDescriptor.MAX_BODY_LENGTH));
        }
        final long address = body.addressOffset();
        record.putWords(body);
        if (record.segments == null) {
            Bytes.copy(record.base, record.offset, null, address + Exposure.WORDS_LENGTH, record.first);
        } else {
            SegmentCopy.gather(record.segments, address + Exposure.WORDS_LENGTH, record.first);
        }
        return ring.offer(record.type, sent, record.key, null, address, Exposure.WORDS_LENGTH + record.first);
    }

    private boolean writeEager(final OutboundRecord record, final long sent) {
        final boolean isCopied = record.packet == OutboundRecord.NO_PACKET;
        final int packet = isCopied ? held : record.packet;
        final int generation = isCopied ? fill(packet, record) : pool.post(packet);
        FaultPoint.PACKET_FILLED.hit();
        if (!ring.offer(record.type, sent, record.key, packet, generation, record.length, record.word3, 0, 0)) {
            pool.retract(packet);
            return false;
        }
        if (isCopied) {
            held = OutboundRecord.NO_PACKET;
        }
        return true;
    }

    private boolean writePacked(final OutboundRecord record, final long sent) {
        final int packet = held;
        final int generation = fill(packet, record);
        FaultPoint.PACKET_FILLED.hit();
        final long place = Handle.pack(packet, generation);
        if (!ring.offer(record.type, sent, record.key, record.word0, record.word1, place, record.word3, record.word4, record.word5)) {
            pool.retract(packet);
            return false;
        }
        held = OutboundRecord.NO_PACKET;
        return true;
    }

    private int fill(final int packet, final OutboundRecord record) {
        if (record.segments == null) {
            return pool.post(packet, record.base, record.offset, record.length);
        }
        SegmentCopy.gather(record.segments, pool.payload(packet), record.length);
        return pool.post(packet);
    }
}
