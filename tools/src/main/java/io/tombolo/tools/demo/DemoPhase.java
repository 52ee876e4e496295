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
 * What the demonstration is doing, in the words of a sentence: "… while the file was being spread".
 */
enum DemoPhase {
    /** Until all ranks have met. */
    STARTING("starting", "the ranks were starting"),
    /** The file goes to the workers. */
    SPREADING("spreading the file", "the file was being spread"),
    /** Tokens go round. */
    TOKENS("passing tokens", "tokens were being passed"),
    /** Ping-pong. */
    LATENCY("measuring", "latency was being measured"),
    /** Counters are added up. */
    FINISHING("finishing", "the ranks were finishing");

    private final String doing;
    private final String was;

    DemoPhase(final String doing, final String was) {
        this.doing = doing;
        this.was = was;
    }

    /** For a line of progress. */
    String doing() {
        return doing;
    }

    /** For the rest of a sentence after "while". */
    String was() {
        return was;
    }
}
