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
 * How sure a {@link Finding} is.
 */
public enum Certainty {
    /** Nothing that the ranks do can make it untrue. */
    CERTAIN,
    /** It looks so, but a message may be under way, or a thread that was not seen may act. */
    POSSIBLE,
    /** It was so when the job was read; no conclusion is drawn. */
    OBSERVED;

    /**
     * The word in text and JSON.
     *
     * @return lower case
     */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
