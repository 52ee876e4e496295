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

import io.tombolo.ringbuffers.flight.FlightKind;
import io.tombolo.ringbuffers.flight.FlightRing;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.JobGeometry;
import io.tombolo.ringbuffers.job.RankFile;
import io.tombolo.ringbuffers.job.RankFileSection;
import io.tombolo.ringbuffers.job.RankRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A job whose ranks, all in this JVM, only record events: without engines. */
final class RecordingJob implements AutoCloseable {
    static final int EVENTS = 64;
    static final int SIZE = 3;
    private static final JobGeometry GEOMETRY =
        JobGeometry.builder().set(GeometrySetting.MATCH_NODES, 64).set(GeometrySetting.FLIGHT_EVENTS, EVENTS).build();

    private final Path directory;
    private final List<Rank> ranks = new ArrayList<>();

    RecordingJob(final Path directory) {
        this.directory = directory;
    }

    /** Makes a rank join. */
    Rank join(final int rank, final String name, final boolean hasAllMessages) throws IOException {
        final JobDirectory job =
            JobDirectory.join(directory, "", new RankRequest(rank, name, false), SIZE, GEOMETRY, TimeUnit.SECONDS.toNanos(20));
        final RankFile file = RankFile.create(job);
        final Rank joined = new Rank(job, file, new FlightRing(file.section(RankFileSection.FLIGHT), hasAllMessages));
        ranks.add(joined);
        job.markLive();
        return joined;
    }

    Path directory() {
        return directory;
    }

    /** Makes all ranks leave. The files stay. */
    @Override
    public void close() {
        ranks.forEach(Rank::leave);
    }

    record Rank(JobDirectory job, RankFile file, FlightRing ring) {
        /** Records an event of a turn of its own. */
        Rank record(final FlightKind kind, final int detail, final int peer, final int number, final int tag, final long length) {
            ring.turn();
            ring.record(kind, detail, peer, number, 0, tag, length);
            return this;
        }

        /** Records short messages that were sent, whose tags are their numbers. */
        void send(final int peer, final int from, final int until) {
            for (int number = from; number < until; number++) {
                record(FlightKind.SENT, 0, peer, number, number, 8);
            }
        }

        void die() {
            job.simulateDeath(job.rank());
        }

        void leave() {
            job.close();
            file.close();
        }
    }
}
