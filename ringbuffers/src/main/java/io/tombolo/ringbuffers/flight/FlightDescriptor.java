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
 * Layout of {@link io.tombolo.ringbuffers.job.RankFileSection#FLIGHT}, native byte order: a ring of the last N events of the rank, N a
 * power of two. Event P lies at place P modulo N.
 * <pre>
 *  +---------------------------------------------------------------+  0
 *  |  number of events that were recorded, stored after each       |
 *  +---------------------------------------------------------------+  8
 *  |  System.nanoTime() of the rank at some moment, its anchor     |
 *  +---------------------------------------------------------------+  16
 *  |  the same moment in nanoseconds since the epoch               |
 *  +---------------------------------------------------------------+  24
 *  |  1 if the rank records all messages, 0 if only some           |
 *  +---------------------------------------------------------------+  32
 *  |  zero                                                         |
 *  +---------------------------------------------------------------+  64
 *  |  N events                                                     |
 *  +---------------------------------------------------------------+
 *
 *  An event:
 *   0        7 8       15 16           31 32                      63
 *  +----------+----------+---------------+-------------------------+  0
 *  |   kind   |  detail  |     peer      |        number           |
 *  +----------+----------+---------------+-------------------------+  8
 *  |  System.nanoTime() of the rank, read once a turn              |
 *  +---------------------------------------+-----------------------+  16
 *  |  context of the communicator          |          tag          |
 *  +---------------------------------------+-----------------------+  24
 *  |  length                                                       |
 *  +---------------------------------------------------------------+  32
 * </pre>
 * {@link FlightKind} says what detail, number and length mean. Only the rank's progress owner writes.
 */
public final class FlightDescriptor {
    /** Offset of the number of events recorded. */
    public static final int RECORDED_OFFSET = 0;
    /** Offset of the anchor on the clock of the rank. */
    public static final int ANCHOR_NANO_TIME_OFFSET = RECORDED_OFFSET + Long.BYTES;
    /** Offset of the anchor since the epoch. */
    public static final int ANCHOR_EPOCH_OFFSET = ANCHOR_NANO_TIME_OFFSET + Long.BYTES;
    /** Offset of the word that says whether all messages are recorded. */
    public static final int ALL_MESSAGES_OFFSET = ANCHOR_EPOCH_OFFSET + Long.BYTES;
    /** Offset of the first event. */
    public static final int EVENTS_OFFSET = 64;

    /** In an event: offset of kind, detail, peer and number. */
    public static final int HEAD_OFFSET = 0;
    /** In an event: offset of the time. */
    public static final int TIME_OFFSET = HEAD_OFFSET + Long.BYTES;
    /** In an event: offset of context and tag. */
    public static final int ENVELOPE_OFFSET = TIME_OFFSET + Long.BYTES;
    /** In an event: offset of the length. */
    public static final int LENGTH_OFFSET = ENVELOPE_OFFSET + Long.BYTES;
    /** Length of an event. */
    public static final int EVENT_LENGTH = LENGTH_OFFSET + Long.BYTES;

    static final int EVENT_SHIFT = 5;
    private static final int DETAIL_SHIFT = 8;
    private static final int PEER_SHIFT = 16;
    private static final int NUMBER_SHIFT = 32;
    private static final int BYTE_MASK = 0xff;
    private static final int PEER_MASK = 0xffff;
    private static final long INT_MASK = 0xffff_ffffL;

    private FlightDescriptor() {
    }

    /**
     * Length of the section.
     *
     * @param events of the ring, a power of two.
     * @return bytes.
     */
    public static int length(final int events) {
        return EVENTS_OFFSET + events * EVENT_LENGTH;
    }

    /**
     * Capacity of a section.
     *
     * @param length of the section, bytes.
     * @return events.
     */
    public static int capacity(final int length) {
        return (length - EVENTS_OFFSET) / EVENT_LENGTH;
    }

    static long head(final int kind, final int detail, final int peer, final int number) {
        return kind | (long) (detail & BYTE_MASK) << DETAIL_SHIFT | (long) (peer & PEER_MASK) << PEER_SHIFT | (long) number << NUMBER_SHIFT;
    }

    static long envelope(final int context, final int tag) {
        return context & INT_MASK | (long) tag << NUMBER_SHIFT;
    }

    static int kind(final long head) {
        return (int) head & BYTE_MASK;
    }

    static int detail(final long head) {
        return (int) (head >>> DETAIL_SHIFT) & BYTE_MASK;
    }

    static int peer(final long head) {
        return (short) (head >>> PEER_SHIFT);
    }

    static int number(final long head) {
        return (int) (head >>> NUMBER_SHIFT);
    }

    static int context(final long envelope) {
        return (int) envelope;
    }

    static int tag(final long envelope) {
        return (int) (envelope >>> NUMBER_SHIFT);
    }
}
