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

/**
 * Layout of one pool packet: a header with the state word, then the payload.
 * <pre>
 *  0                             64
 *  +--------------+--------------+-----------------------------------+
 *  |  state word  |   reserved   |              payload              |
 *  +--------------+--------------+-----------------------------------+
 *
 *   63                            32 31                            0
 *  +--------------------------------+-------------------------------+
 *  |           generation           |        state, its code        |   state word
 *  +--------------------------------+-------------------------------+
 * </pre>
 * The source alone writes the packet. State and generation are for checks, for the inspector and for recovery. The release store and the
 * acquire load of the ring record that names the packet order the payload.
 */
public final class PacketDescriptor {
    /** Offset of the state word in a packet: long. */
    public static final int STATE_OFFSET = 0;

    /** Offset of the payload in a packet. */
    public static final int PAYLOAD_OFFSET = PairFileDescriptor.LINE_LENGTH;

    private static final int GENERATION_SHIFT = 32;

    private PacketDescriptor() {
    }

    /**
     * Returns the distance between two packets.
     *
     * @param packetLength payload of a packet in bytes.
     * @return bytes.
     */
    public static int stride(final int packetLength) {
        return PAYLOAD_OFFSET + packetLength;
    }

    /**
     * Returns where the payload of a packet begins.
     *
     * @param index        of the packet.
     * @param packetLength payload of a packet in bytes.
     * @return offset from the first packet.
     */
    public static long payloadOffset(final int index, final int packetLength) {
        return (long) index * stride(packetLength) + PAYLOAD_OFFSET;
    }

    /**
     * Makes a state word.
     *
     * @param state      of the packet.
     * @param generation how often the packet has come back.
     * @return the word.
     */
    public static long stateWord(final PacketState state, final int generation) {
        return (long) generation << GENERATION_SHIFT | state.code();
    }

    /**
     * Takes the generation from a state word.
     *
     * @param stateWord the word.
     * @return generation.
     */
    public static int generation(final long stateWord) {
        return (int) (stateWord >>> GENERATION_SHIFT);
    }

    /**
     * Takes the state's code from a state word.
     *
     * @param stateWord the word.
     * @return code, which may be that of no {@link PacketState} in a damaged file.
     */
    public static int stateCode(final long stateWord) {
        return (int) stateWord;
    }
}
