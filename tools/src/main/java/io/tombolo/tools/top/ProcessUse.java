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

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The state of a process and the processor time that it has used, as Linux tells it.
 *
 * @param state letter of the state
 * @param cpuNs time of all its threads, nanoseconds; negative if it is not known
 */
record ProcessUse(char state, long cpuNs) {
    /** A process that cannot be seen. */
    static final ProcessUse UNKNOWN = new ProcessUse('-', RankSample.UNKNOWN);

    /** The kernel shows times in ticks of this length on every machine. */
    private static final long TICK_NS = TimeUnit.MILLISECONDS.toNanos(10);
    /** Places of the user and the system time behind the name. */
    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;

    /** Reads {@code /proc/PID/stat}. */
    static ProcessUse of(final long pid) {
        try {
            return parse(Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1));
        } catch (final IOException gone) {
            return UNKNOWN;
        }
    }

    static ProcessUse parse(final String stat) {
        // The name may have spaces and parentheses.
        final String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
        if (fields.length <= SYSTEM_TIME) {
            return UNKNOWN;
        }
        try {
            final long ticks = Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]);
            return new ProcessUse(fields[0].charAt(0), ticks * TICK_NS);
        } catch (final NumberFormatException other) {
            return UNKNOWN;
        }
    }

    boolean isStopped() {
        return state == 'T' || state == 't';
    }
}
