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
package io.tombolo.engine.telemetry;

import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.latency.LatencyFile;
import io.tombolo.ringbuffers.latency.LatencyKind;
import java.io.IOException;

/**
 * Records how long messages and locks wait, in a histogram of each {@link LatencyKind} for each peer. A peer is a rank, whatever its
 * incarnation: its histograms go on when it joins again. The file of a peer ({@link LatencyFile}) is created with its first value.
 * <p>
 * If a file cannot be created, as on a full disk, that is reported once. No further file is created then, because each attempt could hold
 * up the rank; peers that have a file keep it.
 * <p>
 * <b>Sampling:</b> this class decides which messages are measured, and the caller reads the clock for these alone. Kinds that are not
 * {@linkplain LatencyKind#isSampled() sampled} are measured always, unless measuring {@linkplain #isOff() is off}.
 * <p>
 * <b>Threading:</b> the progress owner; it may be another thread at each time. <b>Allocation:</b> none once the peer has its file.
 */
public final class Latencies implements AutoCloseable {
    /** Sampling rate of a rank that measures nothing. */
    public static final int OFF = 0;

    /** Odd, so that each number has another product, and near 2^64 divided by the golden ratio, which spreads the products evenly. */
    private static final long SPREAD = 0x9e37_79b9_7f4a_7c15L;

    private final JobDirectory job;
    private final int sample;
    private final ErrorLog errors;
    // Products up to this one belong to samples; negative if there are none.
    private final long most;
    // By rank; null if there is no file yet.
    private final LatencyFile[] files;
    private boolean isCreating;
    private long offered;

    /**
     * Makes the histograms of a rank, without a file.
     *
     * @param job    that the rank has joined.
     * @param sample one of so many messages is measured: a power of two, or {@link #OFF}.
     * @param errors is told if a file cannot be created.
     */
    public Latencies(final JobDirectory job, final int sample, final ErrorLog errors) {
        if (sample != OFF && (sample < 0 || Integer.bitCount(sample) != 1)) {
            throw new IllegalArgumentException("sample=" + sample + " must be 0 or a power of two");
        }
        this.job = job;
        this.sample = sample;
        this.errors = errors;
        this.most = sample == OFF ? -1 : Long.MAX_VALUE / sample;
        this.files = new LatencyFile[job.size()];
        this.isCreating = sample != OFF;
    }

    /**
     * Returns whether nothing is measured. A caller may leave out its clock readings then.
     *
     * @return true if the sampling rate is {@link #OFF}.
     */
    public boolean isOff() {
        return sample == OFF;
    }

    /**
     * Returns whether a message is measured. One of so many consecutive numbers is, at changing distances, so that traffic in bursts of a
     * fixed length is measured at all places of the burst. The same number has always the same answer.
     *
     * @param number of the message, which grows by one from message to message.
     * @return true for a sample.
     */
    public boolean isSampled(final long number) {
        return number * SPREAD >>> 1 <= most;
    }

    /**
     * Counts a message and says whether it is measured, for callers that have no number of it. Call it once for each message.
     *
     * @return true for a sample.
     */
    public boolean sampleNext() {
        return isSampled(offered++);
    }

    /**
     * Records a wait. Does nothing if measuring is off or the peer can have no file.
     *
     * @param kind of the wait.
     * @param peer rank, which may be this one.
     * @param ns   nanoseconds; taken for 0 if negative, and for one hour if longer.
     */
    public void record(final LatencyKind kind, final int peer, final long ns) {
        final LatencyFile known = files[peer];
        final LatencyFile file = known == null && isCreating ? create(peer) : known;
        if (file != null) {
            file.histogram(kind).record(ns);
        }
    }

    /** Returns null if the file cannot be created. */
    private LatencyFile create(final int peer) {
        try {
            files[peer] = LatencyFile.create(job, peer, sample);
        } catch (final IOException refused) {
            isCreating = false;
            errors.onError(new IOException(
                "latencies of rank " + peer + " and of ranks that come after it are not measured: " + refused.getMessage(), refused));
        } catch (final OutOfMemoryError full) {
            // The file may be there, but not its histograms, so it cannot be created again.
            isCreating = false;
            errors.onError(full);
        }
        return files[peer];
    }

    /**
     * Unmaps the files, which stay. Nothing is recorded any more. Idempotent.
     */
    @Override
    public void close() {
        isCreating = false;
        for (int peer = 0; peer < files.length; peer++) {
            if (files[peer] != null) {
                files[peer].close();
                files[peer] = null;
            }
        }
    }
}
