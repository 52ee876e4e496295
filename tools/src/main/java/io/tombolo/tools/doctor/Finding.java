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
package io.tombolo.tools.doctor;

import java.util.Locale;

/**
 * The result of one check.
 *
 * @param level how bad it is
 * @param topic what was checked, in one word
 * @param text  what was found, in one line
 * @param mend  what to do, in one line; empty if nothing needs to be done
 */
public record Finding(Level level, String topic, String text, String mend) {
    /**
     * How bad it is.
     */
    public enum Level {
        /** Nothing to do. */
        OK,
        /** A job works, but could be faster or use less memory. */
        NOTE,
        /** A job would not start, or would fail soon. */
        BLOCK;

        /**
         * The word in text and JSON.
         *
         * @return lower case
         */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static Finding ok(final String topic, final String text) {
        return new Finding(Level.OK, topic, text, "");
    }

    static Finding note(final String topic, final String text, final String mend) {
        return new Finding(Level.NOTE, topic, text, mend);
    }

    static Finding block(final String topic, final String text, final String mend) {
        return new Finding(Level.BLOCK, topic, text, mend);
    }
}
