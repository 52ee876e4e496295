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

/**
 * Kinds of entries of the order of a rank: the outcomes of its calls that do not follow from its program. A replay of the rank gives its
 * calls the same outcomes.
 * <pre>
 *   An entry begins with a byte:
 *    7              2 1    0
 *   +----------------+------+
 *   | value          | kind |     a value of 63 or more: 63 here, and value - 63 in a number that follows
 *   +----------------+------+
 *
 *   kind 0   a receive from any source has matched, the next in the order in which these were called; the value is the source
 *   kind 1   as 0, another receive; a number follows: how many receives it is behind the next one, zigzag
 *   kind 2   a call has found something: its source, the index of a request, or 0 where there is no choice
 *   kind 3   the value is the code of one of the kinds below, and its numbers follow
 * </pre>
 * A number has 7 bits a byte, lowest first; bit 7 says that another byte follows. Ranks are those of the world, targets are members of a
 * window. An entry with bytes has their number as its last, from 0 to {@link OrderWriter#MOST_BYTES}, and then the bytes; more bytes make
 * several entries.
 */
public enum OrderKind {
    /** A receive from any source has matched: its position among these, and the source. */
    MATCHED(-1, 2),

    /** A call has found something: the choice. */
    CHOICE(-1, 1),

    /** Begins the order: the version, and the size of the job. */
    START(0, 2),

    /** As many calls in a row have found nothing. */
    MISSES(1, 1),

    /** A receive from a named source was taken back: its position among those that were started with a request. */
    WITHDRAWN(2, 1),

    /** From here on no replay can follow: the code of an {@link OrderLimit}. */
    LIMIT(3, 1),

    /** A barrier begins: the context, and the events that were recorded since the last such entry. */
    BARRIER(4, 2),

    /**
     * A communicator is to be made: events as for a barrier, the context of the parent, the colour and the key, zigzag; the number of ranks
     * and each rank if they name each other, else 0.
     */
    GROUP(5, 5),

    /** The communicator of the last {@link #GROUP} was made: its context, 0 for none; the number of its ranks, and each rank. */
    MADE(6, 2),

    /** A communicator is closed: the context, and events as for a barrier. */
    CLOSED(7, 2),

    /** A window in packet mode is made: its number; the number of its parts, and the length of each in bytes. {@link #RETURNED} follows. */
    WINDOW(8, 2),

    /**
     * A call of a window begins that synchronizes: the number of the window, the code of the call, its target and what else it says. After
     * the changes that the rank executes meanwhile, {@link #RETURNED} follows if it ends.
     */
    CALLED(9, 4),

    /**
     * A window is accessed: the number of the window, the code of the call, the target, the displacement, the length in bytes, operation
     * and elements, and the checksum of the operands.
     */
    ACCESS(10, 7),

    /** The last call of a window, or that which has made one, has ended. */
    RETURNED(11, 0),

    /**
     * The memory of this rank in a window has changed: how many calls have begun since the last change, of those that begin in the same
     * order in a replay; the number of the window, the displacement; the new bytes.
     */
    CHANGED(12, 4),

    /** A part of the results of accesses is there: how far it is behind the part before, zigzag; its bytes. */
    RESULT(13, 2);

    private static final OrderKind[] BY_CODE = byCode();

    private final int code;
    private final int numbers;

    OrderKind(final int code, final int numbers) {
        this.code = code;
        this.numbers = numbers;
    }

    private static OrderKind[] byCode() {
        final OrderKind[] kinds = new OrderKind[values().length];
        for (final OrderKind kind : values()) {
            if (kind.code >= 0) {
                kinds[kind.code] = kind;
            }
        }
        return kinds;
    }

    static OrderKind of(final long code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[(int) code] : null;
    }

    int code() {
        return code;
    }

    int numbers() {
        return numbers;
    }

    /** Returns whether the last number says how many more follow. */
    boolean isList() {
        return this == GROUP || this == MADE || this == WINDOW;
    }

    /** Returns whether the last number says how many bytes follow. */
    boolean hasBytes() {
        return this == CHANGED || this == RESULT;
    }
}
