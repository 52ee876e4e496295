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
package io.tombolo.engine.pt2pt;

import static io.tombolo.engine.access.ApiAccess.MESSAGING;

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.peer.InboundSide;
import io.tombolo.engine.order.OrderRecorder;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.telemetry.FlightRecorder;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.counters.Counters;
import io.tombolo.ringbuffers.flight.FlightKind;
import io.tombolo.ringbuffers.pair.RingConsumer;

/**
 * Gives the message of the record that was polled to its receive, and counts it. A record is one of a batch, which
 * {@link InboundSide#publishTaken()} ends, or is taken by itself. One thread at a time.
 */
final class Delivery {
    /** Short messages that are taken by themselves before their credit and counts are published; and their bytes: some 2 KiB of credit. */
    private static final int MOST_UNPUBLISHED = 8;
    private static final int MOST_UNPUBLISHED_BYTES = 1024;
    /** Messages that one poll has shown before their space, credit and counts are published; and their bytes. */
    private static final int MOST_POLLED = 32;
    private static final int MOST_POLLED_BYTES = 4096;

    private final UnexpectedArrivals arrivals;
    private final LongEnvelope envelope;
    private final PayloadTarget target;
    private final Counters counters;
    private final FlightRecorder flight;
    // Set by the flight recorder, also while the rank runs.
    private boolean recordsAll;
    private final OrderRecorder order;
    // Short messages that were taken by themselves since their counts were published, all of one peer.
    private Peer peerAlone;
    private int alone;
    private long bytesAlone;
    // Of the batch that is under way: messages that have found a receive, short messages, and bytes of short messages.
    private int matched;
    private int shorts;
    private long bytesOfShorts;

    Delivery(final UnexpectedArrivals arrivals, final LongEnvelope envelope, final PayloadTarget target, final Node node) {
        this.arrivals = arrivals;
        this.envelope = envelope;
        this.target = target;
        this.counters = node.counters();
        this.flight = node.flight();
        flight.add(all -> recordsAll = all);
        this.order = node.orderRecorder();
    }

    /** Counts a message of a batch that has found its receive. */
    void countMatched() {
        matched++;
    }

    /** Records that a message has found its receive, if the post of that was recorded. */
    void recordMatched(final Operation receive, final Peer peer, final long key, final long length) {
        if (receive.flight != null) {
            receive.sequence = peer.inbound().received();
            record(FlightKind.ARRIVED_EXPECTED, peer, key, length);
            flight.matched(peer.rank(), flight.sample(peer.inbound().received()), false);
            recordSource(receive, peer);
        }
    }

    private void recordSource(final Operation receive, final Peer peer) {
        if (order != null && receive.source < 0) {
            order.matched(receive.orderNumber, peer.rank());
        }
    }

    private void record(final FlightKind kind, final Peer peer, final long key, final long length) {
        flight.message(kind, peer.rank(), peer.inbound().received(), Envelope.context(key), Envelope.tag(key), length);
    }

    private void recordReceived(
        final Peer peer, final long key, final long length, final Object base, final long offset, final long bytes,
        final boolean isLong) {
        flight.received(
            peer.rank(), peer.inbound().received(), Envelope.context(key), Envelope.tag(key), length, bytes, isLong);
        flight.bytes(
            FlightKind.LAST_PIECE, peer.rank(), peer.inbound().received(), Envelope.context(key), base, offset, bytes);
    }

    /** Counts a short message of a batch that has found no receive, and is kept. */
    void countKept(final Peer peer) {
        shorts++;
        peer.inbound().countReceived();
    }

    /**
     * Copies a short message of a batch to its receive, and ends the receive.
     *
     * @param receive that has matched.
     * @param key     of the message, as it was loaded and checked.
     */
    void deliverShort(final Operation receive, final Peer peer, final RingConsumer ring, final long key) {
        final int length = ring.length();
        final int bytes = (int) Math.min(length, receive.capacity());
        recordMatched(receive, peer, key, length);
        target.copy(ring, receive, bytes);
        peer.inbound().consumed(length);
        bytesOfShorts += bytes;
        end(receive, peer, key, bytes, length);
        shorts++;
        peer.inbound().countReceived();
    }

    /**
     * Copies a short message that is not of a batch to its receive, and ends the receive. The message leaves the ring.
     *
     * @param receive that has matched; its memory is in one piece.
     * @param key     of the message, as it was loaded and checked.
     */
    void deliverShortAlone(final Operation receive, final Peer peer, final RingConsumer ring, final long key) {
        final int length = ring.length();
        final int bytes = (int) Math.min(length, receive.capacity());
        recordMatched(receive, peer, key, length);
        ring.copyBody(receive.base, receive.offset, bytes);
        takeAlone(peer, bytes, length);
        end(receive, peer, key, bytes, length);
    }

    private void end(final Operation receive, final Peer peer, final long key, final int bytes, final int length) {
        if (bytes < length) {
            arrivals.truncated(receive);
        }
        receive.complete(peer.rank(), Envelope.tag(key), bytes, length);
    }

    /**
     * Copies a short message that is not of a batch to memory, without a receive.
     *
     * @param key    of the message, as it was loaded and checked.
     * @param base   array, or null.
     * @param offset offset in the array, or address; range checked.
     * @param bytes  to copy, at most the length of the message.
     * @param status is filled, or null.
     */
    void deliverShort(
        final Peer peer, final RingConsumer ring, final long key, final Object base, final long offset, final int bytes,
        final Status status) {
        final int length = ring.length();
        ring.copyBody(base, offset, bytes);
        if (recordsAll) {
            recordReceived(peer, key, length, base, offset, bytes, false);
        }
        takeAlone(peer, bytes, length);
        fill(status, peer.rank(), Envelope.tag(key), bytes, length);
    }

    private void takeAlone(final Peer peer, final int bytes, final int length) {
        peer.inbound().take(length);
        if (peer != peerAlone) {
            publishAll();
            peerAlone = peer;
        }
        bytesAlone += bytes;
        // A truncated message gives its sender more credit than the bytes that are counted here.
        if (++alone >= MOST_UNPUBLISHED || bytesAlone >= MOST_UNPUBLISHED_BYTES || bytes < length) {
            publishAlone();
        }
    }

    /**
     * Counts a message that a poll has shown. Its space, its credit and the counts are published with those of others.
     *
     * @param length of the message, in bytes.
     */
    void countPolled(final Peer peer, final int length) {
        if (peer != peerAlone) {
            publishAll();
            peerAlone = peer;
        }
        peer.inbound().consumed(length);
        bytesAlone += length;
        if (++alone >= MOST_POLLED || bytesAlone >= MOST_POLLED_BYTES) {
            publishAll();
        }
    }

    /**
     * Starts to get a long message of a batch for its receive. The envelope has been read.
     *
     * @param receive that has matched.
     * @param key     of the message, as it was loaded and checked.
     */
    void deliverLong(final Operation receive, final Peer peer, final RingConsumer ring, final long key) {
        counters.increment(Counter.CONTROL_RECEIVED);
        if (receive.kind.isReceive()) {
            receive.flight = flight;
            receive.sequence = peer.inbound().received();
            receive.matchedNs = flight.matched(peer.rank(), flight.sample(peer.inbound().received()), false);
            record(FlightKind.ARRIVED_EXPECTED, peer, key, envelope.length());
            recordSource(receive, peer);
        }
        envelope.start(receive, peer, ring, key);
        peer.inbound().countReceived();
    }

    /**
     * Gets a long message that is not of a batch at once, without a receive, if it is shown whole and needs one turn. The envelope has been
     * read.
     *
     * @param key    of the message, as it was loaded and checked.
     * @param base   array, or null.
     * @param offset offset in the array, or address; range checked.
     * @param bytes  to copy, at most the length of the message.
     * @param status is filled, or null.
     * @return false if it needs an operation; nothing has happened.
     */
    boolean tryDeliverLong(
        final Peer peer, final RingConsumer ring, final long key, final Object base, final long offset, final long bytes,
        final Status status) {
        if (!envelope.tryGet(peer, base, offset, bytes)) {
            return false;
        }
        final long length = envelope.length();
        recordReceived(peer, key, length, base, offset, bytes, true);
        peer.inbound().longReceived(envelope.send(), length);
        peer.inbound().countReceived();
        ring.advance();
        peer.inbound().publishTaken();
        counters.increment(Counter.CONTROL_RECEIVED);
        counters.increment(Counter.DONE_GET_SENT);
        counters.increment(Counter.RECEIVED_RENDEZVOUS_REGISTERED);
        publish(1, 1, 0, bytes);
        fill(status, peer.rank(), Envelope.tag(key), bytes, length);
        return true;
    }

    /** Fills the status of a receive without an operation, and counts a message that is longer than its room. */
    void fill(final Status status, final int source, final int tag, final long bytes, final long length) {
        if (bytes < length) {
            counters.increment(Counter.TRUNCATIONS);
        }
        if (status != null) {
            MESSAGING.fill(status, source, tag, bytes, length, bytes < length ? Outcome.TRUNCATED : Outcome.SUCCESS);
        }
    }

    /**
     * Publishes the counts of a batch.
     *
     * @param records that have been taken.
     */
    void publishBatch(final int records) {
        publish(records, matched, shorts, bytesOfShorts);
        matched = 0;
        shorts = 0;
        bytesOfShorts = 0;
    }

    /**
     * Publishes the counts and the credit of the messages that were taken by themselves. These wait for a look that finds nothing, for a
     * turn, or until there are enough of them, because it costs a part of a message. What a sender may have to wait for, the room in its
     * ring, is published with each message, or with the next if it is long.
     */
    void publishAlone() {
        if (alone > 0) {
            peerAlone.inbound().publishCredit();
            publish(alone, alone, alone, bytesAlone);
            alone = 0;
            bytesAlone = 0;
        }
    }

    /** Publishes what was put off for a peer that is gone, and forgets the peer. */
    void forget(final Peer peer) {
        if (peerAlone == peer) {
            publishAll();
            peerAlone = null;
        }
    }

    private void publish(final int records, final int expected, final int shortMessages, final long bytes) {
        counters.add(Counter.RECORDS_READ, records);
        if (expected > 0) {
            counters.add(Counter.EXPECTED_MESSAGES, expected);
        }
        if (shortMessages > 0) {
            counters.add(Counter.RECEIVED_SHORT, shortMessages);
        }
        if (bytes > 0) {
            counters.add(Counter.BYTES_RECEIVED, bytes);
        }
    }

    /** Publishes the room of the messages that a poll has taken. What else is put off waits as {@link #publishAlone()} says. */
    void publishSpace() {
        if (alone >= MOST_UNPUBLISHED || bytesAlone >= MOST_UNPUBLISHED_BYTES) {
            publishAll();
        } else if (peerAlone != null && !peerAlone.inbound().isTaking()) {
            peerAlone.inbound().publishSpace();
        }
    }

    /**
     * Publishes what was put off: the counts, the credit, and the room of the last message that was taken by itself. A batch that is under
     * way publishes the room itself.
     */
    void publishAll() {
        publishAlone();
        if (peerAlone != null && !peerAlone.inbound().isTaking()) {
            peerAlone.inbound().publishTaken();
        }
    }
}
