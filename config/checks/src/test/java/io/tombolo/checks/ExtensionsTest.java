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
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.NodeList;

/**
 * The optional modules in {@code extensions}: each is listed in the pom there, has tests, and keeps to its own package.
 */
class ExtensionsTest {
    @TempDir
    private Path directory;

    @Test
    void shouldHaveTestsInEachExtension() throws Exception {
        assertThat(faults(SourceTree.ROOT.resolve("extensions"))).isEmpty();
    }

    @Test
    void shouldRefuseAnExtensionWithoutTests() throws Exception {
        write("pom.xml", "<project><modules><module>tested</module><module>untested</module></modules></project>");
        write("tested/pom.xml", "<project/>");
        write("tested/src/main/java/io/tombolo/extensions/tested/A.java", "");
        write("tested/src/test/java/io/tombolo/extensions/tested/ATest.java", "");
        write("untested/pom.xml", "<project/>");
        write("untested/src/main/java/io/tombolo/extensions/untested/B.java", "");
        write("untested/src/test/java/io/tombolo/extensions/untested/Fixture.java", "");

        assertThat(faults(directory)).containsExactly("untested has no test");
    }

    @Test
    void shouldRefuseAnExtensionThatIsNotListed() throws Exception {
        write("pom.xml", "<project><modules/></project>");
        write("forgotten/pom.xml", "<project/>");
        write("forgotten/src/test/java/io/tombolo/extensions/forgotten/ATest.java", "");

        assertThat(faults(directory)).containsExactly("forgotten is not listed");
    }

    @Test
    void shouldRefuseAForeignPackage() throws Exception {
        write("pom.xml", "<project><modules><module>mine</module></modules></project>");
        write("mine/pom.xml", "<project/>");
        write("mine/src/main/java/io/tombolo/engine/A.java", "");
        write("mine/src/test/java/io/tombolo/extensions/mine/ATest.java", "");

        assertThat(faults(directory)).containsExactly("mine: io/tombolo/engine/A.java is not in io/tombolo/extensions/mine");
    }

    private void write(final String name, final String text) throws IOException {
        final Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static List<String> faults(final Path extensions) throws Exception {
        final List<String> faults = new ArrayList<>();
        final List<String> listed = modules(extensions.resolve("pom.xml"));
        for (final String module : listed) {
            final Path main = extensions.resolve(module).resolve("src/main/java");
            final String own = "io/tombolo/extensions/" + module;
            SourceTree.javaFiles(main).stream().map(main::relativize)
                .filter(file -> !file.startsWith(own) && !file.endsWith("module-info.java"))
                .forEach(file -> faults.add(module + ": " + file + " is not in " + own));
            final List<Path> tests = SourceTree.javaFiles(extensions.resolve(module).resolve("src/test/java"));
            if (tests.stream().noneMatch(file -> file.toString().endsWith("Test.java"))) {
                faults.add(module + " has no test");
            }
        }
        try (Stream<Path> folders = Files.list(extensions)) {
            folders.filter(folder -> Files.exists(folder.resolve("pom.xml"))).map(folder -> folder.getFileName().toString())
                .filter(name -> !listed.contains(name)).sorted().forEach(name -> faults.add(name + " is not listed"));
        }
        return faults;
    }

    /** {@return the modules that a pom lists} */
    static List<String> modules(final Path pom) throws Exception {
        final NodeList modules =
            DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile()).getElementsByTagName("module");
        return IntStream.range(0, modules.getLength()).mapToObj(i -> modules.item(i).getTextContent()).toList();
    }
}
