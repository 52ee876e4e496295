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
package io.tombolo.tools.top;

import io.tombolo.tools.inspect.Liveness;
import java.util.List;

/**
 * A job at one moment.
 *
 * @param name    of the job's directory
 * @param timeNs  when the sample was taken, by {@link System#nanoTime()}
 * @param wallMs  the same on the wall clock, milliseconds since the epoch
 * @param isGone  whether the files of the job were removed or replaced by those of another job
 * @param ranks   all ranks
 * @param pairs   pairs of ranks between which a file exists, by source and destination
 */
public record JobSample(String name, long timeNs, long wallMs, boolean isGone, List<RankSample> ranks, List<PairSample> pairs) {
    /** Number of ranks of a liveness. */
    long count(final Liveness liveness) {
        return ranks.stream().filter(rank -> rank.liveness() == liveness).count();
    }

    /**
     * Whether the job has ended.
     *
     * @return true if nobody is alive of those who have joined, or the files are gone
     */
    public boolean isEnded() {
        return isGone || count(Liveness.ALIVE) == 0 && count(Liveness.ABSENT) < ranks.size();
    }

    /** The state of the job in one line, for people. */
    String state() {
        if (!isEnded()) {
            return "live, " + count(Liveness.ALIVE) + " of " + ranks.size() + " ranks";
        }
        final long dead = count(Liveness.DEAD);
        final String end = dead == 0 ? "all ranks have left" : dead == 1 ? "1 rank has died" : dead + " ranks have died";
        return "the job has ended: " + (isGone && dead > 0 ? "its files were removed" : end);
    }
}
