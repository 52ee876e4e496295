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
package io.tombolo.ringbuffers.wait;

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
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The waits of a rank: what is read is what is shown, whole and checked.
 */
@Timeout(30)
class WaitWriterTest {
    private static final int READINGS = 50_000;

    private MappedFile file;
    private AtomicBuffer section;
    private WaitWriter writer;
    private WaitReader reader;

    @BeforeEach
    void create(@TempDir final Path directory) throws IOException {
        file = MappedFile.create(directory.resolve("waits"), WaitDescriptor.LENGTH, mapped -> { });
        section = file.buffer(0, WaitDescriptor.LENGTH);
        writer = new WaitWriter(section, true);
        reader = WaitReader.attach(section);
    }

    @AfterEach
    void close() {
        file.close();
    }

    @Test
    void shouldReadWhatIsShown() {
        assertThat(reader.readAll()).isEmpty();
        final int place = writer.take();
        writer.begin(place, WaitCall.WAIT_ANY, WaitMode.ANY, -7, 9, "main");
        writer.add(place, WaitKind.RECEIVE, WaitKind.ANY_RANK, WaitKind.NO_TAG, -3, 1L << 40, 5);
        writer.add(place, WaitKind.SEND, 1023, Integer.MAX_VALUE, 2, 0, Long.MIN_VALUE);
        assertThat(reader.readAll()).as("not published").isEmpty();
        writer.publish(place);
        assertThat(reader.readAll()).containsExactly(new WaitReading(
            0, 1, -7, 9, WaitCall.WAIT_ANY, WaitMode.ANY, 2,
            List.of(
                new WaitEntry(WaitKind.RECEIVE, -1, -1, -3, 1L << 40, 5),
                new WaitEntry(WaitKind.SEND, 1023, Integer.MAX_VALUE, 2, 0, Long.MIN_VALUE)),
            "main", ""));
        writer.callSite(place, WaitCall.WAIT_SOME, "com.acme.Settlement.book(Settlement.java:41)");
        assertThat(reader.read(place).call()).isEqualTo(WaitCall.WAIT_SOME);
        assertThat(reader.read(place).callSite()).isEqualTo("com.acme.Settlement.book(Settlement.java:41)");
        assertThat(reader.read(place).number()).isOne();
        writer.free(place);
        assertThat(reader.readAll()).isEmpty();
        show(WaitCall.SEND, 0, "other");
        final WaitReading second = reader.read(0);
        assertThat(second.number()).isEqualTo(2);
        assertThat(second.entries()).isEmpty();
        assertThat(second.thread()).isEqualTo("other");
        assertThat(second.callSite()).as("of the wait before").isEmpty();
    }

    @Test
    void shouldShowTheClockAndTheLevel() {
        assertThat(reader.clockNs()).isZero();
        assertThat(reader.isSingle()).isTrue();
        writer.clock(-12);
        assertThat(reader.clockNs()).isEqualTo(-12);
        new WaitWriter(section, false);
        assertThat(reader.isSingle()).isFalse();
    }

    @Test
    void shouldCountEntriesAndThreadsThatFindNoPlace() {
        final int place = show(WaitCall.WAIT_ALL, 20, "main");
        final WaitReading wait = reader.read(place);
        assertThat(wait.count()).isEqualTo(20);
        assertThat(wait.entries()).hasSize(16);
        assertThat(wait.entries().get(15).tag()).isEqualTo(15);
        final List<Integer> places = new ArrayList<>(List.of(place));
        for (int i = 1; i < WaitDescriptor.PLACES; i++) {
            places.add(show(WaitCall.RECV, 1, "main"));
        }
        assertThat(places).doesNotHaveDuplicates().doesNotContain(WaitWriter.NONE);
        assertThat(reader.readAll()).hasSize(16);
        assertThat(reader.notShown()).isZero();
        assertThat(writer.take()).isEqualTo(WaitWriter.NONE);
        assertThat(writer.take()).isEqualTo(WaitWriter.NONE);
        assertThat(reader.notShown()).isEqualTo(2);
        writer.free(WaitWriter.NONE);
        assertThat(reader.notShown()).isOne();
        writer.free(7);
        assertThat(reader.read(7)).isNull();
        assertThat(writer.take()).isEqualTo(7);
        writer.clear();
        assertThat(reader.readAll()).isEmpty();
        assertThat(reader.notShown()).isZero();
    }

    @Test
    void shouldCutTheStartOfLongTextsAndReplaceWhatIsNotPrintable() {
        final int place = show(WaitCall.RECV, 0, "x".repeat(10) + "y".repeat(32));
        writer.callSite(place, WaitCall.RECV, "a".repeat(10) + "\u001b\u00e4\u8000" + "b".repeat(93));
        assertThat(reader.read(place).thread()).isEqualTo("y".repeat(32));
        assertThat(reader.read(place).callSite()).isEqualTo("???" + "b".repeat(93));
    }

    @Test
    void shouldNotReadAPlaceThatChangesAllTheTime() {
        final int place = show(WaitCall.RECV, 1, "main");
        section.putLong(WaitDescriptor.placeOffset(place), section.getLong(WaitDescriptor.placeOffset(place)) + 1);
        assertThat(reader.read(place)).isNull();
        writer.callSite(place, WaitCall.RECV, "after an error in the middle of a change");
        assertThat(reader.read(place)).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({
        "12, -1", "32, 0", "32, 100", "32, -1", "36, 2", "36, -1", "40, -1", "40, 3", "40, 2147483647", "44, 0", "44, 17", "48, -1",
        "48, 33", "52, -1", "52, 97", "56, 0x1b", "192, 0", "192, 15", "196, -3"})
    void shouldNotReadWhatNoRankHasWritten(final int offset, final String value) {
        final int place = show(WaitCall.RECV, 2, "main");
        assertThat(reader.read(place)).isNotNull();
        section.putInt(WaitDescriptor.placeOffset(place) + offset, Integer.decode(value));
        assertThat(reader.read(place)).isNull();
    }

    @Test
    void shouldNotBelieveANegativeNumberOfThreadsOrASectionOfAnotherLength() {
        section.putInt(WaitDescriptor.NOT_SHOWN_OFFSET, -1);
        assertThat(reader.notShown()).isZero();
        assertThatThrownBy(() -> WaitReader.attach(new UnsafeBuffer(section, 0, 704)))
            .isInstanceOf(IllegalArgumentException.class).hasMessage("length=704 of the waits of a rank must be 11392");
    }

    /** Each entry says the number of its wait, so a reader would see a wait that is half changed. */
    @Test
    void shouldReadWholeWaitsWhileTheyChange() throws Exception {
        final List<FutureTask<Void>> writing = new ArrayList<>();
        final AtomicBoolean isOver = new AtomicBoolean();
        for (int thread = 0; thread < 3; thread++) {
            writing.add(new FutureTask<>(() -> {
                while (!isOver.get()) {
                    showMany(100);
                }
            }, null));
            new Thread(writing.get(thread), "writer").start();
        }
        try {
            for (int read = 0; read < READINGS; read += readWholeWaits()) {
                assertThat(Thread.currentThread().isInterrupted()).as("time limit").isFalse();
            }
        } finally {
            isOver.set(true);
            // Before the file is unmapped.
            for (final FutureTask<Void> task : writing) {
                task.get();
            }
        }
        assertThat(reader.readAll()).isEmpty();
        assertThat(reader.notShown()).isZero();
    }

    private int readWholeWaits() {
        final List<WaitReading> waits = reader.readAll();
        for (final WaitReading wait : waits) {
            assertThat(wait.entries()).hasSize(2);
            final int tag = wait.entries().get(0).tag();
            assertThat(wait.entries().get(1)).isEqualTo(new WaitEntry(WaitKind.RECEIVE, tag, tag, tag, tag, tag));
            assertThat(wait.startNs()).isEqualTo(tag);
            if (!wait.callSite().isEmpty()) {
                assertThat(Integer.parseInt(wait.callSite())).isEqualTo(tag & 7);
            }
        }
        return waits.size();
    }

    private void showMany(final int waits) {
        final String[] sites = {"0", "1", "2", "3", "4", "5", "6", "7"};
        for (int i = 0; i < waits; i++) {
            final int place = writer.take();
            writer.begin(place, WaitCall.RECV, WaitMode.ALL, i, 0, "writer");
            writer.add(place, WaitKind.RECEIVE, i, i, i, i, i);
            writer.add(place, WaitKind.RECEIVE, i, i, i, i, i);
            writer.publish(place);
            writer.callSite(place, WaitCall.RECV, sites[i & 7]);
            writer.free(place);
        }
    }

    private int show(final WaitCall call, final int entries, final String thread) {
        final int place = writer.take();
        writer.begin(place, call, WaitMode.ALL, 1, 0, thread);
        for (int i = 0; i < entries; i++) {
            writer.add(place, WaitKind.RECEIVE, 0, i, 0, 0, 0);
        }
        writer.publish(place);
        return place;
    }
}
