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
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * The published artifacts: the BOM manages all of them and nothing else, and the command line is one of them.
 */
@Timeout(60)
class PublishedTest {
    private static final String CLASSIFIER = "all";

    @TempDir
    private Path directory;

    @Test
    void shouldManageOurArtifactsAloneInTheBom() throws Exception {
        final Element bom = pom("config/bom");
        assertThat(children(bom, "parent")).as("a parent manages more").isEmpty();
        assertThat(text(bom, "version")).isEqualTo(text(pom(""), "version"));
        final NodeList managed = child(bom, "dependencyManagement").getElementsByTagName("dependency");
        assertThat(elements(managed).map(dependency -> text(dependency, "artifactId") + ":" +
            children(dependency, "classifier").map(Node::getTextContent).findFirst().orElse("jar")))
            .containsExactlyInAnyOrder(
                "tombolo-ringbuffers:jar", "tombolo-matching:jar", "tombolo-engine:jar", "tombolo-tools:jar",
                "tombolo-tools:" + CLASSIFIER,
                "tombolo-journal:jar", "tombolo-journal:" + CLASSIFIER);
        assertThat(elements(managed)).allSatisfy(dependency -> {
            assertThat(text(dependency, "groupId")).isEqualTo("io.tombolo");
            assertThat(text(dependency, "version")).isEqualTo("${project.version}");
        });
    }

    @Test
    void shouldUseThePluginsOfTheParentInTheBom() throws Exception {
        assertThat(plugins(pom(""))).containsAll(plugins(pom("config/bom")));
    }

    @Test
    void shouldInstallTheCommandLineInOneFile() throws Exception {
        final NodeList all = pom("tools").getElementsByTagName("*");
        assertThat(elements(all).filter(element -> element.getTagName().startsWith("shaded"))
            .map(element -> element.getTagName() + "=" + element.getTextContent()))
            .containsExactly("shadedArtifactAttached=true", "shadedClassifierName=" + CLASSIFIER);
    }

    @Test
    void shouldRunFromTheOneFileUnderAnyName() throws Exception {
        final Path built = SourceTree.ROOT.resolve("tools/target/tombolo.jar");
        assumeTrue(Files.exists(built), "the command line is not packaged");
        final Path installed = Files.copy(built, directory.resolve("tombolo-tools-" + text(pom(""), "version") + "-all.jar"));
        assertThat(output(installed, "classpath")).isEqualTo(installed + "\n");
        assertThat(output(installed, "inspect", "--parent", directory.toString())).isEqualTo(
            "tombolo inspect: there are no jobs in " + directory + "\n");
        final String script = "touch $TOMBOLO_DIR/job.dat; exit 1";
        assertThat(output(installed, "run", "--dir", directory.resolve("job").toString(), "-n", "1", "--", "sh", "-c", script))
            .contains("inspect: java -jar " + installed + " inspect " + directory.resolve("job"));
    }

    private static String output(final Path jar, final String... arguments) throws IOException, InterruptedException {
        final ProcessBuilder builder = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
            "-jar", jar.toString()).redirectErrorStream(true);
        builder.command().addAll(List.of(arguments));
        builder.environment().keySet().removeIf(name -> name.endsWith("_OPTIONS"));
        final Process process = builder.start();
        try {
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } finally {
            process.destroyForcibly();
            process.waitFor();
        }
    }

    private static List<String> plugins(final Element pom) {
        return elements(pom.getElementsByTagName("plugin"))
            .map(plugin -> text(plugin, "artifactId") + ":" + children(plugin, "version").map(Node::getTextContent).findFirst().orElse(""))
            .toList();
    }

    private static Element pom(final String folder) throws Exception {
        final Path file = SourceTree.ROOT.resolve(folder).resolve("pom.xml");
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile()).getDocumentElement();
    }

    private static String text(final Element parent, final String name) {
        return child(parent, name).getTextContent();
    }

    private static Element child(final Element parent, final String name) {
        return children(parent, name).findFirst().orElseThrow(() -> new AssertionError("no " + name));
    }

    private static Stream<Element> children(final Element parent, final String name) {
        return elements(parent.getChildNodes()).filter(element -> element.getTagName().equals(name));
    }

    private static Stream<Element> elements(final NodeList nodes) {
        return IntStream.range(0, nodes.getLength()).mapToObj(nodes::item).filter(Element.class::isInstance).map(Element.class::cast);
    }
}
