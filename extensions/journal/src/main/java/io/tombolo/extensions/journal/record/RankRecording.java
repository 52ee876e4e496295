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
import io.tombolo.extensions.journal.excerpt.ExcerptFormat;
import io.tombolo.extensions.journal.excerpt.GapReason;
import io.tombolo.extensions.journal.excerpt.StartExcerpt;
import io.tombolo.ringbuffers.flight.FlightEvent;
import io.tombolo.ringbuffers.flight.FlightReader;
import io.tombolo.ringbuffers.job.RankFile;
import io.tombolo.ringbuffers.job.RankFileSection;
import io.tombolo.ringbuffers.job.RecordedRing;
import io.tombolo.ringbuffers.job.RecorderFile;
import io.tombolo.ringbuffers.job.StreamFile;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Records one incarnation of a rank: reads its events, and appends them and the gaps between them. Allocates nothing while it reads. One
 * thread at a time.
 */
final class RankRecording implements AutoCloseable {
    private static final int EVENTS_LENGTH = ExcerptFormat.MAX_EVENTS * ExcerptFormat.EVENT_LENGTH;
    /** Most gaps that are appended in the room that was made for a batch. */
    private static final int MOST_GAPS = 64;

    private final RankFile rankFile;
    private final StartExcerpt identity;
    private final RecorderFile progress;
    private final RecorderTotals totals;
    private final FreeSpace space;
    private final StreamFile streamFile;
    private final StreamRecording payload;
    private final StreamRecording order;
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
     * @param streams  file of its streams, which this object closes; null if it has none.
     * @param payload  stream of payload.
     * @param order    stream of the order.
     * @param next     position of the first event that is not in the journal.
     * @param why      the next events are missing, if they are.
     */
    RankRecording(
        final RankFile rankFile, final StreamFile streams, final StreamRecording payload, final StreamRecording order,
        final StartExcerpt identity, final Path directory, final long next, final GapReason why,
        final FreeSpace space, final RecorderFile progress, final RecorderTotals totals) {
        this.gapReason = why;
        this.rankFile = rankFile;
        this.streamFile = streams;
        this.payload = payload;
        this.order = order;
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

    /** Says how far the rank was read. */
    void publish() {
        tell(incarnation(), RecordedRing.EVENTS, next);
        tell(incarnation(), payload.ring(), payload.next());
        tell(incarnation(), order.ring(), order.next());
    }

    /** Records at most one batch of events, and the bytes before it; returns how much, or 0 if there is nothing or recording pauses. */
    int drain() throws IOException {
        // Loaded before the bytes: the bytes of these events are there then.
        final long recorded = recorded();
        try {
            if (isCut || recorded <= reader.position() && payload.written() == payload.next() && order.written() == order.next()) {
                return 0;
            }
            if (space.isPaused()) {
                pause();
                return 0;
            }
            if (!isReplaced && progress.incarnation(rank()) != incarnation()) {
                // After a pause: a rank that waits for one ring does not need a new byte in it to go on.
                publish();
            }
            final int runs = copy(order) + copy(payload);
            if (runs < 0 || recorded > reader.position() && !prepare(EVENTS_LENGTH)) {
                pause();
                return 0;
            }
            return runs + (recorded > reader.position() ? record(recorded) : 0);
        } catch (final InternalError cut) {
            isCut = true;
            append();
            return 0;
        }
    }

    private void tell(final int reader, final RecordedRing ring, final long position) {
        if (!isReplaced) {
            progress.read(rank(), reader, ring, position);
        }
    }

    /** Leaves the progress to the next incarnation of the rank. */
    void replace() {
        isReplaced = true;
    }

    private void pause() {
        gapReason = GapReason.NO_SPACE;
        payload.pause();
        order.pause();
        // A rank does not wait for a recorder that reads nothing.
        tell(RecorderFile.NOBODY, RecordedRing.EVENTS, next);
    }

    private boolean prepare(final int bytes) throws IOException {
        queue.streams(payload.next(), order.next());
        return queue.prepare(next, bytes);
    }

    /** Appends what a stream has now; returns how many runs, or a number below 0 if there was no room. */
    private int copy(final StreamRecording stream) throws IOException {
        final long written = stream.written();
        int runs = 0;
        while (stream.next() < written) {
            if (!prepare(ExcerptFormat.MAX_BYTES)) {
                return Short.MIN_VALUE;
            }
            stream.append(queue, written);
            tell(incarnation(), stream.ring(), stream.next());
            runs++;
        }
        return runs;
    }

    private int record(final long recorded) throws IOException {
        int count = 0;
        int gaps = 0;
        batch.begin(next);
        while (!batch.isFull() && gaps < MOST_GAPS && reader.position() < recorded && reader.poll(event)) {
            if (event.position() != next) {
                gaps++;
                append();
                if (event.position() < next) {
                    // The number of events was wrong, and is right again.
                    next = event.position();
                    queue.writer().start(identity.at(next, payload.next(), order.next()));
                } else {
                    gap(event.position() - next, gapReason);
                }
                gapReason = GapReason.OVERWRITTEN;
                batch.begin(next);
                if (event.position() >= recorded && !hasBytes()) {
                    // Read, but not recorded: the next event is behind a gap.
                    gapReason = GapReason.NO_SPACE;
                    return count;
                }
            }
            batch.add(event);
            next++;
            count++;
        }
        append();
        gapReason = GapReason.OVERWRITTEN;
        tell(incarnation(), RecordedRing.EVENTS, next);
        return count;
    }

    /** Appends the bytes of an event that the rank has recorded meanwhile; returns false if there was no room. */
    private boolean hasBytes() throws IOException {
        return copy(order) + copy(payload) >= 0 && prepare(EVENTS_LENGTH);
    }

    private void append() {
        if (batch.count() > 0) {
            queue.writer().events(batch);
            totals.events(batch.count());
        }
    }

    private void gap(final long count, final GapReason why) {
        queue.writer().gap(RecordedRing.EVENTS, next, count, why);
        totals.gap(RecordedRing.EVENTS, count);
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
        final boolean hasRoom = !space.isPaused() && prepare(EVENTS_LENGTH) || isLast && queue.hasRoomForLast();
        if (hasRoom) {
            if (recorded > next) {
                gap(recorded - next, GapReason.NO_SPACE);
            }
            if (!isCut) {
                payload.end(queue);
                order.end(queue);
            }
            final String damage = reader.isRefused() ? "its file is damaged" : reason;
            queue.writer().end(new EndExcerpt(state, isCut ? "its file was truncated" : damage, recorded));
        }
        return hasRoom;
    }

    @Override
    public void close() throws IOException {
        if (progress.incarnation(rank()) == incarnation()) {
            progress.read(rank(), RecorderFile.NOBODY, RecordedRing.EVENTS, next);
        }
        queue.close();
        rankFile.close();
        if (streamFile != null) {
            streamFile.close();
        }
    }
}
