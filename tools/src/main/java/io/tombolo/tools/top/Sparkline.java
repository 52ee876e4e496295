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

/**
 * Draws numbers as a line of bars, one character each.
 */
final class Sparkline {
    private static final String BARS = " ▁▂▃▄▅▆▇█";
    private static final String ASCII_BARS = " .:-=+*#@";

    private Sparkline() {
    }

    /**
     * Draws numbers. The greatest one is a full bar, and one that is not 0 has at least the smallest.
     *
     * @param values  not negative
     * @param isAscii whether the terminal shows only ASCII
     * @return one character for each value
     */
    static String of(final double[] values, final boolean isAscii) {
        double greatest = 0;
        for (final double value : values) {
            greatest = Math.max(greatest, value);
        }
        final String bars = isAscii ? ASCII_BARS : BARS;
        final StringBuilder line = new StringBuilder();
        for (final double value : values) {
            line.append(bars.charAt(value <= 0 ? 0 : (int) Math.max(1, Math.round(value / greatest * (bars.length() - 1)))));
        }
        return line.toString();
    }
}
