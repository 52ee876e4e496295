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
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * A table of ranks or pairs that fits a screen: its heading, the rows that fit, and a line that counts the others. Each row ends with a
 * sparkline of its messages.
 *
 * @param <R> type of a row
 */
final class TopTable<R> {
    private static final int LEAST_SPARKLINE = 3;
    private static final int SHORT_SPARKLINE = 15;
    private static final int LONGEST_SPARKLINE = 40;
    /** Room for a remark, before a sparkline becomes longer than short. */
    private static final int REMARK_WIDTH = 50;
    private static final String SPARKLINE_TITLE = "msgs/s";
    private static final String GAP = " ";

    private final List<TopColumn<R>> columns;
    private final int width;
    private final boolean isAscii;

    /**
     * Prepares a table.
     *
     * @param columns from left to right
     * @param width   characters of a line
     * @param isAscii whether the terminal shows only ASCII
     */
    TopTable(final List<TopColumn<R>> columns, final int width, final boolean isAscii) {
        this.columns = columns;
        this.width = width;
        this.isAscii = isAscii;
    }

    /** The heading, which marks the column of the order. */
    ScreenLine heading(final char sortKey) {
        final ScreenLine line = new ScreenLine();
        for (final TopColumn<R> column : columns) {
            final String title = column.fit(column.title());
            final int key = title.indexOf(column.key());
            final boolean isSorted = column.key() == sortKey;
            line.add(title.substring(0, key), isSorted ? Tone.SORTED : Tone.HEADING)
                .add(title.substring(key, key + 1), isSorted ? Tone.SORTED : Tone.KEY)
                .add(title.substring(key + 1), isSorted ? Tone.SORTED : Tone.HEADING).add(GAP, Tone.HEADING);
        }
        return line.add(sparklineWidth() < SPARKLINE_TITLE.length() ? "" : SPARKLINE_TITLE, Tone.HEADING);
    }

    /**
     * The rows that fit.
     *
     * @param rows    all rows, in their own order
     * @param choices order and first row
     * @param height  lines
     * @param recent  messages of a row at the last samples, the newest last
     * @param remark  text behind a row, if there is room
     */
    List<ScreenLine> rows(
        final List<R> rows, final ViewChoices choices, final int height, final Function<R, double[]> recent,
        final Function<R, String> remark) {
        final List<R> sorted = sorted(rows, choices);
        final boolean isWhole = sorted.size() <= height;
        final int room = Math.max(0, isWhole ? height : height - 1);
        final int first = choices.firstRow(sorted.size(), room);
        final List<ScreenLine> lines = new ArrayList<>();
        for (final R row : sorted.subList(first, Math.min(sorted.size(), first + room))) {
            lines.add(row(row, recent, remark));
        }
        if (!isWhole && height > 0) {
            final int below = sorted.size() - first - room;
            lines.add(ScreenLine.of(
                "     and " + (below > 0 ? below + " more" : "") + (first > 0 && below > 0 ? ", " : "")
                    + (first > 0 ? first + " above" : "") + " (arrow keys)", Tone.DIM));
        }
        return lines;
    }

    private List<R> sorted(final List<R> rows, final ViewChoices choices) {
        final List<R> sorted = new ArrayList<>(rows);
        final Comparator<R> order = columns.stream().filter(column -> column.key() == choices.sortKey()).findFirst()
            .map(TopColumn::order).orElse(null);
        if (order != null) {
            sorted.sort(choices.isReversed() ? order.reversed() : order);
        } else if (choices.isReversed()) {
            Collections.reverse(sorted);
        }
        return sorted;
    }

    private ScreenLine row(final R row, final Function<R, double[]> recent, final Function<R, String> remark) {
        final ScreenLine line = new ScreenLine();
        for (final TopColumn<R> column : columns) {
            line.add(column.fit(column.cell().apply(row)) + GAP);
        }
        final int room = sparklineWidth();
        if (room >= LEAST_SPARKLINE) {
            final double[] values = recent.apply(row);
            final double[] shown = Arrays.copyOfRange(values, Math.max(0, values.length - room), values.length);
            line.add(" ".repeat(room - shown.length) + Sparkline.of(shown, isAscii), Tone.SENDING);
        }
        return line.add(GAP).add(remark.apply(row), Tone.DIM).cut(width);
    }

    private int sparklineWidth() {
        final int used = columns.stream().mapToInt(column -> Math.abs(column.width()) + GAP.length()).sum();
        final int room = width - used;
        return room <= SHORT_SPARKLINE ? room : Math.max(SHORT_SPARKLINE, Math.min(LONGEST_SPARKLINE, room - REMARK_WIDTH));
    }
}
