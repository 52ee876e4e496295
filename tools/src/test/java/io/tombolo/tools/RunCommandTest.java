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
import io.tombolo.tools.run.RankProgram;
import io.tombolo.tools.run.TestJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class RunCommandTest {
    @RegisterExtension
    private final NothingLeft nothingLeft = new NothingLeft();
    @TempDir
    private Path directory;

    static Set<String> javas() throws IOException {
        return TestJvm.javas();
    }

    @ParameterizedTest
    @MethodSource("javas")
    void shouldRunEightJavaRanksWithoutNoiseOnEachJdk(final String java) throws Exception {
        final List<String> command = new ArrayList<>(List.of("-n", "8", "--"));
        command.addAll(TestJvm.command(java, RankProgram.class));
        try (Launcher launcher = runOn(java, command.toArray(String[]::new))) {
            launcher.process().getOutputStream().write("hello".getBytes(StandardCharsets.US_ASCII));
            launcher.process().getOutputStream().close();
            assertThat(launcher.sortedLines()).containsExactlyElementsOf(
                IntStream.range(0, 8).boxed()
                    .flatMap(rank -> Stream.of("[" + rank + "] rank " + rank + " of 8", "[" + rank + "] read " + (rank == 0 ? 5 : 0)))
                    .sorted().toList());
            assertThat(launcher.await()).isZero();
            assertThat(launcher.errors()).isEmpty();
            assertThat(jobs()).isEmpty();
        }
    }

    @Test
    void shouldPassTheCommandOnAsItIs() throws Exception {
        try (Launcher launcher = run("-n", "1", "--", "printf", "%s;", "-n", "--", "@file", "a b", "'q'", "x=y", "--help")) {
            assertThat(launcher.sortedLines()).containsExactly("[0] -n;--;@file;a b;'q';x=y;--help;");
            assertThat(launcher.await()).isZero();
        }
    }

    @Test
    void shouldNotNeedTheDashes() throws Exception {
        try (Launcher launcher = run("-n", "1", "echo", "-n", "a")) {
            assertThat(launcher.sortedLines()).containsExactly("[0] a");
            assertThat(launcher.await()).isZero();
        }
    }

    @Test
    void shouldPassBytesUnchanged() throws Exception {
        try (Launcher launcher = run("-n", "1", "--", "printf", "\\303\\244\\377\\000\\r\\nlast")) {
            final byte[] bytes = launcher.process().getInputStream().readAllBytes();
            assertThat(bytes).isEqualTo("[0] \u00c3\u00a4\u00ff\u0000\r\n[0] last\n".getBytes(StandardCharsets.ISO_8859_1));
            assertThat(launcher.await()).isZero();
        }
    }

    @Test
    void shouldNameTheDirectoryLastWhenARankFails() throws Exception {
        final String script = "[ $TOMBOLO_RANK = 1 ] && touch $TOMBOLO_DIR/job.dat && exit 7; sleep 1000";
        try (Launcher launcher = run("-n", "2", "--", "sh", "-c", script)) {
            assertThat(launcher.await()).isEqualTo(7);
            final List<Path> jobs = jobs();
            assertThat(jobs).hasSize(1);
            assertThat(launcher.errors().lines()).containsExactly(
                "tombolo run: rank 1 failed (status 7), rank 0 ended by the launcher",
                "job directory: " + jobs.get(0),
                "why: bin/tombolo why " + jobs.get(0),
                "inspect: bin/tombolo inspect " + jobs.get(0));
        }
    }

    @Test
    void shouldNotOfferToInspectAJobThatNobodyJoined() throws Exception {
        try (Launcher launcher = run("-n", "1", "--", "sh", "-c", "exit 7")) {
            assertThat(launcher.await()).isEqualTo(7);
            assertThat(launcher.errors().lines()).containsExactly(
                "tombolo run: rank 0 failed (status 7)", "job directory: " + jobs().get(0));
        }
    }

    @Test
    void shouldEndWith124WhenTimeIsUp() throws Exception {
        final Path job = directory.resolve("job");
        try (Launcher launcher = run("-n", "2", "--timeout", "1", "--dir", job.toString(), "--", "sleep", "1000")) {
            assertThat(launcher.await()).isEqualTo(124);
            assertThat(launcher.errors()).startsWith("tombolo run: time limit reached (1 s), ranks 0 1 ended by the launcher\n");
            assertThat(job).exists();
        }
    }

    @Test
    void shouldRemoveTheGivenDirectoryThatItMade() throws Exception {
        final Path job = directory.resolve("job");
        final String script = "echo $TOMBOLO_DIR; touch $TOMBOLO_DIR/job.dat";
        try (Launcher launcher = run("-n", "2", "--dir", job.toString(), "--", "sh", "-c", script)) {
            assertThat(launcher.sortedLines()).containsExactly("[0] " + job, "[1] " + job);
            assertThat(launcher.await()).isZero();
            assertThat(job).doesNotExist();
        }
    }

    @Test
    void shouldEndWith130AfterCtrlC() throws Exception {
        try (Launcher launcher = run("-n", "2", "--", "sh", "-c", "echo ready; sleep 1000")) {
            launcher.awaitLines(2, "ready");
            launcher.signal("INT");
            assertThat(launcher.await()).isEqualTo(130);
            assertThat(launcher.errors()).startsWith("tombolo run: interrupted by signal 2, ranks 0 1 ended by the launcher\n");
        }
    }

    @Test
    void shouldEndWhenNobodyReadsItsOutput() throws Exception {
        try (Launcher launcher = run("-n", "2", "--", "yes")) {
            launcher.awaitLines(2, "y");
            launcher.closeOutput();
            assertThat(launcher.await()).isEqualTo(141);
        }
    }

    private Launcher run(final String... arguments) throws IOException {
        return runOn(TestJvm.java(), arguments);
    }

    /** Runs the command with a temporary directory as the parent of job directories. */
    private Launcher runOn(final String java, final String... arguments) throws IOException {
        final List<String> command = new ArrayList<>(List.of(
            java, "-D" + RunCommand.PARENT_PROPERTY + "=" + directory.resolve("jobs"),
            "-cp", TestJvm.classPath(), Tombolo.class.getName(), "run"));
        command.addAll(Arrays.asList(arguments));
        return new Launcher(nothingLeft, directory, command);
    }

    private List<Path> jobs() throws IOException {
        try (Stream<Path> jobs = Files.list(directory.resolve("jobs"))) {
            return jobs.toList();
        }
    }
}
