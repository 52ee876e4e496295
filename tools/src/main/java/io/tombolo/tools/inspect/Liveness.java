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
 * What the lock of a rank and its row say together.
 */
public enum Liveness {
    /** It holds its lock. */
    ALIVE("yes"),
    /** It joined, did not leave, and its lock is free: its process is gone. */
    DEAD("NO"),
    /** It closed its engine in order. */
    LEFT("left"),
    /** It has never joined. */
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
