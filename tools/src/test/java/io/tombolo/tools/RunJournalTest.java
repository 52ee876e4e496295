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
package io.tombolo.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.tools.run.Launcher;
import io.tombolo.tools.run.NothingLeft;
import io.tombolo.tools.run.TestJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * The recorder of a run starts before the ranks and ends after them; without it no rank starts.
 */
@Timeout(60)
class RunJournalTest {
    private static final String SAY = "echo messages $TOMBOLO_FLIGHT_MESSAGES";

    @RegisterExtension
    private final NothingLeft nothingLeft = new NothingLeft();
    @TempDir
    private Path directory;

    private Path extensions;

    @BeforeEach
    void makeJar() throws IOException {
        extensions = directory.resolve("extensions");
        StandInRecorder.jar(extensions);
    }

    @Test
    void shouldRecordAllMessagesOfTheRanks() throws Exception {
        final Path job = directory.resolve("job");
        final Path journal = directory.resolve("journal");
        try (Launcher launcher = start("run", "-n", "1", "--dir", job.toString(), "--journal", journal.toString(),
            "--journal-floor", "1M", "--journal-keep-age", "7d", "--", "sh", "-c", SAY)) {
            assertThat(launcher.sortedLines()).containsExactly("[0] messages all");
            assertThat(launcher.await()).isZero();
            assertThat(launcher.errors()).isEqualTo(
                "stand-in: record " + job + " --to " + journal + " --launched --floor 1M --keep-age 7d\n");
        }
    }

    @Test
    void shouldLetRanksWaitForTheRecorder() throws Exception {
        try (Launcher launcher = start("run", "-n", "1", "--journal", directory.resolve("journal").toString(), "--lossless", "--", "sh",
            "-c", "echo wait $TOMBOLO_FLIGHT_WAIT_MS")) {
            assertThat(launcher.sortedLines()).containsExactly("[0] wait 1000");
            assertThat(launcher.await()).isZero();
        }
    }

    @Test
    void shouldLetRanksKeepTheBytesOfMessages() throws Exception {
        try (Launcher launcher = start("run", "-n", "1", "--journal", directory.resolve("journal").toString(), "--payload=1M", "--", "sh",
            "-c", "echo bytes $TOMBOLO_FLIGHT_PAYLOAD_BYTES")) {
            assertThat(launcher.sortedLines()).containsExactly("[0] bytes 1048576");
            assertThat(launcher.await()).isZero();
        }
        final Screen screen = new Screen();
        assertThat(screen.run("run", "-n", "1", "--journal", "x", "--payload=3M", "--", "true")).isEqualTo(2);
        assertThat(screen.err()).startsWith("tombolo run: --payload=3M must be a power of two from 64K to 512M");
        assertThat(JournalOptions.payloadBytes("64K")).isEqualTo(1 << 16);
    }

    @Test
    void shouldStartNoRankWithoutTheRecorder() throws Exception {
        try (Launcher launcher = start("run", "-n", "1", "--journal", "broken", "--", "sh", "-c", SAY)) {
            assertThat(launcher.sortedLines()).isEmpty();
            assertThat(launcher.await()).isEqualTo(1);
            assertThat(launcher.errors()).isEqualTo(
                "stand-in: broken\ntombolo run: the recorder of the journal has not started, so no rank was started\n");
        }
    }

    @Test
    void shouldSayThatTheRecorderHasFailed() throws Exception {
        try (Launcher launcher = start("run", "-n", "1", "--journal", "dying", "--", "sh", "-c", SAY)) {
            assertThat(launcher.await()).isOne();
            assertThat(launcher.errors()).endsWith("\ntombolo run: the recorder has failed; the journal ends where it did\n");
        }
    }

    @Test
    void shouldNotWaitForEverForTheRecorder() throws Exception {
        int seconds = 1;
        while (!goesOnAfter(seconds)) {
            seconds *= 2;
        }
        try (Launcher launcher = start(
            "run", "-n", "1", "--journal", "silent", "--journal-wait", "1", "--", "sh", "-c", SAY)) {
            assertThat(launcher.await()).isOne();
            assertThat(launcher.errors()).matches("tombolo run: the recorder of the journal \\(pid \\d+\\) was not ready after 1 s, " +
                "so no rank was started; see --journal-wait\n");
        }
    }

    /** Returns false if the recorder was not ready within this wait, because this machine is busy. */
    private boolean goesOnAfter(final int seconds) throws Exception {
        try (Launcher launcher = start(
            "run", "-n", "1", "--journal", "stopped", "--journal-wait", Integer.toString(seconds), "--", "sh", "-c", SAY)) {
            assertThat(launcher.await()).isOne();
            if (launcher.errors().contains(" was not ready after ")) {
                return false;
            }
            final Matcher line = Pattern.compile("tombolo run: the recorder \\(pid (\\d+)\\) has not ended after " + seconds +
                " s, and goes on; if it is stopped, 'kill -CONT \\d+' lets it end\n").matcher(launcher.errors());
            assertThat(line.matches()).as(launcher.errors()).isTrue();
            final ProcessHandle recorder = ProcessHandle.of(Long.parseLong(line.group(1))).orElseThrow();
            recorder.destroyForcibly();
            recorder.onExit().join();
            return true;
        }
    }

    @Test
    void shouldPassTheCommandsOfAJournalOn() throws Exception {
        try (Launcher launcher = start("journal", "export", "dying", "--format", "csv", "--", "-x")) {
            assertThat(launcher.await()).isEqualTo(7);
            assertThat(launcher.errors()).isEqualTo("stand-in: export dying --format csv -- -x\n");
        }
    }

    @Test
    void shouldSayWhatIsMissing() throws Exception {
        extensions = directory.resolve("none");
        try (Launcher launcher = start("journal", "ls", "x")) {
            assertThat(launcher.await()).isEqualTo(1);
            assertThat(launcher.errors()).isEqualTo("tombolo journal: there is no tombolo-journal.jar in " + extensions +
                "; put it there, or name its directory in TOMBOLO_EXTENSIONS\n");
        }
        final Screen screen = new Screen();
        assertThat(screen.run("run", "-n", "1", "--journal-floor", "1M", "--", "true")).isEqualTo(2);
        assertThat(screen.err()).isEqualTo("tombolo run: options of a journal need --journal; see 'tombolo run --help'\n");
    }

    private Launcher start(final String... arguments) throws IOException {
        final List<String> command = new ArrayList<>(List.of(
            TestJvm.java(), "-D" + RunCommand.PARENT_PROPERTY + "=" + directory.resolve("jobs"),
            "-D" + Installation.EXTENSIONS + "=" + extensions, "-D" + Installation.PROPERTY + "=" + directory,
            "-cp", TestJvm.classPath(), Tombolo.class.getName()));
        command.addAll(List.of(arguments));
        return new Launcher(nothingLeft, directory, command);
    }
}
