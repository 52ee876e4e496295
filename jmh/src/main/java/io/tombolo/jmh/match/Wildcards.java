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
package io.tombolo.jmh.match;

/**
 * How many of the receives take any source.
 */
public enum Wildcards {
    /** None. */
    NONE,
    /** One, which stays posted because no message matches it. */
    ONE,
    /** One in ten. */
    TENTH,
    /** All. */
    ALL;

    private static final int PART = 10;

    boolean isAnySource(final int key) {
        return this == ALL || this == TENTH && key % PART == 0;
    }
}
