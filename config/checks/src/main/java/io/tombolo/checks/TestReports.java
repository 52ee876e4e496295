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

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The sum of the test reports that one build wrote.
 */
final class TestReports {
    private static final String REPORT = "TEST-.*\\.xml";

    private final Map<String, Integer> skips = new TreeMap<>();
    private int tests;
    private int failed;
    private int skipped;

    /**
     * Reads every report below a folder.
     *
     * @param root  the checkout.
     * @param since older reports are left over from another build and do not count.
     * @return the sum.
     * @throws IOException        if a report cannot be read.
     * @throws XMLStreamException if a report is not well-formed.
     */
    static TestReports read(final Path root, final Instant since) throws IOException, XMLStreamException {
        final TestReports reports = new TestReports();
        for (final Path report : find(root)) {
            if (!Files.getLastModifiedTime(report).toInstant().isBefore(since)) {
                reports.add(report);
            }
        }
        return reports;
    }

    /** {@return one line such as {@code 312 tests passed, 0 failed, 4 skipped (4 FullTmpfsTest: not root)}} */
    String line() {
        final String counts = (tests - failed - skipped) + " tests passed, " + failed + " failed, " + skipped + " skipped";
        return skips.isEmpty() ? counts : counts + skips.entrySet().stream()
            .map(skip -> skip.getValue() + " " + skip.getKey())
            .collect(Collectors.joining("; ", " (", ")"));
    }

    private static List<Path> find(final Path root) throws IOException {
        try (Stream<Path> files = Files.find(root, 5, (path, attributes) -> attributes.isRegularFile()
            && path.getParent().endsWith("target/surefire-reports") && path.getFileName().toString().matches(REPORT))) {
            return files.toList();
        }
    }

    private void add(final Path report) throws IOException, XMLStreamException {
        try (InputStream in = Files.newInputStream(report)) {
            final XMLStreamReader xml = XMLInputFactory.newFactory().createXMLStreamReader(in);
            String testClass = "";
            while (xml.hasNext()) {
                if (xml.next() == XMLStreamReader.START_ELEMENT) {
                    switch (xml.getLocalName()) {
                        case "testcase" -> {
                            testClass = simpleName(xml.getAttributeValue(null, "classname"));
                            tests++;
                        }
                        case "failure", "error" -> failed++;
                        case "skipped" -> skip(testClass, reason(xml));
                        default -> {
                        }
                    }
                }
            }
            xml.close();
        }
    }

    /** The reason of a condition is an attribute, that of an assumption the first line of its stack trace. */
    private static String reason(final XMLStreamReader xml) throws XMLStreamException {
        final String message = xml.getAttributeValue(null, "message");
        final String text = message == null ? xml.getElementText() : message;
        final String reason = text.strip().lines().findFirst().orElse("no reason given");
        return reason.replaceFirst("^[\\w.$]+Exception: ", "").replaceFirst("^Assumption failed: ", "");
    }

    private void skip(final String testClass, final String reason) {
        skips.merge(testClass + ": " + reason, 1, Integer::sum);
        skipped++;
    }

    private static String simpleName(final String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }
}
