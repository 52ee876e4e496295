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
package io.tombolo.tools.report;

import io.tombolo.tools.text.ScreenText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Places times on a horizontal axis.
 *
 * @param fromNs beginning
 * @param toNs   end, not before the beginning
 * @param left   place of the beginning
 * @param width  distance of the end from the beginning, greater than 0
 */
record TimeAxis(long fromNs, long toNs, int left, int width) {
    private static final int MOST_TICKS = 8;
    private static final int[] STEPS = {1, 2, 5};
    private static final int TEN = 10;
    private static final int THOUSAND = 1_000;
    private static final String[] UNITS = {"ns", "us", "ms", "s"};

    /** The place of a time, which is put within the axis. */
    double x(final long ns) {
        final double span = Math.max(1, (double) toNs - fromNs);
        return left + width * Math.min(1, Math.max(0, ((double) ns - fromNs) / span));
    }

    /** Times of ticks at round distances from the beginning. */
    List<Long> ticks() {
        final long span = Math.max(1, toNs - fromNs);
        long step = 1;
        int next = 0;
        long power = 1;
        while (span / step > MOST_TICKS && step < Long.MAX_VALUE / TEN) {
            next++;
            power = next % STEPS.length == 0 ? power * TEN : power;
            step = STEPS[next % STEPS.length] * power;
        }
        final List<Long> ticks = new ArrayList<>();
        for (long tick = 0; tick <= span && ticks.size() <= MOST_TICKS; tick += step) {
            ticks.add(fromNs + tick);
        }
        return ticks;
    }

    /** The exact distance of a tick from the beginning, in the unit that suits the whole axis. */
    String label(final long ns) {
        int unit = 0;
        long divisor = 1;
        while (unit < UNITS.length - 1 && toNs - fromNs >= divisor * THOUSAND) {
            divisor *= THOUSAND;
            unit++;
        }
        return BigDecimal.valueOf(ns - fromNs).divide(BigDecimal.valueOf(divisor)).stripTrailingZeros().toPlainString() + ' ' + UNITS[unit];
    }

    /** The length of the axis, for people. */
    String span() {
        return ScreenText.duration(toNs - fromNs);
    }

    static String number(final double value) {
        final String text = String.format(Locale.ROOT, "%.1f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }
}
