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
package io.tombolo.tools.run;

import java.util.Arrays;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The ranks of a launch that have died and start again, and when. Used only by the thread that runs the launch.
 */
final class Restarts {
    /** A time that never comes. */
    static final long NEVER = Long.MAX_VALUE;

    private final RestartLimit[] limits;
    private final long[] dueNs;

    /**
     * Plans restarts.
     *
     * @param ranks       number of ranks
     * @param mostAMinute restarts that each rank may have in a minute; 0 for none at all
     */
    Restarts(final int ranks, final int mostAMinute) {
        limits = IntStream.range(0, ranks).mapToObj(rank -> new RestartLimit(mostAMinute)).toArray(RestartLimit[]::new);
        dueNs = new long[ranks];
        cancel();
    }

    /**
     * Plans the restart of a rank that has died.
     *
     * @return time until the restart in nanoseconds, or {@link RestartLimit#TOO_OFTEN}
     */
    long plan(final int rank, final long startedNs, final long nowNs) {
        final long pauseNs = limits[rank].pauseNs(startedNs, nowNs);
        dueNs[rank] = pauseNs == RestartLimit.TOO_OFTEN ? NEVER : nowNs + pauseNs;
        return pauseNs;
    }

    /** Whether any restart is planned. */
    boolean anyPlanned() {
        return nextNs() != NEVER;
    }

    /** The time of the next restart, or {@link #NEVER}. */
    long nextNs() {
        return Arrays.stream(dueNs).min().orElse(NEVER);
    }

    /** Takes a rank whose time has come and that is ready off the plan. */
    OptionalInt take(final long nowNs, final IntPredicate isReady) {
        final OptionalInt rank = IntStream.range(0, dueNs.length).filter(each -> dueNs[each] <= nowNs && isReady.test(each)).findFirst();
        rank.ifPresent(each -> dueNs[each] = NEVER);
        return rank;
    }

    /** Cancels all restarts. */
    void cancel() {
        Arrays.fill(dueNs, NEVER);
    }
}
