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
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import javax.xml.stream.XMLStreamException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestReportsTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final String MIXED = """
        <testsuite name="io.tombolo.a.FullTest" tests="7" errors="1" skipped="4" failures="1">
          <testcase name="one" classname="io.tombolo.a.FullTest" time="0.1"/>
          <testcase name="two" classname="io.tombolo.a.FullTest"><failure message="no">trace</failure></testcase>
          <testcase name="three" classname="io.tombolo.a.FullTest"><error type="x">trace</error></testcase>
          <testcase name="four" classname="io.tombolo.a.FullTest"><skipped type="org.opentest4j.TestAbortedException"><![CDATA[
        org.opentest4j.TestAbortedException: Assumption failed: not root
            at org.junit.jupiter.api.Assumptions.throwAssumptionFailed(Assumptions.java:1)]]></skipped></testcase>
          <testcase name="five" classname="io.tombolo.a.FullTest"><skipped message="Assumption failed: not root"/></testcase>
          <testcase name="six" classname="io.tombolo.a.FullTest"><skipped message="needs a terminal"/></testcase>
          <testcase name="seven" classname="io.tombolo.a.FullTest"><skipped/></testcase>
        </testsuite>
        """;
    private static final String PASSED = """
        <testsuite name="io.tombolo.b.FineTest" tests="1" errors="0" skipped="0" failures="0">
          <testcase name="one" classname="io.tombolo.b.FineTest" time="0.1"/>
        </testsuite>
        """;

    @TempDir
    private Path root;

    @Test
    void shouldSumUpAllModulesWithReasons() throws IOException, XMLStreamException {
        report("ringbuffers", "FullTest", MIXED, START);
        report("config/checks", "FineTest", PASSED, START.plusSeconds(1));

        assertThat(TestReports.read(root, START).line())
            .isEqualTo("2 tests passed, 2 failed, 4 skipped "
                + "(1 FullTest: needs a terminal; 1 FullTest: no reason given; 2 FullTest: not root)");
    }

    @Test
    void shouldLeaveOutReportsOfEarlierBuilds() throws IOException, XMLStreamException {
        report("engine", "FullTest", MIXED, START.minusSeconds(1));
        report("engine", "FineTest", PASSED, START);

        assertThat(TestReports.read(root, START).line()).isEqualTo("1 tests passed, 0 failed, 0 skipped");
    }

    private void report(final String module, final String name, final String text, final Instant written) throws IOException {
        final Path directory = Files.createDirectories(root.resolve(module).resolve("target/surefire-reports"));
        final Path file = Files.writeString(directory.resolve("TEST-" + name + ".xml"), text);
        Files.setLastModifiedTime(file, FileTime.from(written));
    }
}
