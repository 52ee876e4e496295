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

import java.util.function.Supplier;

/**
 * A value that two passes in a row have read alike, so that all of it is from one time; or the last pass if no two agreed.
 *
 * @param value     the value
 * @param isSettled whether two passes agreed
 * @param <T>       type whose {@code equals} compares the whole value
 */
record StableReading<T>(T value, boolean isSettled) {
    /** Maximum number of passes. It is bounded because the values of a busy job may never agree. */
    static final int PASSES = 32;

    static <T> StableReading<T> read(final Supplier<T> pass) {
        T before = pass.get();
        for (int i = 1; i < PASSES; i++) {
            final T after = pass.get();
            if (after.equals(before)) {
                return new StableReading<>(after, true);
            }
            before = after;
            Thread.onSpinWait();
        }
        return new StableReading<>(before, false);
    }
}
