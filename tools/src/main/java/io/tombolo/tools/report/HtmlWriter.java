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

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/**
 * Writes HTML in ASCII that is well-formed XML as well. Texts and attribute values are escaped, whatever they contain: markup, control
 * characters, and characters that change the direction of the text. Calls nest as the elements do. Not thread-safe.
 */
final class HtmlWriter {
    private static final int ASCII_END = 0x7f;
    private static final int SPACE = 0x20;
    private static final int REPLACEMENT = 0xfffd;
    private static final String TAB = "    ";
    // Elements that are followed by a new line, so that the page can be read and compared.
    private static final Set<String> BLOCKS = Set.of(
        "html", "head", "title", "style", "script", "body", "header", "main", "footer", "section", "div", "h1", "h2", "h3", "p", "ul", "ol",
        "li", "dl", "table", "caption", "thead", "tbody", "tr", "details", "summary", "figure", "figcaption", "svg", "g", "pre", "nav",
        "meta", "path", "rect", "line", "polyline");

    private final StringBuilder page = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /** Begins an empty page. */
    HtmlWriter() {
        page.append("<!DOCTYPE html>\n");
    }

    /** Begins an element; the attributes are names, each followed by its value. */
    HtmlWriter open(final String name, final String... attributes) {
        tag(name, attributes);
        page.append('>');
        open.push(name);
        return this;
    }

    /** Ends the innermost element. */
    HtmlWriter close() {
        if (open.isEmpty()) {
            throw new IllegalStateException("no element is open");
        }
        final String name = open.pop();
        page.append("</").append(name).append('>');
        newLine(name);
        return this;
    }

    /** Writes an element that holds a text. */
    HtmlWriter element(final String name, final Object text, final String... attributes) {
        return open(name, attributes).text(text).close();
    }

    /** Writes an element that holds nothing. */
    HtmlWriter empty(final String name, final String... attributes) {
        tag(name, attributes);
        page.append("/>");
        newLine(name);
        return this;
    }

    /** Writes a text, escaped. */
    HtmlWriter text(final Object text) {
        escape(String.valueOf(text));
        return this;
    }

    /** Writes a style sheet of this package, which has no character that needs an escape. */
    HtmlWriter style(final String css) {
        if (css.indexOf('<') >= 0 || css.indexOf('&') >= 0) {
            throw new IllegalArgumentException("a style sheet with markup");
        }
        page.append("<style>\n").append(css).append("</style>\n");
        return this;
    }

    /** Writes a block of JSON. Characters that could end the block, or begin markup, are escaped within the strings of the JSON text. */
    HtmlWriter json(final String id, final String json) {
        open("script", "type", "application/json", "id", id);
        page.append('\n').append(json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"));
        return close();
    }

    /** The page that was written. */
    String page() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("open: " + open);
        }
        return page.toString();
    }

    private void tag(final String name, final String... attributes) {
        page.append('<').append(name);
        for (int i = 0; i < attributes.length; i += 2) {
            page.append(' ').append(attributes[i]).append("=\"");
            escape(attributes[i + 1]);
            page.append('"');
        }
    }

    private void newLine(final String name) {
        if (BLOCKS.contains(name)) {
            page.append('\n');
        }
    }

    private void escape(final String text) {
        text.codePoints().forEach(point -> {
            switch (point) {
                case '&' -> page.append("&amp;");
                case '<' -> page.append("&lt;");
                case '>' -> page.append("&gt;");
                case '"' -> page.append("&quot;");
                case '\'' -> page.append("&#39;");
                case '\n' -> page.append('\n');
                case '\t' -> page.append(TAB);
                default -> {
                    if (point >= SPACE && point < ASCII_END) {
                        page.append((char) point);
                    } else {
                        page.append("&#x").append(Integer.toHexString(isShown(point) ? point : REPLACEMENT)).append(';');
                    }
                }
            }
        });
    }

    /** Whether a character has a look of its own. Others could hide text or change its order; XML does not even allow all of them. */
    private static boolean isShown(final int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.UNASSIGNED, Character.PRIVATE_USE,
                Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
