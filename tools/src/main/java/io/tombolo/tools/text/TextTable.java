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
package io.tombolo.tools.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Formats a table. Each column is as wide as its widest cell. The last column is never padded. Not thread-safe.
 */
public final class TextTable {
    /** Length of the longest line that the tools write where possible, in characters. */
    public static final int MAX_WIDTH = 100;

    private static final char RIGHT = '>';
    private static final String GAP = "  ";

    private final String indent;
    private final String alignments;
    private final List<String[]> rows = new ArrayList<>();

    /**
     * Makes an empty table.
     *
     * @param indent     start of each line
     * @param alignments one character for each column: {@code <} left, {@code >} right
     */
    public TextTable(final String indent, final String alignments) {
        this.indent = indent;
        this.alignments = alignments;
    }

    /**
     * Adds a row.
     *
     * @param cells one for each column; written by {@code toString}
     * @return this
     */
    public TextTable row(final Object... cells) {
        if (cells.length != alignments.length()) {
            throw new IllegalArgumentException("cells=" + cells.length + " columns=" + alignments.length());
        }
        rows.add(Arrays.stream(cells).map(String::valueOf).toArray(String[]::new));
        return this;
    }

    /**
     * Formats the table.
     *
     * @return one line for each row
     */
    public List<String> lines() {
        final int[] widths = new int[alignments.length()];
        for (final String[] row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        final List<String> lines = new ArrayList<>();
        for (final String[] row : rows) {
            final StringBuilder line = new StringBuilder(indent);
            for (int i = 0; i < widths.length; i++) {
                final String pad = " ".repeat(widths[i] - row[i].length());
                line.append(i == 0 ? "" : GAP).append(alignments.charAt(i) == RIGHT ? pad + row[i] : row[i] + pad);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}
