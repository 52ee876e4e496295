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
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.JobGeometry;
import io.tombolo.ringbuffers.job.MatchNodeFile;
import io.tombolo.ringbuffers.job.RankFile;
import io.tombolo.ringbuffers.job.RankFileDescriptor;
import io.tombolo.ringbuffers.job.RankFileSection;
import io.tombolo.ringbuffers.job.RankState;
import io.tombolo.ringbuffers.job.RefusalWords;
import io.tombolo.ringbuffers.pair.InboundPair;
import io.tombolo.ringbuffers.pair.OutboundPair;
import io.tombolo.ringbuffers.pair.PairGeometry;
import io.tombolo.ringbuffers.pair.StampedSlotDescriptor;
import io.tombolo.ringbuffers.region.StagingGeometry;
import io.tombolo.ringbuffers.window.WindowFileDescriptor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.AtomicBuffer;

/**
 * This rank in its job: makes and finds the files of pairs, knows the other rows, keeps counters and errors. Used by the progress owner;
 * queries that only read shared words may come from any thread.
 */
public final class Node implements AutoCloseable {
    /** Epoch of the first pair file between two ranks. */
    public static final int FIRST_EPOCH = 1;

    private final JobDirectory job;
    private final RankFile file;
    private final List<MatchNodeFile> nodeFiles = new ArrayList<>();
    private final AtomicReferenceArray<RankFile> peerFiles;
    private final boolean[] unattachable;
    private final JobGeometry geometry;
    private final PairGeometry pairGeometry;
    private final StagingGeometry staging;
    private final ErrorLog errors;
    private final int windowShift;

    /**
     * Takes part in a job.
     *
     * @param job    joined, not yet live.
     * @param file   of this rank.
     * @param windowShift log2 of the length of the windows in which this rank maps regions.
     * @param errors where asynchronous errors go, besides the log in the rank file; must not throw.
     */
    public Node(final JobDirectory job, final RankFile file, final int windowShift, final ErrorHandler errors) {
        this.windowShift = windowShift;
        this.job = job;
        this.file = file;
        this.peerFiles = new AtomicReferenceArray<>(job.size());
        this.unattachable = new boolean[job.size()];
        this.geometry = job.geometry();
        this.pairGeometry = PairGeometry.of(geometry);
        this.staging = new StagingGeometry(
            geometry.intValue(GeometrySetting.STAGING_LANES), geometry.intValue(GeometrySetting.STAGING_LANE_LENGTH), job.size());
        this.errors = new ErrorLog(file.section(RankFileSection.ERROR_LOG), errors);
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
     * Returns a size or threshold that is equal on all ranks.
     *
     * @param setting which.
     * @return its value.
     */
    public long setting(final GeometrySetting setting) {
        return geometry.value(setting);
    }

    /**
     * Returns how this rank maps memory regions, its own and those of its peers.
     *
     * @return log2 of the length of a window in bytes.
     */
    public int windowShift() {
        return windowShift;
    }

    /**
     * Returns the sizes and thresholds that are equal on all ranks.
     *
     * @return geometry.
     */
    public JobGeometry geometry() {
        return geometry;
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
     * Returns where this rank sleeps.
     *
     * @return doorbell.
     */
    public Doorbell doorbell() {
        return file.doorbell();
    }

    /**
     * Returns memory for matching nodes, each part of it once, in their order.
     *
     * @param part 0 for what the rank file has; from 1 for what is beyond, which is made.
     * @return zeros; {@link RankFileDescriptor#MATCH_NODES} nodes, or in the rank file all there may be.
     * @throws IOException if there is no space; nothing is left behind.
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
     * Returns where this rank shows what is under way to its peers.
     *
     * @return new view of the section of the rank file.
     */
    public SendStates sendStates() {
        return new SendStates(file.section(RankFileSection.SEND_STATES));
    }

    /**
     * Returns the windows as others see them.
     *
     * @return over this rank's file.
     */
    public WindowStates windowStates() {
        return new WindowStates(file.section(RankFileSection.WINDOWS), size());
    }

    /**
     * Publishes how many errors and rings there were. Called by the progress owner, now and then.
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
     * Makes the pair file to a destination and tells it.
     *
     * @param destination rank.
     * @return this rank's side.
     * @throws IOException if there is no space for it.
     */
    public OutboundPair openOutbound(final int destination) throws IOException {
        final OutboundPair pair = OutboundPair.create(
            job.pairPath(rank(), destination, FIRST_EPOCH), pairGeometry, rank(), destination, FIRST_EPOCH, job.incarnation(rank()));
        final int before = job.pairEpoch(destination, rank());
        if (before < 0 || !job.publishPairEpoch(destination, rank(), before, FIRST_EPOCH)) {
            // Nobody has been told of the file.
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
     * @return this rank's side, or null if there is none yet, or it could not be mapped and the source has been told so.
     */
    public InboundPair openInbound(final int source) {
        final int epoch = job.pairEpoch(rank(), source);
        if (epoch <= 0) {
            return null;
        }
        try {
            final InboundPair pair = InboundPair.attach(job.pairPath(source, rank(), epoch), pairGeometry, source, rank(), epoch);
            counters().increment(Counter.PAIRS_ATTACHED);
            return pair;
        } catch (final IOException exception) {
            // Not in the place of another refusal. Before what ends now is used again, as in refuse.
            job.publishPairEpoch(rank(), source, epoch, PairRefusal.CANNOT_MAP.code());
            counters().increment(Counter.PAIRS_REFUSED);
            error(exception);
            return null;
        }
    }

    /**
     * Tells a source that nothing more of it will be taken, so that its operations end, too.
     *
     * @param source rank.
     */
    public void refuse(final int source) {
        refuse(source, PairRefusal.GIVEN_UP);
    }

    /**
     * Tells a source that nothing more of it will be taken, as there is no memory for what it would be answered.
     *
     * @param source rank.
     */
    public void refuseForRoom(final int source) {
        refuse(source, PairRefusal.CANNOT_MAP);
    }

    private void refuse(final int source, final PairRefusal refusal) {
        int before = job.pairEpoch(rank(), source);
        // Full CAS: before what ends now is used for something else; partner: the fence in Gets.isRefused.
        while (!job.publishPairEpoch(rank(), source, before, refusal.code())) {
            before = job.pairEpoch(rank(), source);
        }
    }

    /**
     * Returns what says whether this rank or another has refused what comes from the other end: its sends have ended then, or are about to.
     *
     * @param other rank.
     * @return the words of the pair.
     */
    public RefusalWords refusals(final int other) {
        return job.refusals(other);
    }

    /**
     * Returns whether one of two ranks could not map the pair file of the other.
     *
     * @param destination that could not.
     * @param source      that made the file.
     * @return true if it has said so.
     */
    public boolean cannotMap(final int destination, final int source) {
        return job.pairEpoch(destination, source) == PairRefusal.CANNOT_MAP.code();
    }

    /**
     * Returns whether a destination has given the pair up.
     *
     * @param destination rank.
     * @return true if what this rank wrote there could not be right.
     */
    public boolean isGivenUp(final int destination) {
        return job.pairEpoch(destination, rank()) == PairRefusal.GIVEN_UP.code();
    }

    /**
     * Returns where a live rank sleeps. Any thread.
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
     * Returns how a peer that is gone ends the operations that wait for it.
     *
     * @param rank other rank.
     * @return {@link Outcome#PEER_FAILED}, {@link Outcome#PEER_LEFT}, {@link Outcome#PROTOCOL_ERROR} if its row is damaged, or
     *         {@link Outcome#SUCCESS} while nothing speaks against it.
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
     * Returns how whatever needs another rank ends: the rank is gone, or one of the two takes nothing from the other any more. Any thread;
     * what the rank sent before may still come.
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
     * Finds out whether a rank's process is gone; asks for a probe, and answers what is known by now.
     *
     * @param rank other rank.
     * @return true if it is proven.
     */
    public boolean isDead(final int rank) {
        job.suspect(rank);
        return job.state(rank) == RankState.FAILED;
    }

    /**
     * Returns the path of a heap file.
     *
     * @param rank  of the owner.
     * @param index 0 for staging lanes, from 1 for regions.
     * @return path.
     */
    public Path heapPath(final int rank, final int index) {
        return job.heapPath(rank, index);
    }

    /**
     * Returns the path of a window's file.
     *
     * @param rank   of the owner.
     * @param window id.
     * @return path.
     */
    public Path windowPath(final int rank, final int window) {
        return job.path().resolve(WindowFileDescriptor.fileName(rank, window));
    }

    /**
     * Returns most pending long sends.
     *
     * @return count.
     */
    public int pendingSends() {
        return geometry.intValue(GeometrySetting.PENDING_SENDS);
    }

    /**
     * Returns the bytes of a registered message that are exposed at once.
     *
     * @return bytes.
     */
    public long exposureLimit() {
        return geometry.value(GeometrySetting.EXPOSURE_LIMIT);
    }

    /**
     * Returns the longest payload that travels in a ring.
     *
     * @return bytes.
     */
    public int inlineLimit() {
        return PairGeometry.inlineLimit(geometry);
    }

    /**
     * Returns the first bytes of a long message that travel in its envelope.
     *
     * @return bytes: what is set, or what a record of the ring has room for if that is less.
     */
    public int rtsBytes() {
        final int most = StampedSlotDescriptor.maxBodyLength(geometry.intValue(GeometrySetting.RING_SLOTS));
        return Math.min(geometry.intValue(GeometrySetting.RTS_BYTES), most - StampedSlotDescriptor.BODY_LENGTH);
    }

    /**
     * Returns the sizes of each rank's staging file.
     *
     * @return sizes.
     */
    public StagingGeometry staging() {
        return staging;
    }

    /**
     * Returns the bytes that are staged between two publications.
     *
     * @return bytes.
     */
    public int stagingChunk() {
        return geometry.intValue(GeometrySetting.STAGING_CHUNK);
    }

    /**
     * Returns from how many nanoseconds a line on a copy into a staging lane is slow.
     *
     * @return nanoseconds a line.
     */
    public long stagingFarNs() {
        return geometry.value(GeometrySetting.STAGING_FAR_NS);
    }

    /**
     * Reports an asynchronous error, to the application and in the error log. Any thread.
     *
     * @param exception what happened.
     */
    public void error(final Throwable exception) {
        errors.onError(exception);
    }

    /**
     * Reports an asynchronous error where nothing may be thrown, not even for want of the memory to say it. Any thread.
     *
     * @param exception makes what happened; itself made before.
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
     * Returns when the application is told of such errors.
     *
     * @return always the same.
     */
    public HandlerCalls handlerCalls() {
        return errors.calls();
    }

    /**
     * Counts and reports bytes of a peer that cannot be right.
     *
     * @param rank that wrote them.
     * @param what they were.
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
