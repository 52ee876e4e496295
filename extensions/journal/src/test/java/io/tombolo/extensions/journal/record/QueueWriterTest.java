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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.extensions.journal.Journal;
import io.tombolo.extensions.journal.JournalCursor;
import io.tombolo.extensions.journal.JournalRank;
import io.tombolo.extensions.journal.excerpt.EndExcerpt;
import io.tombolo.extensions.journal.excerpt.EventBatch;
import io.tombolo.extensions.journal.excerpt.ExcerptFormat;
import io.tombolo.extensions.journal.excerpt.GapReason;
import io.tombolo.extensions.journal.excerpt.JournalException;
import io.tombolo.extensions.journal.excerpt.QueueFiles;
import io.tombolo.extensions.journal.excerpt.StartExcerpt;
import io.tombolo.ringbuffers.job.RecordedRing;
import io.tombolo.ringbuffers.flight.FlightDescriptor;
import io.tombolo.ringbuffers.flight.FlightEvent;
import io.tombolo.ringbuffers.flight.FlightKind;
import io.tombolo.ringbuffers.flight.FlightReader;
import io.tombolo.ringbuffers.flight.FlightRing;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The files of one rank: what is written is read, by this library and by Chronicle's own, over rolls, damage and retention.
 */
@Timeout(30)
class QueueWriterTest {
    private static final long JOB = 0xabcL;
    private static final long CYCLE_MS = 600_000;
    private static final StartExcerpt START = new StartExcerpt(
        JOB, 3, 2, "worker", 100, 1_000_000_000_100L, true, 77, 5, 0, StartExcerpt.Stream.NONE, StartExcerpt.Stream.NONE);

    @TempDir
    private Path journal;

    private final EventBatch batch = new EventBatch();
    private final FlightEvent event = new FlightEvent();
    private long nowMs = 1_800_000_000_000L;
    private FreeSpace space;
    private Path queue;

    @BeforeEach
    void prepare() throws IOException {
        space = new FreeSpace(journal, 0, warning -> { });
        queue = Journal.queue(journal, JOB, 3, 2);
    }

    private QueueWriter writer() {
        return new QueueWriter(queue, START, space, () -> nowMs);
    }

    /** Appends batches of events whose tags are their positions. */
    private void append(final QueueWriter writer, final long first, final int batches) throws IOException {
        final UnsafeBuffer section = new UnsafeBuffer(ByteBuffer.allocateDirect(FlightDescriptor.length(1024)));
        for (int i = 0; i < batches; i++) {
            section.setMemory(0, section.capacity(), (byte) 0);
            final FlightRing ring = new FlightRing(section, true);
            final FlightReader reader = new FlightReader(section);
            final long position = first + (long) i * ExcerptFormat.MAX_EVENTS;
            batch.begin(position);
            for (int j = 0; j < ExcerptFormat.MAX_EVENTS; j++) {
                final int tag = (int) position + j;
                ring.record(FlightKind.RECEIVED, tag & 7, tag & 3, tag, 1, tag, tag & 1023);
                assertThat(reader.poll(event)).isTrue();
                batch.add(event);
            }
            assertThat(writer.prepare(position)).isTrue();
            writer.writer().events(batch);
        }
    }

    @Test
    void shouldReadOverARollAndGoOnAfterIt() throws IOException {
        try (QueueWriter writer = writer()) {
            append(writer, 0, 3);
            nowMs += CYCLE_MS;
            append(writer, 1536, 1);
        }
        nowMs -= CYCLE_MS;
        try (QueueWriter writer = writer()) {
            append(writer, 2048, 1);
            assertThat(writer.prepare(2560)).isTrue();
            writer.writer().gap(RecordedRing.EVENTS, 2560, 40, GapReason.OVERWRITTEN);
            writer.writer().end(new EndExcerpt("left", "closed", 2600));
        }
        assertThat(QueueFiles.of(queue)).as("never back to an earlier cycle").hasSize(2);
        assertThat(JournalText.of(journal)).containsExactly(
            "3.2", "start 0", "events 0-2559", "gap 2560-2599 overwritten", "end left closed 2600");
    }

    @Test
    void shouldBeReadableWithTheLibrary() throws IOException {
        try (QueueWriter writer = writer()) {
            append(writer, 0, 2);
        }
        try (ChronicleQueue opened = SingleChronicleQueueBuilder.binary(queue).readOnly(true).build();
            ExcerptTailer tailer = opened.createTailer()) {
            try (DocumentContext document = tailer.readingDocument()) {
                assertThat(document.wire().read("tombolo").int32()).isEqualTo(ExcerptFormat.VERSION);
                assertThat(document.wire().read("kind").text()).isEqualTo("start");
                assertThat(document.wire().read("name").text()).isEqualTo("worker");
            }
            for (int i = 0; i < 2; i++) {
                try (DocumentContext document = tailer.readingDocument()) {
                    assertThat(document.wire().read("kind").text()).isEqualTo("events");
                    assertThat(document.wire().read("first").int64()).isEqualTo(i * 512L);
                    assertThat(document.wire().read("data").bytes()).hasSize(512 * FlightDescriptor.EVENT_LENGTH);
                }
            }
            try (DocumentContext document = tailer.readingDocument()) {
                assertThat(document.isPresent()).isFalse();
            }
        }
    }

    @Test
    void shouldReadWhatComesBeforeACut() throws IOException {
        try (QueueWriter writer = writer()) {
            append(writer, 0, 4);
        }
        final Path file = QueueFiles.of(queue).get(0);
        final long end = QueueFiles.end(file).position();
        long before = 4 * ExcerptFormat.MAX_EVENTS;
        for (long length = end - Integer.BYTES; length > end - 3 * 16_500; length -= 4099) {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(length);
            }
            final List<String> text = JournalText.of(journal);
            assertThat(text).hasSize(4).startsWith("3.2", "start 0").endsWith("damage");
            final long whole = Long.parseLong(text.get(2).substring("events 0-".length())) + 1;
            assertThat(whole % ExcerptFormat.MAX_EVENTS).isZero();
            assertThat(whole).isLessThanOrEqualTo(Math.min(before, 3 * ExcerptFormat.MAX_EVENTS));
            before = whole;
        }
        assertThat(before).isEqualTo(ExcerptFormat.MAX_EVENTS);
        try (QueueWriter writer = writer()) {
            append(writer, 512, 1);
        }
        assertThat(JournalText.of(journal)).as("a recorder goes on behind the cut").containsExactly("3.2", "start 0", "events 0-1023");
    }

    @Test
    void shouldRefuseWhatIsNoJournal() throws IOException {
        assertThatThrownBy(() -> Journal.open(journal)).isInstanceOf(JournalException.class)
            .hasMessage(journal + ": not a journal, it has no JOB/rank-R-I with a queue");
        assertThatThrownBy(() -> Journal.open(journal.resolve("none"))).hasMessage(journal + "/none: there is no such directory");
        try (ChronicleQueue foreign = SingleChronicleQueueBuilder.binary(queue).build()) {
            try (DocumentContext document = foreign.createAppender().writingDocument()) {
                document.wire().write("price").int64(7);
            }
        }
        assertThatThrownBy(() -> JournalText.of(journal)).isInstanceOf(JournalException.class)
            .hasMessageEndingWith(": not a journal of Tombolo, but another queue of Chronicle");
    }

    @Test
    void shouldRefuseAnotherVersion() throws IOException {
        try (QueueWriter writer = writer()) {
            append(writer, 0, 1);
        }
        final Path file = QueueFiles.of(queue).get(0);
        final byte[] bytes = Files.readAllBytes(file);
        final String text = new String(bytes, StandardCharsets.ISO_8859_1);
        final int version = text.indexOf("tombolo") + "tombolo".length();
        assertThat(bytes[version + 1]).isEqualTo((byte) ExcerptFormat.VERSION);
        bytes[version + 1] = 7;
        Files.write(file, bytes);
        assertThatThrownBy(() -> JournalText.of(journal)).isInstanceOf(JournalException.class)
            .hasMessage(file + ": has format version 7, this library reads versions 1 to 2");
    }

    @Test
    void shouldDeleteTheOldestClosedFiles() throws IOException {
        try (QueueWriter writer = writer()) {
            for (int i = 0; i < 4; i++) {
                append(writer, i * 512L, 1);
                nowMs += CYCLE_MS;
            }
            final List<Path> files = QueueFiles.of(queue);
            final long length = Files.size(files.get(0));
            assertThat(retention(2 * length, RecorderOptions.NO_LIMIT).apply(0, Set.of(writer.path()))).isEqualTo(1);
            assertThat(QueueFiles.of(queue)).isEqualTo(files.subList(1, 4));
            final long later = Files.getLastModifiedTime(files.get(2)).toMillis() + 5000;
            assertThat(retention(RecorderOptions.NO_LIMIT, 60_000).apply(later, Set.of())).isZero();
            assertThat(retention(RecorderOptions.NO_LIMIT, 1000).apply(later, Set.of())).isEqualTo(2);
        }
        assertThat(JournalText.of(journal)).containsExactly("3.2", "start 1536", "events 1536-2047");
    }

    @Test
    void shouldDeleteTheNewestFileOfARankThatHasEnded() throws IOException {
        final Path other = Journal.queue(journal, JOB, 4, 1);
        try (QueueWriter writer = writer(); QueueWriter open = new QueueWriter(other, START, space, () -> nowMs)) {
            append(writer, 0, 1);
            append(open, 0, 1);
            writer.writer().end(new EndExcerpt("left", "closed", 512));
        }
        final Retention retention = retention(0, RecorderOptions.NO_LIMIT);
        assertThat(retention.apply(0, Set.of(QueueFiles.of(queue).get(0)))).as("written").isZero();
        assertThat(retention.apply(0, Set.of())).isEqualTo(1);
        assertThat(queue).doesNotExist();
        assertThat(QueueFiles.of(other)).as("a rank without an end").hasSize(1);
        try (QueueWriter next = new QueueWriter(Journal.queue(journal, JOB, 4, 2), START, space, () -> nowMs)) {
            append(next, 0, 1);
        }
        assertThat(retention.apply(0, Set.of())).as("a later incarnation").isEqualTo(1);
        assertThat(other).doesNotExist();
    }

    private Retention retention(final long bytes, final long ms) {
        return new Retention(new RecorderOptions(journal, journal, 0, bytes, ms, false));
    }

    @Test
    void shouldReadEventsWithoutGarbage() throws IOException {
        try (QueueWriter writer = writer()) {
            append(writer, 0, 200);
        }
        final com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (final JournalRank rank : Journal.open(journal)) {
            try (JournalCursor cursor = rank.cursor()) {
                for (int i = 0; i < 60_000; i++) {
                    assertThat(cursor.next()).isTrue();
                }
                final long before = threads.getCurrentThreadAllocatedBytes();
                long sum = 0;
                for (int i = 0; i < 40_000; i++) {
                    sum += cursor.next() ? cursor.event().flight().tag() : 0;
                }
                assertThat(threads.getCurrentThreadAllocatedBytes() - before).as("less than a byte an event").isLessThan(40_000);
                assertThat(sum).isPositive();
            }
        }
    }
}
