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
import io.tombolo.engine.telemetry.ErrorLog;
import io.tombolo.engine.telemetry.HandlerCalls;
import io.tombolo.engine.telemetry.SendStates;
import io.tombolo.engine.telemetry.WindowStates;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.counters.Counters;
import io.tombolo.ringbuffers.job.Doorbell;
import io.tombolo.ringbuffers.job.GroupRecords;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.MatchNodeFile;
import io.tombolo.ringbuffers.job.RankFile;
import io.tombolo.ringbuffers.job.RankFileDescriptor;
import io.tombolo.ringbuffers.job.RankFileSection;
import io.tombolo.ringbuffers.job.RankState;
import io.tombolo.ringbuffers.job.RefusalWords;
import io.tombolo.ringbuffers.pair.InboundPair;
import io.tombolo.ringbuffers.pair.OutboundPair;
import io.tombolo.ringbuffers.window.WindowFileDescriptor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
    /** Epoch of the first pair file between two ranks. */
    public static final int FIRST_EPOCH = 1;

    private final JobDirectory job;
    private final RankFile file;
    private final List<MatchNodeFile> nodeFiles = new ArrayList<>();
    private final AtomicReferenceArray<RankFile> peerFiles;
    private final boolean[] unattachable;
    private final NodeSettings settings;
    private final ErrorLog errors;
    private final GroupMembers world;

    /**
     * Creates the node of a rank.
     *
     * @param job         joined directory; this rank is not yet live.
     * @param file        of this rank; closed with the node.
     * @param windowShift log2 of the length in bytes of the windows in which this rank maps regions.
     * @param errors      handler that gets asynchronous errors in addition to the log in the rank file; must not throw.
     */
    public Node(final JobDirectory job, final RankFile file, final int windowShift, final ErrorHandler errors) {
        this.job = job;
        this.file = file;
        this.peerFiles = new AtomicReferenceArray<>(job.size());
        this.unattachable = new boolean[job.size()];
        this.settings = NodeSettings.of(job.geometry(), job.size(), windowShift);
        this.errors = new ErrorLog(file.section(RankFileSection.ERROR_LOG), errors);
        this.world = world(job);
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
     * Creates a view of the section of the rank file in which this rank shows its sends to each peer.
     *
     * @return new view.
     */
    public SendStates sendStates() {
        return new SendStates(file.section(RankFileSection.SEND_STATES));
    }

    /**
     * Creates a view of the section of the rank file in which this rank shows its windows.
     *
     * @return new view.
     */
    public WindowStates windowStates() {
        return new WindowStates(file.section(RankFileSection.WINDOWS), size());
    }

    /**
     * Publishes the counts of errors and of doorbells rung. Called by the progress owner from time to time.
     */
    public void count() {
        errors.count(counters());
        long rung = 0;
        for (int rank = 0; rank < peerFiles.length(); rank++) {
            final RankFile peerFile = peerFiles.get(rank);
            rung += peerFile == null ? 0 : peerFile.doorbell().rung();
        }
        counters().set(Counter.WAKE_UPS_RUNG, rung);
    }

    /**
     * Makes the pair file to a destination, and announces it in the job file.
     *
     * @param destination rank.
     * @return this rank's side.
     * @throws IOException if there is no space for it, or the destination has given the pair up.
     */
    public OutboundPair openOutbound(final int destination) throws IOException {
        final OutboundPair pair = OutboundPair.create(
            job.pairPath(rank(), destination, FIRST_EPOCH), settings.pair(), rank(), destination, FIRST_EPOCH, job.incarnation(rank()));
        final int before = job.pairEpoch(destination, rank());
        if (before < 0 || !job.publishPairEpoch(destination, rank(), before, FIRST_EPOCH)) {
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
        final int epoch = job.pairEpoch(rank(), source);
        if (epoch <= 0) {
            return null;
        }
        try {
            final InboundPair pair = InboundPair.attach(job.pairPath(source, rank(), epoch), settings.pair(), source, rank(), epoch);
            counters().increment(Counter.PAIRS_ATTACHED);
            return pair;
        } catch (final IOException exception) {
            // Replaces the epoch only, never another refusal. Full CAS, as in refuse.
            job.publishPairEpoch(rank(), source, epoch, PairRefusal.CANNOT_MAP.code());
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
        int before = job.pairEpoch(rank(), source);
        // Full CAS, before the memory of operations that end now is used for something else; partner: the fence in LongReceives.isRefused.
        while (!job.publishPairEpoch(rank(), source, before, refusal.code())) {
            before = job.pairEpoch(rank(), source);
        }
    }

    /**
     * Returns the words of the job file that say whether this rank or another one has refused the pair between them. If one has, sends of
     * the other have ended or are about to end.
     *
     * @param other rank.
     * @return the two words of the pair.
     */
    public RefusalWords refusals(final int other) {
        return job.refusals(other);
    }

    /**
     * Returns whether one of two ranks could not map the pair file of the other.
     *
     * @param destination rank that maps the file.
     * @param source      rank that made the file.
     * @return true if the destination has announced that it could not.
     */
    public boolean cannotMap(final int destination, final int source) {
        return job.pairEpoch(destination, source) == PairRefusal.CANNOT_MAP.code();
    }

    /**
     * Returns whether a destination has given the pair up.
     *
     * @param destination rank.
     * @return true if this rank wrote something impossible there.
     */
    public boolean isGivenUp(final int destination) {
        return job.pairEpoch(destination, rank()) == PairRefusal.GIVEN_UP.code();
    }

    /**
     * Returns the doorbell of a rank, and maps the rank's file the first time. Any thread.
     *
     * @param rank other rank.
     * @return its doorbell, or null if it is not live.
     */
    public Doorbell doorbell(final int rank) {
        if (peerFiles.get(rank) == null && !unattachable[rank] && job.state(rank) == RankState.LIVE) {
            try {
                final RankFile file = RankFile.attach(job, rank);
                if (!peerFiles.compareAndSet(rank, null, file)) {
                    file.close();
                }
            } catch (final IOException exception) {
                unattachable[rank] = true;
                error(exception);
            }
        }
        final RankFile file = peerFiles.get(rank);
        return file == null ? null : file.doorbell();
    }

    /**
     * Returns the outcome of operations that wait for a rank, as far as the state of the rank decides it.
     *
     * @param rank other rank.
     * @return {@link Outcome#PEER_FAILED}, {@link Outcome#PEER_LEFT}, {@link Outcome#PROTOCOL_ERROR} if its row is damaged, or
     *         {@link Outcome#SUCCESS} while the rank is usable.
     */
    public Outcome outcomeOf(final int rank) {
        return switch (job.state(rank)) {
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
        if (isGivenUp(rank) || job.pairEpoch(rank(), rank) == PairRefusal.GIVEN_UP.code()) {
            return Outcome.PROTOCOL_ERROR;
        }
        return cannotMap(rank, rank()) || cannotMap(rank(), rank) ? Outcome.INSUFFICIENT_RESOURCES : Outcome.SUCCESS;
    }

    /**
     * Asks for a probe whether a rank's process is gone, and returns what is known by now.
     *
     * @param rank other rank.
     * @return true if it is proven to be gone.
     */
    public boolean probeDead(final int rank) {
        job.suspect(rank);
        return job.state(rank) == RankState.FAILED;
    }

    /**
     * Returns the path of a heap file.
     *
     * @param rank  owner of the file.
     * @param index 0 for staging lanes, from 1 for regions.
     * @return path.
     */
    public Path heapPath(final int rank, final int index) {
        return job.heapPath(rank, index);
    }

    /**
     * Returns the path of a window's file.
     *
     * @param rank   owner of the file.
     * @param window id.
     * @return path.
     */
    public Path windowPath(final int rank, final int window) {
        return job.path().resolve(WindowFileDescriptor.fileName(rank, window));
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
        error(new IllegalStateException("protocol error on the pair from rank " + rank + ": " + what));
    }

    /**
     * Unmaps the rank files. No thread may use the node any more.
     */
    @Override
    public void close() {
        for (int rank = 0; rank < peerFiles.length(); rank++) {
            final RankFile peerFile = peerFiles.get(rank);
            if (peerFile != null) {
                peerFile.close();
            }
        }
        nodeFiles.forEach(MatchNodeFile::close);
        errors.close();
        file.close();
    }
}
