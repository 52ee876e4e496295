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
package io.tombolo.extensions.journal.command;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers with a unit, and times, as people write them in options.
 */
final class Amount {
    private static final Pattern NUMBER = Pattern.compile("(\\d{1,15})([A-Za-z]?)");
    private static final Map<String, Long> SIZES = Map.of("", 1L, "k", 1L << 10, "m", 1L << 20, "g", 1L << 30, "t", 1L << 40);
    private static final Map<String, Long> DURATIONS = Map.of(
        "s", TimeUnit.SECONDS.toMillis(1), "m", TimeUnit.MINUTES.toMillis(1), "h", TimeUnit.HOURS.toMillis(1),
        "d", TimeUnit.DAYS.toMillis(1));

    private Amount() {
    }

    /** Parses a size such as 512M; returns bytes. */
    static long bytes(final String option, final String text) {
        return parse(text, SIZES, option + " takes bytes such as 512M or 20G, not " + text);
    }

    /** Parses a duration such as 36h; returns milliseconds. */
    static long milliseconds(final String option, final String text) {
        return parse(text, DURATIONS, option + " takes a duration such as 90s, 30m, 36h or 7d, not " + text);
    }

    private static long parse(final String text, final Map<String, Long> units, final String refusal) {
        final Matcher number = NUMBER.matcher(text);
        final Long unit = number.matches() ? units.get(number.group(2).toLowerCase(Locale.ROOT)) : null;
        if (unit == null) {
            throw new IllegalArgumentException(refusal);
        }
        try {
            return Math.multiplyExact(Long.parseLong(number.group(1)), unit);
        } catch (final ArithmeticException tooLarge) {
            return Long.MAX_VALUE;
        }
    }

    /** Parses a time; returns nanoseconds since the epoch. */
    static long epochNs(final String option, final String text) {
        try {
            final Instant instant =
                text.endsWith("Z") ? Instant.parse(text) : LocalDateTime.parse(text).atZone(ZoneId.systemDefault()).toInstant();
            return TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano();
        } catch (final DateTimeException ex) {
            throw new IllegalArgumentException(
                option + " takes a time such as 2026-11-27T09:30:00Z, or without Z for local time, not " + text, ex);
        }
    }
}
