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

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A shell that outlives this JVM for a moment and ends the ranks when the JVM dies without a word ({@code kill -9}).
 * <p>
 * It reads from a pipe which process groups there are. At the end of the pipe, which only the launcher's death or its
 * last word brings, it kills what it was told to watch and not told to forget, then everything that carries the mark of
 * this launch in its environment, and exits. Of a group it kills the leader by itself first: one that was just started has
 * not made its group yet, and in the middle of an exec it has no environment. It runs in a session of its own, ignores the
 * terminal's signals and holds none of the launcher's streams. Where there is no shell there is no guardian.
 */
final class Guardian implements AutoCloseable {
    private static final long EXIT_SECONDS = 2;

    /** The first argument is the mark's beginning: NAME=launch id and a dot, before the rank. */
    private static final String SCRIPT = String.join("\n",
        "trap '' HUP INT QUIT TERM TSTP",
        "cd /",
        "targets=' '",
        "while read -r verb target; do",
        "    case $verb in",
        "        watch) targets=\"$targets$target \" ;;",
        "        forget) targets=\"${targets%% $target *} ${targets#* $target }\" ;;",
        "        dismiss) exit 0 ;;",
        "    esac",
        "done",
        "for target in $targets; do",
        "    kill -s KILL -- \"${target#-}\"",
        "    kill -s KILL -- \"$target\"",
        "done",
        "for round in 1 2 3 4 5; do",
        "    marked=$(grep -l -s -z -e \"^$1\\.[0-9]*$\" /proc/[0-9]*/environ | tr -c -d '0-9\\n')",
        "    [ -n \"$marked\" ] || exit 0",
        "    kill -s KILL -- $marked",
        "done");

    private final Process shell;
    private final OutputStream orders;

    private Guardian(final Process shell) {
        this.shell = shell;
        this.orders = shell == null ? OutputStream.nullOutputStream() : shell.getOutputStream();
    }

    /**
     * Starts a guardian.
     *
     * @param groups how to start it in a session of its own
     * @param marker whose environment entry it looks for
     * @throws IOException if the shell does not start
     */
    static Guardian start(final ProcessGroups groups, final LaunchMarker marker) throws IOException {
        if (!groups.hasShell()) {
            return new Guardian(null);
        }
        final ProcessBuilder builder = new ProcessBuilder(
            groups.inOwnGroup(List.of("sh", "-c", SCRIPT, "sh", marker.prefix())));
        builder.environment().remove(LaunchMarker.NAME);
        builder.directory(Path.of("/").toFile());
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD);
        return new Guardian(builder.start());
    }

    /** From now on this target of {@code kill} is ended together with the launcher. */
    void watch(final String target) {
        order("watch " + target);
    }

    /** The target is gone for good, its number may come to belong to somebody else. */
    void forget(final String target) {
        order("forget " + target);
    }

    /** Nothing is left to be ended. */
    void dismiss() {
        order("dismiss");
    }

    /** Waits until the guardian has done what it is for and ended. */
    @Override
    public void close() {
        if (shell == null) {
            return;
        }
        try {
            orders.close();
            if (shell.waitFor(EXIT_SECONDS, TimeUnit.SECONDS)) {
                return;
            }
        } catch (final IOException expected) {
            // It is gone already.
        } catch (final InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
        shell.destroyForcibly();
    }

    private void order(final String line) {
        try {
            orders.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
            orders.flush();
        } catch (final IOException expected) {
            // Somebody ended the guardian; the launch goes on without.
        }
    }
}
