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
package io.tombolo.jmh.bench.line;

import java.util.Locale;

/**
 * Whether a sender rewrites its buffer between two messages. Times differ a lot from 4 KiB on, so both are measured.
 */
public enum Fill {

    /** The buffer is written once, as in the OSU benchmarks. After the first message its lines are in both caches. */
    CLEAN,

    /**
     * The sender rewrites its buffer before each message, as applications do. The lines are in the cache of the sender then. Both sides
     * write before the clock starts.
     */
    FRESH;

    /**
     * Names the constant in results.
     *
     * @return lower case name.
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
