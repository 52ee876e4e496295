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
package io.tombolo.engine.peer;

import io.tombolo.engine.wire.Handle;
import io.tombolo.engine.wire.PacketReturn;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.pair.Credit;
import io.tombolo.ringbuffers.pair.ReturnProducer;
import java.util.Arrays;

/**
 * The answers of a receiver to one source: packets, grouped, and DONE_GETs. Never blocks: a record that finds no room in the return ring
 * waits in a backlog, which is bounded by the messages that this rank has under way from that source.
 * <p>
 * A long message that is done in order needs no record: a word in the credit line, the completion watermark, completes all messages below
 * it. A message that is done out of order gets a record, and the word passes it later. The source loads the word first, then handles all
 * records, and only then applies the word. So no message is completed twice (S0.31).
 */
final class ReturnPath {
    private static final int WORDS = 3;
    private static final int SHARE_OF_POOL = 4;
    // Entries of the backlog: it must not grow while records are taken.
    private static final int ROOM_OF_A_TURN = 128;
    // Bytes after which the watermark is published even in a batch, so that a source waits only some microseconds.
    private static final long MAX_UNPUBLISHED = 64 * 1024;
    private static final int DONE_GET = PacketType.DONE_GET.code();
    private static final int ANTI_SEND_OK = PacketType.ANTI_SEND_OK.code();

    private final ReturnProducer ring;
    private final Credit done;
    private final OpenRendezvous rendezvous = new OpenRendezvous();
    private final int groupLimit;
    private final long[] group = new long[WORDS];
    private int grouped;
    private boolean isTaking;
    private boolean isWordOver;
    private long unpublished;
    private long[] backlog = new long[WORDS * ROOM_OF_A_TURN];
    private int backlogHead;
    private int backlogTail;
    private int[] types = new int[ROOM_OF_A_TURN];
    private int[] details = new int[ROOM_OF_A_TURN];

    ReturnPath(final ReturnProducer ring, final Credit done, final int packets) {
        this.ring = ring;
        this.done = done;
        this.groupLimit = Math.max(1, Math.min(PacketReturn.MAX_PACKETS, packets / SHARE_OF_POOL));
    }

    /**
     * Adds a packet to the group.
     *
     * @return true if the group was full and has been published.
     */
    boolean packet(final int index, final int generation) {
        final long packed = PacketReturn.pack(index, generation) & 0xFFFF_FFFFL;
        group[grouped >>> 1] |= packed << ((grouped & 1) << 5);
        grouped++;
        if (grouped < groupLimit) {
            return false;
        }
        flushGroup();
        return true;
    }

    /**
     * Makes room for the envelope of one more long message.
     */
    void reserve() {
        rendezvous.reserve();
    }

    /**
     * Adds the envelope of a long message.
     *
     * @return its place.
     */
    int addEnvelope() {
        return rendezvous.add(0);
    }

    /**
     * Records a long message that was done as soon as its envelope was taken.
     *
     * @return true if a record was sent; false if the word was raised, which the caller publishes when it takes the envelope.
     */
    boolean doneAtOnce(final long send, final long length) {
        if (isWordOver || !rendezvous.isEmpty() || hasBacklog()) {
            done(rendezvous.add(0), send, length, Handle.NONE);
            return true;
        }
        rendezvous.skip();
        done.raise(rendezvous.done());
        return false;
    }

    /**
     * Completes a long message at the source, by the word or by a record.
     */
    void done(final int place, final long send, final long length, final long receive) {
        if (isWordOver || !rendezvous.isFirst(place) || hasBacklog()) {
            doneGet(send, length, receive);
            over(place);
            return;
        }
        rendezvous.remove(place);
        done.raise(rendezvous.done());
        unpublished += length;
        if (!isTaking || unpublished >= MAX_UNPUBLISHED) {
            publishDone();
        }
    }

    /**
     * Begins a batch: {@link #endTaking} publishes the word for all messages that are done in it.
     */
    void beginTaking() {
        if (backlogHead != backlogTail && details.length - backlogTail < ROOM_OF_A_TURN) {
            grow();
        }
        isTaking = true;
    }

    boolean isTaking() {
        return isTaking;
    }

    /**
     * Ends a batch and publishes the word.
     *
     * @return false if there was nothing to publish.
     */
    boolean endTaking() {
        isTaking = false;
        return publishDone();
    }

    private boolean publishDone() {
        unpublished = 0;
        // Published after the copies. The records of all other messages below the word were in the ring when it was raised.
        return done.publish();
    }

    /**
     * Raises the word no more: it would pass a message whose end must not be published.
     */
    void endWord() {
        isWordOver = true;
    }

    /**
     * Removes a long message whose end the source knows, or learns by a record.
     */
    void over(final int place) {
        if (place != OpenRendezvous.NONE) {
            rendezvous.remove(place);
        }
    }

    void doneGet(final long send, final long offset, final long receive) {
        offer(DONE_GET, PacketReturn.LONG_MESSAGE, send, offset, receive);
    }

    void longDropped(final long send) {
        offer(DONE_GET, PacketReturn.LONG_DROPPED, send, 0, 0);
    }

    void antiSendOk(final long send, final boolean isCancelled) {
        offer(ANTI_SEND_OK, isCancelled ? PacketReturn.CANCELLED : PacketReturn.NOT_CANCELLED, send, 0, 0);
    }

    /**
     * Publishes the backlog and the group. Called before every wait.
     *
     * @return work done.
     */
    int flush() {
        int work = 0;
        if (backlogHead != backlogTail) {
            work += flushBacklog();
        }
        if (grouped > 0) {
            flushGroup();
            work++;
        }
        return work;
    }

    private void flushGroup() {
        final int count = grouped;
        grouped = 0;
        offer(DONE_GET, count, group[0], group[1], group[2]);
        Arrays.fill(group, 0);
    }

    private void offer(final int type, final int detail, final long word0, final long word1, final long word2) {
        if (backlogHead != backlogTail || !ring.offer(type, detail, word0, word1, word2)) {
            append(type, detail, word0, word1, word2);
        }
    }

    private void append(final int type, final int detail, final long word0, final long word1, final long word2) {
        if (backlogTail == details.length) {
            grow();
        }
        types[backlogTail] = type;
        details[backlogTail] = detail;
        backlog[backlogTail * WORDS] = word0;
        backlog[backlogTail * WORDS + 1] = word1;
        backlog[backlogTail * WORDS + 2] = word2;
        backlogTail++;
    }

    private void grow() {
        final int[] moreTypes = Arrays.copyOf(types, types.length * 2);
        final int[] moreDetails = Arrays.copyOf(details, details.length * 2);
        backlog = Arrays.copyOf(backlog, backlog.length * 2);
        types = moreTypes;
        details = moreDetails;
    }

    private int flushBacklog() {
        int work = 0;
        while (backlogHead != backlogTail) {
            final int word = backlogHead * WORDS;
            if (!ring.offer(types[backlogHead], details[backlogHead], backlog[word], backlog[word + 1], backlog[word + 2])) {
                return work;
            }
            backlogHead++;
            work++;
        }
        backlogHead = 0;
        backlogTail = 0;
        return work;
    }

    boolean hasBacklog() {
        return backlogHead != backlogTail;
    }
}
