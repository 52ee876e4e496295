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
 * Whether a sender rewrites its buffer between two messages. The two differ threefold from 4 KiB on, so both are told.
 */
public enum Fill {

    /** Written once and sent again and again, as the OSU benchmarks do: after the first time its lines are in both caches. */
    CLEAN,

    /**
     * Every line rewritten by the sender before each message, as applications do: its lines lie in the sender's cache. Both sides
     * write before the clock starts.
     */
    FRESH;

    /**
     * The name in results.
     *
     * @return lower case name.
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
