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

import java.util.Locale;

/**
 * Numbers as people read them, with a point before the decimals on every machine.
 */
final class Numbers {

    private static final double NS_IN_US = 1e3;
    private static final double NS_IN_MS = 1e6;
    private static final double WHOLE_FROM = 100;

    private Numbers() {
    }

    /** A time with its unit and three digits. */
    static String time(final double ns) {
        final double size = Math.abs(ns);
        if (size < NS_IN_US) {
            return threeDigits(ns) + " ns";
        }
        return size < NS_IN_MS ? threeDigits(ns / NS_IN_US) + " us" : threeDigits(ns / NS_IN_MS) + " ms";
    }

    private static String threeDigits(final double value) {
        final double size = Math.abs(value);
        return format(size < WHOLE_FROM / 10 ? "%.2f" : size < WHOLE_FROM ? "%.1f" : "%.0f", value);
    }

    /** Two decimals below 100, none above. */
    static String rounded(final double value) {
        return format(value < WHOLE_FROM ? "%.2f" : "%.0f", value);
    }

    /** Two decimals. */
    static String decimals(final double value) {
        return format("%.2f", value);
    }

    private static String format(final String format, final double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
