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
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Times of a page, in the time zone of the reader of the job. Files that are damaged may hold any time.
 */
final class Times {
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter MICROS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);
    private static final ZoneId ZONE = ZoneId.systemDefault();

    private Times() {
    }

    /** A time to a second; {@code -} for 0. */
    static String ofMs(final long ms) {
        return ms == 0 ? "-" : format(Instant.ofEpochMilli(ms), SECONDS);
    }

    /** A time to a microsecond. */
    static String ofNs(final long ns) {
        return format(
            Instant.ofEpochSecond(Math.floorDiv(ns, TimeUnit.SECONDS.toNanos(1)), Math.floorMod(ns, TimeUnit.SECONDS.toNanos(1))), MICROS);
    }

    static String zone() {
        return ZONE.getId();
    }

    /** The age of something; {@code -} if its time is not known. */
    static String age(final long sinceMs, final long nowMs) {
        return sinceMs == 0 ? "-" : ScreenText.age(nowMs - sinceMs);
    }

    private static String format(final Instant time, final DateTimeFormatter format) {
        try {
            return format.format(time.atZone(ZONE));
        } catch (final DateTimeException impossible) {
            return "-";
        }
    }
}
