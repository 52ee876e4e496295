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
package io.tombolo.tools.top;

import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.PairEnds;
import io.tombolo.ringbuffers.job.RankRow;
import io.tombolo.tools.inspect.Liveness;
import io.tombolo.tools.inspect.LivenessProbe;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Takes samples of a job. Its files are mapped read-only once and stay mapped, so a sample costs some loads and, for each rank, a probe of
 * its lock. The ranks do not notice. Not thread-safe.
 */
public final class JobSampler implements AutoCloseable {
    private static final String JOB_FILE = "job.dat";

    private final JobDirectory job;
    private final LivenessProbe probe;
    private final Object identity;
    private final List<RankSource> ranks = new ArrayList<>();
    private final PairSource pairs;
    private final LatencySource latencies;

    /**
     * Opens a job.
     *
     * @param directory of the job
     * @throws io.tombolo.ringbuffers.job.NoSuchJobException if there is no job
     * @throws IOException if the job file is refused or damaged; the message is one line
     */
    public JobSampler(final Path directory) throws IOException {
        job = JobDirectory.inspect(directory);
        identity = identity();
        probe = new LivenessProbe(job);
        for (int rank = 0; rank < job.size(); rank++) {
            ranks.add(new RankSource(rank));
        }
        pairs = new PairSource(job);
        latencies = new LatencySource(job);
    }

    /** What tells the job file from a later one of the same name; null if there is none. */
    private Object identity() {
        try {
            return Files.readAttributes(job.path().resolve(JOB_FILE), BasicFileAttributes.class).fileKey();
        } catch (final IOException gone) {
            return null;
        }
    }

    /**
     * Takes a sample.
     *
     * @return the job at this moment; if its files were removed, the last that can be read of it
     * @throws IOException if a file is damaged or was truncated; the message is one line
     */
    public JobSample sample() throws IOException {
        try {
            return read();
        } catch (final UncheckedIOException refused) {
            throw refused.getCause();
        } catch (final IllegalStateException damaged) {
            throw new IOException(job.path() + ": " + damaged.getMessage(), damaged);
        } catch (final InternalError cut) {
            // The JVM throws this for a mapped page that no longer exists.
            throw new IOException(job.path() + ": a file was truncated while it was read", cut);
        }
    }

    private JobSample read() {
        final long timeNs = System.nanoTime();
        final long wallMs = System.currentTimeMillis();
        final boolean isGone = !Objects.equals(identity, identity());
        latencies.read();
        final List<RankSample> samples = new ArrayList<>();
        final int[] incarnations = new int[ranks.size()];
        for (int rank = 0; rank < ranks.size(); rank++) {
            final RankRow row = job.row(rank);
            // Others may send to a rank before it joins: to its first incarnation.
            incarnations[rank] = Math.max(1, row.incarnation());
            // The locks of a job that is gone are those of the next one, or none.
            final Liveness liveness = isGone ? lastKnown(row) : probe.of(row);
            samples.add(ranks.get(rank).read(job, row, liveness, timeNs, latencies.of(rank)));
        }
        return new JobSample(
            String.valueOf(job.path().getFileName()), timeNs, wallMs, isGone, List.copyOf(samples), pairs(incarnations));
    }

    private static Liveness lastKnown(final RankRow row) {
        return switch (row.state()) {
            case FREE -> Liveness.ABSENT;
            case LEFT -> Liveness.LEFT;
            default -> Liveness.DEAD;
        };
    }

    private List<PairSample> pairs(final int[] incarnations) {
        final List<PairSample> samples = new ArrayList<>();
        final Set<PairEnds> present = new HashSet<>();
        for (int source = 0; source < incarnations.length; source++) {
            for (int destination = 0; destination < incarnations.length; destination++) {
                // Above 0: the file is announced.
                if (job.pairCode(source, incarnations[source], destination, incarnations[destination]) > 0) {
                    final PairEnds ends = new PairEnds(source, incarnations[source], destination, incarnations[destination]);
                    present.add(ends);
                    samples.add(pair(ends));
                }
            }
        }
        pairs.keep(present);
        return List.copyOf(samples);
    }

    private PairSample pair(final PairEnds ends) {
        final int source = ends.source();
        final int destination = ends.destination();
        final ShownWait sends = ranks.get(source).waits().stream().filter(wait -> wait.isSendTo(destination))
            .reduce(null, ShownWait::older);
        final ShownWait receives = ranks.get(destination).waits().stream().filter(wait -> wait.isReceiveFrom(source))
            .reduce(null, ShownWait::older);
        return ranks.get(source).pair(
            ends, pairs, latencies.stalls(source, destination), ShownWait.older(sends, receives),
            latencies.of(destination, source));
    }

    /**
     * Unmaps the files.
     */
    @Override
    public void close() {
        ranks.forEach(RankSource::close);
        pairs.close();
        latencies.close();
        job.close();
    }
}
