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
package io.tombolo.engine.wire;

/**
 * Words of a {@link PacketType#DONE_GET}. A record returns up to six pool packets, two to a word, so that returns are grouped (S0.32). Its
 * detail is the number of packets. Two other details say that the record is about a long message:
 * <ul>
 * <li>{@link #LONG_MESSAGE}: word 0 handle of the send, word 1 bytes that have been copied, word 2 handle of the receive;</li>
 * <li>{@link #LONG_DROPPED}: word 0 handle of the send, of which no more bytes will be copied.</li>
 * </ul>
 * A packed packet:
 * <pre>
 *   31              16 15               0
 *  +------------------+------------------+
 *  |   generation     |  packet index    |
 *  +------------------+------------------+
 * </pre>
 */
public final class PacketReturn {
    /** Detail of a record about a long message. */
    public static final int LONG_MESSAGE = 0;

    /** Most packets in one record. */
    public static final int MAX_PACKETS = 6;

    /** Detail of a record about a long message that its receiver has dropped, as the end of a connection does. */
    public static final int LONG_DROPPED = MAX_PACKETS + 1;

    /** Detail of an {@link PacketType#ANTI_SEND_OK}: the message was dropped before a receive matched it. Word 0: handle of the send. */
    public static final int CANCELLED = 1;

    /** Detail of an {@link PacketType#ANTI_SEND_OK}: the message had matched and is delivered. Word 0: handle of the send. */
    public static final int NOT_CANCELLED = 0;

    private static final int SHORT_MASK = 0xFFFF;
    private static final int GENERATION_SHIFT = 16;

    private PacketReturn() {
    }

    /**
     * Packs one packet.
     *
     * @param index      of the packet.
     * @param generation of the packet; its low 16 bits travel.
     * @return half a word.
     */
    public static int pack(final int index, final int generation) {
        return generation << GENERATION_SHIFT | index & SHORT_MASK;
    }

    /**
     * Takes the index from a packed packet.
     *
     * @param packed half a word.
     * @return index, unchecked.
     */
    public static int index(final int packed) {
        return packed & SHORT_MASK;
    }

    /**
     * Takes the generation from a packed packet.
     *
     * @param packed half a word.
     * @return low 16 bits of the generation, unchecked.
     */
    public static int generation(final int packed) {
        return packed >>> GENERATION_SHIFT;
    }
}
