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
package io.tombolo.engine.pt2pt;

import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.transfer.LongReceives;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.engine.wire.Exposure;
import io.tombolo.engine.wire.Handle;
import io.tombolo.ringbuffers.pair.RingConsumer;

/**
 * The envelope of a long message (RTS), each word loaded once. One thread at a time.
 */
final class LongEnvelope {
    private final LongReceives longReceives;
    private final PayloadTarget target;
    private long length;
    private long send;
    private long place;
    private long position;
    private long available;
    private int first;

    LongEnvelope(final LongReceives longReceives, final PayloadTarget target) {
        this.longReceives = longReceives;
        this.target = target;
    }

    /**
     * Reads the record that was polled.
     *
     * @return false if it cannot be right.
     */
    boolean read(final RingConsumer ring) {
        length = ring.word(0);
        send = ring.word(1);
        place = ring.word(2);
        position = ring.word(3);
        available = ring.word(4);
        first = ring.length() - Exposure.WORDS_LENGTH;
        return length >= 0 && available >= 0 && available <= length && first >= 0 && first <= length && ring.word(5) == Handle.NONE &&
            Exposure.mode(place) != Exposure.LOST;
    }

    /**
     * Starts to get the message for the receive that has matched. The first bytes come out of the record.
     */
    void start(final Operation operation, final Peer peer, final RingConsumer ring, final long key) {
        operation.getEnvelope = peer.inbound().addEnvelope();
        final long there = first == 0 ? 0 : target.copyAfterWords(ring, operation);
        longReceives.start(operation, peer, Envelope.tag(key), length, send, place, position, available, there);
    }

    /**
     * Gets the message at once, if it is exposed whole and one turn is enough.
     *
     * @param peer   that sends.
     * @param base   array, or null.
     * @param offset offset in the array, or address; range checked.
     * @param bytes  that are wanted, at most the length of the message.
     * @return false if an operation has to get it, or has to find out why it cannot be got; nothing has happened.
     */
    boolean tryGet(final Peer peer, final Object base, final long offset, final long bytes) {
        return first == 0 && available == length && length <= LongReceives.TURN_LENGTH &&
            longReceives.tryGet(peer, place, position, base, offset, bytes);
    }

    long length() {
        return length;
    }

    long send() {
        return send;
    }

    long place() {
        return place;
    }

    long position() {
        return position;
    }

    long available() {
        return available;
    }

    @Override
    public String toString() {
        return "length " + length + ", available " + available;
    }
}
