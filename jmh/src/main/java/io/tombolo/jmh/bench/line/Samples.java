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
package io.tombolo.jmh.bench.line;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * Times of messages. A sample is the time between two looks at the clock, with one message or several: a round trip has two, a stream many.
 * <p>
 * The histogram holds samples in whole nanoseconds, less the cost of the clock. Only results are divided by the messages of a sample, since
 * rounding would change the times of short messages by several per cent. Recording stores into an array, which is moved to the histogram
 * when it is full: counting at once would disturb the next round trip. Recording allocates nothing. One thread uses an object at a time.
 */
public final class Samples {

    private static final long LARGEST_NS = TimeUnit.HOURS.toNanos(1);
    private static final int DIGITS = 3;
    private static final int PENDING = 4096;
    private static final String SEPARATOR = ":";
    private static final String COUNT = "@";

    private final int messagesPerSample;
    private final long clockCostNs;
    private final Histogram histogram;
    private final long[] pending = new long[PENDING];
    private int pendingCount;

    /**
     * Makes an empty set of samples.
     *
     * @param messagesPerSample messages of a sample, at least 1.
     * @param clockCostNs       cost of the clock in each sample, in nanoseconds.
     */
    public Samples(final int messagesPerSample, final long clockCostNs) {
        this(messagesPerSample, clockCostNs, new Histogram(LARGEST_NS, DIGITS));
    }

    private Samples(final int messagesPerSample, final long clockCostNs, final Histogram histogram) {
        if (messagesPerSample < 1) {
            throw new IllegalArgumentException("messagesPerSample=" + messagesPerSample);
        }
        this.messagesPerSample = messagesPerSample;
        this.clockCostNs = clockCostNs;
        this.histogram = histogram;
    }

    /**
     * Records a sample.
     *
     * @param elapsedNs time between two looks at the clock in nanoseconds.
     */
    public void record(final long elapsedNs) {
        pending[pendingCount++] = elapsedNs;
        if (PENDING == pendingCount) {
            sweep();
        }
    }

    /**
     * Counts the samples.
     *
     * @return number of samples.
     */
    public long count() {
        return histogram().getTotalCount();
    }

    /**
     * Returns the time of a message at a percentile: half a round trip, or its share of a stream.
     *
     * @param percentile percentile, 0 … 100.
     * @return time in nanoseconds; 0 without samples.
     */
    public double messageNs(final double percentile) {
        return histogram().getValueAtPercentile(percentile) / (double) messagesPerSample;
    }

    /**
     * Returns the samples as they were taken.
     *
     * @return the histogram itself, whose values are nanoseconds of {@link #messagesPerSample()} messages.
     */
    public Histogram histogram() {
        sweep();
        return histogram;
    }

    /**
     * Returns the messages of a sample.
     *
     * @return number of messages.
     */
    public int messagesPerSample() {
        return messagesPerSample;
    }

    /**
     * Removes all samples.
     */
    public void reset() {
        pendingCount = 0;
        histogram.reset();
    }

    /**
     * Encodes the samples as one word without white space.
     *
     * @return what {@link #decode(String)} takes.
     */
    public String encode() {
        sweep();
        final ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        final int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        buffer.flip().limit(length);
        return messagesPerSample + SEPARATOR + StandardCharsets.US_ASCII.decode(Base64.getEncoder().encode(buffer));
    }

    /**
     * Decodes samples.
     *
     * @param word a word of {@link #encode()}, or {@code messages:value@count,value@count…} from a program in another language.
     * @return equal samples.
     * @throws IllegalArgumentException if the word is neither.
     */
    public static Samples decode(final String word) {
        final String[] parts = word.split(SEPARATOR, 2);
        try {
            if (word.contains(COUNT)) {
                return counts(parts);
            }
            final ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(parts[1]));
            return new Samples(Integer.parseInt(parts[0]), 0, Histogram.decodeFromCompressedByteBuffer(bytes, LARGEST_NS));
        } catch (final DataFormatException | IndexOutOfBoundsException | BufferUnderflowException ex) {
            throw new IllegalArgumentException("no samples: " + word, ex);
        }
    }

    /** Decodes samples of programs without such histograms: values with their counts. */
    private static Samples counts(final String... parts) {
        final Samples samples = new Samples(Integer.parseInt(parts[0]), 0);
        for (final String pair : parts[1].split(",")) {
            final int at = pair.indexOf(COUNT);
            samples.histogram.recordValueWithCount(
                Math.min(LARGEST_NS, Math.max(1, Long.parseLong(pair.substring(0, at)))), Long.parseLong(pair.substring(at + 1)));
        }
        return samples;
    }

    private void sweep() {
        for (int i = 0; i < pendingCount; i++) {
            histogram.recordValue(Math.min(LARGEST_NS, Math.max(1, pending[i] - clockCostNs)));
        }
        pendingCount = 0;
    }
}
