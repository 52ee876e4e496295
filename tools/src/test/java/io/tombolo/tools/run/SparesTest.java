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
package io.tombolo.tools.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tombolo.engine.spare.SpareProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Spare JVMs take the place of killed ranks, and end with the launcher.
 */
@Timeout(60)
class SparesTest {
    private static final Duration GUARD = Duration.ofSeconds(30);

    @RegisterExtension
    private final NothingLeft nothingLeft = new NothingLeft();
    @TempDir
    private Path directory;

    @Test
    void shouldBecomeTheRankThatDied() throws Exception {
        try (Launcher launcher = run("-n", "1", "--name", "gateway", "--respawn", "--spares", "1", "--")) {
            final long first = launcher.awaitMatch("\\[gateway\\] rank 0 name gateway arguments a b,c spare false pid (\\d+) ready");
            final long spare = awaitSpares(1).get(0).pid();
            kill(first);
            assertThat(launcher.awaitMatch("\\[gateway\\] rank 0 name gateway arguments a b,c spare true pid (\\d+) ready"))
                .isEqualTo(spare);
            // Another one takes its place, and input arrives at the new process.
            assertThat(awaitSpares(2)).anyMatch(process -> process.pid() != spare);
            launcher.process().getOutputStream().write("one\nend\n".getBytes());
            launcher.process().getOutputStream().flush();
            launcher.awaitLines(1, "[gateway] read end");
            assertThat(launcher.await()).isZero();
            assertThat(launcher.errors().lines()).containsExactly(
                "tombolo run: rank 0 (gateway) has ended (status 137, signal 9) and starts again in 100 ms");
        }
    }

    @Test
    void shouldServeEachCommandOfTheSameJvm() throws Exception {
        final List<String> second = TestJvm.command(ServiceProgram.class, "other");
        final List<String> arguments = new ArrayList<>(List.of("-n", "1", "--respawn", "--spares", "1", "--"));
        arguments.addAll(TestJvm.command(RankProgram.class));
        arguments.addAll(List.of(":", "-n", "2", "--name", "second-%d", "--"));
        arguments.addAll(second);
        try (Launcher launcher = start(arguments)) {
            final long pid = launcher.awaitMatch("\\[second-1\\] rank 2 .* spare false pid (\\d+) ready");
            awaitSpares(1);
            kill(pid);
            launcher.awaitMatch("\\[second-1\\] rank 2 name second-1 arguments other spare true pid (\\d+) ready");
            launcher.signal("TERM");
            assertThat(launcher.await()).isEqualTo(143);
        }
    }

    @Test
    void shouldFailAsTheProgramDoes() throws Exception {
        try (Launcher launcher = run("-n", "1", "--respawn=1", "--spares", "1", "--")) {
            final long pid = launcher.awaitMatch(".* spare false pid (\\d+) ready");
            awaitSpares(1);
            kill(pid);
            launcher.awaitMatch(".* spare true pid (\\d+) ready");
            launcher.process().getOutputStream().write("fail\n".getBytes());
            launcher.process().getOutputStream().flush();
            assertThat(launcher.await()).isEqualTo(1);
            assertThat(launcher.errors()).contains("[0] Exception in thread \"main\" java.lang.IllegalStateException: told to fail")
                .contains("tombolo run: rank 0 has ended (status 1) and does not start again: ");
        }
    }

    @Test
    void shouldLeaveNothingWhenTheLauncherIsKilled() throws Exception {
        try (Launcher launcher = run("-n", "2", "--respawn", "--spares", "2", "--")) {
            final long pid = launcher.awaitMatch("\\[1\\] .* spare false pid (\\d+) ready");
            awaitSpares(2);
            kill(pid);
            launcher.awaitMatch("\\[1\\] .* spare true pid (\\d+) ready");
            launcher.signal("KILL");
            await().atMost(GUARD).untilAsserted(() -> assertThat(nothingLeft.processes()).isEmpty());
        }
    }

    @Test
    void shouldSayThatSparesCannotRun() throws Exception {
        final List<String> arguments = new ArrayList<>(List.of("-n", "1", "--respawn", "--spares", "1", "--"));
        arguments.addAll(TestJvm.command(ServiceProgram.class));
        arguments.set(arguments.size() - 1, "no.such.Main");
        try (Launcher launcher = start(arguments)) {
            assertThat(launcher.await()).isEqualTo(1);
            assertThat(launcher.errors()).contains("[0] Error: Could not find or load main class no.such.Main");
        }
    }

    private List<ProcessHandle> awaitSpares(final int count) {
        await().atMost(GUARD).until(() -> spares().size() >= count);
        return spares();
    }

    private List<ProcessHandle> spares() {
        return nothingLeft.processes().stream()
            .filter(process -> process.info().commandLine().orElse("").contains(SpareProcess.class.getName())).toList();
    }

    private static void kill(final long pid) {
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
    }

    private Launcher run(final String... options) throws IOException {
        final List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(TestJvm.command(ServiceProgram.class, "a b", "c"));
        return start(arguments);
    }

    private Launcher start(final List<String> arguments) throws IOException {
        final List<String> command = new ArrayList<>(List.of(
            TestJvm.java(), "-Dtombolo.run.parent=" + directory.resolve("jobs"),
            "-cp", TestJvm.classPath(), "io.tombolo.tools.Tombolo", "run"));
        command.addAll(arguments);
        return new Launcher(nothingLeft, directory, command);
    }
}
