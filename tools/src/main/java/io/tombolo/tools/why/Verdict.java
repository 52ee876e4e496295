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
 * The answer in one word.
 */
public enum Verdict {
    /** No rank waits. */
    NOBODY_WAITS,
    /** At least one rank waits, and nothing shows that it waits for ever. */
    WAITS,
    /** There may be a deadlock. */
    POSSIBLE_DEADLOCK,
    /** There is a deadlock, or a wait that nobody can end. */
    DEADLOCK;

    /**
     * The words in text and JSON.
     *
     * @return lower case, such as {@code possible deadlock}
     */
    public String words() {
        return ScreenText.words(name());
    }
}
