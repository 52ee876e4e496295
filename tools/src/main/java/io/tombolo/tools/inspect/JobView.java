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

import io.tombolo.ringbuffers.job.JobGeometry;
import io.tombolo.tools.latency.LatencyReadings;
import java.nio.file.Path;
import java.util.List;

/**
 * A job as the inspector has read it.
 *
 * @param path         path of its directory
 * @param state        live, dead or previous
 * @param jobId        number that tells it from other jobs in the same directory
 * @param createdMs    when it was created, milliseconds since the epoch
 * @param readMs       when it was read, milliseconds since the epoch
 * @param geometry     sizes that all ranks share
 * @param failureEpoch how often a rank has joined, become live, left or failed, or the job was aborted
 * @param isKept       whether it stays in place when its last rank has left or died
 * @param abortStatus  0 if it was not aborted
 * @param abortReason  empty if it was not aborted
 * @param ranks        all ranks
 * @param pairs        all pairs that have been opened or refused
 * @param windows      all parts of windows
 * @param feeds        all feeds
 * @param latencies    how long messages and locks have waited
 */
public record JobView(
    Path path, JobState state, long jobId, long createdMs, long readMs, JobGeometry geometry, long failureEpoch, boolean isKept,
    int abortStatus, String abortReason, List<RankView> ranks, List<PairView> pairs, List<WindowView> windows,
    List<FeedView> feeds, LatencyReadings latencies) {
    /**
     * Counts ranks.
     *
     * @param liveness liveness of the ranks to count
     * @return number of these ranks
     */
    public long count(final Liveness liveness) {
        return ranks.stream().filter(rank -> rank.liveness() == liveness).count();
    }
}
