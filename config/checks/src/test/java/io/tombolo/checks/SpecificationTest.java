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
package io.tombolo.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The numbered requirements of {@code docs/specification.md} and their citations: every cited number exists, and each requirement names
 * existing classes, and tests that carry its number.
 */
class SpecificationTest {
    private static final Pattern NUMBER = Pattern.compile("\\b(?:[ST][0-4]\\.|D)(\\d+)\\b");
    private static final Pattern CITED = Pattern.compile("\\b[ST][0-4]\\.\\d+\\b");
    /** A cited range of numbers, of which {@link #CITED} would find only the ends. */
    private static final Pattern SPAN = Pattern.compile("\\b([ST][0-4])\\.(\\d+) to \\1\\.(\\d+)\\b");
    private static final Pattern NAME = Pattern.compile("`(\\w+)`");
    private static final int COLUMNS_OF_A_REQUIREMENT = 4;

    private record Row(List<String> classes, List<String> tests) {
    }

    private static final Map<String, Row> ROWS = new LinkedHashMap<>();
    private static final Map<String, List<Path>> SOURCES = new HashMap<>();

    @BeforeAll
    static void read() throws IOException {
        for (final Path file : SourceTree.textFiles()) {
            final String name = file.getFileName().toString();
            if (name.endsWith(".java")) {
                SOURCES.computeIfAbsent(name.substring(0, name.length() - ".java".length()), key -> new ArrayList<>()).add(file);
            }
        }
        for (final String line : Files.readAllLines(SourceTree.ROOT.resolve("docs/specification.md"))) {
            final String[] cells = line.split(" \\| ");
            final String number = cells[0].replaceFirst("^\\| ", "");
            if (NUMBER.matcher(number).matches() && number.charAt(0) != 'D') {
                final boolean requirement = cells.length == COLUMNS_OF_A_REQUIREMENT;
                ROWS.put(number, new Row(requirement ? names(cells[2]) : List.of(), names(cells[cells.length - 1])));
            }
        }
    }

    @Test
    void shouldHoldAllRequirementsWithoutAGap() {
        final Map<String, Integer> numbers = new LinkedHashMap<>();
        for (final String number : ROWS.keySet()) {
            if (number.charAt(0) == 'S') {
                final Matcher matcher = NUMBER.matcher(number);
                assertThat(matcher.matches()).isTrue();
                final String source = number.substring(0, 2);
                assertThat(numbers.merge(source, 1, Integer::sum)).as(number).isEqualTo(Integer.parseInt(matcher.group(1)));
            }
        }
        assertThat(numbers).isEqualTo(Map.of("S0", 38, "S1", 27, "S2", 36, "S3", 40, "S4", 33));
    }

    @Test
    void shouldKnowEveryNumberThatIsCited() throws IOException {
        final Set<String> unknown = new TreeSet<>();
        for (final Path file : SourceTree.textFiles()) {
            for (final String number : cited(Files.readString(file))) {
                if (!ROWS.containsKey(number)) {
                    unknown.add(number + " in " + SourceTree.ROOT.relativize(file));
                }
            }
        }
        assertThat(unknown).isEmpty();
    }

    @Test
    void shouldNameClassesThatThereAre() {
        final Set<String> missing = new TreeSet<>();
        ROWS.forEach((number, row) -> row.classes.stream().filter(name -> !SOURCES.containsKey(name))
            .forEach(name -> missing.add(number + ": " + name)));
        assertThat(missing).isEmpty();
    }

    @Test
    void shouldNameTestsThatCarryTheNumber() throws IOException {
        final Set<String> missing = new TreeSet<>();
        for (final Map.Entry<String, Row> row : ROWS.entrySet()) {
            if (row.getValue().tests.isEmpty()) {
                missing.add(row.getKey() + " names no test");
            }
            for (final String test : row.getValue().tests) {
                boolean carried = false;
                for (final Path file : SOURCES.getOrDefault(test, List.of())) {
                    carried |= cited(Files.readString(file)).contains(row.getKey());
                }
                if (!carried) {
                    missing.add(row.getKey() + " is not in " + test);
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void shouldSeeSpans() {
        assertThat(cited("the cells S2.15 to S2.17, and S3.1")).containsExactlyInAnyOrder("S2.15", "S2.16", "S2.17", "S3.1");
    }

    private static Set<String> cited(final String text) {
        final Set<String> numbers = new TreeSet<>();
        final Matcher single = CITED.matcher(text);
        while (single.find()) {
            numbers.add(single.group());
        }
        final Matcher span = SPAN.matcher(text);
        while (span.find()) {
            for (int i = Integer.parseInt(span.group(2)); i <= Integer.parseInt(span.group(3)); i++) {
                numbers.add(span.group(1) + "." + i);
            }
        }
        return numbers;
    }

    private static List<String> names(final String cell) {
        final List<String> names = new ArrayList<>();
        final Matcher matcher = NAME.matcher(cell);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }
}
