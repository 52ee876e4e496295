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
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Finds the live processes of a rank in {@code /proc}: those in its process group or session, and those with its marker in their
 * environment, which have left the session and lost their parent. Zombies do not count. Without {@code /proc} nothing is found.
 */
final class ProcessScan {
    private static final Set<String> DEAD = Set.of("Z", "X");
    // While a process executes a new program its environment is empty for a moment; that of a kernel thread is always empty.
    private static final int ENVIRONMENT_READS = 5;
    private static final int STATE = 0;
    private static final int GROUP = 2;
    private static final int SESSION = 3;
    private static final long SELF = ProcessHandle.current().pid();

    private ProcessScan() {
    }

    /**
     * A live process.
     *
     * @param pid     its process id
     * @param inGroup whether it is in the process group of the rank
     */
    record Member(long pid, boolean inGroup) {
    }

    /**
     * Finds the processes of a rank.
     *
     * @param leader pid of the process that was started for the rank, which is also the id of its group and session
     * @param mark   marker {@code NAME=value} in the environment of the rank
     * @return the processes, in no order
     */
    static List<Member> members(final long leader, final String mark) {
        final List<Member> members = new ArrayList<>();
        final byte[] wanted = mark.getBytes(StandardCharsets.UTF_8);
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (final Path process : processes) {
                final long pid = Long.parseLong(process.getFileName().toString());
                if (pid != SELF) {
                    addIfMember(process, pid, Long.toString(leader), wanted, members);
                }
            }
        } catch (final IOException | DirectoryIteratorException ex) {
            return members;
        }
        return members;
    }

    private static void addIfMember(
        final Path process, final long pid, final String leader, final byte[] mark, final List<Member> members) {
        try {
            final String[] fields = fields(process);
            if (DEAD.contains(fields[STATE])) {
                return;
            }
            final boolean inGroup = leader.equals(fields[GROUP]);
            if (inGroup || leader.equals(fields[SESSION]) || holds(environment(process), mark)) {
                members.add(new Member(pid, inGroup));
            }
        } catch (final IOException expected) {
            // The process has ended, or belongs to another user.
        }
    }

    /** Whether a process has ended and its parent has not waited for it yet; false if this is not known. */
    static boolean isZombie(final long pid) {
        try {
            return DEAD.contains(fields(Path.of("/proc", Long.toString(pid)))[STATE]);
        } catch (final IOException unknown) {
            return false;
        }
    }

    /** The fields of {@code /proc/PID/stat} after the name of the command, which is in parentheses and may contain any character. */
    private static String[] fields(final Path process) throws IOException {
        final String stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    }

    /** Reads the environment: entries that each end with a zero byte. */
    private static byte[] environment(final Path process) throws IOException {
        byte[] environment = new byte[0];
        for (int i = 0; i < ENVIRONMENT_READS && environment.length == 0; i++) {
            environment = Files.readAllBytes(process.resolve("environ"));
        }
        return environment;
    }

    /** Whether an entry equals the wanted one. */
    private static boolean holds(final byte[] environment, final byte[] wanted) {
        int start = 0;
        for (int i = 0; i < environment.length; i++) {
            if (environment[i] == 0) {
                if (Arrays.equals(environment, start, i, wanted, 0, wanted.length)) {
                    return true;
                }
                start = i + 1;
            }
        }
        return false;
    }
}
