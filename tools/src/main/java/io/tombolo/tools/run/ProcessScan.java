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
 * Finds the living processes that belong to a rank, by what {@code /proc} tells of them: the rank's process group, its
 * session, or its mark in their environment (which also finds those that left the session and lost their parent).
 * Zombies do not count. Without {@code /proc} nothing is found.
 */
final class ProcessScan {
    private static final Set<String> DEAD = Set.of("Z", "X");
    // In the middle of an exec a process has no environment for a moment; a thread of the kernel never has one.
    private static final int ENVIRONMENT_READS = 5;
    private static final int STATE = 0;
    private static final int GROUP = 2;
    private static final int SESSION = 3;
    private static final long SELF = ProcessHandle.current().pid();

    private ProcessScan() {
    }

    /**
     * A living process.
     *
     * @param pid     its id
     * @param inGroup whether a signal to the rank's process group reaches it
     */
    record Member(long pid, boolean inGroup) {
    }

    /**
     * @param leader pid of the rank's first process, which is also the id of its group and session
     * @param mark   the NAME=value that the rank was started with in its environment
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
            // It ended meanwhile, or it is somebody else's.
        }
    }

    /** Whether a process is dead and only waits for its parent to take note; false also where this cannot be told. */
    static boolean isZombie(final long pid) {
        try {
            return DEAD.contains(fields(Path.of("/proc", Long.toString(pid)))[STATE]);
        } catch (final IOException unknown) {
            return false;
        }
    }

    /** The fields after the command's name, which stands in parentheses and may itself hold anything. */
    private static String[] fields(final Path process) throws IOException {
        final String stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    }

    /** Whether one of the zero-ended entries equals the wanted one. */
    private static byte[] environment(final Path process) throws IOException {
        byte[] environment = new byte[0];
        for (int i = 0; i < ENVIRONMENT_READS && environment.length == 0; i++) {
            environment = Files.readAllBytes(process.resolve("environ"));
        }
        return environment;
    }

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
