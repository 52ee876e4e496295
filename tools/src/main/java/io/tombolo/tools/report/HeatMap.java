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

import java.util.Locale;
import java.util.function.LongFunction;

/**
 * Draws a {@link TrafficMatrix}: a row for each source, a column for each destination. The scale is logarithmic and goes from light to
 * dark, or from dark to light on a dark page, in one hue, so that it needs no sense of colour.
 */
final class HeatMap {
    /** Steps of the scale; 0 is nothing. */
    static final int LEVELS = 8;

    private static final int LEAST_SPAN = 64;
    private static final int WIDE = 8;
    private static final int MIDDLE = 16;
    private static final int NARROW = 32;
    private static final int LABELS_APART = 4;
    private static final int LABEL_HEIGHT = 16;
    private static final int HEAD = 34;
    private static final int LETTER = 7;
    private static final int MARGIN = 26;

    private final HtmlWriter page;
    private final TrafficMatrix matrix;
    private final LongFunction<String> words;
    private final LongFunction<String> brief;
    private final int cell;
    private final int left;

    private HeatMap(final HtmlWriter page, final TrafficMatrix matrix, final LongFunction<String> words,
        final LongFunction<String> brief) {
        this.page = page;
        this.matrix = matrix;
        this.words = words;
        this.brief = brief;
        this.cell = matrix.rows() <= WIDE ? 52 : matrix.rows() <= MIDDLE ? 32 : matrix.rows() <= NARROW ? 16 : 9;
        this.left = MARGIN + LETTER * matrix.label(matrix.rows() - 1).length();
    }

    /**
     * Draws a figure with a legend.
     *
     * @param title what is counted
     * @param words a number in words, for people
     * @param brief a number in a few letters, for a cell
     */
    static void draw(
        final HtmlWriter page, final TrafficMatrix matrix, final String title, final LongFunction<String> words,
        final LongFunction<String> brief) {
        page.open("figure").element("figcaption", title);
        final HeatMap map = new HeatMap(page, matrix, words, brief);
        map.draw(title);
        map.legend();
        page.close();
    }

    /** The step of a number on the scale. */
    static int level(final long value, final long least, final long most) {
        if (value <= 0) {
            return 0;
        }
        final long low = low(least, most);
        final double share = low == most ? 1 : Math.log((double) value / low) / Math.log((double) most / low);
        return 1 + (int) Math.min(LEVELS - 1, Math.max(0, share * LEVELS));
    }

    /** The beginning of the scale, which is wide enough that numbers which nearly agree look alike. */
    private static long low(final long least, final long most) {
        return Math.max(1, Math.min(least, most / LEAST_SPAN));
    }

    private void draw(final String title) {
        final int rows = matrix.rows();
        final int width = left + rows * cell + 2;
        final int height = HEAD + rows * cell + 2;
        page.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", title);
        page.open("svg", "class", "heat", "width", number(width), "height", number(height), "viewBox", "0 0 " + width + " " + height,
            "role", "img", "aria-label", title + "; the table of pairs has the same numbers");
        page.element("text", "to", "x", number(left + rows * cell / 2), "y", "12", "text-anchor", "middle");
        page.element("text", "from", "x", "10", "y", number(HEAD + rows * cell / 2), "text-anchor", "middle", "transform",
            "rotate(-90 10 " + (HEAD + rows * cell / 2) + ")");
        final int apart = cell >= LABEL_HEIGHT ? 1 : LABELS_APART * (rows > NARROW && matrix.step() > 1 ? 2 : 1);
        for (int row = 0; row < rows; row++) {
            if (row % apart == 0) {
                page.element("text", matrix.label(row), "x", number(left - LETTER / 2), "y",
                    number(HEAD + row * cell + cell / 2 + LETTER / 2), "text-anchor", "end");
                page.element("text", matrix.label(row), "x", number(left + row * cell + cell / 2), "y", number(HEAD - LETTER / 2),
                    "text-anchor", "middle");
            }
        }
        final long least = matrix.least();
        final long most = matrix.most();
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < rows; column++) {
                cell(row, column, level(matrix.at(row, column), least, most));
            }
        }
        page.close().close();
    }

    private void cell(final int row, final int column, final int level) {
        final long value = matrix.at(row, column);
        final int x = left + column * cell;
        final int y = HEAD + row * cell;
        if (value == 0) {
            page.empty("rect", "class", "q0", "x", number(x), "y", number(y), "width", number(cell - 1), "height", number(cell - 1));
            return;
        }
        page.open("rect", "class", "q" + level, "x", number(x), "y", number(y), "width", number(cell - 1), "height", number(cell - 1));
        page.element("title", matrix.label(row) + " to " + matrix.label(column) + ": " + words.apply(value)).close();
        if (matrix.rows() <= WIDE) {
            page.element("text", brief.apply(value), "class", level > LEVELS / 2 ? "strong" : "weak", "x", number(x + cell / 2), "y",
                number(y + cell / 2 + LETTER / 2), "text-anchor", "middle");
        }
    }

    private void legend() {
        if (matrix.most() == 0) {
            page.element("p", "Nothing was sent.", "class", "note");
            return;
        }
        page.open("p", "class", "legend");
        page.open("span").text(words.apply(low(matrix.least(), matrix.most()))).close();
        for (int level = 1; level <= LEVELS; level++) {
            page.element("span", "", "class", "swatch b" + level);
        }
        page.open("span").text(words.apply(matrix.most())).close();
        page.close();
    }

    private static String number(final int value) {
        return String.format(Locale.ROOT, "%d", value);
    }
}
