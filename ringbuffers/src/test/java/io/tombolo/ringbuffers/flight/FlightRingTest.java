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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.ringbuffers.file.MappedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The ring of events: what is read is what was recorded, in order, and what was overwritten is counted.
 */
@Timeout(30)
class FlightRingTest {
    private static final int EVENTS = 64;
    private static final int SNAPSHOTS = 10_000;

    private final FlightEvent event = new FlightEvent();
    private MappedFile file;
    private AtomicBuffer section;

    @BeforeEach
    void create(@TempDir final Path directory) throws IOException {
        file = MappedFile.create(directory.resolve("flight"), FlightDescriptor.length(EVENTS), mapped -> { });
        section = file.buffer(0, FlightDescriptor.length(EVENTS));
    }

    @AfterEach
    void close() {
        file.close();
    }

    @Test
    void shouldReadWhatWasRecorded() {
        final FlightRing ring = new FlightRing(section, true);
        final FlightReader reader = new FlightReader(section);
        assertThat(reader.poll(event)).isFalse();
        assertThat(reader.hasAllMessages()).isTrue();
        final long before = System.nanoTime();
        ring.record(FlightKind.SENT, 255, 1023, -2, 77, Integer.MAX_VALUE, 1L << 40);
        ring.record(FlightKind.RECEIVE_POSTED, 3, -1, 5, -9, -1, -1);
        final long after = System.nanoTime();
        assertThat(reader.poll(event)).isTrue();
        assertThat(event.position()).isZero();
        assertThat(event.kind()).isEqualTo(FlightKind.SENT);
        assertThat(event.detail()).isEqualTo(255);
        assertThat(event.peer()).isEqualTo(1023);
        assertThat(event.number()).isEqualTo(-2);
        assertThat(event.context()).isEqualTo(77);
        assertThat(event.tag()).isEqualTo(Integer.MAX_VALUE);
        assertThat(event.length()).isEqualTo(1L << 40);
        assertThat(event.time()).isBetween(before, after);
        assertThat(Math.abs(reader.epochNs(event.time()) / 1_000_000 - System.currentTimeMillis())).isLessThan(30_000);
        final long time = event.time();
        assertThat(reader.poll(event)).isTrue();
        assertThat(event.position()).isOne();
        assertThat(event.kind()).isEqualTo(FlightKind.RECEIVE_POSTED);
        assertThat(event.peer()).isEqualTo(-1);
        assertThat(event.context()).isEqualTo(-9);
        assertThat(event.tag()).isEqualTo(-1);
        assertThat(event.length()).isEqualTo(-1);
        assertThat(event.time()).as("no other turn").isEqualTo(time);
        assertThat(reader.poll(event)).isFalse();
        ring.turn();
        ring.record(FlightKind.WOKE, 0, -1, 0, 0, 0, 0);
        assertThat(reader.poll(event)).isTrue();
        assertThat(event.time()).isGreaterThanOrEqualTo(after);
    }

    @Test
    void shouldRecordSleepsInARowAsOne() {
        final FlightRing ring = new FlightRing(section, true);
        final FlightReader reader = new FlightReader(section);
        for (int i = 0; i < 100; i++) {
            ring.sleep();
        }
        ring.record(FlightKind.RECEIVED, 0, 5, 0, 0, 0, 0);
        ring.awake();
        ring.sleep();
        ring.awake();
        ring.awake();
        final List<FlightKind> kinds = new ArrayList<>();
        while (reader.poll(event)) {
            kinds.add(event.kind());
        }
        assertThat(kinds).containsExactly(
            FlightKind.SLEPT, FlightKind.WOKE, FlightKind.RECEIVED, FlightKind.SLEPT, FlightKind.WOKE);
    }

    @Test
    void shouldCopyAnEventOutAndIn() {
        final FlightRing ring = new FlightRing(section, true);
        final FlightReader reader = new FlightReader(section);
        ring.record(FlightKind.RECEIVED, 7, 5, -3, 11, 13, 17);
        assertThat(reader.poll(event)).isTrue();
        final UnsafeBuffer copy = new UnsafeBuffer(new byte[2 * FlightDescriptor.EVENT_LENGTH]);
        event.copyTo(copy, FlightDescriptor.EVENT_LENGTH);
        final FlightEvent other = new FlightEvent();
        other.copyFrom(99, copy, FlightDescriptor.EVENT_LENGTH);
        assertThat(other.position()).isEqualTo(99);
        assertThat(other.kind()).isEqualTo(FlightKind.RECEIVED);
        assertThat(other).usingRecursiveComparison().ignoringFields("position").isEqualTo(event);
    }

    @Test
    void shouldCountWhatWasOverwritten() {
        final FlightRing ring = new FlightRing(section, false);
        final FlightReader reader = new FlightReader(section);
        record(ring, 10);
        assertThat(read(reader)).isEqualTo(10);
        record(ring, 3 * EVENTS);
        assertThat(read(reader)).isEqualTo(EVENTS - 1);
        assertThat(reader.missed()).isEqualTo(2 * EVENTS + 1);
        assertThat(reader.position()).isEqualTo(ring.recorded());
        final FlightReader late = new FlightReader(section);
        assertThat(late.poll(event)).isTrue();
        assertThat(event.position()).isEqualTo(ring.recorded() - EVENTS + 1);
        assertThat(late.missed()).isZero();
        late.skipTo(ring.recorded() - 1);
        assertThat(read(late)).isOne();
    }

    @Test
    void shouldReadWhatNoRankHasWritten() {
        section.putLong(FlightDescriptor.RECORDED_OFFSET, EVENTS);
        final FlightReader reader = new FlightReader(section);
        assertThat(reader.poll(event)).isTrue();
        assertThat(event.kind()).isNull();
        section.putLong(FlightDescriptor.RECORDED_OFFSET, -5);
        assertThat(new FlightReader(section).poll(event)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 9, 1L << 50, Long.MAX_VALUE - 1, Long.MAX_VALUE})
    void shouldNotBelieveANumberThatCannotBe(final long number) {
        final FlightRing ring = new FlightRing(section, true);
        final FlightReader reader = new FlightReader(section);
        record(ring, 10);
        assertThat(read(reader)).isEqualTo(10);
        section.putLong(FlightDescriptor.RECORDED_OFFSET, number);
        for (int i = 0; i < 3; i++) {
            assertThat(reader.poll(event)).isFalse();
            assertThat(reader.isRefused()).isTrue();
            assertThat(reader.recorded()).isEqualTo(10);
        }
        record(ring, 3);
        assertThat(read(reader)).isEqualTo(3);
        assertThat(reader.isRefused()).isFalse();
        assertThat(reader.missed()).isZero();
    }

    @Test
    void shouldGoOnWhereTheRankGoesOnBelowAWrongNumber() {
        final FlightRing ring = new FlightRing(section, true);
        final FlightReader reader = new FlightReader(section);
        record(ring, 10);
        section.putLong(FlightDescriptor.RECORDED_OFFSET, 30);
        while (reader.poll(event)) {
            assertThat(event.position()).isLessThan(30);
        }
        record(ring, 1);
        assertThat(reader.poll(event)).isFalse();
        record(ring, 2);
        assertThat(read(reader)).isEqualTo(2);
        assertThat(reader.position()).isEqualTo(13);
        assertThat(reader.isRefused()).isFalse();
    }

    @Test
    void shouldRefuseANumberOfEventsThatIsNoPowerOfTwo() {
        assertThatThrownBy(() -> new FlightRing(new UnsafeBuffer(section, 0, FlightDescriptor.length(EVENTS - 1)), true))
            .isInstanceOf(IllegalArgumentException.class).hasMessage("63 events must be a power of two");
    }

    /** Each word of an event says its position, so a reader would see an event that is half overwritten. */
    @Test
    void shouldReadWholeEventsWhileTheyAreWritten() throws Exception {
        final int events = 2_000_000;
        final FlightRing ring = new FlightRing(section, true);
        final FlightReader reader = new FlightReader(section);
        final FutureTask<Void> writing = new FutureTask<>(() -> record(ring, events), null);
        new Thread(writing).start();
        long read = 0;
        while (reader.position() < events) {
            if (reader.poll(event)) {
                final int position = (int) event.position();
                assertThat(position).isEqualTo(read + reader.missed());
                assertThat(event.number()).isEqualTo(position);
                assertThat(event.tag()).isEqualTo(position);
                assertThat(event.length()).isEqualTo(position);
                read++;
            }
        }
        writing.get();
        assertThat(read + reader.missed()).isEqualTo(events);
    }

    @Test
    void shouldReadASnapshotHoweverSlowly() throws Exception {
        final FlightRing ring = new FlightRing(section, true);
        record(ring, 10);
        final FlightReader first = FlightReader.snapshot(section);
        record(ring, 5 * EVENTS);
        assertThat(read(first)).isEqualTo(10);
        final AtomicBoolean isOver = new AtomicBoolean();
        final FutureTask<Void> writing = new FutureTask<>(() -> {
            while (!isOver.get()) {
                record(ring, EVENTS);
            }
        }, null);
        new Thread(writing).start();
        try {
            long events = 0;
            // All that a snapshot copies may be overwritten meanwhile, above all while another process takes the core.
            for (int snapshots = 0; events == 0 || snapshots < SNAPSHOTS; snapshots++) {
                final FlightReader snapshot = FlightReader.snapshot(section);
                events += read(snapshot);
                assertThat(snapshot.missed()).isZero();
                assertThat(Thread.currentThread().isInterrupted()).as("time limit").isFalse();
            }
        } finally {
            isOver.set(true);
            writing.get();
        }
    }

    private static void record(final FlightRing ring, final int events) {
        for (int i = 0; i < events; i++) {
            final int position = (int) ring.recorded();
            ring.record(FlightKind.SENT, 0, 1, position, 2, position, position);
        }
    }

    private int read(final FlightReader reader) {
        int read = 0;
        while (reader.poll(event)) {
            assertThat(event.number()).isEqualTo((int) event.position());
            read++;
        }
        return read;
    }
}
