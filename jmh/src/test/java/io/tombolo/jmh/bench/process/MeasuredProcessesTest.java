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
package io.tombolo.jmh.bench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.jmh.bench.Bench;
import io.tombolo.jmh.bench.line.Fill;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class MeasuredProcessesTest {
    private static final long HANG_S = 30;
    /** Between two looks at processes: whoever looks all the time takes a core of theirs. */
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final String CLASS_PATH = System.getProperty("java.class.path");
    private static final String[] BENCH = {
        JAVA, "-cp", CLASS_PATH, Bench.class.getName(), "floor", "--size", "8", "--segment-ms", "60000"};
    private static final Work BOUNCE = new Work(8, BufferKind.PRIVATE, Fill.CLEAN);
    private static final Plan SHORT = new Plan(PeerKind.FLOOR, TrafficPattern.PING_PONG, 1, List.of(BOUNCE));
    private static final Plan ENDLESS = new Plan(PeerKind.FLOOR, TrafficPattern.PING_PONG, 60_000, List.of(BOUNCE));

    @Test
    void shouldLeaveNeitherProcessesNorFiles() throws Exception {
        final Path directory;
        final List<Process> processes;
        try (MeasuredProcesses measured = new MeasuredProcesses(SHORT, List.of())) {
            processes = measured.processes();
            directory = measured.directory();
            assertThat(directory.resolve(Plan.LINE_FILE)).exists();
            assertThat(measured.await(TimeUnit.SECONDS.toMillis(HANG_S))).hasSize(1);
            assertThat(measured.pinned()).isNotEmpty();
        }
        assertThat(processes).hasSize(2).noneMatch(Process::isAlive);
        assertThat(directory).doesNotExist();
    }

    @Test
    void shouldEndBothWhenOneDies() throws Exception {
        final MeasuredProcesses closed;
        try (MeasuredProcesses measured = new MeasuredProcesses(ENDLESS, List.of())) {
            closed = measured;
            measured.processes().get(1).destroyForcibly();
            assertThatThrownBy(() -> measured.await(TimeUnit.SECONDS.toMillis(HANG_S)))
                .isInstanceOf(ProcessFailedException.class).hasMessageContaining("rank 1 ended with status");
        }
        assertThat(closed.processes()).noneMatch(Process::isAlive);
    }

    @Test
    void shouldNameAllThatFail() throws Exception {
        try (MeasuredProcesses measured = new MeasuredProcesses(ENDLESS, List.of())) {
            measured.processes().forEach(Process::destroyForcibly);
            assertThatThrownBy(() -> measured.await(TimeUnit.SECONDS.toMillis(HANG_S)))
                .isInstanceOf(ProcessFailedException.class)
                .hasMessageStartingWith("rank 0 ended with status").hasMessageContaining(", rank 1 ended");
        }
    }

    @Test
    void shouldGiveUpWhenTimeIsUp() throws Exception {
        final MeasuredProcesses closed;
        try (MeasuredProcesses measured = new MeasuredProcesses(ENDLESS, List.of())) {
            closed = measured;
            assertThatThrownBy(() -> measured.await(1)).isInstanceOf(TimeoutException.class);
            assertThat(measured.follow(1, TimeUnit.SECONDS.toMillis(HANG_S)).failure()).hasValue(PlanOutcome.TIME_UP);
        }
        assertThat(closed.processes()).noneMatch(Process::isAlive);
        assertThat(closed.directory()).doesNotExist();
    }

    @Test
    void shouldTellWhereTheyHang() throws Exception {
        try (MeasuredProcesses measured = new MeasuredProcesses(ENDLESS, List.of())) {
            final PlanOutcome outcome = measured.follow(TimeUnit.SECONDS.toMillis(HANG_S), TimeUnit.SECONDS.toMillis(2));
            assertThat(outcome.results()).isEmpty();
            assertThat(outcome.failure()).hasValueSatisfying(reason ->
                // They still exchange lines, so each may be anywhere in that.
                assertThat(reason).matches("no result for 2 s; rank 0 in .*\\.jmh\\.bench\\..*; rank 1 in .*\\.jmh\\.bench\\..*"));
        }
    }

    @Test
    void shouldNotOutliveAKilledParent() throws Exception {
        final Process parent = start(BENCH);
        assertEndsWith(parent, parent.toHandle());
    }

    @Test
    void shouldEndWithoutAWordWhenItIsTerminated(@TempDir final Path directory) throws Exception {
        final Path output = directory.resolve("output");
        final Process bench = new ProcessBuilder(BENCH).redirectErrorStream(true).redirectOutput(output.toFile()).start();
        try {
            final Path scratch = scratch(awaitTwo(bench.toHandle()).get(0));
            bench.destroy();
            assertThat(bench.waitFor(HANG_S, TimeUnit.SECONDS)).isTrue();
            assertThat(output).content().isEmpty();
            assertThat(scratch).doesNotExist();
        } finally {
            bench.destroyForcibly();
        }
    }

    @Test
    void shouldNotOutliveAKilledLauncher() throws Exception {
        final Process launcher = start("/bin/sh", "-c", "\"$@\"; exit $?", "launcher", JAVA, "-Dtombolo.home=anywhere", "-cp", CLASS_PATH,
            Bench.class.getName(), "floor", "--size", "8", "--segment-ms", "60000");
        ProcessHandle bench;
        do {
            LockSupport.parkNanos(LOOK_NS);
            bench = launcher.children().filter(child -> arguments(child).contains(Bench.class.getName())).findFirst().orElse(null);
        } while (null == bench);
        assertEndsWith(launcher, bench);
    }

    private static Process start(final String... command) throws IOException {
        return new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    }

    private static void assertEndsWith(final Process killed, final ProcessHandle bench) throws Exception {
        List<ProcessHandle> children = List.of();
        try {
            children = awaitTwo(bench);
            final Path directory = scratch(children.get(0));
            killed.destroyForcibly().waitFor();
            awaitEnd(bench);
            children.forEach(MeasuredProcessesTest::awaitEnd);
            assertThat(directory).doesNotExist();
        } finally {
            children.forEach(ProcessHandle::destroyForcibly);
            bench.destroyForcibly();
            killed.destroyForcibly();
        }
    }

    /** The end of a process that is not this one's child, which {@code onExit} looks for once a second. */
    private static void awaitEnd(final ProcessHandle process) {
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(HANG_S);
        while (process.isAlive()) {
            assertThat(System.nanoTime() - deadlineNs).as("process %d still runs", process.pid()).isNegative();
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    private static List<ProcessHandle> awaitTwo(final ProcessHandle parent) {
        List<ProcessHandle> children;
        do {
            LockSupport.parkNanos(LOOK_NS);
            children = parent.children().filter(MeasuredProcessesTest::isMeasured).toList();
        } while (children.size() < 2);
        return children;
    }

    private static boolean isMeasured(final ProcessHandle process) {
        return arguments(process).contains(ProcessMain.class.getName());
    }

    private static List<String> arguments(final ProcessHandle process) {
        return List.of(process.info().arguments().orElse(new String[0]));
    }

    private static Path scratch(final ProcessHandle child) {
        final List<String> arguments = arguments(child);
        final Path directory = Path.of(arguments.get(arguments.indexOf(ProcessMain.class.getName()) + 1));
        assertThat(Files.isDirectory(directory)).isTrue();
        return directory;
    }
}
