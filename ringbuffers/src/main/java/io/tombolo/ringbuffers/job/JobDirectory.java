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
import java.util.List;
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
    private final int incarnation;
    // By rank: the incarnation that was there, or was to come first, when this rank joined.
    private final int[] first;
    private final JobGeometry geometry;
    private final JobFile file;
    private final RankLocks locks;
    // Null for an inspector.
    private final LivenessLock hold;
    private final DeathDetector deaths;
    private final PeerWatch watch;
    private volatile Runnable swept = () -> { };
    private final AtomicBoolean left = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile Runnable changed = () -> { };

    /** Views a job that this process has joined, or inspects. */
    JobDirectory(
        final Path path, final int rank, final int incarnation, final int[] first, final JobGeometry geometry, final JobFile file,
        final RankLocks locks, final LivenessLock hold) {
        this.path = path;
        this.rank = rank;
        this.incarnation = incarnation;
        this.first = first;
        this.geometry = geometry;
        this.file = file;
        this.locks = locks;
        this.hold = hold;
        this.deaths = new DeathDetector(file, locks, rank != NO_RANK, this::changed);
        this.watch = new PeerWatch(this, new OldFiles(file, path, rank));
    }

    /**
     * Joins a job as a rank with a number and without a name. See {@link #join(Path, String, RankRequest, int, JobGeometry, long)}.
     *
     * @param directory of the job, which belongs to this user alone; created with mode 0700 if missing.
     * @param rank      of this process, from 0.
     * @param size      number of rows.
     * @param geometry  that all ranks must agree on.
     * @param timeoutNs longest wait for another process that creates, moves or deletes a job.
     * @return the directory; close it to leave.
     * @throws IOException if the job refuses the rank, or the directory or a file is refused or cannot be created. The message is one line.
     */
    public static JobDirectory join(
        final Path directory, final int rank, final int size, final JobGeometry geometry, final long timeoutNs)
        throws IOException {
        return join(directory, OwnerOnly.NO_GROUP, RankRequest.of(rank), size, geometry, timeoutNs);
    }

    /**
     * Joins a job as a rank. The first rank creates the job; a job whose ranks are all gone is moved to {@code previous/} first, unless it
     * is kept and was not aborted. A rank may join again, as the next incarnation, after the process before it has left or died. The rank
     * is JOINING afterwards, and watches its peers.
     *
     * @param directory of the job; created if missing.
     * @param group     of users that share the job, by name or number; {@link OwnerOnly#NO_GROUP} for this user alone.
     * @param request   names the row.
     * @param size      number of rows: the most ranks that the job can have.
     * @param geometry  that all ranks must agree on.
     * @param timeoutNs longest wait for another process that creates, moves or deletes a job, from its last sign of progress. Joining
     *                  processes do not wait for one another.
     * @return the directory; close it to leave.
     * @throws JobException if the job refuses the rank: it is alive, its name is taken, no row is free, or size or geometry differ. The
     *                      message is one line.
     * @throws IOException  if the directory or a file is refused or cannot be created. The message is one line.
     */
    public static JobDirectory join(
        final Path directory, final String group, final RankRequest request, final int size, final JobGeometry geometry,
        final long timeoutNs) throws IOException {
        final int rank = request.rank();
        if (size < 1 || size > JobFileDescriptor.MAX_RANKS || rank < RankRequest.BY_NAME || rank >= size) {
            throw new IllegalArgumentException("rank=" + rank + " size=" + size + " must be 0 <= rank < size <= " +
                JobFileDescriptor.MAX_RANKS);
        }
        // Registers this process for the membarrier of its peers, before any of them can rely on it.
        LibC.available();
        final Path absolute = directory.toAbsolutePath().normalize();
        final JobDirectory job = new JobAdmission(absolute, group, request, size, geometry).enter(timeoutNs);
        try {
            job.publishReleased();
            WatchThread.add(job.watch);
            return job;
        } catch (final IOException | RuntimeException | Error e) {
            job.withdraw(e);
            throw e;
        }
    }

    /** Publishes that this rank uses no files of incarnations that were gone before it joined. */
    private void publishReleased() {
        for (int other = 0; other < size(); other++) {
            released(other, first[other] - 1);
        }
    }

    /**
     * Leaves a job that this rank could not join completely, and deletes its files if no other rank is in it.
     *
     * @param why the failure; a failure of this method is added to it as suppressed.
     */
    public void withdraw(final Throwable why) {
        try {
            leave(StateReason.WITHDRAWN);
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
            return new JobDirectory(
                absolute, NO_RANK, 0, new int[0], file.geometry(), file, RankLocks.open(absolute, file.jobId()), null);
        } catch (final NoSuchFileException e) {
            throw new NoSuchJobException(absolute);
        }
    }

    /**
     * Ends the membership of a rank whose process is gone, without joining the job. A process that may be alive is never evicted, however
     * long it has been stopped: end it first.
     *
     * @param directory of the job.
     * @param rank      to evict.
     * @return what the rank was found to be; if it was evicted, its row says FAILED, and all ranks are told.
     * @throws NoSuchJobException       if there is no job.
     * @throws IllegalArgumentException if the job has no such rank.
     * @throws IOException              if the directory or a file is refused. The message is one line.
     */
    public static Eviction evict(final Path directory, final int rank) throws IOException {
        return Eviction.of(directory.toAbsolutePath().normalize(), rank);
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
     * Sets what the watch thread runs with each of its sweeps, about every 25 ms. Any thread.
     *
     * @param newSwept must not block, and may be run once more after {@link #close()}.
     */
    public void onSweep(final Runnable newSwept) {
        swept = newSwept;
    }

    void swept() {
        swept.run();
    }

    /**
     * Sets what is run after each change of a row, or abort of the job, that this view makes, so that all ranks learn of it soon. It is not
     * run after {@link #close()} any more.
     *
     * @param newChanged run by the thread that has made the change, which may be the watch thread: it must not block. Any thread.
     */
    public void onChange(final Runnable newChanged) {
        changed = newChanged;
    }

    private void changed() {
        changed.run();
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
     * Returns all that the row of a rank says, as of one moment.
     *
     * @param rank to look up.
     * @return the row.
     */
    public RankRow row(final int rank) {
        return RankRow.read(file, check(rank));
    }

    /**
     * {@return how often a rank has joined in its row}
     *
     * @param rank to look up.
     */
    public int incarnation(final int rank) {
        return StateWord.incarnation(file.stateWord(check(rank)));
    }

    /**
     * {@return the incarnation of this rank, from 1; 0 for an inspector}
     */
    public int incarnation() {
        return incarnation;
    }

    /**
     * Returns the incarnation of another rank that was there when this rank joined; if there was none, the first one, which is still to
     * come. No incarnation before it knows this rank.
     *
     * @param other rank.
     * @return from 1.
     */
    public int firstIncarnation(final int other) {
        return first[check(other)];
    }

    /**
     * Returns the state of one incarnation of a rank.
     *
     * @param rank        to look up.
     * @param incarnation from 1.
     * @return the state in the row if the row is about that incarnation; {@link RankState#FREE} if that incarnation has not come;
     *         {@link RankState#LEFT} or {@link RankState#FAILED} if another one has come after it, FAILED if more than one has.
     */
    public RankState state(final int rank, final int incarnation) {
        final long word = file.stateWord(check(rank));
        final int present = StateWord.incarnation(word);
        if (present == incarnation || StateWord.state(word) == RankState.CORRUPT) {
            return StateWord.state(word);
        }
        if (present < incarnation) {
            return RankState.FREE;
        }
        return present == incarnation + 1 && StateWord.isAfterLeft(word) ? RankState.LEFT : RankState.FAILED;
    }

    /**
     * {@return why a rank has the state that its row shows}
     *
     * @param rank to look up.
     */
    public StateReason reason(final int rank) {
        return StateWord.reason(file.stateWord(check(rank)));
    }

    /**
     * {@return when a rank got the state that its row shows, in ms since the epoch; the creation of the job if no process has joined}
     *
     * @param rank to look up.
     */
    public long sinceMs(final int rank) {
        return file.sinceMs(file.stateWord(check(rank)));
    }

    /**
     * {@return the name of a rank; empty if it has none}
     *
     * @param rank to look up.
     */
    public String name(final int rank) {
        return StateWord.incarnation(file.stateWord(check(rank))) == 0 ? "" : file.name(rank);
    }

    /**
     * Finds the rank that has a name, whether it lives or not.
     *
     * @param name to look up.
     * @return the rank, or -1.
     */
    public int rankOf(final String name) {
        for (int candidate = 0; candidate < size(); candidate++) {
            if (!name.isEmpty() && name(candidate).equals(name)) {
                return candidate;
            }
        }
        return NO_RANK;
    }

    /**
     * {@return whether the job stays in place when its last rank has left or died}
     */
    public boolean isKept() {
        return file.isKept();
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
     * Returns a count that changes whenever a row changes or the job is aborted. One acquire load: read it in every wait loop. A new value
     * means: read the rows and the abort word again.
     *
     * @return the count.
     */
    public long failureEpoch() {
        return file.failureEpoch();
    }

    /**
     * Returns the code that is published for a pair. Acquire: an announced file exists.
     *
     * @param source                 of the pair.
     * @param sourceIncarnation      incarnation of the source.
     * @param destination            of the pair.
     * @param destinationIncarnation incarnation of the destination.
     * @return above 0 if the file is announced; below 0 for a refusal; 0 if there is neither between these incarnations.
     */
    public int pairCode(final int source, final int sourceIncarnation, final int destination, final int destinationIncarnation) {
        return PairWord.code(
            file.pairWord(check(destination), check(source)), PairWord.names(sourceIncarnation, destinationIncarnation));
    }

    /**
     * Publishes that this rank, the source, has made a pair file, or that it refuses a pair of which it is either end. Full fence. A
     * refusal stays, unless a lower code replaces it.
     *
     * @param pair of two incarnations.
     * @param code above 0 if the file is announced; below 0 for a refusal.
     * @return false if there is a refusal that stays, or if the word is about a later incarnation.
     */
    public boolean publishPair(final PairEnds pair, final int code) {
        checkJoined();
        final long names = pair.names();
        long before;
        do {
            before = file.pairWord(check(pair.destination()), check(pair.source()));
            final boolean isKept = PairWord.isRefusal(before, names) && (code > 0 || code >= PairWord.code(before, names));
            if (isKept || PairWord.isLater(before, names)) {
                return false;
            }
        } while (!file.pairWord(pair.destination(), pair.source(), before, PairWord.of(names, code)));
        return true;
    }

    /**
     * Returns the words in which this rank and an incarnation of another refuse each other.
     *
     * @param other            rank.
     * @param otherIncarnation its incarnation.
     * @return the words of the pair.
     */
    public RefusalWords refusals(final int other, final int otherIncarnation) {
        return new RefusalWords(file, check(rank), incarnation, check(other), otherIncarnation);
    }

    /**
     * Publishes that this rank uses no file any more of some incarnations of another rank. The files are deleted once all living ranks have
     * published that.
     *
     * @param other rank.
     * @param last  the last of these incarnations.
     */
    public void released(final int other, final int last) {
        checkJoined();
        file.released(rank, incarnation, check(other), last);
    }

    /**
     * Announces that this rank's files are ready: its state changes from JOINING to LIVE.
     */
    public void markLive() {
        checkJoined();
        if (!move(RankState.JOINING, RankState.LIVE, reason(rank))) {
            throw new IllegalStateException("rank " + rank + " is " + state(rank) + ", not JOINING");
        }
        changed();
    }

    /**
     * Leaves in order: the row says LEFT, the lock is free, and this rank watches no peer any more. Idempotent.
     */
    public void leave() {
        leave(StateReason.CLOSED);
    }

    private void leave(final StateReason reason) {
        if (rank == NO_RANK || !left.compareAndSet(false, true)) {
            return;
        }
        try {
            WatchThread.remove(watch);
            final boolean hasLeft = isHeld() &&
                (move(RankState.LIVE, RankState.LEFT, reason) || move(RankState.JOINING, RankState.LEFT, reason));
            locks.release(rank, hold);
            if (hasLeft) {
                changed();
            }
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
        onChange(() -> { });
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
     * Asks the watch thread to probe a rank, within about 25 ms. It is cheap: call it in a wait loop for the peer that the loop waits for.
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
        changed();
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
     * @param pair of two incarnations.
     * @return {@code pair-S.i-D.j.dat} in this directory.
     */
    public Path pairPath(final PairEnds pair) {
        check(pair.source());
        check(pair.destination());
        return JobPaths.pair(path, pair);
    }

    /**
     * Returns the path of a rank's file.
     *
     * @param rank        of the file.
     * @param incarnation of the rank.
     * @return {@code rank-R.i.dat} in this directory.
     */
    public Path rankPath(final int rank, final int incarnation) {
        return JobPaths.rank(path, check(rank), incarnation);
    }

    /** Returns the path of the socket at which a rank sleeps, if it has one: {@code rank-R.i.sock} in this directory. */
    Path socketPath(final int rank, final int incarnation) {
        return JobPaths.socket(path, check(rank), incarnation);
    }

    /** Returns the path of a file with more matching nodes of a rank: {@code nodes-R.i-k.dat} in this directory, k from 1. */
    Path nodesPath(final int rank, final int incarnation, final int index) {
        return JobPaths.numbered(path, "nodes", check(rank), incarnation, index);
    }

    /**
     * Returns the path of the file with the streams of a rank.
     *
     * @param rank        that writes it.
     * @param incarnation of the rank.
     * @return {@code record-R.i.dat} in this directory.
     */
    public Path streamsPath(final int rank, final int incarnation) {
        return JobPaths.streams(path, check(rank), incarnation);
    }

    /**
     * Returns the path of a file with the latencies of a rank for a peer.
     *
     * @param rank        that measures.
     * @param incarnation of the rank.
     * @param peer        rank for which it measures.
     * @return {@code latency-R.i-p.dat} in this directory.
     */
    public Path latencyPath(final int rank, final int incarnation, final int peer) {
        return JobPaths.numbered(path, "latency", check(rank), incarnation, check(peer));
    }

    /**
     * Returns the path of a heap file.
     *
     * @param rank        of the file.
     * @param incarnation of the rank.
     * @param index       of the file, from 0.
     * @return {@code heap-R.i-k.dat} in this directory.
     */
    public Path heapPath(final int rank, final int incarnation, final int index) {
        return JobPaths.numbered(path, "heap", check(rank), incarnation, index);
    }

    /**
     * Returns the path of a window's file.
     *
     * @param rank        that owns it.
     * @param incarnation of the rank.
     * @param window      id.
     * @return {@code window-R.i-k.dat} in this directory.
     */
    public Path windowPath(final int rank, final int incarnation, final int window) {
        return JobPaths.numbered(path, "window", check(rank), incarnation, window);
    }

    /**
     * Returns the path of a queue file.
     *
     * @param rank        that owns it.
     * @param incarnation of the rank.
     * @param number      of the file.
     * @return {@code queue-R.i-k.dat} in this directory.
     */
    public Path queuePath(final int rank, final int incarnation, final int number) {
        return JobPaths.numbered(path, "queue", check(rank), incarnation, number);
    }

    /**
     * Returns the path of the file of a feed.
     *
     * @param rank        that writes it.
     * @param incarnation of the rank.
     * @param number      of the feed.
     * @return {@code feed-R.i-k.dat} in this directory.
     */
    public Path feedPath(final int rank, final int incarnation, final int number) {
        return JobPaths.numbered(path, JobPaths.FEED, check(rank), incarnation, number);
    }

    /**
     * Returns the path of a file for collective operations.
     *
     * @param rank        that owns it.
     * @param incarnation of the rank.
     * @param number      of the file.
     * @return {@code collective-R.i-k.dat} in this directory.
     */
    public Path collectivePath(final int rank, final int incarnation, final int number) {
        return JobPaths.numbered(path, JobPaths.COLLECTIVE, check(rank), incarnation, number);
    }

    /**
     * Lists the files of feeds.
     *
     * @return those that are there now, of all ranks and incarnations, in no particular order.
     * @throws IOException if the directory cannot be read.
     */
    public List<NumberedPath> feedPaths() throws IOException {
        return JobPaths.numbered(path, JobPaths.FEED).stream().filter(file -> file.rank() < size()).toList();
    }

    /**
     * Deletes the files of the job and its directory if every rank that is expected has left in order and the job is not kept. Call it
     * after {@link #leave()}. Several ranks may call it at once: one finds that the job has ended, the others find no job. A later job in
     * the same directory is not touched. While a process records the events of the ranks, the files stay for it: it deletes them when it
     * has read them ({@link #destroyIfEnded}).
     *
     * @throws IOException if a file cannot be deleted.
     */
    public void destroyIfLast() throws IOException {
        checkJoined();
        destroyIfEnded();
    }

    /**
     * Does the same for an inspector, after it has closed its {@link RecorderLock}.
     *
     * @throws IOException if a file cannot be deleted.
     */
    public void destroyIfEnded() throws IOException {
        // The rank leaves before this look, and the recorder gives its lock back before it looks at the rows: one of them sees the other.
        if (!file.isEnded() || RecorderLock.isHeld(path)) {
            return;
        }
        try (CreateLock lock = CreateLock.acquireExisting(path, DESTROY_TIMEOUT_NS)) {
            // Again: a rank may have joined before the lock was taken.
            if (lock != null && JobFile.isIn(path, jobId()) && file.isEnded()) {
                JobPaths.destroy(path);
            }
        }
    }

    /**
     * Lets a rank of this JVM die as if its process had been killed: its lock becomes free, and its row does not change. If it is the rank
     * of this view, a later incarnation of it in this JVM is not touched. For tests.
     *
     * @param rank that was joined in this JVM.
     */
    public void simulateDeath(final int rank) {
        try {
            if (!(rank == this.rank ? locks.release(rank, hold) : locks.releaseAny(check(rank)))) {
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
        return locks.renew(rank, hold);
    }

    /** Returns whether this rank holds its lock. */
    boolean isHeld() throws IOException {
        return locks.isHeld(rank, hold);
    }

    private boolean move(final RankState from, final RankState to, final StateReason reason) {
        final long word = file.stateWord(rank);
        return StateWord.state(word) == from && StateWord.incarnation(word) == incarnation && file.moveState(rank, word, to, reason);
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
