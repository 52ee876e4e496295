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

/**
 * Layout of {@code latency-R.I-P.dat}, native byte order: what incarnation I of rank R has measured for rank P, whatever the incarnation of
 * P.
 * <pre>
 *  0                              31 32                             63
 *  +---------------------------------------------------------------+  0
 *  |                          magic (long)                         |
 *  +-------------------------------+-------------------------------+  8
 *  |     layout version (int)      |          rank (int)           |
 *  +-------------------------------+-------------------------------+  16
 *  |      incarnation (int)        |          peer (int)           |
 *  +-------------------------------+-------------------------------+  24
 *  |                         job id (long)                         |
 *  +-------------------------------+-------------------------------+  32
 *  |  one of so many is measured   |             zero              |
 *  +-------------------------------+-------------------------------+  40
 *  |  time of creation, in milliseconds since the epoch            |
 *  +---------------------------------------------------------------+  48
 *  |  zero                                                         |
 *  +---------------------------------------------------------------+  64
 *  |  a histogram for each {@link LatencyKind}, in the order of their codes  |
 *  +---------------------------------------------------------------+  12864
 *
 *  A histogram:
 *  +---------------------------------------------------------------+  0
 *  |  number of values recorded                                    |
 *  +---------------------------------------------------------------+  8
 *  |  their sum in nanoseconds                                     |
 *  +---------------------------------------------------------------+  16
 *  |  the least of them; 0 if there is none                        |
 *  +---------------------------------------------------------------+  24
 *  |  the greatest of them                                         |
 *  +---------------------------------------------------------------+  32
 *  |  zero                                                         |
 *  +---------------------------------------------------------------+  64
 *  |  624 counts, unsigned ints, one for each bucket               |
 *  +---------------------------------------------------------------+  2560
 * </pre>
 * {@link LatencyBuckets} computes the bucket of a value. A count that has reached 4,294,967,295 stays there. Only the rank's progress owner
 * writes.
 */
public final class LatencyDescriptor {
    /** First word of the file: "TOMBLATE". */
    public static final long MAGIC = 0x45_54414c424d4f54L;

    /** Offset of the magic. */
    public static final int MAGIC_OFFSET = 0;
    /** Offset of the layout version, that of the job. */
    public static final int VERSION_OFFSET = MAGIC_OFFSET + Long.BYTES;
    /** Offset of the rank that measures. */
    public static final int RANK_OFFSET = VERSION_OFFSET + Integer.BYTES;
    /** Offset of the incarnation of that rank. */
    public static final int INCARNATION_OFFSET = RANK_OFFSET + Integer.BYTES;
    /** Offset of the peer. */
    public static final int PEER_OFFSET = INCARNATION_OFFSET + Integer.BYTES;
    /** Offset of the job id. */
    public static final int JOB_ID_OFFSET = PEER_OFFSET + Integer.BYTES;
    /** Offset of the sampling rate. */
    public static final int SAMPLE_OFFSET = JOB_ID_OFFSET + Long.BYTES;
    /** Offset of the time of creation. */
    public static final int CREATION_TIME_OFFSET = SAMPLE_OFFSET + 2 * Integer.BYTES;
    /** Offset of the first histogram. */
    public static final int HISTOGRAMS_OFFSET = 64;

    /** In a histogram: offset of the number of values. */
    public static final int RECORDED_OFFSET = 0;
    /** In a histogram: offset of the sum. */
    public static final int SUM_OFFSET = RECORDED_OFFSET + Long.BYTES;
    /** In a histogram: offset of the least value. */
    public static final int LEAST_OFFSET = SUM_OFFSET + Long.BYTES;
    /** In a histogram: offset of the greatest value. */
    public static final int GREATEST_OFFSET = LEAST_OFFSET + Long.BYTES;
    /** In a histogram: offset of the counts. */
    public static final int COUNTS_OFFSET = 64;
    /** Length of a histogram. */
    public static final int HISTOGRAM_LENGTH = COUNTS_OFFSET + LatencyBuckets.COUNT * Integer.BYTES;

    /** Length of the file. */
    public static final int FILE_LENGTH = HISTOGRAMS_OFFSET + LatencyKind.values().length * HISTOGRAM_LENGTH;

    private LatencyDescriptor() {
    }

    /**
     * Returns where a histogram lies in the file.
     *
     * @param kind of the histogram.
     * @return offset in bytes.
     */
    public static int histogramOffset(final LatencyKind kind) {
        return HISTOGRAMS_OFFSET + (kind.code() - 1) * HISTOGRAM_LENGTH;
    }

    /** Returns where a count lies in its histogram. */
    static int countOffset(final int bucket) {
        return COUNTS_OFFSET + bucket * Integer.BYTES;
    }
}
