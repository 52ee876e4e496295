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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Process groups, and signals other than TERM and KILL, which {@link ProcessHandle} does not offer. Uses the programs {@code setsid},
 * {@code sh} and {@code kill}. If one is missing, single processes take the place of groups.
 */
final class ProcessGroups {
    private final Optional<Path> setsid;
    private final boolean hasShell;

    /**
     * Looks for a shell.
     *
     * @param setsid the program {@code setsid}, which starts another program in a session of its own; empty if there is none
     */
    ProcessGroups(final Optional<Path> setsid) {
        this.setsid = setsid;
        this.hasShell = ProgramLookup.find("sh").isPresent();
    }

    /** The process groups of this system, with the programs on its PATH. */
    static ProcessGroups ofSystem() {
        return new ProcessGroups(ProgramLookup.find("setsid"));
    }

    /** Whether each process started by {@link #inOwnGroup} leads a group whose id is its pid. */
    boolean areAvailable() {
        return setsid.isPresent() && hasShell;
    }

    /** Whether there is a shell, which signals and the guardian need. */
    boolean hasShell() {
        return hasShell;
    }

    /**
     * Returns the command that runs the given one as the leader of a group of its own. {@code setsid} replaces itself by the given program,
     * so the pid stays the same.
     */
    List<String> inOwnGroup(final List<String> command) {
        if (!areAvailable()) {
            return command;
        }
        final List<String> wrapped = new ArrayList<>(command.size() + 1);
        wrapped.add(setsid.orElseThrow().toString());
        wrapped.addAll(command);
        return wrapped;
    }

    /** The target of {@code kill} for the group of a process started by {@link #inOwnGroup}; without groups, for the process. */
    String target(final long pid) {
        return areAvailable() ? "-" + pid : Long.toString(pid);
    }

    /**
     * Sends a signal to all targets, each a pid or the negative id of a group. Targets that have ended are ignored.
     *
     * @return whether a shell could be started to do it
     * @throws InterruptedException if interrupted while the shell runs
     */
    boolean send(final Signal signal, final Collection<String> targets) throws InterruptedException {
        if (!hasShell) {
            return false;
        }
        final List<String> command = new ArrayList<>(List.of(
            "sh", "-c", "for target in \"$@\"; do kill -s " + signal + " -- \"$target\"; done", "sh"));
        command.addAll(targets);
        try {
            final Process shell = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
            shell.waitFor();
            return true;
        } catch (final IOException ex) {
            return false;
        }
    }
}
