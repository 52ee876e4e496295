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

import io.tombolo.ringbuffers.file.OwnerOnly;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.LaunchLock;
import io.tombolo.ringbuffers.job.NoSuchJobException;
import io.tombolo.ringbuffers.job.RecorderLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Records jobs: one that is there, to its end, or one after the other in a directory, until it is told to stop or the launcher of the jobs
 * has ended. The ranks do not notice it: their files are mapped read-only. One thread at a time.
 */
public final class Recorder implements AutoCloseable {
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(2);

    private final RecorderOptions options;
    private final Consumer<String> warnings;
    private final RecorderTotals totals = new RecorderTotals();
    private final FreeSpace space;
    private final long ended;
    private final long beganMs;
    private RecorderLock lock;

    /**
     * Prepares to record.
     *
     * @param options  of the recorder; the directory of the journal is created if it is missing.
     * @param warnings gets lines for people.
     * @throws NoSuchJobException if the recorder was launched, and the directory of the jobs is gone.
     * @throws IOException        if the directory of the journal cannot be created, or another process records in that of the jobs.
     */
    public Recorder(final RecorderOptions options, final Consumer<String> warnings) throws IOException {
        this.options = options;
        this.warnings = warnings;
        if (!Files.isDirectory(options.journal())) {
            Files.createDirectories(options.journal(), OwnerOnly.directoryMode());
        }
        this.space = new FreeSpace(options.journal(), options.floorBytes(), warnings);
        if (options.isLaunched()) {
            // Before the ranks start, so that even a job of a moment stays until it is read.
            this.lock = takeEarly(options.job());
        }
        this.ended = options.isLaunched() && Files.isDirectory(options.job()) ? PresentJob.endedIn(options.job()) : PresentJob.NONE;
        WarmUp.run(options.journal(), space);
        this.beganMs = System.currentTimeMillis();
    }

    /**
     * Records. A recorder that begins again goes on where its journal ends.
     *
     * @param stop tells it to end, from another thread.
     * @return what was recorded.
     * @throws io.tombolo.ringbuffers.job.JobException if there is no job, or another process records it; the message is one line.
     * @throws IOException                             if a file cannot be read or written.
     */
    public RecorderTotals run(final StopRequest stop) throws IOException {
        boolean isNextExpected = isNextExpected();
        JobDirectory job = find(ended, stop);
        while (job != null) {
            final long last = job.jobId();
            isNextExpected |= isNextExpected();
            record(job, stop);
            job = isNextExpected ? find(last, stop) : null;
        }
        return totals;
    }

    /** Returns whether another job may follow in the directory: a launcher starts the only rank of a job again as that of a new one. */
    private boolean isNextExpected() throws IOException {
        return options.isLaunched() || LaunchLock.isHeld(options.job());
    }

    private void record(final JobDirectory job, final StopRequest stop) throws IOException {
        if (lock == null) {
            lock = take(job);
        }
        try (job; JobRecording recording = new JobRecording(job, options, space, totals, warnings, beganMs)) {
            recording.run(stop);
        }
    }

    private static RecorderLock takeEarly(final Path directory) throws IOException {
        try {
            return RecorderLock.take(directory);
        } catch (final NoSuchFileException gone) {
            throw new NoSuchJobException(
                directory + ": there is no such directory, or its job has ended; start the recorder before the ranks");
        }
    }

    private static RecorderLock take(final JobDirectory job) throws IOException {
        try {
            return RecorderLock.take(job.path());
        } catch (final NoSuchFileException deleted) {
            job.close();
            throw new NoSuchJobException(job.path());
        } catch (final IOException refused) {
            job.close();
            throw refused;
        }
    }

    /** Lets another recorder begin, and deletes the files of a job that has ended in order, if everything was read. */
    @Override
    public void close() throws IOException {
        if (lock == null) {
            return;
        }
        lock.close();
        lock = null;
        if (totals.isIncomplete()) {
            return;
        }
        try (JobDirectory job = JobDirectory.inspect(options.job())) {
            job.destroyIfEnded();
        } catch (final NoSuchJobException none) {
            // A rank has deleted it, or no rank has come.
            return;
        }
    }

    /** Waits for a job while one is expected. Looks once more after the request to stop, and after the end of the launcher. */
    private JobDirectory find(final long last, final StopRequest stop) throws IOException {
        while (true) {
            final boolean isLastLook = stop.isGiven() || !isNextExpected();
            try {
                final JobDirectory job = JobDirectory.inspect(options.job());
                if (job.jobId() != last) {
                    return job;
                }
                job.close();
            } catch (final NoSuchJobException none) {
                if (isLastLook && !options.isLaunched() && last == PresentJob.NONE) {
                    throw none;
                }
            }
            if (isLastLook) {
                return null;
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    /**
     * Returns what was recorded up to now.
     *
     * @return the same object as {@link #run}.
     */
    public RecorderTotals totals() {
        return totals;
    }
}
