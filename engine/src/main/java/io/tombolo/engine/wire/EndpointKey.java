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
 * The key of an {@link PacketType#EP_SEND}: the endpoint that gets the message, and the content of the body.
 * <pre>
 *   63        51  50  49    48 47                            16 15            0
 *  +------------+-----+--------+-------------------------------+---------------+
 *  |    zero    |  S  |  mode  |   generation of the endpoint  |  its index    |
 *  +------------+-----+--------+-------------------------------+---------------+
 * </pre>
 * S: solicited. The body is the payload (inline), the words of {@link PacketType#EAGER} (packet), or those of an {@link PacketType#RTS}
 * (long, {@link Exposure}). The generation is that of the connection: it changes with every reset.
 */
public final class EndpointKey {
    /** Mode: the payload lies in the record. */
    public static final int INLINE = 0;
    /** Mode: the payload lies in a pool packet. */
    public static final int PACKET = 1;
    /** Mode: the receiver copies the payload by get. */
    public static final int LONG = 2;

    /** Most endpoints of a rank. */
    public static final int MAX_ENDPOINTS = 1 << 16;

    private static final int INDEX_MASK = MAX_ENDPOINTS - 1;
    private static final int GENERATION_SHIFT = 16;
    private static final int MODE_SHIFT = 48;
    private static final long MODE_MASK = 3L << MODE_SHIFT;
    private static final long SOLICITED_BIT = 1L << 50;

    private EndpointKey() {
    }

    /**
     * Packs the part of the key that all messages of a connection have in common.
     *
     * @param index      of the receiving endpoint.
     * @param generation of its connection.
     * @return key of an inline message that is not solicited.
     */
    public static long pack(final int index, final int generation) {
        return (generation & 0xFFFF_FFFFL) << GENERATION_SHIFT | index & INDEX_MASK;
    }

    /**
     * Makes the key of a message.
     *
     * @param key       of the connection.
     * @param mode      of the body.
     * @param solicited whether the receiver is to be woken.
     * @return key.
     */
    public static long of(final long key, final int mode, final boolean solicited) {
        return key | (long) mode << MODE_SHIFT | (solicited ? SOLICITED_BIT : 0);
    }

    /**
     * Takes the index from a key.
     *
     * @param key as it came.
     * @return index, unchecked.
     */
    public static int index(final long key) {
        return (int) key & INDEX_MASK;
    }

    /**
     * Takes the generation from a key.
     *
     * @param key as it came.
     * @return generation, unchecked.
     */
    public static int generation(final long key) {
        return (int) (key >>> GENERATION_SHIFT);
    }

    /**
     * Takes the mode from a key.
     *
     * @param key as it came.
     * @return mode, 0 to 3, unchecked.
     */
    public static int mode(final long key) {
        return (int) ((key & MODE_MASK) >>> MODE_SHIFT);
    }

    /**
     * Returns whether the sender asks for the receiver to be woken.
     *
     * @param key as it came.
     * @return true if the message is solicited.
     */
    public static boolean isSolicited(final long key) {
        return (key & SOLICITED_BIT) != 0;
    }

    /**
     * Returns whether bits are set that no sender sets.
     *
     * @param key as it came.
     * @return true if the key is impossible.
     */
    public static boolean isMalformed(final long key) {
        return key >>> MODE_SHIFT > (SOLICITED_BIT >>> MODE_SHIFT | LONG) || mode(key) > LONG;
    }
}
