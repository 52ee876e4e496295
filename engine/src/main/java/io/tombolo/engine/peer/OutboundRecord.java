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

import io.tombolo.engine.access.SegmentList;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.engine.wire.PacketType;
import org.agrona.MutableDirectBuffer;

/**
 * One entry of a peer's send queue: what is sent as one record (a "communication agent request"). A plain carrier of fields. The thread
 * that prepares it writes the fields; after that only the progress owner does.
 * <p>
 * Operations and long sends extend this class instead of holding a record, so that a send needs no second object.
 */
public class OutboundRecord {
    /** Value of {@link #packet}: the payload does not lie in a packet yet. */
    public static final int NO_PACKET = -1;

    /** Value of {@link #sequence}: the message has no number. */
    public static final long NO_NUMBER = -1;

    /** Answer of {@link #communicator} for a record that is not a tagged message. */
    protected static final int OF_NONE = -1;

    private static final int RTS = PacketType.RTS.code();
    private static final int ANTI_SEND = PacketType.ANTI_SEND.code();

    /** Code of the packet type. */
    public int type;

    /** Destination rank. */
    public int destination;

    /** Envelope. */
    public long key;

    /** Array that holds the payload, or null for absolute addresses. */
    public Object base;

    /** Offset in the array, or address. */
    public long offset;

    /** SegmentList of the payload, which replace base and offset; or null. */
    public SegmentList segments;

    /** Bytes of payload of the whole message. */
    public long length;

    /** Number of payload bytes that travel in a control record, behind its words. */
    public int first;

    /** Pool packet in which the payload lies already, or {@link #NO_PACKET}. */
    public int packet = NO_PACKET;

    /** Whether the payload is copied into a packet that word 2 names. Used by types other than {@code EAGER}. */
    public boolean isPacked;

    /** First word of a control record; the codec of the type gives its meaning. */
    public long word0;

    /** Second word. */
    public long word1;

    /** Third word. */
    public long word2;

    /** Fourth word. */
    public long word3;

    /** Fifth word. */
    public long word4;

    /** Sixth word. */
    public long word5;

    /** Decides later between the eager {@link #type} and a rendezvous; null if the type is decided. */
    public TypeChoice choice;

    /**
     * Number of the message between the two ranks: of a send once it has left, of a receive once it has matched. {@link #NO_NUMBER} if it
     * has none. Valid only for what the flight recorder records.
     */
    public long sequence;

    OutboundRecord next;
    boolean queued;
    int priority;
    // Position in the order of the queue.
    long number;

    /**
     * Creates an empty record.
     */
    protected OutboundRecord() {
    }

    /**
     * Returns the communicator of the message.
     *
     * @return {@link Envelope#communicator}, or {@link #OF_NONE} for a record that is not a tagged message.
     */
    protected int communicator() {
        return type <= RTS || type == ANTI_SEND ? Envelope.communicator(Envelope.context(key)) : OF_NONE;
    }

    /**
     * Returns whether the record waits in a send queue.
     *
     * @return true from the time it is queued until it is published or withdrawn.
     */
    public final boolean isQueued() {
        return queued;
    }

    /**
     * Writes all words of a control record.
     *
     * @param buffer gets the six words, from its start.
     */
    final void putWords(final MutableDirectBuffer buffer) {
        int at = 0;
        buffer.putLong(at, word0);
        buffer.putLong(at += Long.BYTES, word1);
        buffer.putLong(at += Long.BYTES, word2);
        buffer.putLong(at += Long.BYTES, word3);
        buffer.putLong(at += Long.BYTES, word4);
        buffer.putLong(at + Long.BYTES, word5);
    }

    /**
     * Sets all words of a control record.
     *
     * @param newWord0 first word.
     * @param newWord1 second word.
     * @param newWord2 third word.
     * @param newWord3 fourth word.
     * @param newWord4 fifth word.
     * @param newWord5 sixth word.
     */
    public final void words(
        final long newWord0, final long newWord1, final long newWord2, final long newWord3, final long newWord4, final long newWord5) {
        word0 = newWord0;
        word1 = newWord1;
        word2 = newWord2;
        word3 = newWord3;
        word4 = newWord4;
        word5 = newWord5;
    }
}
