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
 * What the system offers beyond {@link ProcessHandle}: process groups and signals other than TERM and KILL, through the
 * programs {@code setsid}, {@code sh} and {@code kill}. Where one is missing, single processes take the place of groups.
 */
final class ProcessGroups {
    private final Optional<Path> setsid;
    private final boolean hasShell;

    /**
     * @param setsid the program that starts another in a session of its own, if there is one
     */
    ProcessGroups(final Optional<Path> setsid) {
        this.setsid = setsid;
        this.hasShell = ProgramLookup.find("sh").isPresent();
    }

    /** The groups of this system, as far as its PATH has the programs for them. */
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
     * The command to start instead of the given one. {@code setsid} turns into it (same pid), because a child of a JVM is
     * never the leader of a group.
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

    /** How {@code kill} names the whole group of a process started by {@link #inOwnGroup}, or without groups the process. */
    String target(final long pid) {
        return areAvailable() ? "-" + pid : Long.toString(pid);
    }

    /**
     * Sends one signal to all targets, each a pid or the negative of a group's id. A target that is gone is passed over.
     *
     * @return whether a shell could be asked to do it
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
