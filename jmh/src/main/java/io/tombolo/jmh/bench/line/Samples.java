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

import org.HdrHistogram.Histogram;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;

/**
 * Times of messages sent one after the other, several between two looks at the clock: a round trip is two, a window many.
 * <p>
 * The histogram holds whole nanoseconds of what lay between two looks at the clock, less the cost of looking; only the answer is
 * divided. Short messages would otherwise be rounded by several per cent. Recording is one store into an array and now and
 * then a sweep of the array into the histogram: counting at once would disturb the next round trip. It allocates nothing. One thread
 * at a time.
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
     * Makes an empty set.
     *
     * @param messagesPerSample messages between two looks at the clock.
     * @param clockCostNs     what looking at the clock adds to each sample, in nanoseconds.
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
     * Records one sample.
     *
     * @param elapsedNs between two looks at the clock.
     */
    public void record(final long elapsedNs) {
        pending[pendingCount++] = elapsedNs;
        if (PENDING == pendingCount) {
            sweep();
        }
    }

    /**
     * Number of samples.
     *
     * @return their number.
     */
    public long count() {
        return histogram().getTotalCount();
    }

    /**
     * Time of a message at a percentile: of half a round trip, or of its share of a window.
     *
     * @param percentile 0 … 100.
     * @return nanoseconds, 0 when there is no sample.
     */
    public double messageNs(final double percentile) {
        return histogram().getValueAtPercentile(percentile) / (double) messagesPerSample;
    }

    /**
     * The samples as they were taken.
     *
     * @return the histogram itself, in nanoseconds of {@link #messagesPerSample()} messages.
     */
    public Histogram histogram() {
        sweep();
        return histogram;
    }

    /**
     * Messages in a sample.
     *
     * @return their number.
     */
    public int messagesPerSample() {
        return messagesPerSample;
    }

    /**
     * Forgets all samples.
     */
    public void reset() {
        pendingCount = 0;
        histogram.reset();
    }

    /**
     * The samples as one word without white space.
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
     * Reads samples back.
     *
     * @param word from {@link #encode()}, or {@code messages:value@count,value@count…} from a program in another language.
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

    /** How programs that have no such histogram tell theirs: values with their counts. */
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
