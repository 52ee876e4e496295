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
package io.tombolo.ringbuffers.latency;

import io.tombolo.ringbuffers.file.MappedFile;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.JobFileDescriptor;
import io.tombolo.ringbuffers.job.JobLayoutException;
import java.io.IOException;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Life cycle of {@code latency-R.I-P.dat} ({@link LatencyDescriptor}): the histograms of a rank for one peer. The rank creates it with the
 * first value, and goes on with it when the peer joins again as its next incarnation.
 * <p>
 * <b>Ownership:</b> the rank writes; an inspector maps the file read-only. {@link #close()} unmaps: call it when no thread uses the
 * histograms any more.
 */
public final class LatencyFile implements AutoCloseable {
    private static final LatencyKind[] KINDS = LatencyKind.values();

    private final MappedFile file;
    private final int rank;
    private final int peer;
    private final int sample;
    private final long creationTimeMs;
    // By ordinal of the kind; empty if the file is mapped read-only.
    private final LatencyHistogram[] histograms;

    private LatencyFile(
        final MappedFile file, final int rank, final int peer, final int sample, final long creationTimeMs, final boolean isWritable) {
        this.file = file;
        this.rank = rank;
        this.peer = peer;
        this.sample = sample;
        this.creationTimeMs = creationTimeMs;
        this.histograms = new LatencyHistogram[isWritable ? KINDS.length : 0];
        for (int i = 0; i < histograms.length; i++) {
            histograms[i] = new LatencyHistogram(section(KINDS[i]));
        }
    }

    private static UnsafeBuffer header(final MappedFile file) {
        return file.buffer(0, LatencyDescriptor.HISTOGRAMS_OFFSET);
    }

    /**
     * Creates the file of a rank for a peer.
     *
     * @param job    that the rank has joined.
     * @param peer   rank, which may be this one.
     * @param sample the rank measures one of so many messages that wait; positive.
     * @return the file, mapped read-write, with empty histograms.
     * @throws IOException if there is no room, or the file exists; nothing is left behind. The message is one line.
     */
    public static LatencyFile create(final JobDirectory job, final int peer, final int sample) throws IOException {
        final long now = System.currentTimeMillis();
        final Path path = job.latencyPath(job.rank(), job.incarnation(), peer);
        final MappedFile created = MappedFile.create(path, LatencyDescriptor.FILE_LENGTH, mapped -> {
            final UnsafeBuffer header = header(mapped);
            header.putLong(LatencyDescriptor.MAGIC_OFFSET, LatencyDescriptor.MAGIC);
            header.putInt(LatencyDescriptor.VERSION_OFFSET, JobFileDescriptor.LAYOUT_VERSION);
            header.putInt(LatencyDescriptor.RANK_OFFSET, job.rank());
            header.putInt(LatencyDescriptor.INCARNATION_OFFSET, job.incarnation());
            header.putInt(LatencyDescriptor.PEER_OFFSET, peer);
            header.putLong(LatencyDescriptor.JOB_ID_OFFSET, job.jobId());
            header.putInt(LatencyDescriptor.SAMPLE_OFFSET, sample);
            header.putLong(LatencyDescriptor.CREATION_TIME_OFFSET, now);
        });
        try {
            return new LatencyFile(created, job.rank(), peer, sample, now, true);
        } catch (final OutOfMemoryError full) {
            created.close();
            throw full;
        }
    }

    /**
     * Maps the file of a rank for a peer read-only.
     *
     * @param job         inspected.
     * @param rank        whose file it is.
     * @param incarnation of that rank.
     * @param peer        rank.
     * @return the file.
     * @throws java.nio.file.NoSuchFileException if the rank has measured nothing for the peer.
     * @throws IOException                       if the file is refused; the message is one line.
     */
    public static LatencyFile attach(final JobDirectory job, final int rank, final int incarnation, final int peer) throws IOException {
        final MappedFile file = MappedFile.attach(job.latencyPath(rank, incarnation, peer), LatencyDescriptor.FILE_LENGTH, true);
        final UnsafeBuffer header = header(file);
        final int sample = header.getInt(LatencyDescriptor.SAMPLE_OFFSET);
        if (header.getLong(LatencyDescriptor.MAGIC_OFFSET) != LatencyDescriptor.MAGIC || sample < 1 ||
            header.getInt(LatencyDescriptor.VERSION_OFFSET) != JobFileDescriptor.LAYOUT_VERSION ||
            header.getInt(LatencyDescriptor.RANK_OFFSET) != rank || header.getInt(LatencyDescriptor.INCARNATION_OFFSET) != incarnation ||
            header.getInt(LatencyDescriptor.PEER_OFFSET) != peer || header.getLong(LatencyDescriptor.JOB_ID_OFFSET) != job.jobId()) {
            file.close();
            throw new JobLayoutException(file.path() + ": holds no latencies of rank " + rank + " for rank " + peer + " of this job");
        }
        return new LatencyFile(file, rank, peer, sample, header.getLong(LatencyDescriptor.CREATION_TIME_OFFSET), false);
    }

    /**
     * Returns the rank that measures.
     *
     * @return rank.
     */
    public int rank() {
        return rank;
    }

    /**
     * Returns the rank for which it measures.
     *
     * @return rank, of any incarnation.
     */
    public int peer() {
        return peer;
    }

    /**
     * Returns how much is measured of the {@linkplain LatencyKind#isSampled() kinds of which only some is}.
     *
     * @return N, if one of N messages that wait is.
     */
    public int sample() {
        return sample;
    }

    /**
     * Returns when the file was created: just before the first value.
     *
     * @return milliseconds since the epoch.
     */
    public long creationTimeMs() {
        return creationTimeMs;
    }

    /**
     * Returns the writer of a histogram.
     *
     * @param kind of the histogram.
     * @return always the same; valid until {@link #close()}.
     * @throws IndexOutOfBoundsException if the file is mapped read-only.
     */
    public LatencyHistogram histogram(final LatencyKind kind) {
        return histograms[kind.ordinal()];
    }

    /**
     * Creates a reader of a histogram.
     *
     * @param kind of the histogram.
     * @return new reader, valid until {@link #close()}.
     */
    public LatencyReader reader(final LatencyKind kind) {
        return new LatencyReader(section(kind));
    }

    private UnsafeBuffer section(final LatencyKind kind) {
        return file.buffer(LatencyDescriptor.histogramOffset(kind), LatencyDescriptor.HISTOGRAM_LENGTH);
    }

    /**
     * Unmap; the file stays. Idempotent.
     */
    @Override
    public void close() {
        file.close();
    }
}
