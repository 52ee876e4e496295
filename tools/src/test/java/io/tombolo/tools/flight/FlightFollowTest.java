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

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.ringbuffers.flight.FlightKind;
import io.tombolo.tools.Screen;
import io.tombolo.tools.Tombolo;
import io.tombolo.tools.json.StrictJson;
import io.tombolo.tools.run.NothingLeft;
import io.tombolo.tools.run.RequiredJvmFlags;
import io.tombolo.tools.run.TestJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code inspect --flight --follow} shows events as they are recorded, and ends when the ranks, the user or the reader of a pipe do. */
@Timeout(30)
class FlightFollowTest {
    private static final Pattern MISSED = Pattern.compile("(?m)^rank 0: (\\d+) events were overwritten before they were read$");

    @RegisterExtension
    private final NothingLeft nothingLeft = new NothingLeft();

    @TempDir
    private Path parent;

    private final Screen screen = new Screen();
    private RecordingJob job;
    private RecordingJob.Rank zero;

    @BeforeEach
    void join() throws IOException {
        job = new RecordingJob(parent.resolve("job"));
        zero = job.join(0, null, true);
    }

    @AfterEach
    void close() {
        job.close();
    }

    private FutureTask<Integer> follow(final String... options) {
        final List<String> arguments = new ArrayList<>(List.of("inspect", job.directory().toString(), "--flight", "--follow"));
        arguments.addAll(List.of(options));
        final FutureTask<Integer> following = new FutureTask<>(() -> screen.run(arguments.toArray(new String[0])));
        final Thread thread = new Thread(following, "follow");
        thread.setDaemon(true);
        thread.start();
        return following;
    }

    private void await(final String pattern) {
        final Pattern compiled = Pattern.compile(pattern);
        while (!compiled.matcher(screen.out()).find()) {
            assertThat(Thread.currentThread().isInterrupted()).as("time is up; not shown: " + pattern).isFalse();
        }
    }

    private void awaitHeading() {
        await("once a turn\n");
    }

    @Test
    void shouldFollowRanksThatJoinAndComeBackUntilAllHaveEnded() throws Exception {
        zero.record(FlightKind.SENT, 0, 1, 0, 100, 8);
        final FutureTask<Integer> following = follow();
        await(" 0 +sent +1 +100 ");
        zero.record(FlightKind.SENT, 0, 1, 1, 101, 8);
        await(" 0 +sent +1 +101 ");
        final RecordingJob.Rank first = job.join(1, "gateway", true);
        first.record(FlightKind.SENT, 0, 0, 0, 102, 8);
        await(" 1 gateway +sent +0 +102 ");
        first.record(FlightKind.SENT, 0, 0, 1, 103, 8);
        first.die();
        final RecordingJob.Rank second = job.join(1, "gateway", false);
        second.record(FlightKind.SENT, 0, 0, 0, 104, 8);
        await(" 1 gateway +sent +0 +104 ");
        assertThat(following.isDone()).isFalse();
        second.record(FlightKind.SENT, 0, 0, 1, 105, 8);
        second.die();
        zero.record(FlightKind.SENT, 0, 1, 2, 106, 8);
        zero.leave();
        assertThat(following.get()).isZero();
        assertThat(screen.err()).isEmpty();
        final Matcher tags = Pattern.compile(" sent +\\d +(\\d+) ").matcher(screen.out());
        assertThat(tags.results().map(tag -> tag.group(1)))
            .containsExactly("100", "101", "102", "103", "104", "105", "106");
        assertThat(screen.lines()).containsOnlyOnce(
            "  rank 1 leaves out short messages that complete at once (tombolo.flight.messages=all records them)");
    }

    @Test
    void shouldCountWhatWasOverwrittenMeanwhile() throws Exception {
        final FutureTask<Integer> following = follow();
        awaitHeading();
        final int events = 1000 * RecordingJob.EVENTS;
        zero.send(1, 0, events);
        await(" sent +1 +" + (events - 1) + " ");
        zero.leave();
        assertThat(following.get()).isZero();
        final long missed = MISSED.matcher(screen.out()).results().mapToLong(line -> Long.parseLong(line.group(1))).sum();
        final long atFirst = Pattern.compile("; (\\d+) were overwritten").matcher(screen.out()).results()
            .mapToLong(line -> Long.parseLong(line.group(1))).sum();
        assertThat(missed + atFirst).isPositive();
        assertThat(missed + atFirst + screen.lines().stream().filter(line -> line.contains(" sent ")).count()).isEqualTo(events);
    }

    @Test
    void shouldCountWhatWasOverwrittenInLinesOfJson() throws Exception {
        zero.record(FlightKind.WOKE, 0, -1, 0, 0, 0);
        final FutureTask<Integer> following = follow("--json");
        await("\"WOKE\".*\n");
        final int events = 1000 * RecordingJob.EVENTS;
        zero.send(1, 0, events);
        zero.leave();
        assertThat(following.get()).isZero();
        long expected = 0;
        for (final String line : screen.lines()) {
            final Object event = StrictJson.parse(line);
            expected += (Long) StrictJson.at(event, "missed");
            assertThat(StrictJson.at(event, "position")).isEqualTo(expected++);
        }
        assertThat(expected).isEqualTo(events + 1);
    }

    @Test
    void shouldReadFilesThatAreDeletedMeanwhile() throws Exception {
        zero.record(FlightKind.SENT, 0, 1, 0, 7, 8);
        final FutureTask<Integer> following = follow("--rank=0");
        await(" 0 +sent +1 +7 ");
        Files.delete(zero.job().rankPath(0, 1));
        zero.record(FlightKind.SENT, 0, 1, 0, 8, 8);
        zero.leave();
        assertThat(following.get()).isZero();
        assertThat(screen.out()).containsPattern(" 0 +sent +1 +8 ").doesNotContain("cannot be read");
    }

    @Test
    void shouldEndWhenNobodyReads() throws IOException {
        final PrintStream closed = new PrintStream(new OutputStream() {
            @Override
            public void write(final int value) throws IOException {
                throw new IOException("broken pipe");
            }
        }, false, StandardCharsets.UTF_8);
        FlightView.show(
            job.directory(), new FlightOptions(FlightOptions.ALL, FlightOptions.FEW, true, false), closed, System.err);
    }

    @Test
    void shouldEndWithWholeLinesOnASignal() throws Exception {
        final List<String> command = new ArrayList<>(
            TestJvm.command(Tombolo.class, "inspect", job.directory().toString(), "--flight", "--follow", "--json"));
        command.addAll(1, RequiredJvmFlags.list());
        final ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put(NothingLeft.NAME, nothingLeft.value());
        final Process process = builder.start();
        final FutureTask<Void> recording = new FutureTask<>(() -> {
            while (!Thread.interrupted()) {
                zero.record(FlightKind.WOKE, 0, -1, 0, 0, 0);
            }
        }, null);
        final Thread recorder = new Thread(recording);
        recorder.start();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            lines.readLine();
            process.toHandle().destroy(); // Unlike Process.destroy, this leaves the streams open.
            lines.lines().forEach(StrictJson::parse);
            assertThat(process.waitFor()).isEqualTo(128 + 15);
            assertThat(process.errorReader(StandardCharsets.UTF_8).lines()).isEmpty();
        } finally {
            process.destroyForcibly().waitFor();
            recorder.interrupt();
            recording.get();
        }
    }
}
