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

/**
 * The signals that a launch sends and handles, with their numbers, which are the same on all systems.
 */
enum Signal {
    /** The terminal was closed. */
    HUP(1),
    /** Ctrl-C. */
    INT(2),
    /** Ends a process at once; cannot be caught. */
    KILL(9),
    /** Write to a pipe without a reader. */
    PIPE(13),
    /** Asks a process to end. */
    TERM(15);

    /** Added to the number of a signal to get the exit status of a process that it ended. */
    static final int STATUS_BASE = 128;

    private final int number;

    Signal(final int number) {
        this.number = number;
    }

    /** Exit status of a process that this signal ended, as in a shell and in {@link Process#exitValue()}. */
    int exitStatus() {
        return STATUS_BASE + number;
    }
}
