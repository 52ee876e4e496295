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
package io.tombolo.engine.node;

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.order.OrderRecorder;
import io.tombolo.engine.order.OrderReplay;
import io.tombolo.engine.telemetry.ErrorLog;
import io.tombolo.engine.telemetry.FlightRecorder;
import io.tombolo.engine.telemetry.HandlerCalls;
import io.tombolo.engine.telemetry.Latencies;
import io.tombolo.engine.telemetry.RecordingSettings;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.counters.Counters;
import io.tombolo.ringbuffers.flight.FlightKind;
import io.tombolo.ringbuffers.job.Doorbell;
import io.tombolo.ringbuffers.job.GroupRecords;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.MatchNodeFile;
import io.tombolo.ringbuffers.job.PairEnds;
import io.tombolo.ringbuffers.job.RankFile;
import io.tombolo.ringbuffers.job.RankFileDescriptor;
import io.tombolo.ringbuffers.job.RankFileSection;
import io.tombolo.ringbuffers.job.RankState;
import io.tombolo.ringbuffers.job.RefusalWords;
import io.tombolo.ringbuffers.pair.InboundPair;
import io.tombolo.ringbuffers.pair.OutboundPair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.AtomicBuffer;

/**
 * One rank in its job. Makes and maps the files of pairs, knows which other ranks are live, and keeps counters and errors. Used by the
 * progress owner; methods that say so may be called by any thread.
 */
public final class Node implements AutoCloseable {
    /** Code of a pair whose file has been announced. */
    private static final int ANNOUNCED = 1;

    private final JobDirectory job;
    private final RankFile file;
    private final List<MatchNodeFile> nodeFiles = new ArrayList<>();
    // By rank: the incarnation that this rank deals with. Written by the progress owner.
    private final AtomicIntegerArray incarnations;
    private final AtomicReferenceArray<PeerFile> peerFiles;
    // By rank: the last incarnation whose file could not be mapped.
    private final int[] unattachable;
    // Threads that may be ringing a doorbell in one of the files.
    private final AtomicInteger ringers = new AtomicInteger();
    // Files of incarnations that were replaced, until no thread rings there any more.
    private final Queue<PeerFile> oldFiles = new ConcurrentLinkedQueue<>();
    private long rungBefore;
    private volatile boolean isClosed;
    private final NodeSettings settings;
    private final ErrorLog errors;
    private final FlightRecorder flight;
    private final OrderRecorder orderRecorder;
    private final OrderReplay orderReplay;
    private final Latencies latencies;
    private final GroupMembers world;

    /** The mapped file of one incarnation of another rank. */
    private record PeerFile(int incarnation, RankFile file) {
    }

    /**
     * Creates the node of a rank.
     *
     * @param job         joined directory; this rank is not yet live.
     * @param file        of this rank; closed with the node.
     * @param windowShift log2 of the length in bytes of the windows in which this rank maps regions.
     * @param absentNs    longest wait of a send for a rank that no process has joined as, in nanoseconds.
     * @param recording   what this rank records for readers outside.
     * @param errors      handler that gets asynchronous errors in addition to the log in the rank file; must not throw.
     * @throws IOException if there is no room for a file of this rank.
     */
    public Node(
        final JobDirectory job, final RankFile file, final int windowShift, final long absentNs,
        final RecordingSettings recording, final ErrorHandler errors) throws IOException {
        this.job = job;
        this.file = file;
        this.incarnations = new AtomicIntegerArray(job.size());
        for (int rank = 0; rank < job.size(); rank++) {
            incarnations.set(rank, rank == job.rank() ? job.incarnation() : job.firstIncarnation(rank));
        }
        this.peerFiles = new AtomicReferenceArray<>(job.size());
        this.unattachable = new int[job.size()];
        this.settings = NodeSettings.of(job.geometry(), job.size(), windowShift, absentNs);
        this.errors = new ErrorLog(file.section(RankFileSection.ERROR_LOG), errors);
        this.latencies = new Latencies(job, recording.latencySample(), this.errors);
        this.flight = new FlightRecorder(file.section(RankFileSection.FLIGHT), job, recording, latencies, this.errors);
        this.orderRecorder = OrderRecorder.of(flight.order(), job.size(), recording.hasOneThread(), flight::recorded);
        this.orderReplay = recording.replay();
        this.world = world(job);
    }

    /**
     * Returns what records the order of calls.
     *
     * @return null if it is not recorded.
     */
    public OrderRecorder orderRecorder() {
        return orderRecorder;
    }

    /**
     * Returns the recorded order that the calls follow.
     *
     * @return null if this is no replay.
     */
    public OrderReplay orderReplay() {
        return orderReplay;
    }

    /** Makes the members of the world, which are the first incarnations of all ranks. */
    private static GroupMembers world(final JobDirectory job) {
        final int[] incarnations = new int[job.size()];
        Arrays.fill(incarnations, 1);
        return new GroupMembers(
            job, new GroupRecords(job), IntStream.range(0, job.size()).toArray(), incarnations, GroupRecords.WORLD, GroupRecords.WORLD);
    }

    /**
     * Returns the members of the world.
     *
     * @return always the same.
     */
    public GroupMembers world() {
        return world;
    }

    /**
     * Returns this rank's number.
     *
     * @return rank.
     */
    public int rank() {
        return job.rank();
    }

    /**
     * Returns the number of ranks.
     *
     * @return size.
     */
    public int size() {
        return job.size();
    }

    /**
     * Returns the incarnation of a rank that this rank deals with. Any thread.
     *
     * @param rank any.
     * @return from 1; the first one to come if none has joined.
     */
    public int incarnation(final int rank) {
        return incarnations.get(rank);
    }

    /**
     * Returns whether a later incarnation has joined than the one that this rank deals with.
     *
     * @param rank other rank.
     * @return true if {@link #dealWithNext} is due once nothing is under way with the one before.
     */
    public boolean isReplaced(final int rank) {
        return job.incarnation(rank) > incarnations.get(rank) && job.state(rank) != RankState.CORRUPT;
    }

    /**
     * Deals with the next incarnation of a rank from now on. Called by the progress owner.
     *
     * @param rank that {@link #isReplaced}.
     */
    public void dealWithNext(final int rank) {
        replaceFile(rank, peerFiles.get(rank), null);
        incarnations.incrementAndGet(rank);
    }

    /**
     * Publishes that this rank uses no file any more of an incarnation of another rank, nor of those before it.
     *
     * @param rank        other rank.
     * @param incarnation of that rank; the next one has been {@linkplain #dealWithNext dealt with}.
     */
    public void released(final int rank, final int incarnation) {
        job.released(rank, incarnation);
    }

    /**
     * Returns whether a process has joined as the incarnation that this rank deals with. Any thread.
     *
     * @param rank other rank.
     * @return false if the row is free.
     */
    public boolean hasCome(final int rank) {
        return job.state(rank, incarnations.get(rank)) != RankState.FREE;
    }

    /**
     * Returns whether the incarnation that this rank deals with is live. Any thread.
     *
     * @param rank any.
     * @return true if operations reach it.
     */
    public boolean isLive(final int rank) {
        return job.state(rank, incarnations.get(rank)) == RankState.LIVE;
    }

    private PairEnds to(final int destination) {
        return new PairEnds(rank(), job.incarnation(), destination, incarnations.get(destination));
    }

    /**
     * Returns the name of a rank. Any thread.
     *
     * @param rank any.
     * @return empty if it has none.
     */
    public String name(final int rank) {
        return job.name(rank);
    }

    /**
     * Returns the last incarnation of a rank that has ended, of those that this rank deals or has dealt with. Any thread.
     *
     * @param rank any.
     * @return from 0, if none has ended.
     */
    public int lastEnded(final int rank) {
        final int incarnation = incarnations.get(rank);
        final RankState state = job.state(rank, incarnation);
        return state == RankState.LEFT || state == RankState.FAILED ? incarnation : incarnation - 1;
    }

    /**
     * Names a thread of this rank.
     *
     * @param work what the thread is for, one word.
     * @return such as {@code tombolo agent run-83461/2}: the job, and the number of the rank, or its name if it has one.
     */
    public String threadName(final String work) {
        final String name = job.name(rank());
        return "tombolo " + work + " " + job.path().getFileName() + "/" + (name.isEmpty() ? Integer.toString(rank()) : name);
    }

    /**
     * Returns the directory of the job.
     *
     * @return joined directory.
     */
    public JobDirectory job() {
        return job;
    }

    /**
     * Returns the sizes and thresholds of this rank.
     *
     * @return settings.
     */
    public NodeSettings settings() {
        return settings;
    }

    /**
     * Returns the counters of this rank.
     *
     * @return written by the progress owner alone.
     */
    public Counters counters() {
        return file.counters();
    }

    /**
     * Returns the flight recorder of this rank.
     *
     * @return used by the progress owner alone.
     */
    public FlightRecorder flight() {
        return flight;
    }

    /**
     * Returns the doorbell of this rank.
     *
     * @return doorbell.
     */
    public Doorbell doorbell() {
        return file.doorbell();
    }

    /**
     * Returns memory for matching nodes. Called once for each part, in order.
     *
     * @param part 0 for the section of the rank file; from 1 for further parts, each of which is a new file.
     * @return zeros with room for {@link RankFileDescriptor#MATCH_NODES} nodes, or fewer in the rank file if the limit is lower.
     * @throws IOException if there is no space; no file is left behind.
     */
    public AtomicBuffer matchNodes(final int part) throws IOException {
        if (part == 0) {
            return file.section(RankFileSection.MATCH_NODES);
        }
        final MatchNodeFile more = MatchNodeFile.create(job, part);
        nodeFiles.add(more);
        return more.nodes();
    }

    /**
     * Returns a section of the rank file.
     *
     * @param section to view.
     * @return new view, valid until {@link #close()}.
     */
    public AtomicBuffer section(final RankFileSection section) {
        return file.section(section);
    }

    /**
     * Returns the histograms of how long messages and locks wait.
     *
     * @return written by the progress owner alone.
     */
    public Latencies latencies() {
        return latencies;
    }

    /**
     * Publishes the counts of errors and of doorbells rung. Called by the progress owner from time to time.
     */
    public void count() {
        errors.count(counters());
        closeOldFiles();
        long rung = rungBefore;
        for (int rank = 0; rank < peerFiles.length(); rank++) {
            final PeerFile known = peerFiles.get(rank);
            rung += known == null ? 0 : known.file.doorbell().rung();
        }
        counters().set(Counter.WAKE_UPS_RUNG, rung);
    }

    /** Unmaps the files of old incarnations, unless a thread may be ringing there. A thread that comes later does not find them. */
    private void closeOldFiles() {
        // Volatile load; partner: the increment in ring, which comes before the load of the file.
        while (!oldFiles.isEmpty() && ringers.get() == 0) {
            final RankFile old = oldFiles.remove().file;
            rungBefore += old.doorbell().rung();
            old.close();
        }
    }

    /**
     * Rings the doorbell of another rank if that rank sleeps. Any thread.
     *
     * @param rank other rank.
     */
    public void ring(final int rank) {
        ringers.incrementAndGet();
        try {
            ringIfAsleep(doorbell(rank));
        } finally {
            ringers.decrementAndGet();
        }
    }

    /**
     * Rings the doorbell of every live rank that sleeps, also of this one: the rows of the job have changed. Any thread; does not block.
     */
    public void ringAll() {
        ringers.incrementAndGet();
        try {
            for (int rank = 0; rank < size() && !isClosed; rank++) {
                if (job.state(rank) == RankState.LIVE) {
                    ringPresent(rank);
                }
            }
        } finally {
            ringers.decrementAndGet();
        }
    }

    private void ringPresent(final int rank) {
        try {
            if (rank == rank()) {
                ringIfAsleep(file.doorbell());
            } else if (job.incarnation(rank) == incarnations.get(rank)) {
                ringIfAsleep(doorbell(rank));
            } else {
                // This rank deals with the one before until its progress owner gets there, which may take long.
                try (RankFile present = RankFile.attach(job, rank, job.incarnation(rank))) {
                    ringIfAsleep(present.doorbell());
                }
            }
        } catch (final IOException | InternalError unreadable) {
            // That rank has just ended, or its file was cut: the others must be rung all the same.
            return;
        }
    }

    private static void ringIfAsleep(final Doorbell doorbell) {
        if (doorbell != null && doorbell.isAsleep()) {
            doorbell.ring();
        }
    }

    /**
     * Makes the pair file to a destination, and announces it in the job file.
     *
     * @param destination rank.
     * @return this rank's side.
     * @throws IOException if there is no space for it, or the destination has given the pair up.
     */
    public OutboundPair openOutbound(final int destination) throws IOException {
        final PairEnds ends = to(destination);
        final OutboundPair pair = OutboundPair.create(job.pairPath(ends), settings.pair(), ends);
        if (!job.publishPair(ends, ANNOUNCED)) {
            // The file has not been announced.
            pair.delete();
            pair.close();
            throw new IOException("rank " + destination + " has given up what lies between it and rank " + rank());
        }
        counters().increment(Counter.PAIRS_OPENED);
        return pair;
    }

    /**
     * Maps the pair file from a source, if it has made one.
     *
     * @param source rank.
     * @return this rank's side; null if the file does not exist yet, or if it could not be mapped, which this method reports and announces
     *         to the source.
     */
    public InboundPair openInbound(final int source) {
        final int code = code(rank(), source);
        // A later incarnation of the source may have written the word: only the name of the file tells of this one then.
        if (code < 0 || code == 0 && !isReplaced(source)) {
            return null;
        }
        final PairEnds ends = to(source).reversed();
        if (code == 0 && !Files.exists(job.pairPath(ends), LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        try {
            final InboundPair pair = InboundPair.attach(job.pairPath(ends), settings.pair(), ends);
            counters().increment(Counter.PAIRS_ATTACHED);
            return pair;
        } catch (final IOException exception) {
            // Replaces the announcement only, never another refusal. Full CAS, as in refuse.
            job.publishPair(ends, PairRefusal.CANNOT_MAP.code());
            counters().increment(Counter.PAIRS_REFUSED);
            error(exception);
            return null;
        }
    }

    /**
     * Gives the pair from a source up, so that the operations of the source end, too.
     *
     * @param source rank.
     */
    public void refuse(final int source) {
        refuse(source, PairRefusal.GIVEN_UP);
    }

    /**
     * Refuses the pair from a source, because there is no memory for the pair on which it would be answered.
     *
     * @param source rank.
     */
    public void refuseForRoom(final int source) {
        refuse(source, PairRefusal.CANNOT_MAP);
    }

    private void refuse(final int source, final PairRefusal refusal) {
        // Full CAS, before the memory of operations that end now is used for something else; partner: the fence in LongReceives.isRefused.
        job.publishPair(to(source).reversed(), refusal.code());
    }

    /**
     * Returns the words of the job file that say whether this rank or another one has refused the pair between them. If one has, sends of
     * the other have ended or are about to end.
     *
     * @param other       rank.
     * @param incarnation of that rank.
     * @return the two words of the pair.
     */
    public RefusalWords refusals(final int other, final int incarnation) {
        return job.refusals(other, incarnation);
    }

    /**
     * Returns whether one of two ranks, of which this rank is one, could not map the pair file of the other.
     *
     * @param destination rank that maps the file.
     * @param source      rank that made the file.
     * @return true if the destination has announced that it could not.
     */
    public boolean cannotMap(final int destination, final int source) {
        return code(destination, source) == PairRefusal.CANNOT_MAP.code();
    }

    /**
     * Returns whether a destination has given the pair up.
     *
     * @param destination rank.
     * @return true if this rank wrote something impossible there.
     */
    public boolean isGivenUp(final int destination) {
        return code(destination, rank()) == PairRefusal.GIVEN_UP.code();
    }

    private int code(final int destination, final int source) {
        return job.pairCode(source, incarnations.get(source), destination, incarnations.get(destination));
    }

    /**
     * Returns the doorbell of a rank, and maps the rank's file the first time. For the progress owner, which alone unmaps it; other threads
     * {@link #ring}.
     *
     * @param rank other rank.
     * @return its doorbell, or null if the incarnation that this rank deals with is not live.
     */
    public Doorbell doorbell(final int rank) {
        final int incarnation = incarnations.get(rank);
        PeerFile known = peerFiles.get(rank);
        if (known == null || known.incarnation != incarnation) {
            known = attach(rank, incarnation, known);
        }
        return known == null ? null : known.file.doorbell();
    }

    /** Maps the file of an incarnation, if it is live. Several threads may do so: one of the mappings stays. */
    private PeerFile attach(final int rank, final int incarnation, final PeerFile before) {
        if (unattachable[rank] == incarnation || job.state(rank, incarnation) != RankState.LIVE) {
            return null;
        }
        try {
            final PeerFile made = new PeerFile(incarnation, RankFile.attach(job, rank, incarnation));
            if (replaceFile(rank, before, made)) {
                return made;
            }
            made.file.close();
            final PeerFile other = peerFiles.get(rank);
            return other == null || other.incarnation != incarnation ? null : other;
        } catch (final IOException exception) {
            if (job.state(rank, incarnation) == RankState.LIVE) {
                unattachable[rank] = incarnation;
                error(exception);
            }
            return null;
        }
    }

    private boolean replaceFile(final int rank, final PeerFile before, final PeerFile after) {
        final boolean isReplaced = peerFiles.compareAndSet(rank, before, after);
        if (isReplaced && before != null) {
            oldFiles.add(before);
        }
        return isReplaced;
    }

    /**
     * Returns the outcome of operations that wait for a rank, as far as the state of its incarnation decides it.
     *
     * @param rank other rank.
     * @return {@link Outcome#PEER_FAILED}, {@link Outcome#PEER_LEFT}, {@link Outcome#PROTOCOL_ERROR} if its row is damaged, or
     *         {@link Outcome#SUCCESS} while the rank is usable.
     */
    public Outcome outcomeOf(final int rank) {
        return switch (job.state(rank, incarnations.get(rank))) {
            case FAILED -> Outcome.PEER_FAILED;
            case LEFT -> Outcome.PEER_LEFT;
            case CORRUPT -> Outcome.PROTOCOL_ERROR;
            default -> Outcome.SUCCESS;
        };
    }

    /**
     * Returns the outcome of operations that need a rank: the rank may be gone, or one of the two ranks may have refused the pair. Any
     * thread. Messages that the rank sent before may still arrive.
     *
     * @param rank other rank.
     * @return as {@link #outcomeOf}; or {@link Outcome#PROTOCOL_ERROR}, or {@link Outcome#INSUFFICIENT_RESOURCES}, if the pair is given up.
     */
    public Outcome endOf(final int rank) {
        final Outcome outcome = outcomeOf(rank);
        if (outcome != Outcome.SUCCESS) {
            return outcome;
        }
        if (isGivenUp(rank) || code(rank(), rank) == PairRefusal.GIVEN_UP.code()) {
            return Outcome.PROTOCOL_ERROR;
        }
        return cannotMap(rank, rank()) || cannotMap(rank(), rank) ? Outcome.INSUFFICIENT_RESOURCES : Outcome.SUCCESS;
    }

    /**
     * Returns the outcome of operations that need one incarnation of a rank, as {@link #endOf(int)}. Any thread.
     *
     * @param rank        other rank.
     * @param incarnation of that rank.
     * @return {@link Outcome#PEER_FAILED} or {@link Outcome#PEER_LEFT} also if a later incarnation has joined.
     */
    public Outcome endOf(final int rank, final int incarnation) {
        if (incarnations.get(rank) == incarnation) {
            return endOf(rank);
        }
        return job.state(rank, incarnation) == RankState.LEFT ? Outcome.PEER_LEFT : Outcome.PEER_FAILED;
    }

    /**
     * Asks for a probe whether a rank's process is gone, and returns what is known by now.
     *
     * @param rank other rank.
     * @return true if it is proven to be gone.
     */
    public boolean probeDead(final int rank) {
        job.suspect(rank);
        return job.state(rank, incarnations.get(rank)) == RankState.FAILED;
    }

    /**
     * Returns the path of a heap file of this rank.
     *
     * @param index 0 for staging lanes, from 1 for regions.
     * @return path.
     */
    public Path heapPath(final int index) {
        return job.heapPath(rank(), job.incarnation(), index);
    }

    /**
     * Returns the path of a heap file.
     *
     * @param rank        owner of the file.
     * @param incarnation of the owner.
     * @param index       0 for staging lanes, from 1 for regions.
     * @return path.
     */
    public Path heapPath(final int rank, final int incarnation, final int index) {
        return job.heapPath(rank, incarnation, index);
    }

    /**
     * Returns the path of a window's file of the incarnation that this rank deals with.
     *
     * @param rank   owner of the file.
     * @param window id.
     * @return path.
     */
    public Path windowPath(final int rank, final int window) {
        return job.windowPath(rank, incarnations.get(rank), window);
    }

    /**
     * Returns the path of a queue file of this rank.
     *
     * @param number of the file.
     * @return path.
     */
    public Path queuePath(final int number) {
        return job.queuePath(rank(), job.incarnation(), number);
    }

    /**
     * Reports an asynchronous error to the application and in the error log. Any thread.
     *
     * @param exception to report.
     */
    public void error(final Throwable exception) {
        errors.onError(exception);
    }

    /**
     * Reports an asynchronous error where nothing may be thrown, not even an OutOfMemoryError while the exception is made. Any thread.
     *
     * @param exception makes the exception; the supplier itself was made before.
     */
    public void error(final Supplier<Throwable> exception) {
        Throwable made;
        try {
            made = exception.get();
        } catch (final OutOfMemoryError none) {
            made = none;
        }
        error(made);
    }

    /**
     * Returns the queue of calls to the application's error handler.
     *
     * @return always the same.
     */
    public HandlerCalls handlerCalls() {
        return errors.calls();
    }

    /**
     * Counts and reports impossible bytes of a peer.
     *
     * @param rank that wrote them.
     * @param what was read, for the message.
     */
    public void protocolError(final int rank, final String what) {
        counters().increment(Counter.PROTOCOL_ERRORS);
        flight.peer(FlightKind.PROTOCOL_ERROR, Outcome.PROTOCOL_ERROR, rank, incarnation(rank));
        error(new IllegalStateException("protocol error on the pair from rank " + rank + ": " + what));
    }

    /**
     * Unmaps the rank files. No thread may use the node any more, except those that ring all ranks.
     */
    @Override
    public void close() {
        // Volatile store; partner: the load in ringAll, which comes after the increment that is awaited here.
        isClosed = true;
        while (ringers.get() > 0) {
            Thread.onSpinWait();
        }
        for (int rank = 0; rank < peerFiles.length(); rank++) {
            final PeerFile known = peerFiles.get(rank);
            if (known != null) {
                known.file.close();
            }
        }
        oldFiles.forEach(old -> old.file.close());
        nodeFiles.forEach(MatchNodeFile::close);
        if (orderRecorder != null) {
            orderRecorder.end();
        }
        if (orderReplay != null) {
            orderReplay.finish();
        }
        flight.close();
        latencies.close();
        errors.close();
        file.close();
    }
}
