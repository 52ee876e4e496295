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
package io.tombolo.ringbuffers.queue;

/**
 * Layout of {@code queue-R.i-0.dat} behind its head, native byte order: a row of 128 bytes for each endpoint of the rank, by index.
 * <pre>
 *   0                             31 32                            63
 *  +--------------------------------+-------------------------------+  0
 *  |  state code, 0: never used     |  generation                   |
 *  +--------------------------------+-------------------------------+  8
 *  |  rank of the peer, or -1       |  index of the receive queue   |
 *  +--------------------------------+-------------------------------+  16
 *  |  index of the receive events   |  index of the request events  |
 *  +--------------------------------+-------------------------------+  24
 *  |  index of the peer's endpoint  |  generation of that           |
 *  +--------------------------------+-------------------------------+  32
 *  |  buffers taken in this connection (long)                       |
 *  +----------------------------------------------------------------+  40
 *  |  buffers completed in this connection (long)                   |
 *  +----------------------------------------------------------------+  48
 *  |  messages sent in this connection (long)                       |
 *  +----------------------------------------------------------------+  56
 *  |  sends not completed (int)     |  messages without a buffer    |
 *  +--------------------------------+-------------------------------+  64
 *  |  soft watermark (int)          |  hard watermark (int)         |
 *  +--------------------------------+-------------------------------+  72
 *  |  System.nanoTime() of the last change of the state (long)      |
 *  +----------------------------------------------------------------+  80
 *  |  48 reserved bytes, zero                                       |
 *  +----------------------------------------------------------------+  128
 * </pre>
 * Only the rank's progress owner writes. Each word is consistent in itself; there is no order between words. A watermark of
 * {@link Integer#MAX_VALUE} is infinite.
 */
public final class EndpointRowDescriptor {
    /** Offset of the state code (int). */
    public static final int STATE_OFFSET = 0;
    /** Offset of the generation (int). */
    public static final int GENERATION_OFFSET = STATE_OFFSET + Integer.BYTES;
    /** Offset of the peer's rank (int). */
    public static final int PEER_OFFSET = GENERATION_OFFSET + Integer.BYTES;
    /** Offset of the index of the receive queue (int). */
    public static final int QUEUE_OFFSET = PEER_OFFSET + Integer.BYTES;
    /** Offset of the index of the event queue for receives (int). */
    public static final int RECEIVE_EVENTS_OFFSET = QUEUE_OFFSET + Integer.BYTES;
    /** Offset of the index of the event queue for sends (int). */
    public static final int REQUEST_EVENTS_OFFSET = RECEIVE_EVENTS_OFFSET + Integer.BYTES;
    /** Offset of the index of the peer's endpoint (int). */
    public static final int REMOTE_INDEX_OFFSET = REQUEST_EVENTS_OFFSET + Integer.BYTES;
    /** Offset of the generation of the peer's endpoint (int). */
    public static final int REMOTE_GENERATION_OFFSET = REMOTE_INDEX_OFFSET + Integer.BYTES;
    /** Offset of the buffers taken (long). */
    public static final int TAKEN_OFFSET = REMOTE_GENERATION_OFFSET + Integer.BYTES;
    /** Offset of the buffers completed (long). */
    public static final int COMPLETED_OFFSET = TAKEN_OFFSET + Long.BYTES;
    /** Offset of the messages sent (long). */
    public static final int SENT_OFFSET = COMPLETED_OFFSET + Long.BYTES;
    /** Offset of the number of incomplete sends (int). */
    public static final int SENDING_OFFSET = SENT_OFFSET + Long.BYTES;
    /** Offset of the number of messages that wait for a buffer (int). */
    public static final int WAITING_OFFSET = SENDING_OFFSET + Integer.BYTES;
    /** Offset of the soft watermark (int). */
    public static final int SOFT_OFFSET = WAITING_OFFSET + Integer.BYTES;
    /** Offset of the hard watermark (int). */
    public static final int HARD_OFFSET = SOFT_OFFSET + Integer.BYTES;
    /** Offset of the time of the last change of the state (long). */
    public static final int CHANGE_TIME_OFFSET = HARD_OFFSET + Integer.BYTES;
    /** Length of a row: two cache lines. */
    public static final int LENGTH = 128;

    private EndpointRowDescriptor() {
    }

    /**
     * Offset of a row in the file.
     *
     * @param index of the endpoint.
     * @return bytes from the start of the file.
     */
    public static int offset(final int index) {
        return QueueFileDescriptor.LENGTH + index * LENGTH;
    }
}
