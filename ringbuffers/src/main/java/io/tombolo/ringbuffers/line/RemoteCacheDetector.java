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
package io.tombolo.ringbuffers.line;

import java.util.Arrays;

/**
 * Finds the far readers of a writer: those that share no cache with this core, from which a line takes long to come back. It counts the
 * messages to each reader and takes, now and then, the times of some copies into lanes that the reader has read. Ranks may move to other
 * cores, so a reader is far for {@link #FAR_MESSAGES} messages and is measured again then. One thread at a time.
 */
public final class RemoteCacheDetector {
    /** Samples of a round. Most of them have to be slow, for some are of a thread that has lost its core. */
    static final int SAMPLES = 8;

    /** Samples before a round that do not count: code and memory that were idle for long take several times as long. */
    static final int COLD_SAMPLES = 4;

    /** First samples of all that do not count: the compiler has to see that there are samples, or the first one ends its code. */
    static final int UNCOUNTED_SAMPLES = 256;

    /** Messages for which a reader is taken for far. */
    static final int FAR_MESSAGES = 16 * 1024;

    /** Lanes from one round of samples to the next: a sample costs as much as a copy of some lines. */
    private static final int LANES_A_ROUND = 2048;

    private static final int SLOW_SAMPLES = 6;
    private static final int LINE_SHIFT = Integer.numberOfTrailingZeros(CacheLines.LENGTH);

    private final long farLineNs;
    // Lanes filled since the last round.
    private final int[] unsampled;
    private final int[] samples;
    private final int[] slowSamples;
    private final int[] farMessages;

    /**
     * Starts with all readers near, or with all of them far for good.
     *
     * @param ranks     of the job.
     * @param farLineNs nanoseconds from which on the copy of a line says that its reader is far; 0 if all readers are.
     */
    public RemoteCacheDetector(final int ranks, final long farLineNs) {
        this.farLineNs = farLineNs;
        unsampled = new int[ranks];
        samples = new int[ranks];
        Arrays.fill(samples, -UNCOUNTED_SAMPLES);
        slowSamples = new int[ranks];
        farMessages = new int[ranks];
    }

    /**
     * Counts one more message to a reader.
     *
     * @param reader rank.
     * @param lanes  of the message.
     * @return whether the reader is far.
     */
    public boolean countMessage(final int reader, final int lanes) {
        if (farLineNs == 0) {
            return true;
        }
        if (farMessages[reader] == 0) {
            unsampled[reader] = Math.min(unsampled[reader] + lanes, LANES_A_ROUND);
            return false;
        }
        farMessages[reader]--;
        return true;
    }

    /**
     * Returns whether the time of a copy is wanted.
     *
     * @param reader rank that has read the lines.
     * @return true if so.
     */
    public boolean isSampleDue(final int reader) {
        return samples[reader] != 0 || unsampled[reader] >= LANES_A_ROUND;
    }

    /**
     * Takes a sample.
     *
     * @param reader rank that had read the lines.
     * @param ns     nanoseconds that the copy has taken, with its stores.
     * @param bytes  length of the copy.
     */
    public void sample(final int reader, final long ns, final long bytes) {
        if (++samples[reader] <= COLD_SAMPLES) {
            unsampled[reader] = 0;
            return;
        }
        slowSamples[reader] += ns < (bytes >> LINE_SHIFT) * farLineNs ? 0 : 1;
        if (samples[reader] == COLD_SAMPLES + SAMPLES) {
            farMessages[reader] = slowSamples[reader] < SLOW_SAMPLES ? 0 : FAR_MESSAGES;
            samples[reader] = 0;
            slowSamples[reader] = 0;
        }
    }
}
