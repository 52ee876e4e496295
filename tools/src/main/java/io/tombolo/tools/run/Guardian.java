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
 * A shell process that kills the ranks and the spare processes if this JVM dies without ending them, for example by {@code kill -9}.
 * <p>
 * The launcher tells it by a pipe which process groups to watch and which to forget. When the pipe ends, because the launcher has died or
 * closed it, the guardian kills the groups that it still watches, then every process with the marker of this launch in its environment, and
 * exits. Of each group it kills the leader first, because a leader that has just started has no group yet, and no environment while it
 * executes its program. The guardian runs in a session of its own, ignores the signals of the terminal, and keeps none of the launcher's
 * streams open. Without a shell on the PATH there is no guardian.
 */
final class Guardian implements AutoCloseable {
    private static final long EXIT_SECONDS = 2;

    /** Its first argument is the marker without the dot and the number: {@code NAME=id}. */
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
     * @param groups starts it in a session of its own
     * @param marker marker of the processes to kill
     * @throws IOException if the shell cannot be started
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

    /** Watches a target of {@code kill}: from now on it is killed if the launcher dies. */
    void watch(final String target) {
        order("watch " + target);
    }

    /** Forgets a target that has ended, because its process id may be used again. */
    void forget(final String target) {
        order("forget " + target);
    }

    /** Ends the guardian, because no process is left. */
    void dismiss() {
        order("dismiss");
    }

    /** Closes the pipe and waits until the guardian has ended. */
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
            // The guardian has ended already.
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
            // Another process has ended the guardian; the launch continues without it.
        }
    }
}
