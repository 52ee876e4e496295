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

import io.tombolo.engine.api.Segments;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.engine.wire.PacketType;
import org.agrona.MutableDirectBuffer;

/**
 * What the send queue of a peer holds: the smallest thing that is sent as one record (a "communication agent request"). A plain carrier
 * of fields, written by whoever prepares it, then only by the progress owner.
 */
public class OutboundRecord {
    /** The payload has to be copied into a packet, or goes another way. */
    public static final int NO_PACKET = -1;

    /** What is no tagged message is of no communicator. */
    protected static final int OF_NONE = -1;

    private static final int RTS = PacketType.RTS.code();
    private static final int ANTI_SEND = PacketType.ANTI_SEND.code();

    /** Code of the packet type. */
    public int type;

    /** Rank it goes to. */
    public int destination;

    /** Envelope. */
    public long key;

    /** Array that holds the payload, or null for absolute addresses. */
    public Object base;

    /** Offset in the array, or address. */
    public long offset;

    /** Pieces that the payload is made of, instead of base and offset; or null. */
    public Segments segments;

    /** Bytes of payload of the whole message. */
    public long length;

    /** First bytes of the payload that travel in a control record, behind its words. */
    public int first;

    /** Pool packet that holds the payload already, or {@link #NO_PACKET}. */
    public int packet = NO_PACKET;

    /** Whether a packet that word 2 of the record names takes the payload: of a record that is not {@code EAGER} by its type. */
    public boolean isPacked;

    /** Words of a control record; see the codec of its type. */
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

    /** Decides between the type, which is that of an eager message, and a rendezvous; null if that is decided. */
    public TypeChoice choice;

    OutboundRecord next;
    boolean queued;
    int priority;
    // In the order of their queue.
    long number;

    /**
     * An empty carrier.
     */
    protected OutboundRecord() {
    }

    /**
     * Returns whose message this is.
     *
     * @return {@link Envelope#communicator}, or a negative number for what is no tagged message.
     */
    protected int communicator() {
        return type <= RTS || type == ANTI_SEND ? Envelope.communicator(Envelope.context(key)) : OF_NONE;
    }

    /**
     * Returns whether the record waits in a send queue.
     *
     * @return true from its enqueueing to its publication.
     */
    public final boolean isQueued() {
        return queued;
    }

    /**
     * Writes all words of a control record.
     *
     * @param buffer gets them in their order, from its start.
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
