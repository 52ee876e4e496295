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
package io.tombolo.ringbuffers.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Admits a rank to a job directory: finds the job, creates one, or moves a dead one aside; then takes the rank's lock and row. All of this
 * happens under the create lock: exclusive to create a job or to move one aside, shared to join a living job. Ranks may join at the same
 * time, because each has its own lock and row.
 */
final class JobAdmission {
    private static final long LOCK_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long LOCK_RETRY_NS = TimeUnit.MICROSECONDS.toNanos(500);

    private final Path directory;
    private final String group;
    private final int rank;
    private final int size;
    private final JobGeometry geometry;

    JobAdmission(final Path directory, final String group, final int rank, final int size, final JobGeometry geometry) {
        this.directory = directory;
        this.group = group;
        this.rank = rank;
        this.size = size;
        this.geometry = geometry;
    }

    /**
     * Joins the job in the directory, or creates one.
     *
     * @param timeoutNs longest wait for another process that creates, moves or deletes a job, from its last sign of progress.
     * @return the joined directory; its rank is JOINING.
     * @throws IOException if the job refuses this rank, or a file is refused or cannot be created.
     */
    JobDirectory enter(final long timeoutNs) throws IOException {
        try {
            JobDirectory job = tryEnter(CreateLock.acquireToJoin(directory, group, timeoutNs));
            while (job == null) {
                job = tryEnter(CreateLock.acquire(directory, group, timeoutNs));
            }
            return job;
        } catch (final IOException | RuntimeException | Error e) {
            deleteEmpty(e);
            throw e;
        }
    }

    /** Returns null if there is no living job and the lock is shared: only its sole holder may create a job. */
    private JobDirectory tryEnter(final CreateLock held) throws IOException {
        try (CreateLock lock = held) {
            final JobFile living = findLiving(!lock.isShared());
            if (living != null) {
                checkAgreement(living);
                return join(living);
            }
            return lock.isShared() ? null : create();
        }
    }

    private JobDirectory create() throws IOException {
        try {
            JobPaths.sweep(directory);
            return join(JobFile.create(directory.resolve(JobPaths.JOB_FILE), size, geometry));
        } catch (final IOException | RuntimeException | Error e) {
            discard(e);
            throw e;
        }
    }

    private void deleteEmpty(final Throwable why) {
        try {
            JobPaths.deleteEmpty(directory);
        } catch (final IOException e) {
            why.addSuppressed(e);
        }
    }

    private JobDirectory join(final JobFile job) throws IOException {
        final RankLocks locks = RankLocks.open(directory, job.jobId());
        try {
            takeLock(job, locks);
            takeRow(job, locks);
            return new JobDirectory(directory, rank, geometry, job, locks);
        } catch (final IOException | RuntimeException | Error e) {
            locks.close();
            throw e;
        }
    }

    private void discard(final Throwable why) {
        try {
            JobPaths.discard(directory);
        } catch (final IOException e) {
            why.addSuppressed(e);
        }
    }

    /** Returns the job in the directory; null if there is none or it is dead. A dead job is moved aside if the lock is exclusive. */
    private JobFile findLiving(final boolean isAlone) throws IOException {
        final Path path = directory.resolve(JobPaths.JOB_FILE);
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        try {
            final JobFile job = JobFile.attach(path, false);
            if (!probeDead(job)) {
                return job;
            }
        } catch (final JobLayoutException e) {
            if (!probeForeignDead()) {
                throw e;
            }
        }
        if (isAlone) {
            JobPaths.rotate(directory);
        }
        return null;
    }

    /**
     * Probes whether a job is dead: a rank has joined, and none that has joined is alive. A job that waits for its first rank is not dead.
     * Neither is one that other ranks left in order before this rank came: their messages can still be received.
     */
    private boolean probeDead(final JobFile job) throws IOException {
        final RankLocks locks = RankLocks.open(directory, job.jobId());
        try {
            int left = 0;
            int died = 0;
            for (int r = 0; r < job.size(); r++) {
                final RankState state = job.state(r);
                left += state == RankState.LEFT ? 1 : 0;
                died += state == RankState.FREE || state == RankState.LEFT ? 0 : 1;
                if ((state == RankState.LIVE || state == RankState.JOINING) && locks.probeAlive(r)) {
                    return false;
                }
            }
            final boolean isExpected = rank < job.size() && job.state(rank) == RankState.FREE;
            return died > 0 || left > 0 && !isExpected;
        } finally {
            locks.close();
        }
    }

    /** Probes the same for a job of another layout, whose rows cannot be read: a rank has a lock file, and none is alive. */
    private boolean probeForeignDead() throws IOException {
        final RankLocks locks = RankLocks.open(directory, 0);
        try {
            int joined = 0;
            for (int r = 0; r < JobFileDescriptor.MAX_RANKS; r++) {
                if (Files.exists(JobPaths.lock(directory, r), LinkOption.NOFOLLOW_LINKS)) {
                    joined++;
                    if (locks.probeAlive(r)) {
                        return false;
                    }
                }
            }
            return joined > 0;
        } finally {
            locks.close();
        }
    }

    private void checkAgreement(final JobFile job) throws JobException {
        if (job.size() != size) {
            throw new JobException(directory + ": the job has " + job.size() + " ranks, rank " + rank + " was started for " + size);
        }
        for (final GeometrySetting setting : GeometrySetting.values()) {
            if (job.geometry(setting) != geometry.value(setting)) {
                throw new JobException(directory + ": the job has " + setting.propertyName() + "=" + job.geometry(setting) +
                    ", rank " + rank + " was started with " + geometry.value(setting));
            }
        }
    }

    private void checkFree(final JobFile job, final RankLocks locks) throws IOException {
        final RankState state = job.state(rank);
        if (state != RankState.FREE) {
            throw refusal(job, locks, state);
        }
    }

    /** Takes the row. Only the holder of the lock may call it. */
    private void takeRow(final JobFile job, final RankLocks locks) throws IOException {
        checkFree(job, locks);
        final ProcessHandle process = ProcessHandle.current();
        job.describe(rank, process.pid(), process.info().startInstant().orElseGet(Instant::now).toEpochMilli(),
            CoreSet.of(CoreSet.allowed()));
        final int incarnation = JobFileDescriptor.incarnation(job.stateWord(rank));
        if (!job.moveState(rank, JobFileDescriptor.stateWord(RankState.FREE, incarnation), RankState.JOINING, incarnation + 1)) {
            throw refusal(job, locks, job.state(rank));
        }
    }

    private JobException refusal(final JobFile job, final RankLocks locks, final RankState state) throws IOException {
        final String who = directory + ": rank " + rank + " (pid " + job.rowValue(rank, JobFileDescriptor.PID_OFFSET) + ") ";
        final String advice = " while others are alive; end them, or use another directory";
        if (state != RankState.LEFT && state != RankState.FAILED && locks.probeAlive(rank)) {
            return new JobException(who + "is alive since " +
                Instant.ofEpochMilli(job.rowValue(rank, JobFileDescriptor.START_TIME_OFFSET)));
        }
        // Read again: a rank that releases its lock as it leaves has not failed.
        if (job.state(rank) == RankState.LEFT) {
            return new JobException(who + "has left this job and cannot join again" + advice);
        }
        return new JobException(who + "has failed in this job and cannot join again" + advice);
    }

    /**
     * Takes the lock of the rank, with retries: a prober may hold a shared lock for a moment, and another process that wants the same rank
     * holds the lock before it has the row.
     */
    private void takeLock(final JobFile job, final RankLocks locks) throws IOException {
        final long start = System.nanoTime();
        do {
            checkFree(job, locks);
            if (locks.tryHold(rank)) {
                return;
            }
            LockSupport.parkNanos(LOCK_RETRY_NS);
        } while (System.nanoTime() - start < LOCK_TIMEOUT_NS);
        throw new JobException(JobPaths.lock(directory, rank) + ": held by another process, though rank " + rank +
            " has not joined");
    }
}
