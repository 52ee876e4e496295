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

import java.util.Locale;

/**
 * The state of a job directory.
 */
public enum JobState {
    /** At least one rank is alive. */
    LIVE,
    /** Ranks have joined, and none is alive. */
    DEAD,
    /** The job was put aside when a new job began in its directory. */
    PREVIOUS,
    /** A launcher is alive, and no rank has joined yet. */
    STARTING,
    /** There are leftovers but no job: a launcher or rank was killed before the job existed. */
    EMPTY,
    /** The files are refused: of another user or version, or damaged. */
    REFUSED;

    /**
     * The word in text and JSON.
     *
     * @return lower case
     */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Whether there is a job that can be read.
     *
     * @return true for live, dead and previous
     */
    public boolean isJob() {
        return this == LIVE || this == DEAD || this == PREVIOUS;
    }
}
