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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A package of the libraries that has more than two classes has a test class of its own, in the same package.
 */
class PackageTestsTest {
    private static final List<String> LIBRARIES = List.of("ringbuffers", "matching", "engine");
    private static final int MOST_CLASSES_WITHOUT_A_TEST = 2;
    private static final Set<String> NO_CLASSES = Set.of("package-info.java", "module-info.java");

    @TempDir
    private Path directory;

    @Test
    void shouldTestEachPackage() throws IOException {
        final Set<String> untested = new TreeSet<>();
        for (final String library : LIBRARIES) {
            untested.addAll(untested(SourceTree.ROOT.resolve(library)));
        }
        assertThat(untested).isEmpty();
    }

    @Test
    void shouldFindAPackageWithoutATest() throws IOException {
        write("main", "large", "A.java", "B.java", "C.java", "package-info.java");
        write("test", "large", "Fixture.java");
        write("main", "small", "A.java", "B.java", "package-info.java");
        write("main", "tested", "A.java", "B.java", "C.java");
        write("test", "tested", "ATest.java");

        assertThat(untested(directory)).containsExactly("a.large");
    }

    private void write(final String kind, final String packageName, final String... files) throws IOException {
        final Path folder = Files.createDirectories(directory.resolve("src").resolve(kind).resolve("java/a").resolve(packageName));
        for (final String file : files) {
            Files.createFile(folder.resolve(file));
        }
    }

    private static Set<String> untested(final Path module) throws IOException {
        final Map<String, Long> classes = count(module.resolve("src/main/java"), ".java");
        final Map<String, Long> tests = count(module.resolve("src/test/java"), "Test.java");
        final Set<String> untested = new TreeSet<>();
        classes.forEach((name, number) -> {
            if (number > MOST_CLASSES_WITHOUT_A_TEST && !tests.containsKey(name)) {
                untested.add(name);
            }
        });
        return untested;
    }

    /** {@return how many files with this ending each package has; without packages that have none} */
    private static Map<String, Long> count(final Path root, final String ending) throws IOException {
        final Map<String, Long> counts = new HashMap<>();
        for (final Path file : SourceTree.javaFiles(root)) {
            final String name = file.getFileName().toString();
            if (name.endsWith(ending) && !NO_CLASSES.contains(name)) {
                counts.merge(root.relativize(file.getParent()).toString().replace('/', '.'), 1L, Long::sum);
            }
        }
        return counts;
    }
}
