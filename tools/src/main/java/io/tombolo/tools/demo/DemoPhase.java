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
package io.tombolo.tools.demo;

/**
 * A phase of the demonstration, with its name for a line of progress and for an error message ("… while the file was being spread").
 */
enum DemoPhase {
    /** The ranks start and meet. */
    STARTING("starting", "the ranks were starting"),
    /** Rank 0 sends the file to the other ranks. */
    SPREADING("spreading the file", "the file was being spread"),
    /** The ranks pass tokens on. */
    TOKENS("passing tokens", "tokens were being passed"),
    /** Ranks 0 and 1 measure latency. */
    LATENCY("measuring", "latency was being measured"),
    /** Counters are added up. */
    FINISHING("finishing", "the ranks were finishing");

    private final String doing;
    private final String was;

    DemoPhase(final String doing, final String was) {
        this.doing = doing;
        this.was = was;
    }

    /** Text for a line of progress, such as "measuring". */
    String doing() {
        return doing;
    }

    /** Text for the end of a sentence, after "while". */
    String was() {
        return was;
    }
}
