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

import java.util.ArrayList;
import java.util.List;

/**
 * A line of a screen, in parts of different looks.
 *
 * @param parts from left to right
 */
record ScreenLine(List<Part> parts) {
    /** A part that looks the same. */
    record Part(String text, Tone tone) {
    }

    /** An empty line to which parts are added. */
    ScreenLine() {
        this(new ArrayList<>());
    }

    /** A line of one part. */
    static ScreenLine of(final String text, final Tone tone) {
        return new ScreenLine().add(text, tone);
    }

    /** Adds a part at the end. */
    ScreenLine add(final String text, final Tone tone) {
        final Part last = parts.isEmpty() ? null : parts.get(parts.size() - 1);
        if (last != null && last.tone == tone) {
            parts.set(parts.size() - 1, new Part(last.text + text, tone));
        } else if (!text.isEmpty()) {
            parts.add(new Part(text, tone));
        }
        return this;
    }

    /** Adds a part at the end as it is. */
    ScreenLine add(final String text) {
        return add(text, Tone.PLAIN);
    }

    /** Number of characters. */
    int width() {
        return parts.stream().mapToInt(part -> part.text.length()).sum();
    }

    /** The line without what does not fit. */
    ScreenLine cut(final int width) {
        final ScreenLine line = new ScreenLine();
        int left = width;
        for (final Part part : parts) {
            line.add(part.text.substring(0, Math.min(left, part.text.length())), part.tone);
            left -= Math.min(left, part.text.length());
        }
        return line;
    }

    /** The characters, without spaces at the end. */
    String text() {
        final StringBuilder text = new StringBuilder();
        parts.forEach(part -> text.append(part.text));
        return text.toString().stripTrailing();
    }
}
