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

import io.tombolo.extensions.journal.Journal;
import io.tombolo.extensions.journal.excerpt.GapReason;
import io.tombolo.extensions.journal.excerpt.StartExcerpt;
import io.tombolo.ringbuffers.flight.FlightReader;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.LaunchLock;
import io.tombolo.ringbuffers.job.RankFile;
import io.tombolo.ringbuffers.job.RankFileSection;
import io.tombolo.ringbuffers.job.RankRow;
import io.tombolo.ringbuffers.job.RankState;
import io.tombolo.ringbuffers.job.RecordedRing;
import io.tombolo.ringbuffers.job.RecorderFile;
import io.tombolo.ringbuffers.job.StreamFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Records the ranks of one job: those that are there, and those that join later, with each of their incarnations. A rank that is gone is
 * read to its last event. One thread at a time.
 */
final class JobRecording implements AutoCloseable {
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long TRY_NS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long RETENTION_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long SHORTEST_PARK_NS = 100_000;
    private static final long LONGEST_PARK_NS = 1_000_000;
    /** Batches of one rank after which the other ranks get their turn. */
    private static final int BATCHES = 8;
    private static final String MOVE_AWAY = "start the recorder again after you have moved away ";

    private final JobDirectory job;
    private final RecorderFile progress;
    private final RecorderOptions options;
    private final FreeSpace space;
    private final Retention retention;
    private final RecorderTotals totals;
    private final Consumer<String> warnings;
    private final long beganMs;
    // By rank: what is recorded, null for nothing; and the last incarnation that is or was recorded.
    private final RankRecording[] recordings;
    private final int[] incarnations;
    // Incarnations that are gone, and for whose end there was no room yet, although the next ones are recorded.
    private final List<RankRecording> replaced = new ArrayList<>();
    private long epoch = -1;
    private boolean isJoining;
    private long triedNs;
    private long lookedNs;
    private long retainedNs;
    private long parkNs = SHORTEST_PARK_NS;

    /**
     * Begins to record a job.
     *
     * @param job     that is inspected; the caller closes it after this object.
     * @param beganMs when the recorder has begun to look for ranks, in milliseconds since the epoch.
     */
    JobRecording(
        final JobDirectory job, final RecorderOptions options, final FreeSpace space, final RecorderTotals totals,
        final Consumer<String> warnings, final long beganMs) throws IOException {
        this.beganMs = beganMs;
        this.job = job;
        this.options = options;
        this.space = space;
        this.totals = totals;
        this.warnings = warnings;
        this.retention = new Retention(options);
        this.progress = RecorderFile.open(job);
        this.recordings = new RankRecording[job.size()];
        this.incarnations = new int[job.size()];
        this.lookedNs = System.nanoTime();
        this.retainedNs = lookedNs;
    }

    /** Records until the job has ended, or the recorder is to stop; then what is there was read. */
    void run(final StopRequest stop) throws IOException {
        while (!stop.isGiven()) {
            attach();
            final int count = drain();
            final long now = System.nanoTime();
            if (now - lookedNs >= LOOK_NS) {
                lookedNs = now;
                look(now);
            }
            if (count == 0 && !isAnyRecorded() && hasEnded()) {
                return;
            }
            idle(count);
        }
        readTheRest();
    }

    private boolean isAnyRecorded() {
        for (final RankRecording recording : recordings) {
            if (recording != null) {
                return true;
            }
        }
        return !replaced.isEmpty();
    }

    private void idle(final int count) {
        if (count > 0) {
            parkNs = SHORTEST_PARK_NS;
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(parkNs);
            parkNs = Math.min(LONGEST_PARK_NS, parkNs * 2);
        }
    }

    private int drain() throws IOException {
        int count = 0;
        for (final RankRecording recording : recordings) {
            if (recording != null) {
                int one = drain(recording);
                for (int batch = 1; one > 0 && batch <= BATCHES; batch++) {
                    count += one;
                    one = batch < BATCHES ? drain(recording) : 0;
                }
            }
        }
        return count;
    }

    /** Records a batch of a rank. */
    private int drain(final RankRecording recording) throws IOException {
        try {
            return recording.drain();
        } catch (final IOException | RuntimeException refused) {
            giveUp(recording, refused);
            return 0;
        }
    }

    /** Ends the recording of a rank whose queue cannot be written. The other ranks are recorded. */
    private void giveUp(final RankRecording recording, final Exception refused) throws IOException {
        forget(recording);
        refuse(recording.rank(), refused + "; " + MOVE_AWAY +
            Journal.queue(options.journal(), job.jobId(), recording.rank(), recording.incarnation()));
        recording.close();
    }

    private void refuse(final int rank, final String why) {
        // A rank does not wait for a recorder that reads nothing.
        progress.read(rank, RecorderFile.NOBODY, RecordedRing.EVENTS, 0);
        warnings.accept("rank " + rank + " is not recorded: " + why.lines().findFirst().orElse(""));
    }

    /** Begins to record ranks that have joined. */
    private void attach() throws IOException {
        final long present = job.failureEpoch();
        final long now = System.nanoTime();
        if (present == epoch && (!isJoining || now - triedNs < TRY_NS)) {
            return;
        }
        triedNs = now;
        epoch = present;
        isJoining = false;
        for (int rank = 0; rank < job.size(); rank++) {
            final RankRow row = job.row(rank);
            if (row.incarnation() > incarnations[rank]) {
                finish(rank);
                attach(row);
            } else if (recordings[rank] != null && isGone(recordings[rank])) {
                finish(rank);
            }
        }
    }

    private void attach(final RankRow row) throws IOException {
        final RankFile file;
        try {
            file = RankFile.attach(job, row.rank(), row.incarnation());
        } catch (final NoSuchFileException notYet) {
            skipOrWait(row);
            return;
        } catch (final IOException damaged) {
            incarnations[row.rank()] = row.incarnation();
            refuse(row.rank(), damaged.getMessage());
            return;
        }
        final FlightReader reader = new FlightReader(file.section(RankFileSection.FLIGHT));
        if (reader.anchorNanoTime() == 0 && reader.recorded() == 0) {
            file.close();
            skipOrWait(row);
            return;
        }
        incarnations[row.rank()] = row.incarnation();
        final RankStart start;
        try {
            start = RankStart.of(options.journal(), job, row);
        } catch (final IOException refused) {
            file.close();
            refuse(row.rank(), refused.getMessage() + "; " + MOVE_AWAY + "that file");
            return;
        }
        if (start.isEnded()) {
            file.close();
            return;
        }
        totals.rank();
        final GapReason why = row.startTimeMs() < beganMs ? GapReason.AWAY : GapReason.OVERWRITTEN;
        final StreamFile streams = streams(row);
        final StreamRecording payload = new StreamRecording(
            RecordedRing.PAYLOAD, streams == null ? null : streams.payload(), start.payload(), why, totals);
        final StreamRecording order = new StreamRecording(
            RecordedRing.ORDER, streams == null ? null : streams.order(), start.order(), why, totals);
        final StartExcerpt identity = RankStart.identity(job, row, reader, payload.capacity(), order.capacity());
        recordings[row.rank()] = new RankRecording(
            file, streams, payload, order, identity, start.queue(), start.next(), why, space, progress, totals);
        recordings[row.rank()].publish();
    }

    /** Maps the file of the streams of a rank; null if it has none. The rank has made it before its first event. */
    private StreamFile streams(final RankRow row) {
        try {
            return StreamFile.attach(job, row.rank(), row.incarnation());
        } catch (final NoSuchFileException none) {
            return null;
        } catch (final IOException damaged) {
            warnings.accept("payload of rank " + row.rank() + " is not recorded: " + damaged.getMessage());
            return null;
        }
    }

    /** A rank that joins makes its file soon; one that is gone does not any more. */
    private void skipOrWait(final RankRow row) {
        if (row.state() == RankState.JOINING || row.state() == RankState.LIVE) {
            isJoining = true;
        } else {
            incarnations[row.rank()] = row.incarnation();
        }
    }

    private boolean isGone(final RankRecording recording) {
        final RankState state = job.state(recording.rank(), recording.incarnation());
        return state != RankState.LIVE && state != RankState.JOINING || job.probe(recording.rank());
    }

    /** Reads a rank that is gone to its end. While recording pauses, its events wait in its file. */
    private void finish(final int rank) throws IOException {
        final RankRecording recording = recordings[rank];
        if (recording != null && !end(recording, false) && incarnations[rank] < job.incarnation(rank)) {
            recording.replace();
            recordings[rank] = null;
            replaced.add(recording);
        }
    }

    /** Reads a rank that is gone, and writes its end; returns false if there is no room. */
    private boolean end(final RankRecording recording, final boolean isLast) throws IOException {
        while (drain(recording) > 0) {
            Thread.onSpinWait();
        }
        final int rank = recording.rank();
        final RankState state = job.state(rank, recording.incarnation());
        final boolean isDead = state == RankState.LIVE || state == RankState.JOINING;
        final boolean isPresent = job.incarnation(rank) == recording.incarnation();
        final String reason = isDead ? "process gone" : isPresent ? words(job.reason(rank)) : "replaced";
        try {
            if (isRecorded(recording)) {
                if (!recording.finish(isDead ? words(RankState.FAILED) : words(state), reason, isLast)) {
                    return false;
                }
                forget(recording);
                recording.close();
            }
        } catch (final IOException | RuntimeException refused) {
            giveUp(recording, refused);
        }
        return true;
    }

    private boolean isRecorded(final RankRecording recording) {
        return recordings[recording.rank()] == recording || replaced.contains(recording);
    }

    private void forget(final RankRecording recording) {
        if (recordings[recording.rank()] == recording) {
            recordings[recording.rank()] = null;
        }
        replaced.remove(recording);
    }

    private void endReplaced(final boolean isLast) throws IOException {
        for (final RankRecording recording : List.copyOf(replaced)) {
            if (!end(recording, isLast) && isLast) {
                tellLeft(recording, "");
            }
        }
    }

    private void tellLeft(final RankRecording recording, final String hint) {
        totals.incomplete();
        warnings.accept("rank " + recording.rank() + ": no room for its last " + (recording.recorded() - recording.next()) +
            " events and its end" + hint);
    }

    private static String words(final Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Does what is due ten times a second. */
    private void look(final long now) throws IOException {
        space.look();
        for (int rank = 0; rank < recordings.length; rank++) {
            if (recordings[rank] != null && recordings[rank].takesNoteOfDamage()) {
                warnings.accept("rank " + rank +
                    ": its file is damaged, the number of its events cannot be; its events are read when it is right again");
            }
            if (recordings[rank] != null && isGone(recordings[rank])) {
                finish(rank);
            }
        }
        endReplaced(false);
        if (now - retainedNs >= RETENTION_NS) {
            retainedNs = now;
            retain();
        }
    }

    private void retain() throws IOException {
        final Set<Path> written = new HashSet<>();
        for (final RankRecording recording : recordings) {
            if (recording != null && recording.path() != null) {
                written.add(recording.path());
            }
        }
        retention.apply(System.currentTimeMillis(), written);
    }

    /** Returns whether no rank is there any more, and none is expected in this job. */
    private boolean hasEnded() throws IOException {
        boolean hasAny = false;
        for (int rank = 0; rank < recordings.length; rank++) {
            final RankState state = job.state(rank);
            hasAny |= state != RankState.FREE;
            if ((state == RankState.JOINING || state == RankState.LIVE) && !job.probe(rank)) {
                return false;
            }
        }
        if (!hasAny) {
            return false;
        }
        if (options.isLaunched() || LaunchLock.isHeld(job.path())) {
            return !PresentJob.isIn(job.path(), job.jobId());
        }
        return !job.isKept() || job.abortStatus() != 0;
    }

    private void readTheRest() throws IOException {
        epoch = -1;
        attach();
        endReplaced(true);
        for (int rank = 0; rank < recordings.length; rank++) {
            final RankRecording recording = recordings[rank];
            if (recording != null) {
                final boolean isGone = isGone(recording);
                final long last = recording.recorded();
                while ((isGone || recording.next() < last) && drain(recording) > 0) {
                    Thread.onSpinWait();
                }
                if (isGone && !end(recording, true)) {
                    tellLeft(recording, "; they stay in the job: make room, then 'tombolo journal record " + job.path() + " --to " +
                        options.journal() + "'");
                }
            }
        }
    }

    @Override
    public void close() throws IOException {
        try (progress) {
            for (final RankRecording recording : recordings) {
                if (recording != null) {
                    recording.close();
                }
            }
            for (final RankRecording recording : replaced) {
                recording.close();
            }
            retain();
        }
    }
}
