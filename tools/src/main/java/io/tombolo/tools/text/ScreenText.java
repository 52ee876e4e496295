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
package io.tombolo.tools.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Formats amounts, times and lines for a screen.
 */
public final class ScreenText {
    private static final int FRACTION_BELOW = 10;
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};
    private static final String[] TIMES = {"ns", "us", "ms", "s"};
    private static final int THOUSAND = 1_000;
    private static final int UNIT_SHIFT = 10;
    private static final long TWICE = 2;

    private ScreenText() {
    }

    /**
     * Formats a number of bytes.
     *
     * @param bytes not negative
     * @return such as {@code 1.2 MiB}
     */
    public static String bytes(final long bytes) {
        int unit = 0;
        while (unit < UNITS.length - 1 && bytes >>> unit * UNIT_SHIFT >= 1L << UNIT_SHIFT) {
            unit++;
        }
        final double amount = (double) bytes / (1L << unit * UNIT_SHIFT);
        return scaled(amount, unit, UNITS);
    }

    /**
     * Formats a time span.
     *
     * @param ms milliseconds; a negative value counts as 0
     * @return such as {@code 12 s} or {@code 3 h}
     */
    public static String span(final long ms) {
        final long seconds = Math.max(0, TimeUnit.MILLISECONDS.toSeconds(ms));
        if (seconds < TWICE * TimeUnit.MINUTES.toSeconds(1)) {
            return seconds + " s";
        }
        if (seconds < TWICE * TimeUnit.HOURS.toSeconds(1)) {
            return TimeUnit.SECONDS.toMinutes(seconds) + " min";
        }
        return seconds < TWICE * TimeUnit.DAYS.toSeconds(1) ?
            TimeUnit.SECONDS.toHours(seconds) + " h" : TimeUnit.SECONDS.toDays(seconds) + " d";
    }

    /**
     * Formats the age of something that waits.
     *
     * @param ms milliseconds; a negative value counts as 0
     * @return such as {@code 812 ms} or {@code 12 s}
     */
    public static String age(final long ms) {
        return ms < TimeUnit.SECONDS.toMillis(1) ? Math.max(0, ms) + " ms" : span(ms);
    }

    /**
     * Formats a short time with about two digits.
     *
     * @param ns nanoseconds, not negative
     * @return such as {@code 4.1 us}
     */
    public static String duration(final long ns) {
        double amount = ns;
        int unit = 0;
        while (unit < TIMES.length - 1 && amount >= THOUSAND - 0.5) {
            amount /= THOUSAND;
            unit++;
        }
        return scaled(amount, unit, TIMES);
    }

    private static String scaled(final double amount, final int unit, final String[] units) {
        return String.format(Locale.ROOT, unit > 0 && amount < FRACTION_BELOW ? "%.1f %s" : "%.0f %s", amount, units[unit]);
    }

    /**
     * Formats the name of a constant.
     *
     * @param name such as {@code SENT_SHORT}
     * @return such as {@code sent short}
     */
    public static String words(final String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /**
     * Replaces control characters by {@code ?}, so that text from a file cannot control the terminal.
     *
     * @param text any text
     * @return the text in one line without control characters
     */
    public static String printable(final String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    /**
     * Breaks a text at spaces into lines of at most {@link TextTable#MAX_WIDTH} characters. A longer word stays whole.
     *
     * @param first  start of the first line
     * @param indent start of the other lines
     * @param text   text to break
     * @return lines
     */
    public static List<String> wrap(final String first, final String indent, final String text) {
        final List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(first);
        boolean isEmpty = true;
        for (final String word : text.split("(?<=\\S)(?= )")) {
            if (!isEmpty && line.length() + word.stripTrailing().length() > TextTable.MAX_WIDTH) {
                lines.add(line.toString());
                line = new StringBuilder(indent);
                isEmpty = true;
            }
            line.append(isEmpty ? word.stripLeading() : word);
            isEmpty = false;
        }
        lines.add(line.toString());
        return lines;
    }
}
