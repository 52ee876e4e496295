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

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.latency.LatencyFile;
import io.tombolo.ringbuffers.latency.LatencyKind;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which waits of a rank come into its latency histograms. */
@Timeout(30)
class MeasuredWaitsTest {
    private static final int MESSAGES = 50;
    private static final int LONG = 1 << 16;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[LONG]);

    @Test
    void shouldMeasureUnexpectedMessages() throws Exception {
        try (LocalJob job = LocalJob.of(2, context -> context.latencySample(1))) {
            for (int i = 0; i < MESSAGES; i++) {
                job.engine(0).world().send(buffer, 0, 8, 1, 5);
                job.engine(0).world().send(buffer, 0, 8, 1, 6);
                job.engine(1).world().recv(buffer, 0, 8, 0, 6);
                job.engine(1).world().recv(buffer, 0, 8, 0, 5);
            }
            assertThat(count(job, 1, 0, LatencyKind.UNEXPECTED)).isEqualTo(MESSAGES);
            assertThat(count(job, 1, 0, LatencyKind.ARRIVAL_MATCH)).isGreaterThanOrEqualTo(MESSAGES);
        }
    }

    @Test
    void shouldMeasureLongMessages() throws Exception {
        try (LocalJob job = LocalJob.of(2, context -> context.latencySample(1))) {
            for (int i = 0; i < MESSAGES; i++) {
                final Request receive = job.engine(1).world().irecv(new UnsafeBuffer(new byte[LONG]), 0, LONG, 0, 5);
                final Request send = job.engine(0).world().isend(buffer, 0, LONG, 1, 5);
                while (!send.test() | !receive.test()) {
                    TimeLimit.check();
                    job.step();
                }
            }
            assertThat(count(job, 1, 0, LatencyKind.MATCH_COMPLETION)).isEqualTo(MESSAGES);
        }
    }

    @Test
    void shouldMeasureStallsAndLocksWhateverTheRate() throws Exception {
        try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.RING_SLOTS, 16).latencySample(1 << 20))) {
            final List<Request> sends = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                sends.add(job.engine(0).world().isend(buffer, 0, 8, 1, 5));
            }
            for (int i = 0; i < 100; i++) {
                final Request receive = job.engine(1).world().irecv(buffer, 0, 8, 0, 5);
                while (!receive.test()) {
                    TimeLimit.check();
                    job.step();
                }
            }
            sends.forEach(Request::await);
            assertThat(count(job, 0, 1, LatencyKind.CREDIT_STALL)).isPositive();
            final RankThreads threads = new RankThreads();
            final Window[] windows = new Window[2];
            threads.run(job, engine -> windows[engine.rank()] = engine.world().allocateWindow(64));
            windows[0].lock(1, LockType.EXCLUSIVE);
            threads.start(() -> {
                windows[1].lock(1, LockType.EXCLUSIVE);
                windows[1].unlock(1);
            });
            while (FlightEvents.of(job, 1, event -> event.kind().name()).stream().noneMatch("LOCK_AWAITED"::equals)) {
                TimeLimit.check();
            }
            windows[0].unlock(1);
            threads.join();
            assertThat(count(job, 1, 1, LatencyKind.LOCK_WAIT)).isOne();
            threads.run(job, engine -> windows[engine.rank()].close());
        }
    }

    @Test
    void shouldMeasureNothingIfItIsOff() throws Exception {
        try (LocalJob job = LocalJob.of(2, context -> context.latencySample(0))) {
            job.engine(0).world().send(buffer, 0, 8, 1, 5);
            job.engine(0).world().send(buffer, 0, 8, 1, 6);
            job.engine(1).world().recv(buffer, 0, 8, 0, 6);
            job.engine(1).world().recv(buffer, 0, 8, 0, 5);
            assertThat(job.directory().toFile().list((directory, name) -> name.startsWith("latency"))).isEmpty();
        }
    }

    private static long count(final LocalJob job, final int rank, final int peer, final LatencyKind kind) throws Exception {
        try (JobDirectory view = JobDirectory.inspect(job.directory());
            LatencyFile file = LatencyFile.attach(view, rank, view.incarnation(rank), peer)) {
            return file.reader(kind).recorded();
        }
    }
}
