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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Several commands in one job, names, and the options of services.
 */
@Timeout(60)
class RunOptionsTest {
    private static final String WHO = "echo $TOMBOLO_RANK ${TOMBOLO_NAME:-none} of $TOMBOLO_SIZE keep ${TOMBOLO_KEEP:-no}";

    @RegisterExtension
    private final NothingLeft nothingLeft = new NothingLeft();
    @TempDir
    private Path directory;

    @Test
    void shouldRunSeveralCommandsInOneJob() throws Exception {
        try (Launcher launcher = run("-n", "1", "--name", "gateway", "--", "sh", "-c", WHO, ":",
            "-n", "2", "--name", "strategy-%d", "--", "sh", "-c", WHO, ":", "-n", "2", "sh", "-c", WHO)) {
            assertThat(launcher.sortedLines()).containsExactly(
                "[3] 3 none of 5 keep no", "[4] 4 none of 5 keep no", "[gateway] 0 gateway of 5 keep no",
                "[strategy-0] 1 strategy-0 of 5 keep no", "[strategy-1] 2 strategy-1 of 5 keep no");
            assertThat(launcher.await()).isZero();
            assertThat(launcher.errors()).isEmpty();
        }
    }

    @Test
    void shouldKeepAJobThatHasRoomForMore() throws Exception {
        final Path job = directory.resolve("job");
        try (Launcher launcher = run("-n", "1", "--capacity", "8", "--keep", "--dir", job.toString(), "--", "sh", "-c",
            "touch $TOMBOLO_DIR/job.dat; " + WHO)) {
            assertThat(launcher.sortedLines()).containsExactly("[0] 0 none of 8 keep true");
            assertThat(launcher.await()).isZero();
            assertThat(job.resolve("job.dat")).exists();
        }
    }

    @Test
    void shouldNameTheRankThatFailed() throws Exception {
        try (Launcher launcher = run("-n", "1", "--name", "gateway", "--", "sh", "-c", "exit 3")) {
            assertThat(launcher.await()).isEqualTo(3);
            assertThat(launcher.errors()).startsWith("tombolo run: rank 0 (gateway) failed (status 3)\n");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "-n 1 --name a -- true : -n 1 --name a -- true | two ranks have the name 'a'",
        "-n 2 --name a-%d -- true : -n 1 --name a-1 -- true | two ranks have the name 'a-1'",
        "-n 2 --name a -- true | the name 'a' is for 2 ranks: put %d into it, such as 'a-%d'",
        "-n 11 --name a345678901234567890123456789012345678901234567-%d -- true | the name "
            + "'a345678901234567890123456789012345678901234567-10' has more than 48 bytes",
        "-n 1 --name 7up -- true | a name begins with a letter or '_', and has only letters, digits, '.', '_' and '-', not '7up'",
        "-n 1 -- true : --name x -- true | only -n, --name and a command may follow ':': Missing required option: '-n=N'",
        "-n 1 -- true : -n 1 --keep -- true | only -n, --name and a command may follow ':': give --keep before the first command",
        "-n 1 -- true : --capacity 4 -n 1 -- true | only -n, --name and a command may follow ':': give --capacity before the first command",
        "-n 1 -- true : -n 1 -- : -n 1 -- true | give the command to run after --",
        "-n 1000 -- true : -n 25 -- true | a job has at most 1024 ranks, not 1025",
        "-n 2 --capacity 1 -- true | --capacity takes 2 to 1024, not 1",
        "-n 1 --respawn=0 -- true | --respawn takes 1 or more, not 0",
        "-n 1 --spares 1 -- true | --spares needs --respawn",
        "-n 1 --keep -- true | --keep needs --dir, so that the job can be found again",
        "-n 1 --group users -- true | --group needs --dir, with a directory that the members of the group can reach",
        "-n 1 --respawn --spares 1 -- sh -c true | spare processes need a command such as 'java [options] -cp PATH Main [arguments]', "
            + "not 'sh -c true': the program is not java",
    })
    void shouldRefuseInOneLine(final String arguments, final String line) {
        final Screen screen = new Screen();
        final List<String> command = new ArrayList<>(List.of("run"));
        command.addAll(List.of(arguments.split(" ")));
        assertThat(screen.run(command.toArray(String[]::new))).isEqualTo(2);
        assertThat(screen.err()).isEqualTo("tombolo run: " + line + "; see 'tombolo run --help'\n");
    }

    private Launcher run(final String... arguments) throws IOException {
        final List<String> command = new ArrayList<>(List.of(
            TestJvm.java(), "-D" + RunCommand.PARENT_PROPERTY + "=" + directory.resolve("jobs"),
            "-cp", TestJvm.classPath(), Tombolo.class.getName(), "run"));
        command.addAll(List.of(arguments));
        return new Launcher(nothingLeft, directory, command);
    }
}
