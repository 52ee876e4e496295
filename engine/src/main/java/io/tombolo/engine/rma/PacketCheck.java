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

import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.wire.Handle;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.engine.wire.WindowPacket;
import io.tombolo.ringbuffers.pair.RingConsumer;

/**
 * Checks the fields of a window packet before they are used, and locates its data. One thread at a time.
 */
final class PacketCheck {
    private final int packetLength;
    private final InlineData inline;

    PacketCheck(final int packetLength, final InlineData inline) {
        this.packetLength = packetLength;
        this.inline = inline;
    }

    /**
     * Returns whether the record names a packet of the pool that is posted, of this length.
     */
    static boolean isPosted(final InboundPacket inbound, final Peer peer) {
        return peer.inbound().packets().isPosted(Handle.index(inbound.place), Handle.generation(inbound.place), inbound.length);
    }

    static void giveBack(final InboundPacket inbound, final Peer peer) {
        peer.inbound().returnPacket(Handle.index(inbound.place), Handle.generation(inbound.place));
    }

    /**
     * Checks an access and locates its data, for {@link InboundPacket#base} and {@link InboundPacket#offset}.
     *
     * @param inbound whose pool packet, if any, has been checked.
     * @return false if a field is wrong.
     */
    boolean checkAccess(final InboundPacket inbound, final WindowPart part, final Peer peer, final RingConsumer ring) {
        if (!part.contains(inbound.displacement, inbound.length)) {
            return false;
        }
        return switch (PacketType.of(inbound.type)) {
            case GET, LOCK_GET -> WindowPacket.carriage(inbound.key) == WindowPacket.NONE;
            case PUT -> inbound.isExposed() ? inbound.isExposureSound() :
                WindowPacket.carriage(inbound.key) == WindowPacket.NONE ? inbound.length == 0 : findData(inbound, peer, ring);
            case LOCK_PUT -> findData(inbound, peer, ring);
            case ACCUMULATE, LOCK_ACCUMULATE -> areElements(inbound) &&
                (inbound.has(WindowPacket.SWAP) ? WindowPacket.carriage(inbound.key) == WindowPacket.NONE :
                    findData(inbound, peer, ring));
            default -> false;
        };
    }

    private boolean areElements(final InboundPacket inbound) {
        final ElementType type = ElementType.of(WindowPacket.element(inbound.key));
        final AccumulateOp op = AccumulateOp.of(WindowPacket.op(inbound.key));
        return type != null && op != null && !(op.isBitwise() && type.isFloating()) && inbound.length <= packetLength &&
            (inbound.length & type.length() - 1) == 0 && (inbound.displacement & type.length() - 1) == 0 &&
            (!inbound.has(WindowPacket.SWAP) || inbound.length == type.length());
    }

    private boolean findData(final InboundPacket inbound, final Peer peer, final RingConsumer ring) {
        final int carriage = WindowPacket.carriage(inbound.key);
        if (carriage == WindowPacket.INLINE) {
            if (inbound.length < 0 || inbound.length > WindowPacket.INLINE_LENGTH) {
                return false;
            }
            inline.load(ring);
            inbound.offset = inline.address();
            return true;
        }
        if (carriage != WindowPacket.PACKET) {
            return false;
        }
        inbound.offset = peer.inbound().packets().payload(Handle.index(inbound.place));
        return true;
    }

    /**
     * Checks an answer and locates its data.
     *
     * @param inbound whose length is the one that was asked for.
     * @return false if a field is wrong.
     */
    boolean checkAnswer(final InboundPacket inbound, final Peer peer, final RingConsumer ring) {
        return inbound.isExposed() ? inbound.isExposureSound() :
            findData(inbound, peer, ring);
    }
}
