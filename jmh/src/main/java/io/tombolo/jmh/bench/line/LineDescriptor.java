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
package io.tombolo.jmh.bench.line;

/**
 * Layout of the file that the measured processes share.
 * <pre>
 *    0        8           12          16          20
 *   +--------+-----------+-----------+-----------+-----------------+
 *   |sequence| operation |   work    |  rounds   | (pad to 128)    |  command: written by the initiator
 *   +--------+-----------+-----------+-----------+-----------------+
 *   128
 *   +--------+-----------------------------------------------------+
 *   |  ping  |                (pad to 256)                         |  written by the initiator
 *   +--------+-----------------------------------------------------+
 *   256
 *   +--------+-----------------------------------------------------+
 *   |  pong  |                (pad to 384)                         |  written by the responder
 *   +--------+-----------------------------------------------------+
 *   384
 *   +--------+-----------+-----------+-----------+-----------------+
 *   |sequence| operation |   work    |  rounds   | (pad to 512)    |  command to all further processes: written by the initiator
 *   +--------+-----------+-----------+-----------+-----------------+
 *   512
 *   +--------+-----------------------------------------------------+
 *   |arrivals|                (pad to 640)                         |  counted up by all processes but the initiator
 *   +--------+-----------------------------------------------------+
 *   640
 *   +--------+-----------------------------------------------------+
 *   | start  |                (pad to 768)                         |  written by the initiator
 *   +--------+-----------------------------------------------------+
 *   768, for each rank
 *   +--------+--------+--------------------------------------------+
 *   | ready  |elapsed |       (pad to 128 for each rank)           |  written by that rank
 *   +--------+--------+--------------------------------------------+
 *   4096
 *   +--------------------------------------------------------------+
 *   |  payload of the initiator, its size rounded up to 4096       |  written by the initiator
 *   +--------------------------------------------------------------+
 *   |  payload of the responder, as long                           |  written by the responder
 *   +--------------------------------------------------------------+
 * </pre>
 * Words that different processes write lie two cache lines apart, because processors fetch lines in pairs.
 */
public final class LineDescriptor {

    /** Distance in bytes between words that different processes write. */
    public static final int SPACING = 128;

    /** Alignment in bytes of each payload. */
    public static final int PAYLOAD_ALIGNMENT = 4096;

    /** Offset of the command's sequence (long): stored last, with release. */
    public static final int COMMAND_SEQUENCE_OFFSET = 0;

    /** Offset of the command's operation code (int). */
    public static final int COMMAND_OPERATION_OFFSET = COMMAND_SEQUENCE_OFFSET + Long.BYTES;

    /** Offset of the index of the work that the command is about (int). */
    public static final int COMMAND_WORK_OFFSET = COMMAND_OPERATION_OFFSET + Integer.BYTES;

    /** Offset of the command's number of round trips (int). */
    public static final int COMMAND_ROUNDS_OFFSET = COMMAND_WORK_OFFSET + Integer.BYTES;

    /** Offset of the ping word (long). */
    public static final int PING_OFFSET = COMMAND_SEQUENCE_OFFSET + SPACING;

    /** Offset of the pong word (long). */
    public static final int PONG_OFFSET = PING_OFFSET + SPACING;

    /** Offset of the command to all processes but the first two. Its fields have the same offsets as those of the command at 0. */
    public static final int CROWD_COMMAND_OFFSET = PONG_OFFSET + SPACING;

    /** Offset of the number of arrivals (long): how often a process was ready to send to the initiator. */
    public static final int ARRIVALS_OFFSET = CROWD_COMMAND_OFFSET + SPACING;

    /** Offset of the number of starts (long): how often all ranks were told to begin at the same time. */
    public static final int START_OFFSET = ARRIVALS_OFFSET + SPACING;

    /** Offset of the words of rank 0 about starts; those of the other ranks follow at a distance of {@link #SPACING}. */
    public static final int READY_OFFSET = START_OFFSET + SPACING;

    /** Offset of the nanoseconds that a rank has taken since its last start (long), from its words about starts. */
    public static final int READY_ELAPSED_OFFSET = Long.BYTES;

    /** Most ranks that begin at the same time. */
    public static final int MAX_RANKS = 16;

    /** Offset of the first payload. */
    public static final int PAYLOAD_OFFSET = PAYLOAD_ALIGNMENT;

    /** Largest payload in bytes: both payloads must fit one mapping. */
    public static final int MAX_PAYLOAD = 512 << 20;

    private LineDescriptor() {
    }

    /**
     * Computes the offset of a payload.
     *
     * @param rank        0 for the initiator, 1 for the responder.
     * @param payloadSize size of each payload in bytes.
     * @return offset in the file, in bytes.
     */
    public static long payloadOffset(final int rank, final int payloadSize) {
        return PAYLOAD_OFFSET + (long) rank * aligned(payloadSize);
    }

    /**
     * Computes the length of a file with two payloads.
     *
     * @param payloadSize size of each of the two payloads in bytes, 0 … {@link #MAX_PAYLOAD}.
     * @return length in bytes.
     */
    public static long fileLength(final int payloadSize) {
        if (payloadSize < 0 || payloadSize > MAX_PAYLOAD) {
            throw new IllegalArgumentException("payloadSize=" + payloadSize + " max=" + MAX_PAYLOAD);
        }
        return payloadOffset(2, payloadSize);
    }

    private static long aligned(final int payloadSize) {
        return (payloadSize + PAYLOAD_ALIGNMENT - 1L) & -PAYLOAD_ALIGNMENT;
    }
}
