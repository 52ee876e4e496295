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
 * Layout of the packets of windows. The key of the record:
 * <pre>
 *   63     56 55     48 47     40 39     32 31                      0
 *  +---------+---------+---------+---------+-------------------------+
 *  | element |   op    |  flags  | carriage|       window id         |
 *  +---------+---------+---------+---------+-------------------------+
 * </pre>
 * The carriage says where the data lies: {@link #NONE}, {@link #INLINE}, {@link #PACKET} or {@link #EXPOSED}. The flags are {@link #LAST}
 * to {@link #TAINTED}. Words of the body, by packet type; "-" is not read:
 * <pre>
 *  LOCK            -       -       -       -       -       -             flag EXCLUSIVE: which lock
 *  LOCK_GRANTED    -       -       -       -       -       -             flag TAINTED, as in RMA_DONE and GET_RESPONSE: a holder has died
 *  RMA_DONE        -       -       -       -       -       -
 *  GET, LOCK_GET   length  handle  -       -       -       displacement
 *  PUT, LOCK_PUT, ACCUMULATE, LOCK_ACCUMULATE:
 *    INLINE        length  handle  data    data    data    displacement  a put has no handle
 *    PACKET        length  handle  packet  -       -       displacement  packet: generation high, index low
 *    EXPOSED       length  send    place   positn. avail.  displacement  puts only; as {@link Exposure}
 *    flag SWAP     length  handle  value   expect. -       displacement  ACCUMULATE of one element: compare and swap
 *  GET_RESPONSE:
 *    INLINE        length  -       data    data    data    handle
 *    PACKET        length  -       packet  -       -       handle
 *    EXPOSED       length  send    place   positn. avail.  handle
 *    NONE          -       -       -       -       -       handle        the target cannot answer
 * </pre>
 * Lengths and displacements are in bytes. The handle names the origin's operation that waits for the response.
 */
public final class WindowPacket {
    /** No data. */
    public static final int NONE = 0;

    /** The data lies in the record. */
    public static final int INLINE = 1;

    /** The data lies in a pool packet. */
    public static final int PACKET = 2;

    /** The receiver copies the data by get, as that of a long message. */
    public static final int EXPOSED = 3;

    /** Flag: the last packet of the epoch; the lock is released when all operations are done (S2.8). */
    public static final int LAST = 1;

    /** Flag: the target answers when all operations up to this one are done (S2.9). */
    public static final int ACK = 2;

    /** Flag: the target answers with the old values of the elements. */
    public static final int FETCH = 4;

    /** Flag: the element is replaced if it has the expected value. */
    public static final int SWAP = 8;

    /** Flag: the lock is exclusive; else shared. */
    public static final int EXCLUSIVE = 16;

    /** Flag: a rank died while it held the lock of this part. */
    public static final int TAINTED = 32;

    /** Most bytes of data in a record. */
    public static final int INLINE_LENGTH = 3 * Long.BYTES;

    /** Word of the length. */
    public static final int LENGTH_WORD = 0;

    /** Word of the handle of a request that wants an answer. */
    public static final int HANDLE_WORD = 1;

    /** First word of the data; the word of the packet; the word of the new value. */
    public static final int DATA_WORD = 2;

    /** Word of the expected value. */
    public static final int EXPECTED_WORD = 3;

    /** Word of the displacement, and of the handle in a response. */
    public static final int DISPLACEMENT_WORD = 5;

    private static final int CARRIAGE_SHIFT = 32;
    private static final int FLAGS_SHIFT = 40;
    private static final int OP_SHIFT = 48;
    private static final int ELEMENT_SHIFT = 56;
    private static final int BYTE_MASK = 0xFF;
    private static final long WINDOW_MASK = 0xFFFF_FFFFL;

    private WindowPacket() {
    }

    /**
     * Packs a key.
     *
     * @param window   id.
     * @param carriage where the data is.
     * @param flags    sum of them.
     * @return key, without operation.
     */
    public static long key(final int window, final int carriage, final int flags) {
        return key(window, carriage, flags, 0, 0);
    }

    /**
     * Packs a key.
     *
     * @param window   id.
     * @param carriage where the data is.
     * @param flags    sum of them.
     * @param op       code of the operation.
     * @param element  code of the element type.
     * @return key.
     */
    public static long key(final int window, final int carriage, final int flags, final int op, final int element) {
        return window & WINDOW_MASK | (long) carriage << CARRIAGE_SHIFT | (long) flags << FLAGS_SHIFT | (long) op << OP_SHIFT |
            (long) element << ELEMENT_SHIFT;
    }

    /**
     * Takes the window from a key.
     *
     * @param key as it came.
     * @return id, unchecked.
     */
    public static int window(final long key) {
        return (int) key;
    }

    /**
     * Takes the carriage from a key.
     *
     * @param key as it came.
     * @return carriage, unchecked.
     */
    public static int carriage(final long key) {
        return (int) (key >>> CARRIAGE_SHIFT) & BYTE_MASK;
    }

    /**
     * Takes the flags from a key.
     *
     * @param key as it came.
     * @return sum of flags, unchecked.
     */
    public static int flags(final long key) {
        return (int) (key >>> FLAGS_SHIFT) & BYTE_MASK;
    }

    /**
     * Looks for a flag in a key.
     *
     * @param key  as it came.
     * @param flag one of them.
     * @return true if it is there.
     */
    public static boolean has(final long key, final int flag) {
        return (flags(key) & flag) != 0;
    }

    /**
     * Takes the operation from a key.
     *
     * @param key as it came.
     * @return code, unchecked.
     */
    public static int op(final long key) {
        return (int) (key >>> OP_SHIFT) & BYTE_MASK;
    }

    /**
     * Takes the element type from a key.
     *
     * @param key as it came.
     * @return code, unchecked.
     */
    public static int element(final long key) {
        return (int) (key >>> ELEMENT_SHIFT) & BYTE_MASK;
    }
}
