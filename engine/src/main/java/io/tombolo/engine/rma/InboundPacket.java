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
package io.tombolo.engine.rma;

import io.tombolo.engine.wire.Exposure;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.engine.wire.WindowPacket;
import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.pair.RingConsumer;

/**
 * The fields of a window packet that another rank has sent. Each field is loaded once, then checked, then used. The object is reused. One
 * thread at a time.
 */
final class InboundPacket {
    int type;
    long key;
    long length;
    /** Handle of the operation that wants an answer, or of the send that exposes the data. */
    long handle;
    long displacement;
    long place;
    long position;
    long available;
    /** New value of a compare and swap. */
    long value;
    long expected;
    /** Array that holds the data of the packet, or null for absolute addresses. */
    Object base;
    long offset;
    private byte[] kept = {};

    void load(final RingConsumer ring, final int newType) {
        type = newType;
        key = ring.key();
        length = ring.word(WindowPacket.LENGTH_WORD);
        handle = ring.word(WindowPacket.HANDLE_WORD);
        place = ring.word(WindowPacket.DATA_WORD);
        position = ring.word(WindowPacket.EXPECTED_WORD);
        available = ring.word(WindowPacket.EXPECTED_WORD + 1);
        displacement = ring.word(WindowPacket.DISPLACEMENT_WORD);
        value = place;
        expected = position;
        base = null;
        offset = 0;
    }

    /**
     * Copies an access that cannot be executed yet, with its data.
     */
    void keep(final InboundPacket other) {
        type = other.type;
        key = other.key;
        length = other.length;
        handle = other.handle;
        displacement = other.displacement;
        value = other.value;
        expected = other.expected;
        final int carriage = WindowPacket.carriage(key);
        if (carriage == WindowPacket.INLINE || carriage == WindowPacket.PACKET) {
            if (kept.length < length) {
                kept = new byte[(int) length];
            }
            Bytes.copy(other.base, other.offset, kept, Bytes.BYTES_OFFSET, length);
            base = kept;
            offset = Bytes.BYTES_OFFSET;
        }
    }

    boolean has(final int flag) {
        return WindowPacket.has(key, flag);
    }

    /**
     * Returns whether the target answers with data.
     */
    boolean isAnswered() {
        return type == PacketType.GET.code() || type == PacketType.LOCK_GET.code() || has(WindowPacket.FETCH) || has(WindowPacket.SWAP);
    }

    boolean isExposed() {
        return WindowPacket.carriage(key) == WindowPacket.EXPOSED;
    }

    /**
     * Returns whether the fields that describe exposed data are possible.
     */
    boolean isExposureSound() {
        return length >= 0 && available >= 0 && available <= length && Exposure.mode(place) != Exposure.LOST;
    }
}
