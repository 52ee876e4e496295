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

/**
 * Counts of the comparisons in searches, for inspectors. They only grow. Owner thread only.
 */
final class SearchCounts {
    private long attempts;
    private long longest;

    /**
     * Count one search.
     *
     * @param compared number of nodes that were compared.
     */
    void onSearch(final long compared) {
        attempts += compared;
        if (compared > longest) {
            longest = compared;
        }
    }

    /**
     * Count a part of a search; {@link #onSearchEnd(long)} follows.
     *
     * @param compared number of nodes that were compared.
     */
    void onPart(final long compared) {
        attempts += compared;
    }

    /**
     * End a search in parts.
     *
     * @param attemptsBefore {@link #attempts()} when the search began.
     */
    void onSearchEnd(final long attemptsBefore) {
        if (attempts - attemptsBefore > longest) {
            longest = attempts - attemptsBefore;
        }
    }

    long attempts() {
        return attempts;
    }

    long longest() {
        return longest;
    }
}
