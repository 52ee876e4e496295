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
 * happens under the create lock: exclusive to create a job, to move one aside or to join by name, shared to join a living job by number.
 * Ranks may join at the same time, because each has its own lock and row.
 */
final class JobAdmission {
    private static final long LOCK_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long LOCK_RETRY_NS = TimeUnit.MICROSECONDS.toNanos(500);

    private final Path directory;
    private final String group;
    private final RankRequest request;
    private final int size;
    private final JobGeometry geometry;
    // By rank, read before this rank takes its row: the incarnation that is there, or that comes first.
    private final int[] first;
    // Row of this rank; known once the job is.
    private int rank;

    JobAdmission(final Path directory, final String group, final RankRequest request, final int size, final JobGeometry geometry) {
        this.directory = directory;
        this.group = group;
        this.request = request;
        this.rank = request.rank();
        this.first = new int[size];
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
            // A name is looked up in all rows: no other process may take one meanwhile.
            JobDirectory job = request.name() == null ? tryEnter(CreateLock.acquireToJoin(directory, group, timeoutNs)) : null;
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
        LivenessLock hold = null;
        try {
            rank = chooseRow(job, locks);
            hold = takeLock(job, locks);
            takeRow(job);
            return new JobDirectory(directory, rank, StateWord.incarnation(job.stateWord(rank)), first, geometry, job, locks, hold);
        } catch (final IOException | RuntimeException | Error e) {
            // Other ranks of this JVM may keep the table of locks open.
            if (hold != null) {
                locks.release(rank, hold);
            }
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

    /** Finds the row that the request names, and refuses a name that a living rank has. */
    private int chooseRow(final JobFile job, final RankLocks locks) throws IOException {
        if (request.name() == null) {
            return request.rank();
        }
        int named = RankRequest.BY_NAME;
        int free = RankRequest.BY_NAME;
        for (int r = job.size() - 1; r >= 0; r--) {
            final RankState state = job.state(r);
            if (state == RankState.FREE) {
                free = r;
            } else if (job.name(r).equals(request.name())) {
                if (r != request.rank() && isAlive(state) && locks.probeAlive(r)) {
                    throw taken(job, r);
                }
                named = r;
            }
        }
        if (request.rank() != RankRequest.BY_NAME) {
            return request.rank();
        }
        job.open();
        if (named == RankRequest.BY_NAME && free == RankRequest.BY_NAME) {
            throw new JobException(directory + ": no row is free for " + request.name() + ", all " + job.size() +
                " have been used: join under a name that has ended, or make the job with a larger tombolo.size");
        }
        return named != RankRequest.BY_NAME ? named : free;
    }

    private JobException taken(final JobFile job, final int holder) {
        return new JobException(directory + ": the name " + request.name() + " belongs to rank " + holder + " (pid " +
            job.rowValue(holder, JobFileDescriptor.PID_OFFSET) + "), which is alive: end it, or use another name");
    }

    private static boolean isAlive(final RankState state) {
        return state == RankState.LIVE || state == RankState.JOINING;
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
     * Probes whether a job is dead: a rank has joined, and none that has joined is alive. A job that is kept is not dead unless it was
     * aborted, and neither is one that waits for its first rank. Neither is one that other ranks left in order before this rank came, as it
     * may wait for this rank.
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
                if (isAlive(state) && locks.probeAlive(r)) {
                    return false;
                }
            }
            final boolean isExpected = rank >= 0 && rank < job.size() && job.state(rank) == RankState.FREE && !job.isOpen();
            final boolean isResumable = job.isKept() && job.abortWord() == 0;
            return !isResumable && (died > 0 || left > 0 && !isExpected);
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
            throw new JobException(directory + ": the job has tombolo.size=" + job.size() + ", " + request + " was started with " + size +
                ": set tombolo.size, or --capacity of 'tombolo run', to " + job.size());
        }
        for (final GeometrySetting setting : GeometrySetting.values()) {
            if (job.geometry(setting) != geometry.value(setting)) {
                throw new JobException(directory + ": the job has " + setting.propertyName() + "=" + job.geometry(setting) +
                    ", " + request + " was started with " + geometry.value(setting));
            }
        }
    }

    /**
     * Refuses a row whose rank may be alive, or whose incarnations are used up.
     *
     * @return the incarnation that is proven gone; 0 if the row is free.
     */
    private int checkJoinable(final JobFile job, final RankLocks locks) throws IOException {
        final long word = job.stateWord(rank);
        if (isAlive(StateWord.state(word)) && locks.probeAlive(rank) && job.stateWord(rank) == word) {
            throw new JobException(directory + ": rank " + rank + " (pid " + job.rowValue(rank, JobFileDescriptor.PID_OFFSET) +
                ") is alive since " + Instant.ofEpochMilli(job.rowValue(rank, JobFileDescriptor.START_TIME_OFFSET)) +
                ": end it, or join as another rank");
        }
        if (StateWord.incarnation(word) == StateWord.MAX_INCARNATION) {
            throw new JobException(directory + ": rank " + rank + " has joined " + StateWord.MAX_INCARNATION +
                " times, which is the limit: use another rank");
        }
        return StateWord.incarnation(word);
    }

    /** Takes the row. Only the holder of the lock may call it: it has proven that the incarnation in the row is gone. */
    private void takeRow(final JobFile job) {
        for (int r = 0; r < size; r++) {
            first[r] = Math.max(1, StateWord.incarnation(job.stateWord(r)));
            if (r != rank && job.name(r).equals(request.name())) {
                // The name moves to the row of this rank: a name finds one row only.
                job.name(r, "");
            }
        }
        long word = job.stateWord(rank);
        while (isAlive(StateWord.state(word))) {
            job.moveState(rank, word, RankState.FAILED, StateReason.REPLACED);
            word = job.stateWord(rank);
        }
        final ProcessHandle process = ProcessHandle.current();
        job.describe(rank, process.pid(), process.info().startInstant().orElseGet(Instant::now).toEpochMilli(),
            CoreSet.of(CoreSet.allowed()));
        if (request.name() != null || StateWord.incarnation(word) == 0) {
            job.name(rank, request.name() == null ? "" : request.name());
        }
        if (request.isKept()) {
            job.keep();
        }
        if (!job.moveState(rank, word, RankState.JOINING, StateReason.JOINED)) {
            throw new IllegalStateException("row of rank " + rank + " changed while this process held its lock");
        }
    }

    /**
     * Takes the lock of the rank, with retries: a prober may hold a shared lock for a moment, and another process that wants the same rank
     * holds the lock before it has the row. The lock is tried only when no process that may be alive has the row. A lock is let go again if
     * another process has joined in the row, and is gone already, between that check and the lock.
     */
    private LivenessLock takeLock(final JobFile job, final RankLocks locks) throws IOException {
        final long start = System.nanoTime();
        do {
            final int gone = checkJoinable(job, locks);
            final LivenessLock hold = locks.tryHold(rank);
            if (hold != null) {
                if (StateWord.incarnation(job.stateWord(rank)) == gone) {
                    return hold;
                }
                locks.release(rank, hold);
            }
            LockSupport.parkNanos(LOCK_RETRY_NS);
        } while (System.nanoTime() - start < LOCK_TIMEOUT_NS);
        throw new JobException(JobPaths.lock(directory, rank) + ": held by another process, though rank " + rank +
            " has not joined");
    }
}
