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
 * An event that another thread reports to the thread that runs a launch.
 *
 * @param kind    what happened
 * @param process number of the process that ended; -1 for other kinds
 * @param signal  signal that arrived; null for other kinds
 */
record LaunchEvent(Kind kind, int process, Signal signal) {
    /** The kinds of events. */
    enum Kind {
        /** The process of a rank, or a spare process, ended. */
        PROCESS_ENDED,
        /** The launcher got a signal. */
        SIGNAL,
        /** The consumer of the output refused lines. */
        OUTPUT_REFUSED,
        /** An output stream of a process ended. */
        OUTPUT_ENDED
    }

    static LaunchEvent processEnded(final int process) {
        return new LaunchEvent(Kind.PROCESS_ENDED, process, null);
    }

    static LaunchEvent signal(final Signal signal) {
        return new LaunchEvent(Kind.SIGNAL, -1, signal);
    }

    static LaunchEvent of(final Kind kind) {
        return new LaunchEvent(kind, -1, null);
    }
}
