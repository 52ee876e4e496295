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
import io.tombolo.extensions.journal.JournalEvent;
import io.tombolo.extensions.journal.JournalRank;
import io.tombolo.extensions.journal.JournalStream;
import io.tombolo.extensions.journal.command.JournalMain;
import io.tombolo.ringbuffers.flight.FlightKind;
import io.tombolo.ringbuffers.job.RecordedRing;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The bytes in a journal are those that the rank has written, each once, and what is missing is counted.
 */
@Timeout(60)
class PayloadRecordingTest {
    @TempDir
    private Path directory;

    private int whole;
    private int without;
    private long missingEvents;
    private long missingBytes;

    private Path job() {
        return directory.resolve("job");
    }

    private Path journal() {
        return directory.resolve("journal");
    }

    private JournalRank rank() throws IOException {
        return Journal.open(journal()).iterator().next();
    }

    /** Reads the journal and compares each message whose bytes are all there. */
    private void read() throws IOException {
        try (JournalCursor cursor = rank().cursor()) {
            final JournalEvent event = cursor.event();
            final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            int number = -1;
            boolean isWhole = false;
            while (cursor.next()) {
                missingEvents += event.isGap() && event.gapRing() == RecordedRing.EVENTS ? event.missing() : 0;
                missingBytes += event.isGap() && event.gapRing() == RecordedRing.PAYLOAD ? event.missing() : 0;
                if (event.isFlight() && !event.isPayload()) {
                    number = event.flight().number();
                    isWhole = true;
                    bytes.reset();
                } else if (event.isPayload()) {
                    assertThat(event.payloadLength()).isEqualTo(event.flight().tag());
                    isWhole &= event.hasPayload() && event.flight().number() == number;
                    copy(event, bytes);
                    if ((event.flight().detail() & FlightKind.LAST_PIECE) != 0) {
                        finish(isWhole, number, bytes);
                    }
                } else if (event.isGap() && event.gapRing() == RecordedRing.EVENTS) {
                    isWhole = false;
                }
            }
        }
    }

    private void finish(final boolean isWhole, final int number, final ByteArrayOutputStream bytes) {
        if (isWhole) {
            assertThat(bytes.toByteArray()).as("message %d", number).isEqualTo(PayloadRank.message(number));
            whole++;
        } else {
            without++;
        }
    }

    private static void copy(final JournalEvent event, final ByteArrayOutputStream bytes) {
        final byte[] piece = new byte[event.payloadLength()];
        if (event.hasPayload()) {
            event.copyPayload(new UnsafeBuffer(piece), 0);
            bytes.writeBytes(piece);
        } else {
            assertThatThrownBy(() -> event.copyPayload(new UnsafeBuffer(piece), 0)).isInstanceOf(IllegalStateException.class);
        }
    }

    /** Asserts that the order has each number once, in two bytes. */
    private void assertOrder(final int count) throws IOException {
        long next = 0;
        try (JournalStream order = rank().order()) {
            while (order.next()) {
                assertThat(order.isGap()).isFalse();
                assertThat(order.position()).isEqualTo(next);
                for (int i = 0; i < order.length(); i++, next++) {
                    final int number = (int) next / 2;
                    assertThat(order.buffer().getByte(order.offset() + i)).isEqualTo((byte) (next % 2 == 0 ? number : number >> 8));
                }
            }
        }
        assertThat(next).isEqualTo(2L * count);
    }

    /** Asserts that the stream of payload has each byte once, as bytes or in a gap. */
    private void assertContiguous(final long written) throws IOException {
        long next = 0;
        try (JournalStream payload = rank().payload()) {
            while (payload.next()) {
                assertThat(payload.position()).isEqualTo(next);
                next += payload.length();
            }
        }
        assertThat(next).isEqualTo(written);
    }

    @Test
    void shouldLoseNothingOfARankThatWaits() throws Exception {
        final int count = 10_000;
        final RecorderTotals totals;
        final long written;
        try (PayloadRank rank = new PayloadRank(job(), true)) {
            final Recording recording = Recording.start(job(), journal());
            written = rank.send(count).written();
            totals = recording.stop();
            assertThat(recording.warnings()).isEmpty();
        }
        assertThat(totals.gaps()).isZero();
        assertThat(totals.payload()).isEqualTo(written);
        assertThat(totals.text()).contains(written + " bytes of payload, no gap");
        read();
        assertThat(whole).isEqualTo(count);
        assertThat(without).isZero();
        assertOrder(count);
        assertContiguous(written);
    }

    @Test
    void shouldCountWhatIsMissing() throws Exception {
        try (PayloadRank rank = new PayloadRank(job(), false)) {
            rank.send(300);
            Recording.start(job(), journal()).stop();
            rank.send(20);
            Recording.start(job(), journal()).stop();
            rank.send(1000);
            final RecorderTotals totals = Recording.start(job(), journal()).stop();
            assertThat(totals.payloadMissing()).isPositive();
            assertContiguous(rank.written());
            read();
            assertThat(whole).isPositive();
            assertThat(without).isPositive();
            assertThat(missingBytes).isPositive();
            assertThat(missingEvents).isPositive();
        }
    }

    @Test
    void shouldShowTheBytes() throws Exception {
        try (PayloadRank rank = new PayloadRank(job(), false)) {
            rank.send(2);
            Recording.start(job(), journal()).stop();
        }
        assertThat(run("dump", journal().toString(), "--payload")).containsSubsequence(
            "    1f 26 2d 34 3b 42 49 50 57 5e 65 6c 73 7a 81 88  .&-4;BIPW^elsz..", "    and 15 further bytes");
        assertThat(run("dump", journal().toString(), "--all-payload")).contains("\n    df ").doesNotContain("further bytes");
        assertThat(run("dump", journal().toString())).doesNotContain("1f 26");
        assertThat(run("export", journal().toString(), "--format", "json", "--payload"))
            .contains("\"payload\":\"" + Base64.getEncoder().encodeToString(PayloadRank.message(1)) + "\"");
        assertThat(run("ls", journal().toString())).contains("payload bytes").contains(" 79 ");
        assertThat(run("stats", journal().toString())).containsPattern("payload +2 +79 ");
    }

    private static String run(final String... arguments) {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (PrintStream output = new PrintStream(out, false, StandardCharsets.UTF_8)) {
            assertThat(JournalMain.execute(output, output, arguments)).isZero();
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldReadWhatAKilledRankHasLeft() throws Exception {
        try (RecordedProcess rank = RecordedProcess.payloadRank(job(), 30)) {
            rank.awaitLine("recorded");
            rank.kill();
        }
        assertThat(Recording.start(job(), journal()).await().gaps()).isZero();
        read();
        assertThat(whole).isEqualTo(30);
        assertOrder(30);
    }

    @Test
    void shouldGoOnAfterAKilledRecorder() throws Exception {
        final int count = 5_000;
        try (RecordedProcess rank = RecordedProcess.payloadRank(job(), count)) {
            RecordedProcess.awaitEntries(directory, 1);
            try (RecordedProcess recorder = RecordedProcess.recorder(job(), journal())) {
                while (!RecordedProcess.hasExcerpts(journal(), 0)) {
                    RecordedProcess.check();
                }
                recorder.kill();
            }
            final Recording recording = Recording.start(job(), journal());
            rank.awaitLine("recorded");
            assertThat(rank.endInput()).isZero();
            assertThat(recording.await().gaps()).isZero();
        }
        read();
        assertThat(whole).isEqualTo(count);
        assertThat(without).isZero();
        assertOrder(count);
    }
}
