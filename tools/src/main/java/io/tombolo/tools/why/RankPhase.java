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
package io.tombolo.tools.why;

import java.util.Locale;

/**
 * What the process of a rank does, apart from its waits.
 */
enum RankPhase {
    /** It runs; in a dead job: it ran until the job died. */
    RUNS,
    /** It is stopped, and may be continued at any time. */
    STOPPED,
    /** Its clock stands still: it is in a debugger, in a long pause of the garbage collector, or gets no core. */
    STILL,
    /** It has closed its engine. */
    LEFT,
    /** It has died. */
    DIED,
    /** It has never joined. */
    ABSENT,
    /** Its file cannot be read. */
    UNREADABLE;

    /** Whether it never acts again. */
    boolean isGone() {
        return this == LEFT || this == DIED;
    }

    /** Whether it acts no faster than somebody lets it. */
    boolean isSlow() {
        return this == STOPPED || this == STILL;
    }

    /** The word in JSON. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
