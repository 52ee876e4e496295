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

import io.tombolo.ringbuffers.job.JobDirectory;
import java.util.concurrent.TimeUnit;

/**
 * Converts times of the monotonic clock of a rank into wall-clock times, by an anchor that the rank has stored.
 *
 * @param nanoTime monotonic time of the anchor, nanoseconds
 * @param wallNs   wall-clock time of the anchor, nanoseconds since the epoch
 */
record RankClock(long nanoTime, long wallNs) {
    /** A time that is not known. */
    static final long UNKNOWN = 0;

    /** Loads the anchor of a rank. */
    static RankClock of(final JobDirectory job, final int rank) {
        return new RankClock(job.anchorNanoTime(rank), job.anchorWallNs(rank));
    }

    /** Converts a monotonic time of the rank into milliseconds since the epoch; 0 becomes {@link #UNKNOWN}. */
    long wallMs(final long time) {
        return time == 0 ? UNKNOWN : TimeUnit.NANOSECONDS.toMillis(wallNs + (time - nanoTime));
    }
}
