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
package io.tombolo.jmh.bench;

import java.util.Arrays;
import java.util.Collection;
import java.util.function.ToDoubleFunction;

/**
 * Statistics of several runs.
 */
final class Statistics {

    private Statistics() {
    }

    /** Returns the median of a property; with an even number of runs, the mean of the two in the middle. */
    static <T> double median(final Collection<T> runs, final ToDoubleFunction<T> property) {
        final double[] values = runs.stream().mapToDouble(property).toArray();
        if (0 == values.length) {
            throw new IllegalArgumentException("runs=0");
        }
        Arrays.sort(values);
        final int middle = values.length / 2;
        return 0 == values.length % 2 ? (values[middle - 1] + values[middle]) / 2 : values[middle];
    }
}
