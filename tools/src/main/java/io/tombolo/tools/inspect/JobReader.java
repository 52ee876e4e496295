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
package io.tombolo.tools.inspect;

import io.tombolo.engine.node.PairRefusal;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.PairEnds;
import io.tombolo.ringbuffers.job.RankFile;
import io.tombolo.ringbuffers.job.RankFileSection;
import io.tombolo.ringbuffers.job.RankRow;
import io.tombolo.ringbuffers.job.RankState;
import io.tombolo.ringbuffers.pair.PairFileReader;
import io.tombolo.ringbuffers.pair.PairGeometry;
import io.tombolo.ringbuffers.pair.PairReading;
import io.tombolo.tools.latency.LatencyReadings;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.agrona.concurrent.AtomicBuffer;

/**
 * Reads a live or dead job from outside. It maps files read-only, and probes locks without taking them. Values that change are read again
 * until two passes agree, at most {@link StableReading#PASSES} times. If a part cannot be read, the view says why; the other parts are
 * still read.
 */
public final class JobReader {
    /** Maximum number of records of a ring in a view; further records are only counted. */
    public static final int KEPT_RECORDS = 4096;

    private final JobDirectory job;
    private final PairGeometry pairGeometry;
    private final LivenessProbe probe;

    private JobReader(final JobDirectory job) {
        this.job = job;
        this.pairGeometry = PairGeometry.of(job.geometry());
        this.probe = new LivenessProbe(job);
    }

    /**
     * Reads a whole job.
     *
     * @param directory directory of the job, which may be a {@code previous/}
     * @return the job
     * @throws io.tombolo.ringbuffers.job.NoSuchJobException if there is no job
     * @throws IOException if the job file is refused or damaged; the message is one line
     */
    public static JobView read(final Path directory) throws IOException {
        return read(directory, true);
    }

    /**
     * Reads the header and the ranks of a job.
     *
     * @param directory directory of the job
     * @return the job, without pairs, windows, feeds and latencies
     * @throws IOException as {@link #read}
     */
    public static JobView readRanks(final Path directory) throws IOException {
        return read(directory, false);
    }

    private static JobView read(final Path directory, final boolean withPairs) throws IOException {
        return CheckedReading.of(directory, job -> new JobReader(job).view(withPairs));
    }

    private JobView view(final boolean withPairs) throws IOException {
        final List<RankView> ranks = new ArrayList<>();
        for (int rank = 0; rank < job.size(); rank++) {
            ranks.add(rank(rank));
        }
        final List<PairView> pairs = new ArrayList<>();
        for (int source = 0; withPairs && source < job.size(); source++) {
            for (int destination = 0; destination < job.size(); destination++) {
                final PairEnds ends = new PairEnds(source, incarnation(ranks, source), destination, incarnation(ranks, destination));
                final int code = job.pairCode(source, ends.sourceIncarnation(), destination, ends.destinationIncarnation());
                if (code != 0) {
                    pairs.add(pair(ends, code, ranks.get(source).sendsTo(destination)));
                }
            }
        }
        return new JobView(job.path(), state(ranks), job.jobId(), job.creationTimeMs(), System.currentTimeMillis(), job.geometry(),
            job.failureEpoch(), job.isKept(), job.abortStatus(), job.abortReason(), List.copyOf(ranks), List.copyOf(pairs),
            withPairs ? new WindowReader(job).read() : List.of(), withPairs ? FeedFiles.read(job) : List.of(),
            withPairs ? LatencyReadings.of(job) : LatencyReadings.NONE);
    }

    /** The last incarnation of a rank; of one that has never joined, the first, to which others may already have sent. */
    private static int incarnation(final List<RankView> ranks, final int rank) {
        return Math.max(1, ranks.get(rank).row().incarnation());
    }

    private JobState state(final List<RankView> ranks) {
        if (ranks.stream().anyMatch(rank -> rank.liveness() == Liveness.ALIVE)) {
            return JobState.LIVE;
        }
        return probe.isPrevious() ? JobState.PREVIOUS : JobState.DEAD;
    }

    private RankView rank(final int rank) {
        RankRow row;
        Liveness liveness;
        do {
            row = job.row(rank);
            liveness = probe.of(row);
        } while (job.incarnation(rank) != row.incarnation());
        String problem = "";
        if (row.state() != RankState.FREE) {
            try (RankFile file = RankFile.attach(job, rank, row.incarnation()); MatchNodeFiles nodes = MatchNodeFiles.of(job, row, file)) {
                return rank(row, liveness, file, nodes);
            } catch (final IOException ex) {
                problem = describe(ex);
            }
        }
        return RankView.unreadable(row, liveness, problem);
    }

    private RankView rank(final RankRow row, final Liveness liveness, final RankFile file, final MatchNodeFiles nodes)
        throws IOException {
        final RankClock clock = RankClock.of(job, row.rank());
        final StableReading<QueueReading> queues = StableReading.read(() -> QueueReading.of(nodes.parts(), clock));
        final AtomicBuffer states = file.section(RankFileSection.SEND_STATES);
        final List<SendReading> sends =
            IntStream.range(0, job.size()).mapToObj(peer -> SendReading.of(clock, peer, states)).toList();
        final List<Long> counters = Arrays.stream(Counter.values()).map(file.counters()::value).toList();
        return new RankView(row, liveness, "", file.doorbell().isAsleep(), counters, queues.value(), queues.isSettled(), sends,
            WaitsReading.of(row.rank(), clock, file.section(RankFileSection.WAITS)),
            EndpointsReading.of(job.path(), row.rank(), row.incarnation(), clock),
            ErrorLogReading.of(file.section(RankFileSection.ERROR_LOG)));
    }

    private PairView pair(final PairEnds ends, final int code, final SendReading sends) {
        final PairRefusal refusal = PairRefusal.of(code);
        if (code < 0 && refusal == null) {
            return new PairView(ends, "", "the job file has the code " + code + " for it, which is invalid", sends, null, true, List.of());
        }
        final String refused = refusal == null ? "" : refusal.name();
        try (PairFileReader reader = PairFileReader.attach(job.pairPath(ends), pairGeometry, ends)) {
            final StableReading<PairReading> reading = StableReading.read(() -> reader.read(KEPT_RECORDS));
            final List<String> damage = reading.isSettled() ? PairDamage.of(reading.value()) : List.of();
            return new PairView(ends, refused, "", sends, reading.value(), reading.isSettled(), damage);
        } catch (final IOException | IllegalArgumentException ex) {
            return new PairView(ends, refused, describe(ex), sends, null, true, List.of());
        }
    }

    private static String describe(final Exception ex) {
        return ex instanceof NoSuchFileException ? ex.getMessage() + ": there is no such file" : ex.getMessage();
    }
}
