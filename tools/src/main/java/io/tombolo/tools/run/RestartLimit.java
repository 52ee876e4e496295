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

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * Decides when a process that has died starts again. The pause doubles with each restart, and is short again after a minute of life. Within
 * a minute there is a limited number of restarts.
 */
final class RestartLimit {
    /** Returned in place of a pause: the process has died too often. */
    static final long TOO_OFTEN = -1;

    /** The time within which restarts are counted, and the life after which the pause is short again. */
    static final long MINUTE_NS = TimeUnit.MINUTES.toNanos(1);

    private static final long SHORTEST_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_NS = TimeUnit.SECONDS.toNanos(5);

    private final int mostAMinute;
    private final Queue<Long> restarts = new ArrayDeque<>();
    private long pauseNs = SHORTEST_NS;

    /** Allows a number of restarts a minute. */
    RestartLimit(final int mostAMinute) {
        this.mostAMinute = mostAMinute;
    }

    /**
     * Records a death and the restart that follows.
     *
     * @param startedNs when the process was started
     * @param nowNs     when it died, on the same clock
     * @return time until the restart in nanoseconds, or {@link #TOO_OFTEN}
     */
    long pauseNs(final long startedNs, final long nowNs) {
        if (nowNs - startedNs >= MINUTE_NS) {
            pauseNs = SHORTEST_NS;
        }
        while (!restarts.isEmpty() && nowNs - restarts.element() >= MINUTE_NS) {
            restarts.remove();
        }
        if (restarts.size() == mostAMinute) {
            return TOO_OFTEN;
        }
        restarts.add(nowNs);
        final long result = pauseNs;
        pauseNs = Math.min(LONGEST_NS, 2 * pauseNs);
        return result;
    }
}
