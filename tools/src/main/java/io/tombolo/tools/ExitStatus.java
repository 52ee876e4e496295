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
package io.tombolo.tools;

import io.tombolo.tools.run.JobLaunch;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The exit statuses of all commands.
 */
public enum ExitStatus {
    /** The command succeeded. */
    DONE(0, "done"),
    /** The command failed; a line on standard error says why. */
    FAILED(1, "failed"),
    /** The command line is wrong; a line on standard error says what to do. */
    USAGE(2, "the command line is wrong"),
    /** The job does not exist. */
    NO_SUCH_JOB(3, "no such job"),
    /** Ranks of the job are in a deadlock. */
    DEADLOCK(4, "why: ranks are in a deadlock"),
    /** Ranks of the job wait; a deadlock is possible at most. */
    WAITING(5, "why: ranks wait, a deadlock is possible at most"),
    /** The time limit was reached. */
    TIME_UP(JobLaunch.TIME_UP, "time limit reached");

    private final int code;
    private final String meaning;

    ExitStatus(final int code, final String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    /**
     * The exit code of the process.
     *
     * @return 0 to 255
     */
    public int code() {
        return code;
    }

    /**
     * The table for help texts.
     *
     * @return meanings by number, in order
     */
    static Map<String, String> table() {
        final Map<String, String> table = new LinkedHashMap<>();
        for (final ExitStatus status : values()) {
            table.put(Integer.toString(status.code), status.meaning);
        }
        return table;
    }
}
