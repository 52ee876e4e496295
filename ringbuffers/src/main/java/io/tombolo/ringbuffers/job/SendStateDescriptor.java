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
package io.tombolo.ringbuffers.job;

/**
 * Layout of {@link RankFileSection#SEND_STATES}, native byte order: the state of sends from the rank that owns the file to each
 * rank of the job.
 * <pre>
 *   0                             31 32                            63
 *  +--------------------------------+-------------------------------+  0
 *  |     state code of the peer     |     sends that wait for room  |
 *  +--------------------------------+-------------------------------+  8
 *  |     long sends not done        |     pool packets with it      |
 *  +--------------------------------+-------------------------------+  16
 *  |     eager bytes sent that no receive is known to have taken    |
 *  +----------------------------------------------------------------+  24
 *  |     System.nanoTime() of the last change of this entry         |
 *  +----------------------------------------------------------------+  32
 *  |   state code of the machine    |     staging lanes with it     |
 *  +--------------------------------+-------------------------------+  40
 *  |     messages that have left                                    |
 *  +----------------------------------------------------------------+  48
 *  |     payload bytes of these messages that were not in the ring  |
 *  +----------------------------------------------------------------+  56
 *  |                      8 reserved bytes, zero                    |
 *  +----------------------------------------------------------------+  64
 * </pre>
 * Only the rank's progress owner writes it, off the fast path, after a change. Each word is consistent in itself; there is no order between
 * words. A change time of 0 means that the entry has never changed; the two counts of what has left do not change it. The rank's anchor in
 * {@code job.dat} turns the time into an age.
 */
public final class SendStateDescriptor {
    /** Offset of the state code of the peer (int); 0 for a peer without a problem. */
    public static final int STATE_OFFSET = 0;
    /** Offset of the number of queued sends (int). */
    public static final int QUEUED_OFFSET = STATE_OFFSET + Integer.BYTES;
    /** Offset of the number of pending long sends (int). */
    public static final int PENDING_OFFSET = QUEUED_OFFSET + Integer.BYTES;
    /** Offset of the number of pool packets that are not free (int). */
    public static final int PACKETS_OUT_OFFSET = PENDING_OFFSET + Integer.BYTES;
    /** Offset of the eager bytes sent and not yet credited (long). */
    public static final int UNCREDITED_OFFSET = PACKETS_OUT_OFFSET + Integer.BYTES;
    /** Offset of the time of the last change, {@link System#nanoTime()} of the rank (long). */
    public static final int CHANGE_TIME_OFFSET = UNCREDITED_OFFSET + Long.BYTES;
    /** Offset of the state code of the send machine (int): what sends wait for; 0 if they do not wait. */
    public static final int MACHINE_OFFSET = CHANGE_TIME_OFFSET + Long.BYTES;
    /** Offset of the number of staging lanes that are not free (int). */
    public static final int LANES_OFFSET = MACHINE_OFFSET + Integer.BYTES;
    /** Offset of the number of messages that have left for this incarnation of the peer (long). */
    public static final int MESSAGES_OFFSET = LANES_OFFSET + Integer.BYTES;
    /** Offset of the payload bytes of these messages that lay in packets, lanes or regions, not in the ring (long). */
    public static final int BESIDE_RING_OFFSET = MESSAGES_OFFSET + Long.BYTES;
    /** Length of an entry: a cache line. */
    public static final int LENGTH = 64;

    private SendStateDescriptor() {
    }

    /**
     * Offset of the entry about a peer.
     *
     * @param peer rank.
     * @return bytes from the start of the section.
     */
    public static int offset(final int peer) {
        return peer * LENGTH;
    }
}
