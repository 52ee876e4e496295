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
package io.tombolo.tools.top;

import io.tombolo.tools.text.ScreenText;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Writes amounts in at most seven characters.
 */
final class CompactNumber {
    private static final String[] UNITS = {"", "k", "M", "G", "T"};
    private static final double THOUSAND = 1_000;
    private static final double ONE_DIGIT = 9.95;
    private static final double ROUNDED_UP = 999.5;
    private static final String NONE = "-";

    private CompactNumber() {
    }

    /** An amount with about two digits, such as {@code 0.5}, {@code 12k} or {@code 1.2M}; a k is 1,000. */
    static String of(final double amount) {
        double left = amount;
        int unit = 0;
        while (unit < UNITS.length - 1 && left >= ROUNDED_UP) {
            left /= THOUSAND;
            unit++;
        }
        final boolean isWhole = unit == 0 && left == Math.rint(left);
        return String.format(Locale.ROOT, left < ONE_DIGIT && !isWhole ? "%.1f%s" : "%.0f%s", left, UNITS[unit]);
    }

    /** A short time such as {@code 4.1 us}; a hyphen if there is none. */
    static String duration(final long ns) {
        return ns < 0 ? NONE : ScreenText.duration(ns);
    }

    /** How long something has waited, such as {@code 812 ms}; a hyphen if nothing waits. */
    static String age(final long ns) {
        final long ms = TimeUnit.NANOSECONDS.toMillis(ns);
        return ns <= 0 ? NONE : ms == 0 ? "<1 ms" : ScreenText.age(ms);
    }

    /** A share in percent; a hyphen if it is not known. */
    static String percent(final double share) {
        return share < 0 ? NONE : String.format(Locale.ROOT, "%.0f", share * 100);
    }
}
