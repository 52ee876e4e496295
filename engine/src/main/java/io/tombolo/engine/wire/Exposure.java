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
 * Words of {@link PacketType#RTS} and {@link PacketType#CONT_GET}: where the data of a long message can be got, and how much of it.
 * <pre>
 *  word 0  length of the message, bytes
 *  word 1  handle of the send
 *  word 2  place: mode in the high half; region id, or number of lanes and index of the first, in the low half
 *  word 3  position: offset in the region of the message's first byte, or of it in the lanes
 *  word 4  available: bytes of the message, counted from its start, that may be got now
 *  word 5  handle of the receive; none in an RTS (S0.10)
 * </pre>
 * First bytes of the message may follow the words of an RTS (S0.31), as many as {@code tombolo.rts.bytes} says. They are also where the
 * words say, so whoever has no use for them leaves them. By default there are none, since they only cost: a line of the ring is one that
 * the receiver read a moment ago, so that each store to it waits for the receiver's core, while a region is read, and a lane written,
 * where nobody else has been lately. {@code bench latency}, JDK 17, near, fresh buffers, without and with 448 and 1000 first bytes, in ns:
 * registered 2 KiB 313, 605, 640; 8 KiB 537, 682, 870; 16 KiB 757, 877; 64 KiB 1864, 2004; staged 8 KiB 1434, 1604; 16 KiB 1329, 1325;
 * 64 KiB 2992, 3086; 256 KiB 9192, 9200.
 */
public final class Exposure {
    /** The data lies in a memory region; the low half is its id. */
    public static final int REGISTERED = 1;

    /** The data flows through staging lanes; the low half has their number, then the index of the first, 16 bits each. */
    public static final int STAGED = 2;

    /** The data has no place yet: the sender waits for the first DONE_GET, and for lanes. */
    public static final int UNPLACED = 3;

    /** There is no more data, nor will be: the sender passes a message on that it did not get whole. Never in an RTS. */
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
