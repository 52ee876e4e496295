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
package io.tombolo.tools.flight;

import io.tombolo.ringbuffers.flight.FlightEvent;
import io.tombolo.ringbuffers.flight.FlightReader;
import io.tombolo.ringbuffers.job.RankFile;
import io.tombolo.ringbuffers.job.RankFileSection;
import io.tombolo.ringbuffers.job.RankRow;
import io.tombolo.tools.text.ScreenText;

/**
 * Reads the events of one incarnation of a rank, one ahead. A pass takes those that were recorded before it began: {@link #begin},
 * {@link #advance} until there is none, {@link #end}. The file stays mapped until {@link #close}, even if it is deleted. Not thread-safe.
 */
final class FlightCursor implements AutoCloseable {
    private final RankFile file;
    private final FlightClock clock;
    private FlightReader reader;
    private final FlightEvent event = new FlightEvent();
    private final int rank;
    private final int incarnation;
    private final String name;
    private long overwritten;
    private boolean hasEvent;
    private long offset;
    private long recordedBefore;
    private long recorded;
    private long untilNs;
    private long missedBefore;

    FlightCursor(final RankFile file, final RankRow row, final FlightClock clock) {
        this.file = file;
        this.clock = clock;
        this.reader = new FlightReader(file.section(RankFileSection.FLIGHT));
        this.rank = row.rank();
        this.incarnation = row.incarnation();
        this.name = ScreenText.printable(row.name());
        this.overwritten = reader.position();
    }

    /** Reads only what is there now, but all of that, however fast the rank goes on. Only before the first pass. */
    void freeze() {
        reader = FlightReader.snapshot(file.section(RankFileSection.FLIGHT));
        overwritten = reader.position();
    }

    /** Skips all but the last events. Only before the first pass. */
    void skipToLast(final long events) {
        reader.skipTo(reader.recorded() - events);
    }

    /**
     * Begins a pass.
     *
     * @param pastNs time since the epoch. Later events wait for the next pass, so that passes are in order as well: while one rank is
     *               read, the next one records events that belong before them
     * @return whether there is an event
     */
    boolean begin(final long pastNs) {
        recorded = reader.recorded();
        untilNs = pastNs;
        return advance();
    }

    /** Goes to the next event of the pass, unless the present one was not shown yet. Returns false if there is none. */
    boolean advance() {
        if (!hasEvent && reader.position() < recorded && reader.poll(event)) {
            hasEvent = true;
            offset = clock.common(reader.epochNs(0));
        }
        // Events of the pass before are shown in any case: the clock of the rank may be another one.
        return hasEvent && event.position() < recorded && (event.position() < recordedBefore || timeNs() <= untilNs);
    }

    /** Marks the event as shown. */
    void shown() {
        hasEvent = false;
    }

    /** Ends a pass. */
    void end() {
        recordedBefore = recorded;
    }

    /** The event, valid until {@link #advance}. */
    FlightEvent event() {
        return event;
    }

    /** Time of the event, in nanoseconds since the epoch. */
    long timeNs() {
        return offset + event.time();
    }

    /** Events that were overwritten since this method was called last; they come before the event. */
    long takeMissed() {
        final long missed = reader.missed() - missedBefore;
        missedBefore = reader.missed();
        return missed;
    }

    /** Whether the file says a number of events that cannot be. */
    boolean isRefused() {
        return reader.isRefused();
    }

    int rank() {
        return rank;
    }

    int incarnation() {
        return incarnation;
    }

    /** The name of the rank, without control characters; empty if it has none. */
    String name() {
        return name;
    }

    /** Number and name of the rank. */
    String label() {
        return name.isEmpty() ? Integer.toString(rank) : rank + " " + name;
    }

    /** Whether the rank has recorded an event. */
    boolean hasBegun() {
        return reader.recorded() > 0;
    }

    /** Whether the rank records all messages; only known if it {@link #hasBegun}. */
    boolean hasAllMessages() {
        return reader.hasAllMessages();
    }

    /** Events that were overwritten before this cursor began. */
    long overwritten() {
        return overwritten;
    }

    /** Events that can be read of a ring that is full. */
    long capacity() {
        return reader.capacity() - 1;
    }

    @Override
    public void close() {
        file.close();
    }
}
