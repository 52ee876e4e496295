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
 * The readers from whose caches a line is dear to take back, since they share none with this core; measured, now and then, by the copies
 * into lanes that they have read before. Where ranks run may change: it is forgotten after {@link #FAR_MESSAGES}, and found out again.
 * One thread at a time.
 */
final class RemoteCacheDetector {
    /** One after the other; most of so many have to be slow, for some are of a thread that has lost its core. */
    static final int SAMPLES = 8;

    /** Before them, and not counted: what has not run for long is not in the caches, or not compiled, and takes several times as long. */
    static final int COLD_SAMPLES = 4;

    /** First of all, not counted: else the compiler takes a sample for what never happens, and the first one ends its code. */
    static final int UNCOUNTED_SAMPLES = 256;

    static final int FAR_MESSAGES = 16 * 1024;

    /** From one round of samples to the next: they cost as much as to copy some lines. */
    private static final int LANES_A_ROUND = 2048;

    private static final int SLOW_SAMPLES = 6;
    private static final int LINE_SHIFT = 6;

    private final long farLineNs;
    // Lanes filled since the last round.
    private final int[] unsampled;
    private final int[] samples;
    private final int[] slowSamples;
    private final int[] farMessages;

    /**
     * Nothing is known.
     *
     * @param ranks     of the job.
     * @param farLineNs nanoseconds from which on the copy of a line says that its reader is far; 0 if all are.
     */
    RemoteCacheDetector(final int ranks, final long farLineNs) {
        this.farLineNs = farLineNs;
        unsampled = new int[ranks];
        samples = new int[ranks];
        Arrays.fill(samples, -UNCOUNTED_SAMPLES);
        slowSamples = new int[ranks];
        farMessages = new int[ranks];
    }

    /** Takes note of one more message, of so many lanes, to a reader; says whether it is far. */
    boolean isFar(final int reader, final int lanes) {
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

    /** Returns whether a copy of the message is to be timed. */
    boolean isSampleDue(final int reader) {
        return samples[reader] != 0 || unsampled[reader] >= LANES_A_ROUND;
    }

    /** Takes a sample: the nanoseconds that the copy of so many bytes has taken. */
    void sample(final int reader, final long ns, final long bytes) {
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
