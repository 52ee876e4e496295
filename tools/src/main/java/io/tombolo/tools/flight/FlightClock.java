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
package io.tombolo.tools.flight;

import java.util.concurrent.TimeUnit;

/**
 * Gives ranks the same time. The ranks of a machine read the same monotonic clock, but each stores an anchor of its own, not an exact one.
 * With their own anchors, a message could arrive before it was sent. So all ranks get the anchor of the first one. A rank whose anchor
 * differs by more than a second has another monotonic clock, as in a container with a time namespace, and keeps its anchor. Not
 * thread-safe.
 */
final class FlightClock {
    private static final long MOST_DIFFERENCE_NS = TimeUnit.SECONDS.toNanos(1);

    private final long own;
    private boolean isSet;
    private long common;

    FlightClock() {
        this(TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) - System.nanoTime());
    }

    /** Takes what this process adds to its monotonic clock, to get nanoseconds since the epoch. */
    FlightClock(final long own) {
        this.own = own;
    }

    /** Takes what a rank adds to its monotonic clock, to get nanoseconds since the epoch, and returns what it shall add. */
    long common(final long offset) {
        if (!isSet) {
            isSet = true;
            common = offset;
        }
        return isNear(offset, common) ? common : offset;
    }

    private static boolean isNear(final long offset, final long other) {
        final long difference = offset - other;
        return difference >= -MOST_DIFFERENCE_NS && difference <= MOST_DIFFERENCE_NS;
    }

    /** The present time in nanoseconds since the epoch, by the anchor of the ranks if they share the clock of this process. */
    long now() {
        return System.nanoTime() + (isSet && isNear(common, own) ? common : own);
    }
}
