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
package io.tombolo.extensions.journal.examples;

import io.tombolo.extensions.journal.JournalCursor;
import io.tombolo.extensions.journal.JournalEvent;
import io.tombolo.extensions.journal.JournalRank;
import io.tombolo.extensions.journal.excerpt.JournalException;
import io.tombolo.ringbuffers.flight.FlightKind;
import io.tombolo.ringbuffers.job.RecordedRing;
import java.io.IOException;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The updates that one incarnation of a rank has sent, whether they arrived or not, or those that it has received, as the journal has them.
 */
final class RecordedUpdates implements AutoCloseable {
    private final JournalRank rank;
    private final JournalCursor cursor;
    private final int direction;
    private final UnsafeBuffer update = new UnsafeBuffer(new byte[CatchUp.WORDS * Long.BYTES]);
    private int tag;

    RecordedUpdates(final JournalRank rank, final boolean isSent) {
        this.rank = rank;
        this.cursor = rank.cursor();
        this.direction = isSent ? FlightKind.SENT_BYTES : 0;
    }

    /**
     * Moves to the next update.
     *
     * @return false if there is none yet; a later call may find one, unless {@link #hasEnded()}.
     * @throws JournalException if something is missing in the journal.
     * @throws IOException      if it cannot be read.
     */
    boolean next() throws IOException {
        while (cursor.next()) {
            final JournalEvent event = cursor.event();
            if (event.isGap() && event.gapRing() != RecordedRing.ORDER || event.isPayload() && !event.hasPayload()) {
                throw new JournalException(
                    "the journal of rank " + rank.rank() + " has a gap: record the job with --payload --lossless");
            }
            if (!event.isPayload()) {
                // The end of a send or receive comes right before the bytes of its message, and has its tag.
                tag = event.isFlight() ? event.flight().tag() : 0;
            } else if (tag == CatchUp.UPDATE && (event.flight().detail() & FlightKind.SENT_BYTES) == direction) {
                // An update is so short that it has one piece.
                event.copyPayload(update, 0);
                return true;
            }
        }
        if (!cursor.damage().isEmpty()) {
            throw new JournalException(cursor.damage());
        }
        return false;
    }

    boolean hasEnded() {
        return cursor.hasEnded();
    }

    long number() {
        return update.getLong(0);
    }

    long account() {
        return update.getLong(Long.BYTES);
    }

    long amount() {
        return update.getLong(2 * Long.BYTES);
    }

    @Override
    public void close() throws IOException {
        cursor.close();
    }
}
