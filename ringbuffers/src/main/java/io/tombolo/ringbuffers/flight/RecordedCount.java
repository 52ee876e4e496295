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
package io.tombolo.ringbuffers.flight;

import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The number of events that a rank has recorded, as its file says, unless that cannot be: the word may be damaged. The rank stores it again
 * with each event. A number is not believed if it is negative, greater than the age of the rank in nanoseconds, or less than one before,
 * except where the rank goes on from there. Allocates nothing. One thread at a time.
 */
final class RecordedCount {
    private static final long NONE = -1;

    private final AtomicBuffer section;
    private final long capacity;
    private long believed;
    // A number below the one that is believed, which was there at the last load; or NONE.
    private long lower = NONE;
    private long resumed = Long.MAX_VALUE;
    private boolean isRefused;

    RecordedCount(final AtomicBuffer section, final long capacity) {
        this.section = section;
        this.capacity = capacity;
    }

    /** Loads the number; returns the last one that was believed if it cannot be. */
    long load() {
        // Acquire; partner: the release store in FlightRing.record.
        final long count = section.getLongAcquire(FlightDescriptor.RECORDED_OFFSET);
        if (count >= believed && (count - believed < capacity || count <= most())) {
            return believe(count);
        }
        if (lower != NONE && count > lower && count - lower < capacity) {
            resumed = lower;
            return believe(count);
        }
        isRefused = true;
        lower = count >= 0 && count < believed ? count : NONE;
        return believed;
    }

    private long believe(final long count) {
        believed = count;
        lower = NONE;
        isRefused = false;
        return count;
    }

    /** Each event takes more than a nanosecond. The clocks of the rank may be others, as in a container, so the later one counts. */
    private long most() {
        final long epochNs = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
        return capacity + Math.max(
            age(System.nanoTime(), section.getLongAcquire(FlightDescriptor.ANCHOR_NANO_TIME_OFFSET)),
            age(epochNs, section.getLong(FlightDescriptor.ANCHOR_EPOCH_OFFSET)));
    }

    private static long age(final long nowNs, final long anchorNs) {
        return Math.max(0, Math.min(nowNs - anchorNs, Long.MAX_VALUE >> 1));
    }

    /** Returns whether the last number that was loaded is not believed. */
    boolean isRefused() {
        return isRefused;
    }

    /** Returns from which number the rank has gone on below one that was believed, once; {@link Long#MAX_VALUE} if it has not. */
    long takeResumed() {
        final long taken = resumed;
        resumed = Long.MAX_VALUE;
        return taken;
    }
}
