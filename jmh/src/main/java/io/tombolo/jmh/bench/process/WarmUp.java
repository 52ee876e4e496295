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
package io.tombolo.jmh.bench.process;

import java.util.concurrent.TimeUnit;

/**
 * Limits of a warm-up. It takes the least segments. After that it ends when the round trips are done and have not improved for a while,
 * or when both the most segments and the most time are over: code that is slow at first needs time to be compiled, however short the
 * segments are. With segments that are too short to mean anything, the least segments are enough.
 *
 * @param leastSegments segments that it takes at least.
 * @param mostSegments  segments after which it may end without being steady.
 * @param mostMs        milliseconds after which it may end without being steady.
 * @param rounds        round trips that it takes, if there is time.
 */
record WarmUp(int leastSegments, int mostSegments, int mostMs, int rounds) {

    /** A segment as short as this, in milliseconds, only shows that the measurement works; its times mean nothing. */
    static final int TOO_SHORT_MS = 1;

    private static final WarmUp FIRST = new WarmUp(10, 100, 1_500, 100_000);

    /** Each of the JVMs compiles its own code, and they share the cores, so they take longer by as much. */
    private static final WarmUp OF_CROWD = new WarmUp(10, 400, 6_000, 400_000);

    /** Long messages take other code paths. JVMs that share their cores with their compilers need seconds to compile these. */
    private static final WarmUp NEXT_WORK = new WarmUp(4, 250, 5_000, 10_000);
    private static final WarmUp AGAIN = new WarmUp(4, 10, 0, 10_000);

    /** A round of one-way traffic and of its floor has many messages. */
    private static final WarmUp FIRST_ONE_WAY = new WarmUp(25, 200, 4_000, 50);
    private static final WarmUp NEXT_ONE_WAY = new WarmUp(10, 100, 2_000, 20);

    /** A round of collective operations has up to 64 calls. */
    private static final WarmUp FIRST_COLLECTIVE = new WarmUp(25, 200, 4_000, 400);
    private static final WarmUp NEXT_COLLECTIVE = new WarmUp(10, 100, 2_000, 200);

    /** A warm-up continues until nothing has improved for this part (one half) of its time. */
    private static final int STEADY_PART = 2;

    /** Returns the limits for an operation, which may be the first of its kind, or the first with this buffer and length. */
    static WarmUp of(final TrafficPattern pattern, final BenchOperation operation, final boolean isFirst, final boolean isNextWork) {
        if (pattern.isOneWay() && BenchOperation.BOUNCE != operation) {
            return isFirst ? FIRST_ONE_WAY : NEXT_ONE_WAY;
        }
        if (BenchOperation.COLLECTIVE == operation) {
            return isFirst ? FIRST_COLLECTIVE : NEXT_COLLECTIVE;
        }
        if (isFirst) {
            return TrafficPattern.ALL_TO_ALL == pattern && BenchOperation.EXCHANGE == operation ? OF_CROWD : FIRST;
        }
        return isNextWork ? NEXT_WORK : AGAIN;
    }

    /** Tells whether the warm-up may end. */
    boolean isOver(final long elapsedNs, final long improvedNs, final int segmentMs, final long roundsDone) {
        final long elapsedMs = TimeUnit.NANOSECONDS.toMillis(elapsedNs);
        final boolean isLongEnough = elapsedMs >= (long) leastSegments * segmentMs;
        if (TOO_SHORT_MS == segmentMs) {
            return isLongEnough;
        }
        final boolean isSteady = elapsedNs - improvedNs >= elapsedNs / STEADY_PART;
        return isLongEnough && isSteady && roundsDone >= rounds || elapsedMs >= Math.max((long) mostSegments * segmentMs, mostMs);
    }
}
