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
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Lists the methods that may allocate inside progress, with the reason why a lack of memory does no harm there. A new allocation must be
 * reviewed and listed. Constructors are left out, because their callers are listed.
 */
class ProgressAllocationsTest {
    private static final Path LIST = SourceTree.ROOT.resolve("config/checks/src/test/resources/progress-allocations.txt");
    private static final List<String> PACKAGES = List.of(
        "matching/target/classes/io/tombolo/matching",
        "engine/target/classes/io/tombolo/engine/completion",
        "engine/target/classes/io/tombolo/engine/node",
        "engine/target/classes/io/tombolo/engine/peer",
        "engine/target/classes/io/tombolo/engine/progress",
        "engine/target/classes/io/tombolo/engine/pt2pt",
        "engine/target/classes/io/tombolo/engine/rma",
        "engine/target/classes/io/tombolo/engine/srq",
        "engine/target/classes/io/tombolo/engine/telemetry",
        "engine/target/classes/io/tombolo/engine/transfer",
        "ringbuffers/target/classes/io/tombolo/ringbuffers/region/PrivateSlab.class");
    private static final Pattern TYPE = Pattern.compile("^(?:[\\w-]+ )*(?:class|interface|enum) io\\.tombolo\\.([\\w.$]+).*");
    private static final Pattern METHOD = Pattern.compile("^ {2}\\S.*?([\\w.$]+)\\(.*\\).*;");
    private static final Pattern ARRAY = Pattern.compile("^\\s+\\d+: (?:newarray|anewarray|multianewarray)\\s.*");
    private static final Pattern OBJECT = Pattern.compile("^\\s+\\d+: new\\s.*// class (\\S+)");
    private static final Pattern CALL = Pattern.compile("^\\s+\\d+: invoke\\w+\\s.*Method (\\S+)\\.\"?([\\w<>]+)\"?:.*");
    private static final Pattern COLLECTION = Pattern.compile("(java/util/|org/agrona/collections/).*");
    private static final List<String> GROWS = List.of("add", "addLast", "push", "offer", "put", "putIfAbsent", "ensureCapacity");
    private static final List<String> TAKES = List.of("allocateDirect", "allocateDirectAligned", "copyOf", "copyOfRange");

    @Test
    void shouldTakeMemoryOnlyWhereTheListSaysWhyThatMayFail() throws IOException {
        final Map<String, String> listed = listed();
        assertThat(listed.values()).as("a reason each").allMatch(reason -> reason.length() > 3);
        assertThat(found()).as("sites that take memory, against " + LIST.getFileName())
            .containsExactlyInAnyOrderElementsOf(listed.keySet());
    }

    private static Map<String, String> listed() throws IOException {
        final Map<String, String> listed = new TreeMap<>();
        for (final String line : Files.readAllLines(LIST)) {
            final int end = line.indexOf(' ');
            if (!line.startsWith("#") && end > 0) {
                listed.put(line.substring(0, end), line.substring(end).strip());
            }
        }
        return listed;
    }

    private static TreeSet<String> found() throws IOException {
        final List<String> arguments = new ArrayList<>(List.of("-c", "-p"));
        for (final String place : PACKAGES) {
            final Path path = SourceTree.ROOT.resolve(place);
            try (Stream<Path> classes = Files.isDirectory(path) ? Files.list(path) : Stream.of(path)) {
                classes.map(Path::toString).filter(name -> name.endsWith(".class")).sorted().forEach(arguments::add);
            }
        }
        final StringWriter text = new StringWriter();
        final int status = ToolProvider.findFirst("javap").orElseThrow()
            .run(new PrintWriter(text), new PrintWriter(text), arguments.toArray(String[]::new));
        assertThat(status).isZero();
        return sites(text.toString().lines());
    }

    private static TreeSet<String> sites(final Stream<String> lines) {
        final TreeSet<String> sites = new TreeSet<>();
        final String[] at = {"", ""};
        lines.forEach(line -> {
            final Matcher type = TYPE.matcher(line);
            final Matcher method = METHOD.matcher(line);
            if (type.matches()) {
                at[0] = type.group(1);
                at[1] = "";
            } else if (line.startsWith("  static {}")) {
                at[1] = "";
            } else if (method.matches()) {
                // A constructor has the name of its type; the compiler generates the methods of an enum.
                at[1] = method.group(1).contains(".") || method.group(1).matches("\\$?values") ? "" : method.group(1);
            } else if (!at[1].isEmpty() && takesMemory(line)) {
                sites.add(at[0] + "." + at[1]);
            }
        });
        return sites;
    }

    private static boolean takesMemory(final String line) {
        final Matcher object = OBJECT.matcher(line);
        if (object.matches()) {
            return !object.group(1).endsWith("Exception") && !object.group(1).endsWith("Error");
        }
        final Matcher call = CALL.matcher(line);
        if (!call.matches()) {
            return ARRAY.matcher(line).matches();
        }
        final String owner = call.group(1);
        final String name = call.group(2);
        return TAKES.contains(name) || "clone".equals(name) || COLLECTION.matcher(owner).matches() && GROWS.contains(name) ||
            owner.startsWith("io/tombolo/ringbuffers/") && ("create".equals(name) || "attach".equals(name));
    }
}
