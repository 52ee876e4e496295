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
import java.util.Locale;

/**
 * A number of a page: the exact value for programs, and a text for people.
 *
 * @param value exact
 * @param text  rounded, with a unit or a suffix
 */
record Amount(long value, String text) {
    private static final String[] SUFFIXES = {"", "k", "M", "G", "T", "P", "E"};
    private static final int THOUSAND = 1_000;
    private static final int TEN = 10;

    static Amount bytes(final long value) {
        return new Amount(value, ScreenText.bytes(Math.max(0, value)));
    }

    static Amount duration(final long ns) {
        return new Amount(ns, ScreenText.duration(Math.max(0, ns)));
    }

    static Amount count(final long value) {
        return new Amount(value, String.format(Locale.ROOT, "%,d", value).replace(',', ' '));
    }

    /** The number in at most four characters and a suffix. */
    static String brief(final long value) {
        double rest = value;
        int suffix = 0;
        while (rest >= THOUSAND - 0.5 && suffix < SUFFIXES.length - 1) {
            rest /= THOUSAND;
            suffix++;
        }
        return suffix == 0 ? Long.toString(value) :
            String.format(Locale.ROOT, rest < TEN - 0.05 ? "%.1f%s" : "%.0f%s", rest, SUFFIXES[suffix]);
    }
}
