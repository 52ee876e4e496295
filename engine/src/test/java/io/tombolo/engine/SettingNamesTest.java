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
package io.tombolo.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.ringbuffers.setting.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The list of setting names is complete: it holds every name in the sources of the project.
 */
class SettingNamesTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern PROPERTY = Pattern.compile("\"(?:-D)?(tombolo(?:\\.[a-z]+)+)[\"=]");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(tombolo\\.[a-z.]+)` \\|");
    private static final Pattern VARIABLE = Pattern.compile("\\b(TOMBOLO(?:_[A-Z]+)+)\\b");
    /** All sources except the tests that misspell names on purpose. */
    private static final String SOURCE =
        ".*/src/(main|test)/java/.*(?<!/Setting(s|Names)Test)\\.java|.*/bin/tombolo|.*\\.md";
    private static final String FILE = "tombolo.jar";

    @Test
    void shouldKnowEveryNameOfTheSources() throws IOException {
        final Set<String> named = new TreeSet<>();
        for (final String folder : Set.of("ringbuffers", "matching", "engine", "tools", "jmh", "bin", "docs", "README.md")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
                for (final Path file : files.filter(path -> path.toString().matches(SOURCE)).toList()) {
                    final String text = Files.readString(file);
                    Stream.of(PROPERTY, VARIABLE).flatMap(pattern -> pattern.matcher(text).results())
                        .forEach(result -> named.add(result.group(1)));
                }
            }
        }
        assertThat(named).contains(
            EngineContext.DIRECTORY_PROPERTY, Settings.variable(EngineContext.DIRECTORY_PROPERTY), "tombolo.home", "TOMBOLO_LAUNCH");
        named.remove(FILE);
        assertThat(named).allMatch(SettingNames::isKnown, "is in the list of names");
    }

    @Test
    void shouldFindEverySettingInItsDocumentAndNoOther() throws IOException {
        final Set<String> rows = new TreeSet<>();
        ROW.matcher(Files.readString(ROOT.resolve("docs/configuration.md"))).results().forEach(row -> rows.add(row.group(1)));
        assertThat(rows).containsExactlyInAnyOrderElementsOf(SettingNames.settings());
    }

    @ParameterizedTest
    @CsvSource({"tombolo.sise, tombolo.size", "TOMBOLO_SIZ, TOMBOLO_SIZE", "tombolo.directory, tombolo.dir",
        "TOMBOLO_WAIT_SPIN, TOMBOLO_WAIT_SPINS", "tombolo.packetlength, tombolo.packet.length", "tombolo., tombolo.dir"})
    void shouldFindTheNearest(final String name, final String nearest) {
        assertThat(SettingNames.isKnown(name)).isFalse();
        assertThat(SettingNames.nearest(name)).isEqualTo(nearest);
    }
}
