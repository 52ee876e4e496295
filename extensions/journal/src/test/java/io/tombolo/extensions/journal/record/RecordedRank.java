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
package io.tombolo.extensions.journal.record;

import io.tombolo.ringbuffers.flight.FlightDescriptor;
import io.tombolo.ringbuffers.flight.FlightKind;
import io.tombolo.ringbuffers.flight.FlightRing;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.JobGeometry;
import io.tombolo.ringbuffers.job.RankFile;
import io.tombolo.ringbuffers.job.RankFileSection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A rank of a job that only records events. As a main class it is a process: {@code DIR RANK SIZE RING COUNT}; it records that many events,
 * prints "recorded", and leaves when its standard input ends.
 */
public final class RecordedRank implements AutoCloseable {
    private static final int PART = 1000;
    private static final long PAUSE_NS = 1_000_000;
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);

    private final JobDirectory job;
    private final RankFile file;
    private final FlightRing ring;
    private long recorded;
    private boolean hasLeft;

    /** Joins a job. */
    public RecordedRank(final Path directory, final int rank, final int size, final int events) throws IOException {
        final JobGeometry geometry = JobGeometry.builder()
            .set(GeometrySetting.MATCH_NODES, 64).set(GeometrySetting.FLIGHT_EVENTS, events).build();
        job = JobDirectory.join(directory, rank, size, geometry, TIMEOUT_NS);
        file = RankFile.create(job);
        ring = new FlightRing(file.section(RankFileSection.FLIGHT), true);
        job.markLive();
    }

    /** Records events: the tag of each is its position, the peer the tag modulo 4. */
    public RecordedRank record(final long count) {
        for (long i = 0; i < count; i++) {
            if ((recorded & 63) == 0) {
                ring.turn();
            }
            final int position = (int) recorded++;
            ring.record(FlightKind.RECEIVED, position & 7, position & 3, position, 1, position, position & 1023);
        }
        return this;
    }

    /** Stores a wrong number of events; the next event stores the right one. */
    void claim(final long number) {
        file.section(RankFileSection.FLIGHT).putLongRelease(FlightDescriptor.RECORDED_OFFSET, number);
    }

    /** Returns the job, as this rank sees it. */
    public JobDirectory job() {
        return job;
    }

    /** Leaves in order. */
    public void leave() throws IOException {
        if (!hasLeft) {
            hasLeft = true;
            job.leave();
            job.destroyIfLast();
            job.close();
            file.close();
        }
    }

    @Override
    public void close() throws IOException {
        leave();
    }

    /** Runs a rank. */
    public static void main(final String[] arguments) throws IOException {
        try (RecordedRank rank = new RecordedRank(
            Path.of(arguments[0]), Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]), Integer.parseInt(arguments[3]))) {
            for (long rest = Long.parseLong(arguments[4]); rest > 0; rest -= PART) {
                rank.record(Math.min(PART, rest));
                LockSupport.parkNanos(PAUSE_NS);
            }
            System.out.println("recorded");
            while (System.in.read() >= 0) {
                rank.record(1);
            }
        }
    }
}
