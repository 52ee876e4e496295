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

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class LauncherSignalsTest {
    private static final Duration GUARD = Duration.ofSeconds(30);

    @RegisterExtension
    private final NothingLeft nothingLeft = new NothingLeft();
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"INT,130", "TERM,143", "HUP,129"})
    void shouldPassSignalsOnToTheRanks(final String signal, final int status) throws Exception {
        try (Launcher launcher = launch("trap 'echo got " + signal + "; exit 0' " + signal + "; echo ready; while :; do sleep 0.1; done")) {
            launcher.awaitLines(2, "ready");
            launcher.signal(signal);
            launcher.awaitLines(2, "got " + signal);
            assertThat(launcher.await()).isEqualTo(status);
        }
    }

    @Test
    void shouldKillAtTheSecondSignal() throws Exception {
        try (Launcher launcher = launch("trap 'echo got INT' INT; trap '' TERM; echo ready; while :; do sleep 0.1; done")) {
            launcher.awaitLines(2, "ready");
            launcher.signal("INT");
            launcher.awaitLines(2, "got INT");
            launcher.signal("TERM");
            assertThat(launcher.await()).isEqualTo(130);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "echo ready; sleep 1000",
        "env -u TOMBOLO_LAUNCH sleep 1000 & echo ready; wait",
        "trap '' HUP INT TERM; echo ready; while :; do sleep 1; done",
        "sleep 1000 & setsid sleep 1000 & (setsid sh -c 'trap \"\" TERM; sleep 1000; sleep 1000' &); echo ready; wait",
    })
    void shouldEndTheRanksWhenTheLauncherIsKilled(final String script) throws Exception {
        try (Launcher launcher = launch(script)) {
            launcher.awaitLines(2, "ready");
            launcher.signal("KILL");
            awaitNothing();
        }
    }

    @Test
    void shouldEndJavaRanksWhenTheLauncherIsKilled() throws Exception {
        final String java = String.join(" ", TestJvm.command(SleepProgram.class));
        try (Launcher launcher = launch("exec " + java)) {
            launcher.awaitLines(2, "asleep");
            launcher.signal("KILL");
            awaitNothing();
        }
    }

    @Test
    void shouldEndWithoutItsGuardian() throws Exception {
        try (Launcher launcher = launch("trap 'exit 0' TERM; echo ready; while :; do sleep 0.1; done")) {
            launcher.awaitLines(2, "ready");
            final ProcessHandle guardian = launcher.process().children()
                .filter(child -> child.info().commandLine().orElse("").contains("forget")).findAny().orElseThrow();
            guardian.destroyForcibly();
            await().atMost(GUARD).until(() -> launcher.process().children().noneMatch(guardian::equals));
            launcher.signal("TERM");
            assertThat(launcher.await()).isEqualTo(143);
        }
    }

    private void awaitNothing() {
        await().atMost(GUARD).untilAsserted(() -> assertThat(nothingLeft.processes()).isEmpty());
    }

    private Launcher launch(final String script) throws IOException {
        return new Launcher(nothingLeft, directory, TestJvm.command(LaunchProgram.class, script));
    }
}
