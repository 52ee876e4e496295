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
package io.tombolo.extensions.journal.replay;

import io.tombolo.extensions.journal.JournalCursor;
import io.tombolo.extensions.journal.JournalEvent;
import io.tombolo.extensions.journal.JournalRank;
import io.tombolo.extensions.journal.JournalStream;
import io.tombolo.extensions.journal.excerpt.GapReason;
import io.tombolo.extensions.journal.excerpt.JournalException;
import io.tombolo.ringbuffers.flight.FlightEvent;
import io.tombolo.ringbuffers.flight.FlightKind;
import io.tombolo.ringbuffers.job.RankState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What a first pass over the journal of a rank has found: its order, and which messages have all of their bytes in it.
 */
final class RecordedRank {
    private static final String LEFT = RankState.LEFT.name().toLowerCase(Locale.ROOT);

    private final JournalRank rank;
    private final RecordedOrder order;
    // By rank of the peer: numbers of the messages.
    private final BitSet[] received;
    private final BitSet[] sent;
    // By rank of the peer and context: numbers of the messages that have left.
    private final Map<Long, BitSet> left = new HashMap<>();
    private boolean hasEnd;
    private boolean hasLeft;

    private RecordedRank(final JournalRank rank, final RecordedOrder order) {
        final int size = order.size();
        this.rank = rank;
        this.order = order;
        this.received = new BitSet[size];
        this.sent = new BitSet[size];
        for (int peer = 0; peer < size; peer++) {
            received[peer] = new BitSet();
            sent[peer] = new BitSet();
        }
    }

    /**
     * Reads the journal of a rank.
     *
     * @param rank to be replayed.
     * @return what was found.
     * @throws JournalException if the rank cannot be replayed; the message is one line.
     * @throws IOException      if the journal cannot be read.
     */
    static RecordedRank read(final JournalRank rank) throws IOException {
        final RecordedRank read = new RecordedRank(rank, RecordedOrder.of(rank, order(rank)));
        read.readEvents();
        return read;
    }

    private static byte[] order(final JournalRank rank) throws IOException {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JournalStream stream = rank.order()) {
            while (stream.next()) {
                if (stream.isGap() || stream.position() != bytes.size()) {
                    throw gap(rank, stream.isGap() ? stream.gapReason() : null);
                }
                final byte[] run = new byte[Math.toIntExact(stream.length())];
                stream.buffer().getBytes(stream.offset(), run);
                bytes.writeBytes(run);
            }
        }
        if (bytes.size() == 0) {
            throw new JournalException("rank " + rank.rank() +
                " cannot be replayed: its journal has no order of calls; record it by 'tombolo run --journal DIR --payload --lossless'");
        }
        return bytes.toByteArray();
    }

    private static JournalException gap(final JournalRank rank, final GapReason reason) {
        return new JournalException("rank " + rank.rank() + " cannot be replayed: its journal has a gap" +
            (reason == null ? "" : " (" + reason.word() + ")") + "; record it by 'tombolo run --journal DIR --payload --lossless'");
    }

    private void readEvents() throws IOException {
        try (JournalCursor cursor = rank.cursor()) {
            long position = 0;
            while (cursor.next()) {
                final JournalEvent event = cursor.event();
                if (event.isGap()) {
                    throw gap(rank, event.gapReason());
                }
                if (event.isFlight()) {
                    if (event.position() != position++) {
                        throw gap(rank, null);
                    }
                    note(event.flight(), event.hasPayload());
                }
            }
            hasEnd = cursor.hasEnded();
            hasLeft = hasEnd && LEFT.equals(cursor.event().end().state());
        }
    }

    private void note(final FlightEvent event, final boolean hasPayload) {
        if ((event.kind() == FlightKind.SENT || event.kind() == FlightKind.SEND_COMPLETED) && event.number() >= 0) {
            left.computeIfAbsent(key(event.peer(), event.context()), key -> new BitSet()).set(event.number());
        }
        if (hasPayload && (event.detail() & FlightKind.LAST_PIECE) != 0 && event.peer() >= 0 && event.peer() < sent.length &&
            event.number() >= 0) {
            ((event.detail() & FlightKind.SENT_BYTES) != 0 ? sent : received)[event.peer()].set(event.number());
        }
    }

    private static long key(final int peer, final int context) {
        return (long) peer << Integer.SIZE | context;
    }

    /**
     * Returns the number of the next message that has left in a communicator. The messages of a communicator leave in the order of their
     * sends, and only their ends have exact numbers.
     *
     * @param least number that it has at least.
     * @return -1 if none has left.
     */
    int nextLeft(final int peer, final int context, final int least) {
        final BitSet numbers = left.get(key(peer, context));
        return numbers == null ? -1 : numbers.nextSetBit(least);
    }

    JournalRank rank() {
        return rank;
    }

    RecordedOrder order() {
        return order;
    }

    /** Returns whether the journal has the end of the rank. */
    boolean hasEnd() {
        return hasEnd;
    }

    /** Returns whether the rank has left in order; if not, its last call may not have ended. */
    boolean hasLeft() {
        return hasLeft;
    }

    /** Returns whether all bytes of a message are in the journal. */
    boolean hasBytes(final int peer, final boolean isSent, final int number) {
        return number >= 0 && (isSent ? sent : received)[peer].get(number);
    }
}
