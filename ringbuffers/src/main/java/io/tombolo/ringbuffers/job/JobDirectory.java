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
 * A job directory as one rank, or an inspector, sees it: who is there, in which state, and where the files are.
 * <p>
 * The directory is the whole contract between ranks. A rank is the holder of the kernel's lock on {@code rank-R.lock}, and listens at
 * {@code rank-R.life}, a Unix domain socket; a free lock of a rank that has joined, at whose socket nobody listens, is the only proof of
 * its death, and a pause is never death. Other code of the process may read the job's files: that drops the lock, which the rank takes
 * again. Where a socket cannot be, as at a path of more than 100 bytes, the process that holds the lock is looked for; ranks in other pid
 * namespaces have the lock alone then. The survivor whose compare-and-set moves the row to FAILED, and only it, raises the failure
 * epoch, which every wait loop reads.
 * <p>
 * <b>Threading:</b> any thread may call anything. No method is disturbed by an interrupt. <b>Memory:</b> {@link #close()} does not
 * unmap {@code job.dat}, so a late reader is safe; the collector does.
 */
public final class JobDirectory implements AutoCloseable {
    private static final int NO_RANK = -1;
    private static final long DESTROY_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(5);

    private final Path path;
    private final int rank;
    private final JobGeometry geometry;
    private final JobFile file;
    private final RankLocks locks;
    private final DeathDetector proof;
    private final PeerWatch watch;
    private final AtomicBoolean left = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();

    JobDirectory(final Path path, final int rank, final JobGeometry geometry, final JobFile file, final RankLocks locks) {
        this.path = path;
        this.rank = rank;
        this.geometry = geometry;
        this.file = file;
        this.locks = locks;
        this.proof = new DeathDetector(file, locks, rank != NO_RANK);
        this.watch = new PeerWatch(this);
    }

    /**
     * Enter a job as a rank: the first rank creates the job, a job of which everybody is gone is moved to {@code previous/} first.
     * The rank is JOINING afterwards, and watches its peers.
     *
     * @param directory of the job; created with mode 0700 if missing.
     * @param rank      to be, from 0.
     * @param size      number of ranks.
     * @param geometry  that all ranks must agree on.
     * @param timeoutNs longest wait for another process that creates, moves or deletes a job at this moment, from its last sign of
     *                  progress; joining processes do not wait for one another.
     * @return the directory; close it to leave.
     * @throws JobException if the job refuses: the rank is alive or has ended, or size or geometry disagree; one line.
     * @throws IOException  if the directory or a file is refused or cannot be made; one line.
     */
    public static JobDirectory join(
        final Path directory, final int rank, final int size, final JobGeometry geometry, final long timeoutNs)
        throws IOException {
        if (size < 1 || size > JobFileDescriptor.MAX_RANKS || rank < 0 || rank >= size) {
            throw new IllegalArgumentException("rank=" + rank + " size=" + size + " must be 0 <= rank < size <= " +
                JobFileDescriptor.MAX_RANKS);
        }
        // Registers this process for the membarrier of its peers before any of them can rely on it.
        LibC.available();
        final Path absolute = directory.toAbsolutePath().normalize();
        final JobDirectory job = admit(absolute, rank, size, geometry, timeoutNs);
        try {
            WatchThread.add(job.watch);
            return job;
        } catch (final IOException | RuntimeException | Error e) {
            job.withdraw(e);
            throw e;
        }
    }

    private static JobDirectory admit(
        final Path directory, final int rank, final int size, final JobGeometry geometry, final long timeoutNs) throws IOException {
        try {
            JobDirectory job = admit(CreateLock.acquireToJoin(directory, timeoutNs), rank, size, geometry);
            while (job == null) {
                job = admit(CreateLock.acquire(directory, timeoutNs), rank, size, geometry);
            }
            return job;
        } catch (final IOException | RuntimeException | Error e) {
            deleteEmpty(directory, e);
            throw e;
        }
    }

    private static JobDirectory admit(final CreateLock held, final int rank, final int size, final JobGeometry geometry)
        throws IOException {
        try (CreateLock lock = held) {
            return new JobAdmission(lock.directory(), rank, size, geometry).join(!lock.isShared());
        }
    }

    private static void deleteEmpty(final Path directory, final Throwable why) {
        try {
            JobPaths.deleteEmpty(directory);
        } catch (final IOException e) {
            why.addSuppressed(e);
        }
    }

    /**
     * Leave a job that this rank could not enter wholly, and delete what is left of it if nobody else is in it.
     *
     * @param why what went wrong; what goes wrong here is added to it.
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
     * Look at a job without joining it, whether its ranks live or not. The files are mapped read-only: methods that change the job
     * throw {@link IllegalStateException}.
     *
     * @param directory of the job.
     * @return a view; close it.
     * @throws NoSuchJobException if there is no job.
     * @throws IOException        if the directory or a file is refused; one line.
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
     * Parent of job directories when nothing is set: {@code /dev/shm/tombolo-<user>}, or that name in {@code java.io.tmpdir} where
     * there is no {@code /dev/shm}. A user id without a name stands there as a number. Created with mode 0700 if missing.
     *
     * @return the directory, checked.
     * @throws IOException if it cannot be created or is refused, with what to set instead; one line.
     */
    public static Path defaultParent() throws IOException {
        return DefaultParent.make(DefaultParent.path());
    }

    /**
     * Where {@link #defaultParent()} is, whether it is there or not.
     *
     * @return its path.
     */
    public static Path defaultParentPath() {
        return DefaultParent.path();
    }

    /**
     * The rank that this is.
     *
     * @return from 0; -1 for an inspector.
     */
    public int rank() {
        return rank;
    }

    /**
     * Number of ranks.
     *
     * @return at least 1.
     */
    public int size() {
        return file.size();
    }

    /**
     * The directory.
     *
     * @return an absolute path.
     */
    public Path path() {
        return path;
    }

    /**
     * The sizes and thresholds that all ranks share.
     *
     * @return the geometry.
     */
    public JobGeometry geometry() {
        return geometry;
    }

    /**
     * A number that tells this job from an earlier one in the same directory.
     *
     * @return positive.
     */
    public long jobId() {
        return file.jobId();
    }

    /**
     * When the job was created.
     *
     * @return milliseconds since the epoch.
     */
    public long creationTimeMs() {
        return file.creationTimeMs();
    }

    /**
     * State of a rank as its row says; a rank that just died may still be shown as LIVE.
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
     * {@return the process of a rank, for people: in its own container it may be another number; 0 if it never joined}
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
     * {@return the cores that a rank may run on, as it found them when it joined; an empty text if nothing is known, or if it never did}
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
     * Changes whenever a rank has been proven dead or the job was aborted. One acquire load: read it in every wait loop; a new
     * value means that rows and the abort word are to be read again.
     *
     * @return the count.
     */
    public long failureEpoch() {
        return file.failureEpoch();
    }

    /**
     * Epoch of the pair file that a source has published for a destination. Acquire: the file is there.
     *
     * @param destination of the pair.
     * @param source      of the pair.
     * @return the epoch; 0 if there is none yet.
     */
    public int inbound(final int destination, final int source) {
        return file.inbound(check(destination), check(source));
    }

    /**
     * The words in which this rank and another refuse each other.
     *
     * @param other rank.
     * @return the words of the pair.
     */
    public RefusalWords refusals(final int other) {
        return new RefusalWords(file, check(rank), check(other));
    }

    /**
     * Publish the epoch of a pair file that this rank, the source, has made; or what the rank, at either end, refuses. Full fence.
     *
     * @param destination of the pair.
     * @param source      of the pair.
     * @param before      what {@link #inbound(int, int)} gave.
     * @param epoch       of the pair file, from 1; or below 0 for a refusal.
     * @return false if the other end has changed it meanwhile.
     */
    public boolean inbound(final int destination, final int source, final int before, final int epoch) {
        checkJoined();
        return file.inbound(check(destination), check(source), before, epoch);
    }

    /**
     * Announce that this rank's files are ready: JOINING becomes LIVE.
     */
    public void live() {
        checkJoined();
        if (!move(rank, RankState.JOINING, RankState.LIVE)) {
            throw new IllegalStateException("rank " + rank + " is " + state(rank) + ", not JOINING");
        }
    }

    /**
     * Leave in order: the row says LEFT, the lock is free, and this rank watches nobody any more. Idempotent.
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
     * Leave if that has not happened, and give back the lock files. Idempotent. Queries still work afterwards, probes do not.
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
     * Find out now whether a rank is dead, by its lock and its socket. A few system calls, except for ranks of this JVM. The first
     * prober, in all processes, that finds a dead rank moves its row to FAILED and raises the failure epoch.
     *
     * @param rank to probe.
     * @return true if it is proven dead; false if it is alive, or has never joined, or has left, or its row is corrupt.
     */
    public boolean probe(final int rank) {
        return proof.of(check(rank));
    }

    /**
     * Ask for a rank to be probed off this thread, within some 100 ms. Cheap: call it in a wait loop for the peer that is waited
     * for.
     *
     * @param rank to probe.
     */
    public void suspect(final int rank) {
        watch.suspect(check(rank));
    }

    /**
     * End the job for all ranks. The first aborter's status and reason stay; the failure epoch is raised.
     *
     * @param status to end with, not 0.
     * @param reason for people, cut to 240 bytes of UTF-8.
     */
    public void abort(final int status, final String reason) {
        checkJoined();
        if (status == 0) {
            throw new IllegalArgumentException("status=0: an aborted job has failed");
        }
        file.abort(status, reason);
    }

    /**
     * Status of an aborted job.
     *
     * @return 0 if it was not aborted.
     */
    public int abortStatus() {
        return JobFileDescriptor.abortStatus(file.abortWord());
    }

    /**
     * Reason of an aborted job.
     *
     * @return empty if it was not aborted, or for the moment before the aborter has written it.
     */
    public String abortReason() {
        return file.abortReason();
    }

    /**
     * Path of a pair file.
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
     * Path of a rank's file.
     *
     * @param rank of the file.
     * @return {@code rank-R.dat} in this directory.
     */
    public Path rankPath(final int rank) {
        return JobPaths.rank(path, check(rank));
    }

    /** Path of the socket at which a rank sleeps: {@code rank-R.sock} in this directory, if it has one. */
    Path socketPath(final int rank) {
        return JobPaths.socket(path, check(rank));
    }

    /** Path of a file with more matching nodes of a rank: {@code nodes-R-k.dat} in this directory, k from 1. */
    Path nodesPath(final int rank, final int index) {
        return JobPaths.nodes(path, check(rank), index);
    }

    /**
     * Path of a heap file.
     *
     * @param rank  of the file.
     * @param index of the file, from 0.
     * @return {@code heap-R-k.dat} in this directory.
     */
    public Path heapPath(final int rank, final int index) {
        return JobPaths.heap(path, check(rank), index);
    }

    /**
     * Delete the files of the job and its directory if every rank has left in order; call it after {@link #leave()}. Several
     * ranks may call it at once: one finds all rows LEFT, the others find nothing. A job that began since in the same directory is
     * not touched.
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
     * For tests of users and ours: a rank of this JVM dies as if its process had been killed. Its lock is free, its row says
     * nothing.
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

    /** False if this rank has left or is dead. */
    boolean renewHold() throws IOException {
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
