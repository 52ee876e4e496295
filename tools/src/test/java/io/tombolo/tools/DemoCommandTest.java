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
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tombolo.tools.demo.DemoRank;
import io.tombolo.tools.run.Launcher;
import io.tombolo.tools.run.NothingLeft;
import io.tombolo.tools.run.TestJvm;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class DemoCommandTest {
    private static final int RANDOM = 48_000_000;
    private static final long LONG = 4L << 30;

    private static Path longRandom;

    @RegisterExtension
    private final NothingLeft nothingLeft = new NothingLeft();
    @TempDir
    private Path directory;
    private Path jobs;

    @BeforeAll
    static void fillFile(@TempDir final Path folder) throws IOException {
        final byte[] bytes = new byte[RANDOM];
        new Random(RANDOM).nextBytes(bytes);
        longRandom = Files.write(folder.resolve("random"), bytes);
    }

    @BeforeEach
    void nameJobs() {
        jobs = directory.resolve("jobs");
    }

    static Set<String> javas() throws IOException {
        return TestJvm.javas();
    }

    /** If a small tmpfs can be mounted, the job runs in it; the file is longer than the tmpfs. */
    @ParameterizedTest
    @MethodSource("javas")
    void shouldVerifyALongFileInASmallSharedMemoryWithoutNoiseOnEachJdk(final String java) throws Exception {
        final boolean isMounted = mount("40m");
        try (Launcher demo = demo(java, "--file", longRandom.toString())) {
            final String shown = String.join("\n", demo.sortedLines());
            assertThat(demo.errors()).isEmpty();
            assertThat(shown).contains(
                "verified: 48.0 MB, every byte, by SHA-256", "verified: 4 tokens, 10,000 hops", "8 B ping-pong", "1 MiB get",
                "done: everything verified").containsPattern("protocol errors +0\\b")
                .containsPattern("sent eager +[1-9]").doesNotContain("\r");
            for (final String part : List.of("short", "eager", "staged", "registered")) {
                assertThat(shown).containsPattern("  " + part + " +\\d+ \\w*B +[\\d,]+ .* MB/s");
            }
            assertThat(demo.await()).isZero();
            assertThat(list(jobs)).isEmpty();
        } finally {
            unmount(isMounted);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void shouldEndInOneSentenceWhenARankIsKilled(final int rank) throws Exception {
        try (Launcher demo = demo(TestJvm.java(), "--file", longFile().toString())) {
            demo.awaitLines(1, "rate"); // The title of the table: all ranks have met.
            final ProcessHandle victim = rank(rank);
            assertThat(victim.destroyForcibly()).isTrue();
            assertThat(demo.sortedLines()).noneMatch(line -> line.startsWith("done"));
            assertThat(demo.await()).isEqualTo(1);
            assertThat(demo.errors()).isEqualTo("tombolo demo: rank " + rank + " (pid " + victim.pid()
                + ") was killed by signal 9 while the file was being spread; nothing is left running\n");
            assertThat(nothingLeft.processes()).isEmpty();
            assertThat(list(jobs)).isEmpty();
        }
    }

    @Test
    void shouldEndInOneSentenceAfterCtrlC() throws Exception {
        try (Launcher demo = demo(TestJvm.java(), "--file", longFile().toString())) {
            demo.awaitLines(1, "rate");
            demo.signal("INT");
            assertThat(demo.await()).isEqualTo(130);
            assertThat(demo.errors()).isEqualTo(
                "tombolo demo: interrupted by signal 2 while the file was being spread; nothing is left running\n");
            assertThat(list(jobs)).isEmpty();
        }
    }

    @Test
    void shouldSayThatSharedMemoryIsTooSmall() throws Exception {
        final boolean isMounted = mount("3m");
        assumeTrue(isMounted, "only root can mount a small tmpfs");
        try (Launcher demo = demo(TestJvm.java(), "--file", longRandom.toString())) {
            assertThat(demo.await()).isEqualTo(1);
            assertThat(demo.errors().lines()).singleElement().asString()
                .startsWith("tombolo demo: rank ").contains(": " + jobs, " bytes, have ").endsWith("; nothing is left running");
        } finally {
            unmount(isMounted);
        }
    }

    @Test
    @Tag("nightly")
    void shouldSpreadTheJdk() throws Exception {
        try (Launcher demo = demo(TestJvm.java())) {
            final List<String> lines = demo.sortedLines();
            assertThat(demo.errors()).isEmpty();
            assertThat(lines).anyMatch(line -> line.startsWith("done: everything verified"));
            assertThat(demo.await()).isZero();
        }
    }

    private ProcessHandle rank(final int rank) {
        return nothingLeft.processes().stream()
            .filter(process -> isRank(process, rank)).findFirst().orElseThrow();
    }

    private static boolean isRank(final ProcessHandle process, final int rank) {
        final Path proc = Path.of("/proc", Long.toString(process.pid()));
        try {
            return Files.readString(proc.resolve("environ"), StandardCharsets.ISO_8859_1).contains("\0TOMBOLO_RANK=" + rank + "\0")
                && Files.readString(proc.resolve("cmdline"), StandardCharsets.ISO_8859_1).contains("\0" + DemoRank.class.getName() + "\0");
        } catch (final IOException gone) {
            return false;
        }
    }

    private Launcher demo(final String java, final String... arguments) throws IOException {
        final List<String> command = new ArrayList<>(List.of(
            // As the manifest of the jar says.
            java, "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "-D" + RunCommand.PARENT_PROPERTY + "=" + jobs,
            "-cp", TestJvm.classPath(), Tombolo.class.getName(), "demo"));
        command.addAll(Arrays.asList(arguments));
        return new Launcher(nothingLeft, directory, command);
    }

    /** Makes a sparse file, which is long but takes little space on the disk. */
    private Path longFile() throws IOException {
        final Path path = directory.resolve("long");
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(LONG);
        }
        return path;
    }

    /** Creates the directory of the jobs and mounts a tmpfs there. Returns false if this user may not mount. */
    private boolean mount(final String size) throws IOException, InterruptedException {
        Files.createDirectory(jobs);
        return exec("mount", "-t", "tmpfs", "-o", "size=" + size + ",mode=700", "tmpfs", jobs.toString()) == 0;
    }

    private void unmount(final boolean isMounted) throws IOException, InterruptedException {
        if (isMounted) {
            assertThat(exec("umount", "-l", jobs.toString())).isZero();
        }
    }

    private static int exec(final String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
    }

    private static List<Path> list(final Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.toList();
        }
    }
}
