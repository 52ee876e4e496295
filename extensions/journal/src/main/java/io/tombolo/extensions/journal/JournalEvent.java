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
package io.tombolo.extensions.journal;

import io.tombolo.extensions.journal.excerpt.EndExcerpt;
import io.tombolo.extensions.journal.excerpt.ExcerptKind;
import io.tombolo.extensions.journal.excerpt.GapReason;
import io.tombolo.extensions.journal.excerpt.StartExcerpt;
import io.tombolo.ringbuffers.flight.FlightEvent;

/**
 * What a cursor stands at: an event of the rank, a gap where events are missing, or the start or end of the rank. The cursor fills the same
 * object again and again; copy what you keep. One thread at a time.
 */
public final class JournalEvent {
    private final JournalRank rank;
    private final FlightEvent flight = new FlightEvent();
    private ExcerptKind kind;
    private StartExcerpt start;
    private EndExcerpt end;
    private long position;
    private long missing;
    private GapReason gapReason;
    private long epochNs;

    JournalEvent(final JournalRank rank) {
        this.rank = rank;
    }

    void start(final StartExcerpt excerpt) {
        kind = ExcerptKind.START;
        start = excerpt;
        epochNs = excerpt.epochNs(excerpt.anchorNanoTime());
    }

    /** Takes over the event in {@link #flight}. */
    void event() {
        kind = ExcerptKind.EVENTS;
        position = flight.position();
        epochNs = start == null ? 0 : start.epochNs(flight.time());
    }

    void gap(final long first, final long count, final GapReason why) {
        kind = ExcerptKind.GAP;
        position = first;
        missing = count;
        gapReason = why;
    }

    void end(final EndExcerpt excerpt) {
        kind = ExcerptKind.END;
        end = excerpt;
    }

    /**
     * Returns what the cursor stands at.
     *
     * @return {@link ExcerptKind#EVENTS} for an event.
     */
    public ExcerptKind kind() {
        return kind;
    }

    /**
     * Returns whether the cursor stands at an event of the rank.
     *
     * @return false at a gap, start or end.
     */
    public boolean isFlight() {
        return kind == ExcerptKind.EVENTS;
    }

    /**
     * Returns whether the cursor stands at a gap.
     *
     * @return true if events are missing here.
     */
    public boolean isGap() {
        return kind == ExcerptKind.GAP;
    }

    /**
     * Returns whose event it is.
     *
     * @return rank and incarnation.
     */
    public JournalRank rank() {
        return rank;
    }

    /**
     * Returns the event.
     *
     * @return the last one if the cursor does not stand at an event.
     */
    public FlightEvent flight() {
        return flight;
    }

    /**
     * Returns the time of the event, which its rank has read once a turn. A gap and an end have the time of the last event before them.
     *
     * @return nanoseconds since the epoch, by the anchor of the rank.
     */
    public long epochNs() {
        return epochNs;
    }

    /**
     * Returns the position of the event, or of the first event that is missing.
     *
     * @return events of the rank before it.
     */
    public long position() {
        return position;
    }

    /**
     * Returns how many events are missing in the gap.
     *
     * @return that of the last gap if the cursor does not stand at one.
     */
    public long missing() {
        return missing;
    }

    /**
     * Returns why they are missing.
     *
     * @return null for a reason that this library does not know.
     */
    public GapReason gapReason() {
        return gapReason;
    }

    /**
     * Returns what is known of the rank.
     *
     * @return null if the journal does not say, because a file was damaged.
     */
    public StartExcerpt start() {
        return start;
    }

    /**
     * Returns how the rank has ended.
     *
     * @return null before the end.
     */
    public EndExcerpt end() {
        return end;
    }
}
