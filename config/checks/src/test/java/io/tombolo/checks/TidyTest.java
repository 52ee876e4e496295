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
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Rules that Checkstyle cannot check: the words of all text files, and keywords by folder. Each rule has a line that it must refuse.
 */
class TidyTest {
    private static final String ANY = ".*";
    /** Lines of code, without comments and blank lines, that one file may have. */
    private static final int MOST_MAIN_LINES = 400;
    private static final int MOST_TEST_LINES = 450;

    private record Rule(String name, String files, String banned, String specimen) {
    }

    private static final List<Rule> RULES = List.of(
        new Rule("no machine paths", ANY, "(?<![\\w.$}])/(home|root|work|Users)/\\w", "see /ho" + "me/me/tombolo"),
        new Rule("no ticket numbers", ".*\\.(java|md|xml)", "(?i)\\bissue[ #]+\\d", "see iss" + "ue 7"),
        new Rule("no leftover markers", ".*(?<!/checkstyle\\.xml)", "\\b(TO" + "DO|FIX" + "ME)\\b", "TO" + "DO: later"),
        new Rule("no merge markers", ANY, "^(<<<<<<<|>>>>>>>) ", "<<<<<<" + "< HEAD"),
        new Rule("no tabs", ".*\\.(java|md|xml)", "\t", "\tint a;"),
        new Rule("engine does not synchronize", ".*/engine/src/main/.*\\.java",
            "(?<![*\\w] )\\bsynchro" + "nized\\s*[({]|^\\s+synchro" + "nized ", "        synchro" + "nized (this) {"),
        new Rule("no license but one", ".*\\.java", "GNU (Lesser )?General", "GNU " + "General Public License"));

    @TestFactory
    Stream<DynamicTest> shouldHave() throws IOException {
        final List<Path> files = SourceTree.textFiles();
        assertThat(files).contains(SourceTree.ROOT.resolve("pom.xml"));
        return RULES.stream().map(rule -> DynamicTest.dynamicTest(rule.name(), () -> assertThat(breaches(rule, files)).isEmpty()));
    }

    @TestFactory
    Stream<DynamicTest> shouldRefuse() {
        return RULES.stream().map(rule -> DynamicTest.dynamicTest(rule.specimen().strip(),
            () -> assertThat(Pattern.compile(rule.banned()).matcher(rule.specimen()).find()).isTrue()));
    }

    @Test
    void shouldHaveShortSources() throws IOException {
        final List<String> tooLong = new ArrayList<>();
        for (final Path file : SourceTree.textFiles()) {
            if (file.toString().endsWith(".java")) {
                final long lines = codeLines(Files.readAllLines(file));
                if (lines > (file.toString().contains("/src/test/") ? MOST_TEST_LINES : MOST_MAIN_LINES)) {
                    tooLong.add(SourceTree.ROOT.relativize(file) + ": " + lines + " lines of code");
                }
            }
        }
        assertThat(tooLong).isEmpty();
    }

    @Test
    void shouldCountCodeAlone() {
        final List<String> source = List.of(
            "/*", " * Header", " */", "package a;", "", "/** One. */", "class A {", "    // why", "    int a; // b", "}");

        assertThat(codeLines(source)).isEqualTo(4);
    }

    private static long codeLines(final List<String> lines) {
        long code = 0;
        boolean inComment = false;
        for (final String line : lines) {
            final String text = line.strip();
            inComment |= text.startsWith("/*");
            if (!inComment && !text.isEmpty() && !text.startsWith("//")) {
                code++;
            }
            inComment &= !text.endsWith("*/");
        }
        return code;
    }

    private static List<String> breaches(final Rule rule, final List<Path> files) throws IOException {
        final Pattern banned = Pattern.compile(rule.banned());
        final List<String> breaches = new ArrayList<>();
        for (final Path file : files) {
            if (!file.toString().matches(rule.files())) {
                continue;
            }
            final List<String> lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                if (banned.matcher(lines.get(i)).find()) {
                    breaches.add(SourceTree.ROOT.relativize(file) + ":" + (i + 1) + ": " + lines.get(i).strip());
                }
            }
        }
        return breaches;
    }
}
