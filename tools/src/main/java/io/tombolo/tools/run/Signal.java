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
 * The signals that a launch sends and takes, with their numbers, which are the same on all systems that have them.
 */
enum Signal {
    /** The terminal went away. */
    HUP(1),
    /** Ctrl-C. */
    INT(2),
    /** Cannot be caught. */
    KILL(9),
    /** A pipe that nobody reads. */
    PIPE(13),
    /** Please end. */
    TERM(15);

    /** What a shell adds to a signal's number to make an exit status. */
    static final int STATUS_BASE = 128;

    private final int number;

    Signal(final int number) {
        this.number = number;
    }

    /** Exit status of a process that this signal ended, as shells and {@link Process#exitValue()} count it. */
    int exitStatus() {
        return STATUS_BASE + number;
    }
}
