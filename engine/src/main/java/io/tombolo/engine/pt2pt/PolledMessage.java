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

import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.ringbuffers.pair.RingConsumer;
import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A short message that a poll has copied out of a ring and shows to the application. It stays readable whatever the application calls
 * meanwhile. Used again for message after message. One thread, which is the only one of its rank.
 */
public final class PolledMessage {
    private final UnsafeBuffer memory;
    private Peer peer;
    private long key;
    private long number;
    private int length;

    /**
     * Makes an object that holds nothing.
     *
     * @param longest length of the longest message in a ring, in bytes.
     */
    public PolledMessage(final int longest) {
        memory = new UnsafeBuffer(ByteBuffer.allocateDirect(longest));
    }

    /** Copies the record that was polled. Its length is at most {@link #longest()}. */
    void copy(final Peer source, final RingConsumer ring, final long itsKey) {
        peer = source;
        key = itsKey;
        number = source.inbound().received();
        length = ring.length();
        ring.copyBody(null, memory.addressOffset(), length);
    }

    int longest() {
        return memory.capacity();
    }

    /** Returns the source, as it was when the message was taken. */
    Peer peer() {
        return peer;
    }

    /** Returns the envelope. */
    long key() {
        return key;
    }

    /** Returns the number of the message among those of its source. */
    long number() {
        return number;
    }

    long address() {
        return memory.addressOffset();
    }

    /**
     * Returns the source of the message.
     *
     * @return rank in the world.
     */
    public int source() {
        return peer.rank();
    }

    /**
     * Returns the tag of the message.
     *
     * @return 0 or more.
     */
    public int tag() {
        return Envelope.tag(key);
    }

    /**
     * Returns the length of the message.
     *
     * @return bytes.
     */
    public int length() {
        return length;
    }

    /**
     * Returns the memory that holds the message at its start.
     *
     * @return always the same buffer.
     */
    public DirectBuffer buffer() {
        return memory;
    }
}
