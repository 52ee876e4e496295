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
import io.tombolo.ringbuffers.flight.FlightKind;
import io.tombolo.ringbuffers.job.RecordedRing;
import org.agrona.MutableDirectBuffer;

/**
 * What a cursor stands at: an event of the rank, a gap where events are missing, or the start or end of the rank. The cursor fills the same
 * object again and again; copy what you keep. One thread at a time.
 */
public final class JournalEvent {
    private final JournalRank rank;
    private final PayloadWindow payload;
    private final FlightEvent flight = new FlightEvent();
    private ExcerptKind kind;
    private StartExcerpt start;
    private EndExcerpt end;
    private long position;
    private long missing;
    private GapReason gapReason;
    private RecordedRing gapRing = RecordedRing.EVENTS;
    private long epochNs;

    JournalEvent(final JournalRank rank, final PayloadWindow payload) {
        this.rank = rank;
        this.payload = payload;
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

    void gap(final RecordedRing ring, final long first, final long count, final GapReason why) {
        kind = ExcerptKind.GAP;
        gapRing = ring;
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
     * @return true if events, or bytes of a stream, are missing here; {@link #gapRing()} says which.
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
     * @return events of the rank before it; in a gap of a stream, bytes.
     */
    public long position() {
        return position;
    }

    /**
     * Returns how many events or bytes are missing in the gap.
     *
     * @return that of the last gap if the cursor does not stand at one.
     */
    public long missing() {
        return missing;
    }

    /**
     * Returns what is missing in the gap.
     *
     * @return that of the last gap if the cursor does not stand at one.
     */
    public RecordedRing gapRing() {
        return gapRing;
    }

    /**
     * Returns whether the cursor stands at a piece of the bytes of a message ({@link FlightKind#PAYLOAD}).
     *
     * @return true if {@link #payloadLength()} has a meaning.
     */
    public boolean isPayload() {
        return kind == ExcerptKind.EVENTS && flight.kindCode() == FlightKind.PAYLOAD.code();
    }

    /**
     * Returns how many bytes the piece has.
     *
     * @return bytes, whether they are in the journal or not.
     */
    public int payloadLength() {
        return flight.tag();
    }

    /**
     * Returns whether the bytes of the piece are in the journal.
     *
     * @return false if any of them is missing, or if the cursor does not stand at a piece.
     */
    public boolean hasPayload() {
        return isPayload() && payload.has(flight.length(), flight.tag());
    }

    /**
     * Copies the bytes of the piece out.
     *
     * @param target that gets them.
     * @param offset in the target; {@link #payloadLength()} bytes follow it.
     * @throws IllegalStateException if there is no {@linkplain #hasPayload() payload}.
     */
    public void copyPayload(final MutableDirectBuffer target, final int offset) {
        if (!hasPayload()) {
            throw new IllegalStateException("the journal does not have these bytes: ask hasPayload() before");
        }
        payload.copy(flight.length(), flight.tag(), target, offset);
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
