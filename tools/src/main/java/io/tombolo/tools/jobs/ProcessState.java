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
package io.tombolo.tools.jobs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * The state of the process of a rank that is alive, as the system tells it.
 *
 * @param pid  process id
 * @param code letter of the state in {@code /proc/PID/stat}; {@link #ELSEWHERE} if another process, or none, has the pid here
 */
public record ProcessState(long pid, char code) {
    /** In place of a letter: the process is not one of this pid namespace. */
    static final char ELSEWHERE = '-';

    /** Both times are computed from clock ticks and the start of the system. */
    private static final long START_TOLERANCE_MS = 2_000;

    /**
     * Reads the state of a process.
     *
     * @param pid         process id that the rank has written, which may be one of another container
     * @param startTimeMs when the process was started, milliseconds since the epoch
     * @return its state
     */
    public static ProcessState of(final long pid, final long startTimeMs) {
        final long startMs = ProcessHandle.of(pid).flatMap(process -> process.info().startInstant()).map(Instant::toEpochMilli)
            .orElse(Long.MIN_VALUE / 2);
        return new ProcessState(pid, Math.abs(startMs - startTimeMs) > START_TOLERANCE_MS ? ELSEWHERE : code(pid));
    }

    private static char code(final long pid) {
        try {
            final String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
            return stat.charAt(stat.lastIndexOf(')') + 2);
        } catch (final IOException gone) {
            return ELSEWHERE;
        }
    }

    /**
     * Returns whether the process can be seen.
     *
     * @return false if it is in another pid namespace, or has ended
     */
    public boolean isHere() {
        return code != ELSEWHERE;
    }

    /**
     * Returns whether the process is stopped, by a signal or a debugger.
     *
     * @return true if it may go on at any time
     */
    public boolean isStopped() {
        return code == 'T' || code == 't';
    }

    /**
     * Says what the process does, and how to end it.
     *
     * @return one line, without a full stop
     */
    public String advice() {
        final String end = "end it with 'kill -9 " + pid + "', then evict it";
        return switch (code) {
            case 'T', 't' -> "it is stopped, and may go on at any time ('kill -CONT " + pid + "'); or " + end;
            case 'D' -> "it is uninterruptible, waiting in the kernel; " + end + " when the kernel lets it go";
            case ELSEWHERE -> "it is not a process that can be seen here, such as one of another container; end it there, then evict it";
            default -> "it is running; " + end;
        };
    }
}
