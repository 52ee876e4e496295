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

import io.tombolo.ringbuffers.wait.WaitEntry;
import java.util.List;

/**
 * One of the things that a wait waits for, and the ranks that can bring it.
 *
 * @param entry     as the rank shows it
 * @param isAny     whether one of these ranks is enough; else all of them are needed
 * @param ranks     ranks that can bring it; of those that are gone only the ones that a wait names
 * @param isFree    whether it may come without an act of these ranks, or has come
 * @param isCertain whether it is certain that it has not come
 */
record Need(WaitEntry entry, boolean isAny, List<Integer> ranks, boolean isFree, boolean isCertain) {
    /** It may come at any time. */
    static Need free(final WaitEntry entry, final List<Integer> ranks) {
        return new Need(entry, false, ranks, true, false);
    }

    /** All of these ranks are needed. */
    static Need ofAll(final WaitEntry entry, final List<Integer> ranks, final boolean isCertain) {
        return new Need(entry, false, ranks, false, isCertain);
    }

    /** One of these ranks is enough. */
    static Need ofAny(final WaitEntry entry, final List<Integer> ranks, final boolean isCertain) {
        return new Need(entry, true, ranks, false, isCertain);
    }
}
