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

import io.tombolo.ringbuffers.libc.LibC;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import javax.xml.stream.XMLStreamException;

/**
 * The last step of the last module: sums up the build's tests in one line. Maven has more to say after it, so the line is printed when
 * Maven's JVM exits: it is the last thing on the console.
 */
public final class ClosingLine {
    private ClosingLine() {
    }

    /**
     * Prints the line at exit.
     *
     * @param args the checkout, and the start time of the build (ISO-8601, UTC).
     * @throws IOException        if a test report cannot be read.
     * @throws XMLStreamException if a test report is not well-formed.
     */
    public static void main(final String[] args) throws IOException, XMLStreamException {
        // A line break first: Maven may have left the cursor behind an escape sequence.
        final String line = System.lineSeparator() + "tombolo: " + TestReports.read(Path.of(args[0]), Instant.parse(args[1])).line()
            + " | JDK " + System.getProperty("java.version") + " | natives " + natives();
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        Runtime.getRuntime().addShutdownHook(new Thread(group, () -> System.out.println(line), "closing-line"));
    }

    private static String natives() {
        try {
            return LibC.available() ? "on" : "off: " + LibC.reason();
        } catch (final LinkageError e) {
            return "unknown: Maven runs without the flags of .mvn/jvm.config";
        }
    }
}
