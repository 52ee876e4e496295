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
package io.tombolo.engine.srq;

import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.wire.EndpointKey;
import io.tombolo.engine.wire.Exposure;
import io.tombolo.engine.wire.Handle;
import io.tombolo.ringbuffers.pair.RingConsumer;

/**
 * The fields of a message that has arrived and is not delivered yet, checked. Reused. One thread at a time.
 */
final class InboundMessage {
    Peer peer;
    boolean isSolicited;
    int mode;
    long length;
    // Packet of the pool that holds the payload, until it is returned.
    int packet;
    int generation;
    // Where the sender has exposed a long message.
    long send;
    long place;
    long position;
    long available;

    InboundMessage() {
    }

    /**
     * Loads and checks the fields of a record.
     *
     * @return false if a field is wrong.
     */
    boolean read(final Peer from, final RingConsumer ring, final long key) {
        peer = from;
        mode = EndpointKey.mode(key);
        isSolicited = EndpointKey.isSolicited(key);
        switch (mode) {
            case EndpointKey.INLINE -> {
                length = ring.length();
                return true;
            }
            case EndpointKey.PACKET -> {
                packet = (int) ring.word(0);
                generation = (int) ring.word(1);
                length = ring.word(2);
                return from.inbound().packets().isPosted(packet, generation, length);
            }
            default -> {
                length = ring.word(0);
                send = ring.word(1);
                place = ring.word(2);
                position = ring.word(3);
                available = ring.word(4);
                return length >= 0 && available >= 0 && available <= length && ring.word(5) == Handle.NONE &&
                    Exposure.mode(place) != Exposure.LOST;
            }
        }
    }

    void copy(final InboundMessage other) {
        peer = other.peer;
        isSolicited = other.isSolicited;
        mode = other.mode;
        length = other.length;
        send = other.send;
        place = other.place;
        position = other.position;
        available = other.available;
    }

    boolean isLong() {
        return mode == EndpointKey.LONG;
    }
}
