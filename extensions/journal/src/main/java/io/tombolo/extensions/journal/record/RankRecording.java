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
package io.tombolo.extensions.journal.record;

import io.tombolo.extensions.journal.excerpt.EndExcerpt;
import io.tombolo.extensions.journal.excerpt.EventBatch;
import io.tombolo.extensions.journal.excerpt.GapReason;
import io.tombolo.extensions.journal.excerpt.StartExcerpt;
import io.tombolo.ringbuffers.flight.FlightEvent;
import io.tombolo.ringbuffers.flight.FlightReader;
import io.tombolo.ringbuffers.job.RankFile;
import io.tombolo.ringbuffers.job.RankFileSection;
import io.tombolo.ringbuffers.job.RecorderFile;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Records one incarnation of a rank: reads its events, and appends them and the gaps between them. Allocates nothing while it reads. One
 * thread at a time.
 */
final class RankRecording implements AutoCloseable {
    /** Most gaps that are appended in the room that was made for a batch. */
    private static final int MOST_GAPS = 64;

    private final RankFile rankFile;
    private final StartExcerpt identity;
    private final RecorderFile progress;
    private final RecorderTotals totals;
    private final FreeSpace space;
    private final FlightReader reader;
    private final QueueWriter queue;
    private final FlightEvent event = new FlightEvent();
    private final EventBatch batch = new EventBatch();
    private long next;
    private GapReason gapReason;
    private boolean isCut;
    private boolean isDamaged;
    private boolean isReplaced;

    /**
     * Begins to record.
     *
     * @param rankFile of the rank, which this object closes.
     * @param next     position of the first event that is not in the journal.
     * @param why      the next events are missing, if they are.
     */
    RankRecording(
        final RankFile rankFile, final StartExcerpt identity, final Path directory, final long next, final GapReason why,
        final FreeSpace space, final RecorderFile progress, final RecorderTotals totals) {
        this.gapReason = why;
        this.rankFile = rankFile;
        this.identity = identity;
        this.progress = progress;
        this.totals = totals;
        this.space = space;
        this.reader = new FlightReader(rankFile.section(RankFileSection.FLIGHT));
        this.queue = new QueueWriter(directory, identity, space);
        this.next = next;
        reader.skipTo(next);
    }

    int rank() {
        return identity.rank();
    }

    int incarnation() {
        return identity.incarnation();
    }

    /** Returns how many events the rank has recorded up to now. */
    long recorded() {
        try {
            return isCut ? next : reader.recorded();
        } catch (final InternalError cut) {
            // The JVM throws this for a mapped page that no longer exists.
            isCut = true;
            return next;
        }
    }

    /** Returns whether the file of the rank is found to be damaged; true at most once. */
    boolean takesNoteOfDamage() {
        final boolean isNews = reader.isRefused() && !isDamaged;
        isDamaged |= isNews;
        return isNews;
    }

    /** Returns the position of the first event that is not in the journal. */
    long next() {
        return next;
    }

    /** Returns the file that is written; null if there is none. */
    Path path() {
        return queue.path();
    }

    /** Records at most one batch of events; returns how many, or 0 if there are none or recording pauses. */
    int drain() throws IOException {
        if (isCut || recorded() <= reader.position()) {
            return 0;
        }
        if (space.isPaused() || !queue.prepare(next)) {
            gapReason = GapReason.NO_SPACE;
            // A rank does not wait for a recorder that reads nothing.
            tell(RecorderFile.NOBODY);
            return 0;
        }
        try {
            return record();
        } catch (final InternalError cut) {
            isCut = true;
            append();
            return 0;
        }
    }

    private void tell(final int read) {
        if (!isReplaced) {
            progress.read(rank(), read, next);
        }
    }

    /** Leaves the progress to the next incarnation of the rank. */
    void replace() {
        isReplaced = true;
    }

    private int record() {
        int count = 0;
        int gaps = 0;
        batch.begin(next);
        while (!batch.isFull() && gaps < MOST_GAPS && reader.poll(event)) {
            if (event.position() != next) {
                gaps++;
                append();
                if (event.position() < next) {
                    // The number of events was wrong, and is right again.
                    next = event.position();
                    queue.writer().start(identity.at(next));
                } else {
                    gap(event.position() - next, gapReason);
                }
                gapReason = GapReason.OVERWRITTEN;
                batch.begin(next);
            }
            batch.add(event);
            next++;
            count++;
        }
        append();
        gapReason = GapReason.OVERWRITTEN;
        tell(incarnation());
        return count;
    }

    private void append() {
        if (batch.count() > 0) {
            queue.writer().events(batch);
            totals.events(batch.count());
        }
    }

    private void gap(final long count, final GapReason why) {
        queue.writer().gap(next, count, why);
        totals.gap(count);
        next += count;
    }

    /**
     * Writes the end of a rank that is gone. What was not read is missing.
     *
     * @param isLast whether the recorder ends: then the room that is reserved already is used, too.
     * @return false if there is no room.
     */
    boolean finish(final String state, final String reason, final boolean isLast) throws IOException {
        final long recorded = recorded();
        final boolean hasRoom = !space.isPaused() && queue.prepare(next) || isLast && queue.hasRoomForLast();
        if (hasRoom) {
            if (recorded > next) {
                gap(recorded - next, GapReason.NO_SPACE);
            }
            final String damage = reader.isRefused() ? "its file is damaged" : reason;
            queue.writer().end(new EndExcerpt(state, isCut ? "its file was truncated" : damage, recorded));
        }
        return hasRoom;
    }

    @Override
    public void close() throws IOException {
        if (progress.incarnation(rank()) == incarnation()) {
            progress.read(rank(), RecorderFile.NOBODY, next);
        }
        queue.close();
        rankFile.close();
    }
}
