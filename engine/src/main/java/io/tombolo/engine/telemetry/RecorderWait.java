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
package io.tombolo.engine.telemetry;

import io.tombolo.ringbuffers.flight.FlightLimit;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.RecordedRing;
import io.tombolo.ringbuffers.job.RecorderLock;
import io.tombolo.ringbuffers.job.RecorderPosition;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import org.agrona.ErrorHandler;

/**
 * Lets a rank wait for its recorder instead of overwriting what the recorder has not read of one ring. A wait has a limit. After a wait
 * that was in vain, the rank goes on without waiting until the recorder has read again. The progress owner alone.
 */
final class RecorderWait implements FlightLimit, AutoCloseable {
    /** Without a recorder the rank looks for one after this part of the ring. */
    private static final int LOOKS_A_RING = 4;
    private static final int SPINS = 200;
    private static final long PARK_NS = 50_000;

    private final JobDirectory job;
    private final RecordedRing ring;
    private final long room;
    private final long longestNs;
    private final ErrorHandler errors;
    private RecorderPosition position;
    // What was read of a recorder that was awaited in vain; or NONE.
    private long stuckAt = RecorderPosition.NONE;
    private boolean isRefused;

    /**
     * Waits for nobody yet.
     *
     * @param job       that the rank has joined.
     * @param ring      that is written.
     * @param room      events or bytes that the ring has room for while nothing of them is read.
     * @param longestNs longest wait, in nanoseconds.
     * @param errors    handler that is told if the file of the recorder is refused.
     */
    RecorderWait(final JobDirectory job, final RecordedRing ring, final long room, final long longestNs, final ErrorHandler errors) {
        this.job = job;
        this.ring = ring;
        this.room = room;
        this.longestNs = longestNs;
        this.errors = errors;
    }

    @Override
    public long await(final long event) {
        long read = read(event);
        if (read != stuckAt) {
            stuckAt = RecorderPosition.NONE;
            read = awaitRoom(event, read);
        }
        final long limit = read < 0 ? 0 : limit(read);
        return limit > event ? limit : event + room / LOOKS_A_RING;
    }

    /** Returns the position of the first event or byte for which a recorder has to read further. */
    private long limit(final long read) {
        return read + room;
    }

    private boolean isLate(final long event, final long read) {
        return read == RecorderPosition.PENDING || read >= 0 && limit(read) <= event;
    }

    private long awaitRoom(final long event, final long first) {
        long read = first;
        long start = System.nanoTime();
        boolean isInterrupted = false;
        try {
            for (int looks = 0; isLate(event, read); looks++) {
                if (System.nanoTime() - start > longestNs) {
                    stuckAt = read;
                    return read;
                }
                if (looks < SPINS) {
                    Thread.onSpinWait();
                } else {
                    // Of a thread that is interrupted, a park would end at once.
                    isInterrupted |= Thread.interrupted();
                    LockSupport.parkNanos(PARK_NS);
                }
                final long now = read(event);
                start = now == read ? start : System.nanoTime();
                read = now;
            }
            return read;
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns what the recorder has read. A position that cannot be counts as no recorder. */
    private long read(final long event) {
        if (position == null && !isRefused) {
            try {
                position = RecorderPosition.attach(job, ring);
                if (position == null && RecorderLock.isHeld(job.path())) {
                    return RecorderPosition.PENDING;
                }
            } catch (final IOException | OutOfMemoryError refused) {
                isRefused = true;
                errors.onError(refused);
            }
        }
        final long read = position == null ? RecorderPosition.NONE : position.load();
        return read > event ? RecorderPosition.NONE : read;
    }

    @Override
    public void close() {
        if (position != null) {
            position.close();
            position = null;
        }
    }
}
