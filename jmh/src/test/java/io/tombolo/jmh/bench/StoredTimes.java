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
package io.tombolo.jmh.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A stored comparison, and tables of its times for the documents.
 */
final class StoredTimes {

    private static final Pattern FIELD = Pattern.compile("\"(\\w+)\":\"?([^\",}]*)");
    private static final String NOTHING = "—";

    private final List<Map<String, String>> rows = new ArrayList<>();

    /** A column: its heading, and the time of a row that differs by one value. */
    record Column(String heading, Function<String, String> cell) {
    }

    private StoredTimes() {
    }

    static StoredTimes read(final Path record) throws IOException {
        final StoredTimes times = new StoredTimes();
        for (final String line : Files.readAllLines(record)) {
            final Map<String, String> row = new HashMap<>();
            final Matcher matcher = FIELD.matcher(line);
            while (matcher.find()) {
                row.put(matcher.group(1), matcher.group(2));
            }
            times.rows.add(row);
        }
        return times;
    }

    /** Rows of which each of these members has this value: name and value in turn. */
    List<Map<String, String>> rows(final String... members) {
        return rows.stream().filter(row -> {
            boolean fits = true;
            for (int i = 0; i < members.length; i += 2) {
                fits &= members[i + 1].equals(row.get(members[i]));
            }
            return fits;
        }).toList();
    }

    /** The median of the first row that fits, in nanoseconds; not a number if none does. */
    double median(final String... members) {
        return rows(members).stream().findFirst().map(row -> Double.parseDouble(row.get("p50_ns"))).orElse(Double.NaN);
    }

    /** The same in words. */
    String time(final String... members) {
        return words(median(members));
    }

    /** Nanoseconds in three figures. */
    static String words(final double ns) {
        if (Double.isNaN(ns)) {
            return NOTHING;
        }
        double unit = 1;
        while (ns / unit >= 1000) {
            unit *= 10;
        }
        return String.format(Locale.ROOT, ns < 100 ? "%.1f" : "%,.0f", ns < 100 ? ns : Math.rint(ns / unit) * unit);
    }

    /** A table in Markdown: a row for each value. */
    static List<String> table(
        final String corner, final List<String> values, final Function<String, String> label, final List<Column> columns) {
        final List<String> lines = new ArrayList<>();
        lines.add(columns.stream().map(Column::heading).collect(Collectors.joining(" | ", "| " + corner + " | ", " |")));
        lines.add("| --- |" + " ---: |".repeat(columns.size()));
        for (final String value : values) {
            final List<String> cells = columns.stream().map(column -> column.cell().apply(value)).toList();
            if (cells.stream().anyMatch(cell -> !NOTHING.equals(cell))) {
                lines.add("| " + label.apply(value) + " | " + String.join(" | ", cells) + " |");
            }
        }
        return lines;
    }
}
