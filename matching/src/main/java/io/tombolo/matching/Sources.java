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
package io.tombolo.matching;

import java.util.Arrays;

/**
 * The sources that messages have ever come from unexpected, in no order. They are ranks, so there are not many. Owner thread only.
 */
final class Sources {
    private static final int INITIAL_CAPACITY = 8;

    private int[] sources = new int[INITIAL_CAPACITY];
    private int count;

    int count() {
        return count;
    }

    int source(final int index) {
        return sources[index];
    }

    /**
     * Add a source that may be there already.
     */
    void add(final int source) {
        for (int i = 0; i < count; i++) {
            if (sources[i] == source) {
                return;
            }
        }
        if (count == sources.length) {
            sources = Arrays.copyOf(sources, 2 * count);
        }
        sources[count++] = source;
    }
}
