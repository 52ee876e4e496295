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
package io.tombolo.ringbuffers.region;

import io.tombolo.ringbuffers.line.RemoteCacheDetector;
import java.util.Arrays;

/**
 * Chooses the copies into lanes whose times tell near and far readers apart ({@link RemoteCacheDetector}): copies to lines that one reader
 * has read, all of them, and has not handed back. One thread at a time.
 */
final class CopySamples {
    private static final int NONE = StagingLanes.NONE;
    // The latency of one line dominates a shorter copy, whose time says little.
    private static final int LEAST_SAMPLE = 8192;

    private final RemoteCacheDetector detector;
    // Position in a lane from where on its last reader has read all there was, and left lines as they were.
    private final long[] readFrom;
    // By lane: the reader that the first copy of the message measures. NONE afterwards, or if that copy is not timed.
    private final int[] timedReader;

    /**
     * Starts without samples.
     *
     * @param geometry  of the file.
     * @param farLineNs see {@link StagingLanes#create}.
     */
    CopySamples(final StagingGeometry geometry, final long farLineNs) {
        this.detector = new RemoteCacheDetector(geometry.ranks(), farLineNs);
        this.readFrom = new long[geometry.lanes()];
        this.timedReader = new int[geometry.lanes()];
        Arrays.fill(timedReader, NONE);
    }

    /** Counts one more message; returns whether its reader is far. */
    boolean countMessage(final int reader, final int lanes) {
        return detector.countMessage(reader, lanes);
    }

    /**
     * Begins with a message that has taken lanes.
     *
     * @param lane       index of the first.
     * @param start      position of its first byte.
     * @param ringLength bytes of its lanes.
     * @param lastReader rank that has read all that was in these lanes last, or NONE.
     * @param isKept     whether the lines stay with the same reader after this message, too: it is the last one, and has no request.
     */
    void begin(final int lane, final long start, final long ringLength, final int lastReader, final boolean isKept) {
        final boolean isRound = lastReader != NONE && start - readFrom[lane] >= ringLength;
        timedReader[lane] = isRound && detector.isSampleDue(lastReader) ? lastReader : NONE;
        if (!isKept) {
            readFrom[lane] = start;
        }
    }

    /** Returns the reader that the next copy into a lane measures, or NONE. Only the first copy of a message is timed. */
    int takeTimed(final int lane, final long bytes) {
        final int timed = bytes < LEAST_SAMPLE ? NONE : timedReader[lane];
        timedReader[lane] = NONE;
        return timed;
    }

    /** Takes the time of a copy. */
    void sample(final int reader, final long ns, final long bytes) {
        detector.sample(reader, ns, bytes);
    }
}
