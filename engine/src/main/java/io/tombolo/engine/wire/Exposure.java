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
 * Words of {@link PacketType#RTS} and {@link PacketType#CONT_GET}: the place from which the receiver can copy a long message, and how much
 * of it.
 * <pre>
 *  word 0  length of the message, bytes
 *  word 1  handle of the send
 *  word 2  place: mode in the high half; region id, or number of lanes and index of the first, in the low half
 *  word 3  position of the message's first byte: offset in the region, or in the lanes
 *  word 4  available: bytes of the message, counted from its start, that may be copied now
 *  word 5  handle of the receive; none in an RTS (S0.10)
 * </pre>
 * First bytes of the message may follow the words of an RTS (S0.31), as many as {@code tombolo.rts.bytes} says. They also lie in the
 * place that the words name, so a receiver may ignore them. The default is none, because they cost more than they save: the receiver has
 * just read the ring's lines, so each store to them waits for the receiver's core. No core has used the lines of the region or the lane
 * lately. {@code bench latency} shows the difference.
 */
public final class Exposure {
    /** The data lies in a memory region; the low half is its id. */
    public static final int REGISTERED = 1;

    /** The data flows through staging lanes; the low half has their number, then the index of the first, 16 bits each. */
    public static final int STAGED = 2;

    /** The data has no place yet: the sender waits for the first DONE_GET, and for lanes. */
    public static final int UNPLACED = 3;

    /** No more data will follow: the sender forwards a message that it did not receive whole. Never in an RTS. */
    public static final int LOST = 4;

    /** Bytes of the six words. */
    public static final int WORDS_LENGTH = 6 * Long.BYTES;

    private static final int MODE_SHIFT = 32;
    private static final int RUN_SHIFT = 16;
    private static final int LANE_MASK = 0xFFFF;

    private Exposure() {
    }

    /**
     * Packs the place.
     *
     * @param mode  one of the four.
     * @param index region id; 0 where there is none.
     * @return word 2.
     */
    public static long place(final int mode, final int index) {
        return (long) mode << MODE_SHIFT | index & 0xFFFF_FFFFL;
    }

    /**
     * Packs the place of data that flows through staging lanes.
     *
     * @param lane index of the first, less than 65536.
     * @param run  their number, less than 65536.
     * @return word 2.
     */
    public static long staged(final int lane, final int run) {
        return place(STAGED, run << RUN_SHIFT | lane);
    }

    /**
     * Takes the mode from a place.
     *
     * @param place word 2.
     * @return mode, unchecked.
     */
    public static int mode(final long place) {
        return (int) (place >>> MODE_SHIFT);
    }

    /**
     * Takes the region id from a place.
     *
     * @param place word 2.
     * @return index, unchecked.
     */
    public static int index(final long place) {
        return (int) place;
    }

    /**
     * Takes the first lane from a place.
     *
     * @param place word 2.
     * @return index, unchecked.
     */
    public static int lane(final long place) {
        return (int) place & LANE_MASK;
    }

    /**
     * Takes the number of lanes from a place.
     *
     * @param place word 2.
     * @return count, unchecked.
     */
    public static int run(final long place) {
        return (int) place >>> RUN_SHIFT;
    }
}
