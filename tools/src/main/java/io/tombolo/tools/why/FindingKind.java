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

import io.tombolo.tools.text.ScreenText;

/**
 * What a {@link Finding} is about.
 */
public enum FindingKind {
    /** Ranks that wait for each other, so that none of them goes on. */
    DEADLOCK,
    /** A wait for any rank, when no rank is left that could end it. */
    NOBODY_LEFT,
    /** Ranks that have called different collective operations of one group. */
    MISMATCH,
    /** A message that nearly fits a receive that waits. */
    NEAR_MISS,
    /** A shared receive queue without buffers, for which messages wait. */
    EMPTY_QUEUE,
    /** A rank that waits for ranks in a deadlock, and is not part of it. */
    BEHIND,
    /** A rank that is stopped or makes no progress, and may go on at any time. */
    SLOW,
    /** A rank that waits, for ranks that may still end its wait. */
    WAIT,
    /** A rank whose waits could not be read. */
    UNREADABLE;

    /**
     * The words in text and JSON.
     *
     * @return lower case, such as {@code near miss}
     */
    public String words() {
        return ScreenText.words(name());
    }
}
