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

    private boolean isSet;
    private long common;

    /** Takes what a rank adds to its monotonic clock, to get nanoseconds since the epoch, and returns what it shall add. */
    long common(final long offset) {
        if (!isSet) {
            isSet = true;
            common = offset;
        }
        final long difference = offset - common;
        return difference >= -MOST_DIFFERENCE_NS && difference <= MOST_DIFFERENCE_NS ? common : offset;
    }

    /** The present time of the ranks that share a clock, in nanoseconds since the epoch. */
    long now() {
        return System.nanoTime() + common;
    }
}
