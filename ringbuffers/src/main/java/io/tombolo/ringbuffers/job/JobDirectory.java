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

import io.tombolo.ringbuffers.file.OwnerOnly;
import io.tombolo.ringbuffers.libc.LibC;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A job directory as one rank, or an inspector, sees it: the ranks with their states, and the paths of the files.
 * <p>
 * The directory is the whole contract between ranks. Rank R holds the kernel's lock on {@code rank-R.lock} and listens at
 * {@code rank-R.life}, a Unix domain socket. A rank that has joined is proven dead only when its lock is free and its socket refuses
 * connections; a pause is never death. Other code of the process may read the lock file and so drop the lock: the rank takes it again.
 * Where a socket is impossible, such as at a path of more than 100 bytes, a prober looks for the process that holds the lock; for a rank in
 * another pid namespace only the lock counts then. The survivor whose compare-and-set moves the row to FAILED raises the failure epoch,
 * which every wait loop reads.
 * <p>
 * <b>Threading:</b> any thread may call any method. An interrupt has no effect. <b>Memory:</b> {@link #close()} does not unmap
 * {@code job.dat}, so a late reader is safe; the collector unmaps it.
 */
public final class JobDirectory implements AutoCloseable {
    private static final int NO_RANK = -1;
    private static final long DESTROY_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(5);

    private final Path path;
    private final int rank;
    private final JobGeometry geometry;
    private final JobFile file;
    private final RankLocks locks;
    private final DeathDetector deaths;
    private final PeerWatch watch;
    private final AtomicBoolean left = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();

    JobDirectory(final Path path, final int rank, final JobGeometry geometry, final JobFile file, final RankLocks locks) {
        this.path = path;
        this.rank = rank;
        this.geometry = geometry;
        this.file = file;
        this.locks = locks;
        this.deaths = new DeathDetector(file, locks, rank != NO_RANK);
        this.watch = new PeerWatch(this);
    }

    /**
     * Joins a job of this user alone. See {@link #join(Path, String, int, int, JobGeometry, long)}.
     *
     * @param directory of the job; created with mode 0700 if missing.
     * @param rank      of this process, from 0.
     * @param size      number of ranks.
     * @param geometry  that all ranks must agree on.
     * @param timeoutNs longest wait for another process that creates, moves or deletes a job.
     * @return the directory; close it to leave.
     * @throws IOException if the job refuses the rank, or the directory or a file is refused or cannot be created. The message is one line.
     */
    public static JobDirectory join(
        final Path directory, final int rank, final int size, final JobGeometry geometry, final long timeoutNs)
        throws IOException {
        return join(directory, OwnerOnly.NO_GROUP, rank, size, geometry, timeoutNs);
    }

    /**
     * Joins a job as a rank. The first rank creates the job; a job whose ranks are all gone is moved to {@code previous/} first. The rank
     * is JOINING afterwards, and watches its peers.
     *
     * @param directory of the job; created if missing.
     * @param group     of users that share the job, by name or number; {@link OwnerOnly#NO_GROUP} for this user alone.
     * @param rank      of this process, from 0.
     * @param size      number of ranks.
     * @param geometry  that all ranks must agree on.
     * @param timeoutNs longest wait for another process that creates, moves or deletes a job, from its last sign of progress. Joining
     *                  processes do not wait for one another.
     * @return the directory; close it to leave.
     * @throws JobException if the job refuses the rank: it is alive or has ended, or size or geometry differ. The message is one line.
     * @throws IOException  if the directory or a file is refused or cannot be created. The message is one line.
     */
    public static JobDirectory join(
        final Path directory, final String group, final int rank, final int size, final JobGeometry geometry, final long timeoutNs)
        throws IOException {
        if (size < 1 || size > JobFileDescriptor.MAX_RANKS || rank < 0 || rank >= size) {
            throw new IllegalArgumentException("rank=" + rank + " size=" + size + " must be 0 <= rank < size <= " +
                JobFileDescriptor.MAX_RANKS);
        }
        // Registers this process for the membarrier of its peers, before any of them can rely on it.
        LibC.available();
        final Path absolute = directory.toAbsolutePath().normalize();
        final JobDirectory job = new JobAdmission(absolute, group, rank, size, geometry).enter(timeoutNs);
        try {
            WatchThread.add(job.watch);
            return job;
        } catch (final IOException | RuntimeException | Error e) {
            job.withdraw(e);
            throw e;
        }
    }

    /**
     * Leaves a job that this rank could not join completely, and deletes its files if no other rank is in it.
     *
     * @param why the failure; a failure of this method is added to it as suppressed.
     */
    public void withdraw(final Throwable why) {
        try {
            leave();
            destroyIfLast();
        } catch (final IOException | RuntimeException e) {
            why.addSuppressed(e);
        } finally {
            close();
        }
    }

    /**
     * Looks at a job without joining it, whether its ranks live or not. The files are mapped read-only: methods that change the job
     * throw an {@link IllegalStateException}.
     *
     * @param directory of the job.
     * @return a view; the caller closes it.
     * @throws NoSuchJobException if there is no job.
     * @throws IOException        if the directory or a file is refused. The message is one line.
     */
    public static JobDirectory inspect(final Path directory) throws IOException {
        final Path absolute = directory.toAbsolutePath().normalize();
        try {
            OwnerOnly.checkDirectory(absolute);
            final JobFile file = JobFile.attach(absolute.resolve(JobPaths.JOB_FILE), true);
            return new JobDirectory(absolute, NO_RANK, file.geometry(), file, RankLocks.open(absolute, file.jobId()));
        } catch (final NoSuchFileException e) {
            throw new NoSuchJobException(absolute);
        }
    }

    /**
     * Returns the default parent of job directories, and creates it with mode 0700 if it is missing. It is
     * {@code /dev/shm/tombolo-<user>}, or that name in {@code java.io.tmpdir} where there is no {@code /dev/shm}. A user id without a name
     * appears as its number.
     *
     * @return the directory, checked.
     * @throws IOException if it cannot be created or is refused. The message is one line and says what to set instead.
     */
    public static Path defaultParent() throws IOException {
        return DefaultParent.make(DefaultParent.path());
    }

    /**
     * Returns the path of {@link #defaultParent()}, whether it exists or not.
     *
     * @return its path.
     */
    public static Path defaultParentPath() {
        return DefaultParent.path();
    }

    /**
     * Returns the rank of this view.
     *
     * @return from 0; -1 for an inspector.
     */
    public int rank() {
        return rank;
    }

    /**
     * Returns the number of ranks.
     *
     * @return at least 1.
     */
    public int size() {
        return file.size();
    }

    /**
     * Returns the directory.
     *
     * @return an absolute path.
     */
    public Path path() {
        return path;
    }

    /**
     * Returns the sizes and thresholds that all ranks share.
     *
     * @return the geometry.
     */
    public JobGeometry geometry() {
        return geometry;
    }

    /**
     * Returns the number that tells this job from earlier ones in the same directory.
     *
     * @return positive.
     */
    public long jobId() {
        return file.jobId();
    }

    /**
     * Returns the time at which the job was created.
     *
     * @return milliseconds since the epoch.
     */
    public long creationTimeMs() {
        return file.creationTimeMs();
    }

    /**
     * Returns the state of a rank by its row. A rank that has just died may still be LIVE there.
     *
     * @param rank to look up.
     * @return the state.
     */
    public RankState state(final int rank) {
        return file.state(check(rank));
    }

    /**
     * {@return how often a rank has joined in its row}
     *
     * @param rank to look up.
     */
    public int incarnation(final int rank) {
        return JobFileDescriptor.incarnation(file.stateWord(check(rank)));
    }

    /**
     * {@return the pid of a rank, for people: its own container may know it by another number; 0 if it never joined}
     *
     * @param rank to look up.
     */
    public long pid(final int rank) {
        return file.rowValue(check(rank), JobFileDescriptor.PID_OFFSET);
    }

    /**
     * {@return when the process of a rank was started, in milliseconds since the epoch; 0 if it never joined}
     *
     * @param rank to look up.
     */
    public long startTimeMs(final int rank) {
        return file.rowValue(check(rank), JobFileDescriptor.START_TIME_OFFSET);
    }

    /**
     * {@return the cores that a rank could run on when it joined; its text is empty if they are unknown or the rank never joined}
     *
     * @param rank to look up.
     */
    public CoreSet cores(final int rank) {
        return file.cores(check(rank));
    }

    /**
     * {@return the {@link System#nanoTime()} of a rank's process when it joined, to translate the times it publishes}
     *
     * @param rank to look up.
     */
    public long anchorNanoTime(final int rank) {
        return file.rowValue(check(rank), JobFileDescriptor.ANCHOR_NANO_TIME_OFFSET);
    }

    /**
     * {@return the same moment on the wall clock, in nanoseconds since the epoch}
     *
     * @param rank to look up.
     */
    public long anchorWallNs(final int rank) {
        return file.rowValue(check(rank), JobFileDescriptor.ANCHOR_WALL_NS_OFFSET);
    }

    /**
     * Returns a count that changes whenever a rank is proven dead or the job is aborted. One acquire load: read it in every wait loop. A
     * new value means: read the rows and the abort word again.
     *
     * @return the count.
     */
    public long failureEpoch() {
        return file.failureEpoch();
    }

    /**
     * Returns the epoch of the pair file that a source has published for a destination. Acquire: the file exists.
     *
     * @param destination of the pair.
     * @param source      of the pair.
     * @return the epoch; 0 if there is none yet; below 0 for a refusal.
     */
    public int pairEpoch(final int destination, final int source) {
        return file.pairEpoch(check(destination), check(source));
    }

    /**
     * Returns the words in which this rank and another refuse each other.
     *
     * @param other rank.
     * @return the words of the pair.
     */
    public RefusalWords refusals(final int other) {
        return new RefusalWords(file, check(rank), check(other));
    }

    /**
     * Publishes the epoch of a pair file that this rank, the source, has created, or a refusal by this rank, at either end. Full fence.
     *
     * @param destination of the pair.
     * @param source      of the pair.
     * @param before      value that {@link #pairEpoch(int, int)} returned.
     * @param epoch       of the pair file, from 1; or below 0 for a refusal.
     * @return false if the other end has changed the word meanwhile.
     */
    public boolean publishPairEpoch(final int destination, final int source, final int before, final int epoch) {
        checkJoined();
        return file.publishPairEpoch(check(destination), check(source), before, epoch);
    }

    /**
     * Announces that this rank's files are ready: its state changes from JOINING to LIVE.
     */
    public void markLive() {
        checkJoined();
        if (!move(rank, RankState.JOINING, RankState.LIVE)) {
            throw new IllegalStateException("rank " + rank + " is " + state(rank) + ", not JOINING");
        }
    }

    /**
     * Leaves in order: the row says LEFT, the lock is free, and this rank watches no peer any more. Idempotent.
     */
    public void leave() {
        if (rank == NO_RANK || !left.compareAndSet(false, true)) {
            return;
        }
        try {
            WatchThread.remove(watch);
            if (locks.isLocal(rank) && !move(rank, RankState.LIVE, RankState.LEFT)) {
                move(rank, RankState.JOINING, RankState.LEFT);
            }
            locks.release(rank);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Leaves the job, unless that has happened, and closes the lock files. Idempotent. Queries still work afterwards, probes do not.
     */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        leave();
        try {
            locks.close();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Finds out now whether a rank is dead, by its lock and its socket. It makes a few system calls, except for a rank of this JVM. The
     * first prober of all processes that finds a dead rank moves its row to FAILED and raises the failure epoch.
     *
     * @param rank to probe.
     * @return true if it is proven dead; false if it is alive, or has never joined, or has left, or its row is corrupt.
     */
    public boolean probe(final int rank) {
        return deaths.detect(check(rank));
    }

    /**
     * Asks the watch thread to probe a rank, within about 100 ms. It is cheap: call it in a wait loop for the peer that the loop waits for.
     *
     * @param rank to probe.
     */
    public void suspect(final int rank) {
        watch.suspect(check(rank));
    }

    /**
     * Ends the job for all ranks. The first aborter's status and reason stay; the failure epoch is raised.
     *
     * @param status that the job ends with, not 0.
     * @param reason for people; cut to 240 bytes of UTF-8.
     */
    public void abort(final int status, final String reason) {
        checkJoined();
        if (status == 0) {
            throw new IllegalArgumentException("status=0: an aborted job has failed");
        }
        file.abort(status, reason);
    }

    /**
     * Returns the status of an aborted job.
     *
     * @return 0 if it was not aborted.
     */
    public int abortStatus() {
        return JobFileDescriptor.abortStatus(file.abortWord());
    }

    /**
     * Returns the reason of an aborted job.
     *
     * @return empty if it was not aborted, or for the moment before the aborter has written it.
     */
    public String abortReason() {
        return file.abortReason();
    }

    /**
     * Returns the path of a pair file.
     *
     * @param source      of the pair.
     * @param destination of the pair.
     * @param epoch       of the pair.
     * @return {@code pair-S-D-e.dat} in this directory.
     */
    public Path pairPath(final int source, final int destination, final int epoch) {
        return JobPaths.pair(path, check(source), check(destination), epoch);
    }

    /**
     * Returns the path of a rank's file.
     *
     * @param rank of the file.
     * @return {@code rank-R.dat} in this directory.
     */
    public Path rankPath(final int rank) {
        return JobPaths.rank(path, check(rank));
    }

    /** Returns the path of the socket at which a rank sleeps, if it has one: {@code rank-R.sock} in this directory. */
    Path socketPath(final int rank) {
        return JobPaths.socket(path, check(rank));
    }

    /** Returns the path of a file with more matching nodes of a rank: {@code nodes-R-k.dat} in this directory, k from 1. */
    Path nodesPath(final int rank, final int index) {
        return JobPaths.nodes(path, check(rank), index);
    }

    /**
     * Returns the path of a heap file.
     *
     * @param rank  of the file.
     * @param index of the file, from 0.
     * @return {@code heap-R-k.dat} in this directory.
     */
    public Path heapPath(final int rank, final int index) {
        return JobPaths.heap(path, check(rank), index);
    }

    /**
     * Deletes the files of the job and its directory if every rank has left in order. Call it after {@link #leave()}. Several ranks
     * may call it at once: one finds all rows LEFT, the others find no job. A later job in the same directory is not touched.
     *
     * @throws IOException if a file cannot be deleted.
     */
    public void destroyIfLast() throws IOException {
        checkJoined();
        if (!file.isAllLeft()) {
            return;
        }
        try (CreateLock lock = CreateLock.acquireExisting(path, DESTROY_TIMEOUT_NS)) {
            if (lock != null && JobFile.isIn(path, jobId())) {
                JobPaths.destroy(path);
            }
        }
    }

    /**
     * Lets a rank of this JVM die as if its process had been killed: its lock becomes free, and its row does not change. For tests.
     *
     * @param rank that was joined in this JVM.
     */
    public void simulateDeath(final int rank) {
        try {
            if (!locks.release(check(rank))) {
                throw new IllegalArgumentException("rank=" + rank + " is not alive in this JVM");
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return "JobDirectory{" + path + ", rank=" + rank + ", size=" + size() + "}";
    }

    JobFile file() {
        return file;
    }

    /** Renews the lock of this rank. Returns false if it has left or is dead. */
    boolean renewLiveness() throws IOException {
        return locks.renew(rank);
    }

    private boolean move(final int rank, final RankState from, final RankState to) {
        final int incarnation = incarnation(rank);
        return file.moveState(rank, JobFileDescriptor.stateWord(from, incarnation), to, incarnation);
    }

    private int check(final int rank) {
        if (rank < 0 || rank >= file.size()) {
            throw new IllegalArgumentException("rank=" + rank + " must be from 0 to " + (file.size() - 1));
        }
        return rank;
    }

    private void checkJoined() {
        if (rank == NO_RANK) {
            throw new IllegalStateException(path + ": inspected, not joined");
        }
    }
}
