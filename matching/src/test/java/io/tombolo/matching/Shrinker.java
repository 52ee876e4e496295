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

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Shortens a list of steps that fails. It leaves parts out, first halves, then ever smaller parts, as long as the other steps still fail.
 */
final class Shrinker {
    private Shrinker() {
    }

    /**
     * Returns a short list that fails, out of a longer one.
     *
     * @param failing steps that fail.
     * @param fails   whether steps fail, played from the start.
     * @param plays   number of runs at most.
     * @return steps in their order; no single one can be left out, unless the plays were used up.
     */
    static <T> List<T> shrink(final List<T> failing, final Predicate<List<T>> fails, final int plays) {
        List<T> steps = failing;
        int left = plays;
        int part = Math.max(1, steps.size() / 2);
        boolean isShorter = false;
        while (left > 0) {
            for (int start = 0; start < steps.size() && left > 0; left--) {
                final List<T> fewer = without(steps, start, Math.min(steps.size(), start + part));
                if (fails.test(fewer)) {
                    steps = fewer;
                    isShorter = true;
                } else {
                    start += part;
                }
            }
            if (part == 1 && !isShorter) {
                return steps;
            }
            isShorter = false;
            part = Math.max(1, part / 2);
        }
        return steps;
    }

    private static <T> List<T> without(final List<T> steps, final int start, final int end) {
        final List<T> fewer = new ArrayList<>(steps.subList(0, start));
        fewer.addAll(steps.subList(end, steps.size()));
        return fewer;
    }
}
