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
import io.tombolo.ringbuffers.flight.FlightEvent;
import io.tombolo.ringbuffers.flight.FlightReader;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.RankFile;
import io.tombolo.ringbuffers.job.RankFileSection;
import io.tombolo.ringbuffers.job.RecordedRing;
import io.tombolo.ringbuffers.job.RecorderFile;
import io.tombolo.ringbuffers.job.RecorderLock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A rank that waits for its recorder loses no event while the recorder reads, and does not wait long for one that does not.
 */
@Timeout(30)
class RecorderWaitTest {
    private static final int EVENTS = 64;
    private static final int MESSAGES = 5_000;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[8]);
    private final FlightEvent event = new FlightEvent();
    private LocalJob job;
    private JobDirectory view;
    private RankFile file;
    private FlightReader reader;

    private void launch(final long waitMs) throws Exception {
        job = LocalJob.of(2, context -> context.size(GeometrySetting.FLIGHT_EVENTS, EVENTS).recordsAllMessages(true)
            .flightWait(waitMs, TimeUnit.MILLISECONDS));
        view = JobDirectory.inspect(job.directory());
        file = RankFile.attach(view, 0, 1);
        reader = new FlightReader(file.section(RankFileSection.FLIGHT));
    }

    @AfterEach
    void close() {
        file.close();
        view.close();
        job.close();
    }

    @Test
    void shouldLoseNothingWhileTheRecorderReads() throws Exception {
        launch(TimeUnit.SECONDS.toMillis(30));
        final RankThreads threads = new RankThreads();
        final AtomicBoolean isOver = new AtomicBoolean();
        try (RecorderFile recorder = RecorderFile.open(view)) {
            recorder.read(0, 1, RecordedRing.EVENTS, 0);
            recorder.read(1, RecorderFile.NOBODY, RecordedRing.EVENTS, 0);
            threads.start(() -> readUntil(isOver, recorder));
            exchange();
            isOver.set(true);
            threads.join();
        }
        assertThat(reader.recorded()).isGreaterThan(MESSAGES);
        assertThat(reader.missed()).isZero();
    }

    @Test
    void shouldWaitOnceForARecorderThatDoesNotRead() throws Exception {
        launch(1);
        try (RecorderFile recorder = RecorderFile.open(view)) {
            recorder.read(0, 1, RecordedRing.EVENTS, 0);
            recorder.read(1, RecorderFile.NOBODY, RecordedRing.EVENTS, 0);
            exchange();
        }
        while (reader.poll(event)) {
            TimeLimit.check();
        }
        assertThat(reader.missed()).isEqualTo(reader.recorded() - EVENTS + 1);
    }

    @Test
    void shouldNotBelieveAPositionThatCannotBe() throws Exception {
        launch(TimeUnit.HOURS.toMillis(1));
        final RankThreads threads = new RankThreads();
        final AtomicBoolean isOver = new AtomicBoolean();
        try (RecorderFile recorder = RecorderFile.open(view)) {
            recorder.read(1, RecorderFile.NOBODY, RecordedRing.EVENTS, 0);
            for (final long position : new long[] {-2, Long.MIN_VALUE, Long.MAX_VALUE - 2 * EVENTS}) {
                recorder.read(0, 1, RecordedRing.EVENTS, position);
                exchange();
            }
            reader.skipTo(reader.recorded());
            recorder.read(0, 1, RecordedRing.EVENTS, reader.position());
            threads.start(() -> readUntil(isOver, recorder));
            exchange();
            isOver.set(true);
            threads.join();
        }
        assertThat(reader.missed()).isLessThan(EVENTS);
    }

    @Test
    void shouldNotWaitWithoutARecorder() throws Exception {
        launch(TimeUnit.HOURS.toMillis(1));
        exchange();
        try (RecorderFile recorder = RecorderFile.open(view)) {
            // It has ended, or pauses.
            recorder.read(0, RecorderFile.NOBODY, RecordedRing.EVENTS, 0);
            recorder.read(1, RecorderFile.NOBODY, RecordedRing.EVENTS, 0);
            exchange();
        }
        assertThat(reader.recorded()).isGreaterThan(2 * MESSAGES);
    }

    @Test
    void shouldWaitForARecorderThatHasNotComeToTheRankYet() throws Exception {
        launch(TimeUnit.SECONDS.toMillis(30));
        final RankThreads threads = new RankThreads();
        final AtomicBoolean isOver = new AtomicBoolean();
        final RecorderLock lock = RecorderLock.take(job.directory());
        try {
            threads.start(() -> {
                while (reader.recorded() < EVENTS - 1) {
                    TimeLimit.check();
                }
                try (RecorderFile recorder = RecorderFile.open(view)) {
                    recorder.read(1, RecorderFile.NOBODY, RecordedRing.EVENTS, 0);
                    recorder.read(0, 1, RecordedRing.EVENTS, 0);
                    readUntil(isOver, recorder);
                }
            });
            exchange();
            isOver.set(true);
            threads.join();
        } finally {
            lock.close();
        }
        assertThat(reader.missed()).isZero();
    }

    @Test
    void shouldWaitForARecorderThatBeginsLater() throws Exception {
        launch(TimeUnit.SECONDS.toMillis(30));
        exchange();
        final RankThreads threads = new RankThreads();
        final AtomicBoolean isOver = new AtomicBoolean();
        final long begin = reader.recorded();
        reader.skipTo(begin);
        try (RecorderFile recorder = RecorderFile.open(view)) {
            recorder.read(0, 1, RecordedRing.EVENTS, begin);
            recorder.read(1, RecorderFile.NOBODY, RecordedRing.EVENTS, 0);
            threads.start(() -> readUntil(isOver, recorder));
            exchange();
            isOver.set(true);
            threads.join();
        }
        // Between two looks for a recorder the rank may overwrite events.
        assertThat(reader.missed()).isLessThan(EVENTS);
    }

    private void readUntil(final AtomicBoolean isOver, final RecorderFile recorder) {
        while (!isOver.get() || reader.position() < reader.recorded()) {
            TimeLimit.check();
            if (reader.poll(event)) {
                recorder.read(0, 1, RecordedRing.EVENTS, reader.position());
            }
        }
    }

    private void exchange() {
        for (int i = 0; i < MESSAGES; i++) {
            job.engine(0).world().send(buffer, 0, 8, 1, 7);
            job.engine(1).world().recv(buffer, 0, 8, 0, 7);
        }
    }
}
