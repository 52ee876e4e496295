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
package io.tombolo.tools.json;

import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/**
 * Streams one JSON value (RFC 8259) in ASCII, indented or in one line. The output is valid JSON and safe for a terminal, whatever the
 * strings contain.
 * <p>
 * Calls nest as the value does; a misplaced call throws an {@link IllegalStateException}. Not thread-safe.
 */
public final class JsonWriter {
    private static final String INDENT = "  ";
    private static final int PRINTABLE_FROM = 0x20;
    private static final int PRINTABLE_TO = 0x7e;

    private final PrintStream out;
    private final boolean isInOneLine;
    private final Deque<Character> open = new ArrayDeque<>();
    private boolean isFirst = true;
    private boolean isNamed;

    /**
     * Begins a document that is indented.
     *
     * @param out gets the text; owned by the caller
     */
    public JsonWriter(final PrintStream out) {
        this(out, false);
    }

    private JsonWriter(final PrintStream out, final boolean isInOneLine) {
        this.out = out;
        this.isInOneLine = isInOneLine;
    }

    /**
     * Begins a document of one line, such as a line of JSON lines.
     *
     * @param out gets the text; owned by the caller
     * @return a writer of one value
     */
    public static JsonWriter ofLine(final PrintStream out) {
        return new JsonWriter(out, true);
    }

    /**
     * Begins an object.
     *
     * @return this
     */
    public JsonWriter object() {
        return begin('{', '}');
    }

    /**
     * Begins an array.
     *
     * @return this
     */
    public JsonWriter array() {
        return begin('[', ']');
    }

    /**
     * Begins a member that is an object.
     *
     * @param name of the member
     * @return this
     */
    public JsonWriter object(final String name) {
        return name(name).object();
    }

    /**
     * Begins a member that is an array.
     *
     * @param name of the member
     * @return this
     */
    public JsonWriter array(final String name) {
        return name(name).array();
    }

    /**
     * Ends the innermost object or array. The end of the outermost also ends the line.
     *
     * @return this
     */
    public JsonWriter end() {
        final Character bracket = open.poll();
        if (bracket == null || isNamed) {
            throw new IllegalStateException("nothing to end");
        }
        if (!isFirst) {
            newLine();
        }
        out.print(bracket.charValue());
        isFirst = false;
        if (open.isEmpty()) {
            out.println();
        }
        return this;
    }

    /**
     * Writes a member.
     *
     * @param name  of the member
     * @param value a {@code String}, {@code Boolean}, {@code Long}, {@code Integer}, {@code Double}, or null; NaN and infinite
     *              doubles become null
     * @return this
     */
    public JsonWriter member(final String name, final Object value) {
        return name(name).value(value);
    }

    /**
     * Writes an element of an array.
     *
     * @param value as of {@link #member}
     * @return this
     */
    public JsonWriter value(final Object value) {
        separate();
        if (value instanceof String text) {
            string(text);
        } else if (value instanceof Double number && (number.isNaN() || number.isInfinite())) {
            out.print("null");
        } else if (value == null || value instanceof Boolean || value instanceof Number) {
            out.print(value);
        } else {
            throw new IllegalArgumentException("no JSON value: " + value.getClass());
        }
        return this;
    }

    private JsonWriter begin(final char from, final char to) {
        separate();
        out.print(from);
        open.push(to);
        isFirst = true;
        return this;
    }

    private JsonWriter name(final String name) {
        if (open.isEmpty() || open.peek() != '}' || isNamed) {
            throw new IllegalStateException("a name outside of an object: " + name);
        }
        separate();
        string(name);
        out.print(": ");
        isNamed = true;
        return this;
    }

    private void separate() {
        if (isNamed) {
            isNamed = false;
            return;
        }
        if (!isFirst) {
            out.print(isInOneLine ? ", " : ",");
        }
        isFirst = false;
        if (!open.isEmpty()) {
            newLine();
        }
    }

    private void newLine() {
        if (isInOneLine) {
            return;
        }
        out.print('\n');
        out.print(INDENT.repeat(open.size()));
    }

    private void string(final String text) {
        out.print('"');
        for (int i = 0; i < text.length(); i++) {
            final char each = text.charAt(i);
            if (each == '"' || each == '\\') {
                out.print('\\');
                out.print(each);
            } else if (each >= PRINTABLE_FROM && each <= PRINTABLE_TO) {
                out.print(each);
            } else {
                out.printf(Locale.ROOT, "\\u%04x", (int) each);
            }
        }
        out.print('"');
    }
}
