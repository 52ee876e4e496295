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
package io.tombolo.tools.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.tools.Screen;
import io.tombolo.tools.run.ProgramLookup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The scripts complete what a user types. That of bash runs in a real bash.
 */
@Timeout(30)
class CompletionTest {
    private static final String SEPARATOR = "--end--";

    @TempDir
    Path home;

    private Path tombolo;

    @BeforeEach
    void makeProgram() throws IOException {
        tombolo = Files.writeString(home.resolve("tombolo"), """
            #!/bin/sh
            [ "$1 $2" = 'ls --names' ] || exit 1
            if [ "$3 $4" = '--parent /there' ]; then echo elsewhere; else printf 'run-1\\nrun-2/previous\\nits $(touch gone)\\n'; fi
            """);
        Files.setPosixFilePermissions(tombolo, PosixFilePermissions.fromString("rwx------"));
        Files.createFile(home.resolve("a file"));
    }

    @Test
    void shouldCompleteInBash() throws Exception {
        final List<List<String>> offers = inBash(
            "ins", "inspect --fl", "inspect run", "inspect --parent /there ''", "inspect --parent = /there ''", "inspect its",
            "evict 1 run", "man ins", "metrics --format = o", "metrics --format =", "fsm s", "completion ''", "example ping",
            "inspect --pair ''", "inspect run-1 ''", "run -n 2 --dir 'a f'", "run -n 2 -- java -", "inspect './a'", "clean run-1 run-2",
            "no-such ''", "run --respawn --sp");
        assertThat(offers).containsExactly(
            List.of("inspect"), List.of("--flight"), List.of("run-1", "run-2/previous"), List.of("elsewhere"), List.of("elsewhere"),
            List.of("its\\ \\$\\(touch\\ gone\\)"), List.of("run-1", "run-2/previous"), List.of("inspect"), List.of("openmetrics"),
            List.of("prometheus", "openmetrics"), List.of("send"), List.of("bash", "zsh"), List.of("ping-pong"),
            List.of(), List.of(), List.of("a file"), List.of(), List.of("./a file"), List.of("run-2/previous"), List.of(),
            List.of("--spares"));
        assertThat(home.resolve("gone")).doesNotExist();
    }

    /** Completes the last word of each line, and returns what is offered. */
    private List<List<String>> inBash(final String... lines) throws Exception {
        Assumptions.assumeTrue(ProgramLookup.find("bash").isPresent(), "no bash");
        final String calls = Arrays.stream(lines).map(line -> "COMP_WORDS=(" + tombolo + " " + line + "); "
            + "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _tombolo; printf '%s\\n' \"${COMPREPLY[@]}\" " + SEPARATOR + "\n")
            .collect(Collectors.joining());
        final String output = output("bash", "--norc", "-c", script("bash") + calls);
        return Arrays.stream(output.split(SEPARATOR + "\n"))
            .map(text -> text.lines().filter(line -> !line.isEmpty()).toList()).toList();
    }

    @Test
    void shouldGiveZshAScriptThatItUnderstands() throws Exception {
        final String script = script("zsh");
        assertThat(script).startsWith("#compdef tombolo\n").contains("'ls:List your jobs, newest first: ",
            "'(--rank)--rank=[With --flight or --latency\\: show only this rank]:rank|name: '", "'::job:_tombolo_jobs'",
            "'(--respawn)--respawn=-[", "]::n: '", ":(prometheus openmetrics)'", "'(-):program: _command_names -e'");
        Assumptions.assumeTrue(ProgramLookup.find("zsh").isPresent(), "no zsh");
        assertThat(output("zsh", "-n", Files.writeString(home.resolve("_tombolo"), script).toString())).isEmpty();
        assertThat(output("zsh", "-f", "-c", "autoload -U compinit && compinit -u -D; . " + home.resolve("_tombolo")
            + "; print $_comps[tombolo]")).isEqualTo("_tombolo\n");
    }

    private static String script(final String shell) {
        return new Screen().ok("completion", shell);
    }

    private String output(final String... command) throws Exception {
        final Process process = new ProcessBuilder(command).directory(home.toFile()).redirectErrorStream(true).start();
        process.getOutputStream().close();
        final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }
}
