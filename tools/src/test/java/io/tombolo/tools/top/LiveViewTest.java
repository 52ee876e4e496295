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
package io.tombolo.tools.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tombolo.engine.LocalJob;
import io.tombolo.tools.Tombolo;
import io.tombolo.tools.run.TestJvm;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The view on a pseudo terminal of {@code script}. */
@Timeout(30)
final class LiveViewTest {
    private static final Path SCRIPT = Path.of("/usr/bin/script");
    private static final long LIMIT_S = 25;
    private static final String LAST_LINE = " quit";
    private static final String ESCAPE = "\u001b";

    private final StringBuilder output = new StringBuilder();

    @Test
    void shouldLeaveTheTerminalAsItWas() throws Exception {
        assumeTrue(Files.isExecutable(SCRIPT), "there is no " + SCRIPT);
        try (LocalJob job = LocalJob.of(2)) {
            final List<String> top =
                new ArrayList<>(TestJvm.command(Tombolo.class, "top", "--interval=0.1", job.directory().toString()));
            top.addAll(1, List.of("--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED"));
            final String command = top.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
            final ProcessBuilder builder = new ProcessBuilder(SCRIPT.toString(), "-q", "-e", "-c",
                "stty rows 12 cols 100; before=$(stty -g); " + command + "; echo status $?; [ \"$before\" = \"$(stty -g)\" ] && echo clean",
                "/dev/null").redirectErrorStream(true);
            builder.environment().put("TERM", "xterm");
            builder.environment().put("LC_ALL", "C.UTF-8");
            builder.environment().remove("NO_COLOR");
            final Process process = builder.start();
            // No interrupt ends a read of a pipe.
            CompletableFuture.delayedExecutor(LIMIT_S, TimeUnit.SECONDS).execute(process::destroyForcibly);
            try (OutputStream keys = process.getOutputStream(); InputStream screen = process.getInputStream()) {
                readUntil(screen, LAST_LINE);
                keys.write(' ');
                keys.flush();
                readUntil(screen, "  paused");
                keys.write('q');
                keys.flush();
                readUntil(screen, "clean");
                assertThat(process.waitFor(LIMIT_S, TimeUnit.SECONDS)).isTrue();
            } finally {
                process.destroyForcibly();
            }
            // The alternate screen and the cursor: switched, and switched back in the end.
            assertThat(output).contains(ESCAPE + "[?1049h", ESCAPE + "[?25l", "2 of 2 ranks", "status 0");
            assertThat(output.lastIndexOf(ESCAPE + "[?1049l")).isGreaterThan(output.lastIndexOf(LAST_LINE));
            assertThat(output.lastIndexOf(ESCAPE + "[?25h")).isGreaterThan(output.lastIndexOf(ESCAPE + "[?25l"));
            assertThat(output).doesNotContain("WARNING");
        }
    }

    private void readUntil(final InputStream screen, final String expected) throws IOException {
        final byte[] buffer = new byte[4096];
        while (output.indexOf(expected) < 0) {
            final int length = screen.read(buffer);
            assertThat(length).as("%s", output).isPositive();
            output.append(new String(buffer, 0, length, StandardCharsets.UTF_8));
        }
    }
}
