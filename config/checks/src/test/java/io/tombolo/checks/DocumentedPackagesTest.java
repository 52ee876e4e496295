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
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The packages of the engine in the documents: the Javadoc site shows the exported ones, and the design has all of them.
 */
class DocumentedPackagesTest {
    private static final String ENGINE = "io.tombolo.engine";
    private static final Path SOURCES = SourceTree.ROOT.resolve("engine/src/main/java");
    private static final Pattern EXPORTED = Pattern.compile("exports ([\\w.]+);");
    private static final Pattern EXCLUDED = Pattern.compile("<excludePackageNames>(.*)</excludePackageNames>");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| \\d+ \\| (`[^|]+`) \\|");
    private static final Pattern NAME = Pattern.compile("`([\\w.]+)`");

    private static List<String> packages;

    @BeforeAll
    static void find() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            packages = files.filter(file -> file.endsWith("package-info.java"))
                .map(file -> SOURCES.relativize(file.getParent()).toString().replace('/', '.')).toList();
        }
    }

    @Test
    void shouldLeaveWhatIsNotExportedOutOfTheSite() throws IOException {
        final List<String> exported = matches(EXPORTED, Files.readString(SOURCES.resolve("module-info.java")));
        final String excluded = matches(EXCLUDED, Files.readString(SourceTree.ROOT.resolve("config/docs/pom.xml"))).get(0);
        assertThat(excluded.split(":")).containsExactlyInAnyOrderElementsOf(
            packages.stream().filter(name -> !exported.contains(name)).toList());
    }

    @Test
    void shouldDescribeAllInTheDesign() throws IOException {
        final String design = Files.readString(SourceTree.ROOT.resolve("docs/design.md"));
        assertThat(matches(ROW, design).stream().flatMap(cell -> matches(NAME, cell).stream())
            .map(name -> name.equals("engine") ? ENGINE : ENGINE + "." + name)).containsExactlyInAnyOrderElementsOf(packages);
    }

    private static List<String> matches(final Pattern pattern, final String text) {
        return pattern.matcher(text).results().map(match -> match.group(1)).toList();
    }
}
