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
package io.tombolo.ringbuffers.flight;

import io.tombolo.ringbuffers.Bytes;

/**
 * Writes the order of a rank ({@link OrderKind}). Most entries are one byte. Nothing is allocated.
 * <p>
 * <b>Threading:</b> one thread at a time, the progress owner.
 */
public final class OrderWriter {
    /** Version of the format. Version 1 had no windows; otherwise it is the same. */
    public static final int VERSION = 2;

    /** The most bytes that an entry has. */
    public static final int MOST_BYTES = 1 << 12;

    static final int FIRST_VERSION = 1;

    static final int KIND_BITS = 2;
    static final int NEXT_MATCH = 0;
    static final int OTHER_MATCH = 1;
    static final int CHOICE = 2;
    static final int OTHER = 3;
    static final int LONG_VALUE = 63;
    static final int NUMBER_BITS = 7;
    static final int MORE = 1 << NUMBER_BITS;

    private final ByteRing ring;
    private long nextMatch;
    private long nextResult;

    /**
     * Begins the order of a rank.
     *
     * @param ring empty.
     * @param size of the job, in ranks.
     */
    public OrderWriter(final ByteRing ring, final int size) {
        this.ring = ring;
        write(OrderKind.START, VERSION);
        number(size);
    }

    /**
     * Writes that a receive from any source has matched.
     *
     * @param position of the receive among these, from 0.
     * @param source   rank of the world.
     */
    public void matched(final long position, final int source) {
        if (position == nextMatch) {
            begin(NEXT_MATCH, source);
        } else {
            begin(OTHER_MATCH, source);
            number(zigzag(position - nextMatch));
        }
        nextMatch = position + 1;
    }

    /**
     * Writes what a call has found.
     *
     * @param choice not negative.
     */
    public void choice(final int choice) {
        begin(CHOICE, choice);
    }

    /**
     * Writes an entry with one number.
     *
     * @param kind  of the entry.
     * @param value its number, not negative.
     */
    public void write(final OrderKind kind, final long value) {
        begin(OTHER, kind.code());
        number(value);
    }

    /**
     * Writes that a barrier begins.
     *
     * @param context of the communicator.
     * @param events  recorded since the last entry that has a place among them.
     */
    public void barrier(final int context, final long events) {
        begin(OTHER, OrderKind.BARRIER.code());
        number(context);
        number(events);
    }

    /**
     * Writes that a communicator is closed.
     *
     * @param context of the communicator.
     * @param events  recorded since the last entry that has a place among them.
     */
    public void closed(final int context, final long events) {
        begin(OTHER, OrderKind.CLOSED.code());
        number(context);
        number(events);
    }

    /**
     * Writes that a communicator is to be made.
     *
     * @param events recorded since the last entry that has a place among them.
     * @param parent context of the parent.
     * @param color  of this rank.
     * @param key    of this rank.
     * @param ranks  that name each other; empty if they have the parent in common.
     */
    public void group(final long events, final int parent, final int color, final int key, final int... ranks) {
        begin(OTHER, OrderKind.GROUP.code());
        number(events);
        number(parent);
        number(zigzag(color));
        number(zigzag(key));
        list(ranks);
    }

    /**
     * Writes that a communicator was made.
     *
     * @param context of the communicator; 0 for none.
     * @param ranks   of it.
     */
    public void made(final int context, final int... ranks) {
        begin(OTHER, OrderKind.MADE.code());
        number(context);
        list(ranks);
    }

    /**
     * Writes that a window in packet mode is made.
     *
     * @param window  its number.
     * @param lengths of its parts in bytes, by member.
     */
    public void window(final int window, final long... lengths) {
        begin(OTHER, OrderKind.WINDOW.code());
        number(window);
        number(lengths.length);
        for (final long length : lengths) {
            number(length);
        }
    }

    /**
     * Writes that a call of a window begins.
     *
     * @param window number of the window.
     * @param call   code of the call.
     * @param target member, or -1 for none.
     * @param detail what else the call says, not negative.
     */
    public void called(final int window, final int call, final int target, final int detail) {
        begin(OTHER, OrderKind.CALLED.code());
        number(window);
        number(call);
        number(zigzag(target));
        number(detail);
    }

    /** Writes that the last call of a window has ended. */
    public void returned() {
        begin(OTHER, OrderKind.RETURNED.code());
    }

    /**
     * Writes that a window is accessed.
     *
     * @param window       number of the window.
     * @param call         code of the call.
     * @param target       member.
     * @param displacement in the part of the target.
     * @param length       bytes.
     * @param detail       operation and elements, not negative.
     * @param checksum     of the operands.
     */
    public void access(
        final int window, final int call, final int target, final long displacement, final long length, final int detail,
        final int checksum) {
        begin(OTHER, OrderKind.ACCESS.code());
        number(window);
        number(call);
        number(target);
        number(displacement);
        number(length);
        number(detail);
        number(Integer.toUnsignedLong(checksum));
    }

    /**
     * Writes that memory of this rank in a window has changed.
     *
     * @param calls        that have begun since the last change.
     * @param window       number of the window.
     * @param displacement of the first byte.
     * @param bytes        array that holds the new bytes from its start.
     * @param length       bytes, at most {@link #MOST_BYTES}.
     */
    public void changed(final long calls, final int window, final long displacement, final byte[] bytes, final int length) {
        begin(OTHER, OrderKind.CHANGED.code());
        number(calls);
        number(window);
        number(displacement);
        number(length);
        ring.append(bytes, Bytes.BYTES_OFFSET, length);
    }

    /**
     * Writes a part of the results of accesses.
     *
     * @param position of its first byte among all results.
     * @param base     array that holds the bytes, or null.
     * @param offset   in the array, or address.
     * @param length   bytes, at most {@link #MOST_BYTES}.
     */
    public void result(final long position, final Object base, final long offset, final int length) {
        begin(OTHER, OrderKind.RESULT.code());
        number(zigzag(position - nextResult));
        number(length);
        ring.append(base, offset, length);
        nextResult = position + length;
    }

    private void list(final int... ranks) {
        number(ranks.length);
        for (final int rank : ranks) {
            number(rank);
        }
    }

    private void begin(final int kind, final int value) {
        if (value < LONG_VALUE) {
            ring.append(kind | value << KIND_BITS, 1);
        } else {
            ring.append(kind | LONG_VALUE << KIND_BITS, 1);
            number(value - LONG_VALUE);
        }
    }

    private void number(final long value) {
        long left = value;
        while (left >>> NUMBER_BITS != 0) {
            ring.append(left & MORE - 1 | MORE, 1);
            left >>>= NUMBER_BITS;
        }
        ring.append(left, 1);
    }

    private static long zigzag(final long value) {
        return value << 1 ^ value >> Long.SIZE - 1;
    }
}
