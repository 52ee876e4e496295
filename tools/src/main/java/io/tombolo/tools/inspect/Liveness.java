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
package io.tombolo.tools.inspect;

/**
 * Whether a rank is alive, by its lock and its row in the job file.
 */
public enum Liveness {
    /** The rank holds its lock. */
    ALIVE("yes"),
    /** The rank joined and did not leave, but its lock is free: its process has ended. */
    DEAD("NO"),
    /** The rank has closed its engine. */
    LEFT("left"),
    /** The rank has never joined. */
    ABSENT("-");

    private final String word;

    Liveness(final String word) {
        this.word = word;
    }

    /** The word in a table. */
    String word() {
        return word;
    }
}
