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

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows that each rule can fail: sources that break a rule are compiled, and exactly the named rules must refuse them.
 */
class ArchitectureRulesTest {
    private static final String WIRE = "package io.tombolo.engine.wire; public class Wire_ { public static int code; }";
    private static final String RMA = "package io.tombolo.engine.rma; public class Rma_ { public static int code; }";

    /** In the sources, the _ at the end of a class name is replaced by the number of the breach, so that one javac run compiles all. */
    private record Breach(String name, List<String> refusals, String... sources) {
    }

    private static final List<Breach> BREACHES = List.of(
        new Breach("nothing in a clean tree", List.of(), WIRE,
            "package io.tombolo.engine.peer; class Peer_ { int code = io.tombolo.engine.wire.Wire_.code; }"),
        new Breach("ringbuffers that know matching", List.of("ringbuffers needs Agrona only"),
            "package io.tombolo.matching; public class Matcher_ { public static int code; }",
            "package io.tombolo.ringbuffers.pair; class Pair_ { int code = io.tombolo.matching.Matcher_.code; }"),
        new Breach("a matching that knows ringbuffers", List.of("matching needs Agrona only"),
            "package io.tombolo.ringbuffers.pair; public class Pair_ { public static int code; }",
            "package io.tombolo.matching; class Matcher_ { int code = io.tombolo.ringbuffers.pair.Pair_.code; }"),
        new Breach("a library on a third-party jar", List.of("engine needs Agrona, ringbuffers and matching only"),
            "package io.tombolo.engine.api; class Api_ extends org.assertj.core.api.Assertions { }"),
        new Breach("an engine that knows tools",
            List.of("engine needs Agrona, ringbuffers and matching only", "tools is a leaf"),
            "package io.tombolo.tools; public class Tool_ { public static int code; }",
            "package io.tombolo.engine; class Engine_ { int code = io.tombolo.tools.Tool_.code; }"),
        new Breach("tools that know jmh", List.of("jmh is a leaf"),
            "package io.tombolo.jmh; public class Bench_ { public static int code; }",
            "package io.tombolo.tools; class Tool_ { int code = io.tombolo.jmh.Bench_.code; }"),
        new Breach("an extension inside the engine", List.of("an extension needs exported packages and itself only"),
            "package io.tombolo.extensions.a; class Ext_ { int code = io.tombolo.engine.wire.Wire_.code; }", WIRE),
        new Breach("an extension that knows another", List.of("an extension needs exported packages and itself only"),
            "package io.tombolo.extensions.a; class Ext_ { io.tombolo.extensions.b.Other_[] all; }",
            "package io.tombolo.extensions.b; public class Other_ { }"),
        new Breach("an extension that knows matching", List.of("an extension needs exported packages and itself only"),
            "package io.tombolo.extensions.a; class Ext_ { io.tombolo.matching.Match_ match; io.tombolo.ringbuffers.flight.Event_ event; }",
            "package io.tombolo.matching; public class Match_ { }", "package io.tombolo.ringbuffers.flight; public class Event_ { }"),
        new Breach("no extension over the API and a library", List.of(),
            "package io.tombolo.extensions.a; class Ext_ extends org.assertj.core.api.Assertions { io.tombolo.engine.api.window.Api_ a; }",
            "package io.tombolo.engine.api.window; public class Api_ { }",
            "package io.tombolo.extensions.a.part; class Part_ { io.tombolo.engine.Entry_ entry; }",
            "package io.tombolo.engine; public class Entry_ { }"),
        new Breach("an engine that knows an extension",
            List.of("engine needs Agrona, ringbuffers and matching only", "tools alone may need extensions"),
            "package io.tombolo.extensions.a; public class Ext_ { }",
            "package io.tombolo.engine; class Engine_ { io.tombolo.extensions.a.Ext_ extension; }"),
        new Breach("no tools that know an extension", List.of(),
            "package io.tombolo.extensions.a; public class Ext_ { }",
            "package io.tombolo.tools; class Tool_ { io.tombolo.extensions.a.Ext_ extension; }"),
        new Breach("a question that writes", List.of("questions do not write"),
            "package io.tombolo.matching; class Matcher_ { int n; boolean isLast() { return --n == 0; } }"),
        new Breach("a question that writes elsewhere", List.of("questions do not write"),
            "package io.tombolo.engine.wire; public class Wire_ { static int n; boolean hasMore() { n++; return true; } }"),
        new Breach("no question that reads", List.of(),
            "package io.tombolo.matching; class Matcher_ { int n; boolean isLast() { return n == 0; } void issue() { n++; } }"),
        new Breach("a look upwards", List.of("engine packages import only packages below them"),
            "package io.tombolo.engine.node; class Node_ { int code = io.tombolo.engine.wire.Wire_.code; }", WIRE),
        new Breach("a look at a sibling", List.of("engine packages import only packages below them"),
            "package io.tombolo.engine.srq; class Srq_ { io.tombolo.engine.rma.Rma_[] all; }", RMA),
        new Breach("an engine package without a layer", List.of("engine packages import only packages below them"),
            "package io.tombolo.engine.wire.more; class More_ { }"),
        new Breach("a package cycle", List.of("no package cycles"),
            "package io.tombolo.ringbuffers.pair; public class Pair_ { public int code = io.tombolo.ringbuffers.job.Job_.code; }",
            "package io.tombolo.ringbuffers.job; public class Job_ { public static int code; io.tombolo.ringbuffers.pair.Pair_ p; }"),
        new Breach("a method of the API for the engine", List.of("users see exported classes only"),
            "package io.tombolo.engine.access; public class Access_ { }",
            "package io.tombolo.engine.api; public class Api_ { public void attach(io.tombolo.engine.access.Access_[] all) { } }"),
        new Breach("a hidden type argument", List.of("users see exported classes only"),
            "package io.tombolo.engine.access; public class Access_ { }",
            "package io.tombolo.engine.api; public class Api_ { public java.util.List<io.tombolo.engine.access.Access_> all; }"),
        new Breach("a hidden superclass", List.of("users see exported classes only"),
            "package io.tombolo.engine.access; public class Access_ { }",
            "package io.tombolo.engine.api; public class Api_ extends io.tombolo.engine.access.Access_ { }"),
        new Breach("no hidden member of the API", List.of(),
            "package io.tombolo.engine.access; public class Access_ { }",
            "package io.tombolo.engine.api; public class Api_ { void attach(io.tombolo.engine.access.Access_ one) { } }"),
        new Breach("raw memory in the engine", List.of("raw memory only in ringbuffers"),
            "package io.tombolo.engine.wire; class Wire_ { long a = org.agrona.UnsafeApi.allocateMemory(8); }"),
        new Breach("sun.misc", List.of("no JDK internals"),
            "package io.tombolo.tools; class Tool_ { sun.misc.Signal signal; }"),
        new Breach("a hidden system property", List.of("settings are read in one place"),
            "package io.tombolo.engine.wire; class Wire_ { String a = System.getProperty(\"a\"); }"),
        new Breach("a hidden environment variable", List.of("settings are read in one place"),
            "package io.tombolo.ringbuffers.job; class Job_ { String a = System.getenv(\"A\"); }"),
        new Breach("a hidden numeric property", List.of("settings are read in one place"),
            "package io.tombolo.matching; class Matcher_ { Integer a = Integer.getInteger(\"a\"); }"),
        new Breach("a context that reads a property itself", List.of("settings are read in one place"),
            "package io.tombolo.engine; class EngineContext_ { String a = System.getProperty(\"a\"); }"),
        new Breach("no setting in its place", List.of(),
            "package io.tombolo.ringbuffers.setting; class Settings { String a = System.getProperty(\"a\"); }"),
        new Breach("a number in local digits", List.of("formats name their locale"),
            "package io.tombolo.tools; class Tool_ { String a = String.format(\"%d\", 1); }"),
        new Breach("a print in local digits", List.of("formats name their locale"),
            "package io.tombolo.jmh; class Bench_ { void a() { System.out.printf(\"%d\", 1); } }"),
        new Breach("a local upper case", List.of("formats name their locale"),
            "package io.tombolo.engine.wire; class Wire_ { java.util.function.UnaryOperator<String> a = String::toUpperCase; }"),
        new Breach("a local time", List.of("formats name their locale"),
            "package io.tombolo.tools; class Tool_ { Object a = java.time.format.DateTimeFormatter.ofPattern(\"HH\"); }"),
        new Breach("no format of the root locale", List.of(),
            "package io.tombolo.tools; class Tool_ { String a = String.format(java.util.Locale.ROOT, \"%d\", 1); }"),
        new Breach("a lock in the engine", List.of("engine takes no locks"),
            "package io.tombolo.engine.wire; class Wire_ { java.util.concurrent.locks.ReentrantLock lock; }"),
        new Breach("an event that is made on the message path", List.of("JFR is for telemetry only"),
            "package io.tombolo.engine.wire; class Wire_ extends jdk.jfr.Event { }"),
        new Breach("no event of telemetry", List.of(), "package io.tombolo.engine.telemetry; class Event_ extends jdk.jfr.Event { }"),
        new Breach("no parking in the engine", List.of(),
            "package io.tombolo.engine.wire; class Wire_ { void a() { java.util.concurrent.locks.LockSupport.park(); } }"),
        new Breach("a synchronized method in the engine", List.of("engine has no synchronized methods"),
            "package io.tombolo.engine.wire; class Wire_ { synchronized void a() { } }"));

    @TempDir
    private static Path directory;

    @BeforeAll
    static void compileAll() throws IOException {
        final List<String> arguments = new ArrayList<>(List.of(
            "-cp", System.getProperty("java.class.path"), "-proc:none", "-nowarn", "-d", directory.toString()));
        for (int i = 0; i < BREACHES.size(); i++) {
            for (final String source : BREACHES.get(i).sources()) {
                final String text = source.replace("_", Integer.toString(i));
                final String path = text.replaceAll("package ([\\w.]+);.*?\\bclass (\\w+).*", "$1.$2").replace('.', '/') + ".java";
                final Path file = directory.resolve("sources").resolve(path);
                Files.createDirectories(file.getParent());
                arguments.add(Files.writeString(file, text).toString());
            }
        }
        final ByteArrayOutputStream complaints = new ByteArrayOutputStream();
        final int status = ToolProvider.getSystemJavaCompiler().run(null, null, complaints, arguments.toArray(String[]::new));
        assertThat(status).as(complaints.toString()).isZero();
    }

    @TestFactory
    Stream<DynamicTest> shouldRefuse() {
        return IntStream.range(0, BREACHES.size()).mapToObj(i -> DynamicTest.dynamicTest(BREACHES.get(i).name(),
            () -> assertThat(refusals(i)).containsExactlyInAnyOrderElementsOf(BREACHES.get(i).refusals())));
    }

    private static List<String> refusals(final int breach) {
        final Pattern own = Pattern.compile(".*/([A-Za-z]+" + breach + "|Settings)\\.class");
        final JavaClasses classes = new ClassFileImporter()
            .withImportOption(location -> location.matches(own))
            .importPath(directory);
        return ArchitectureRules.all().entrySet().stream()
            .filter(rule -> rule.getValue().evaluate(classes).hasViolation())
            .map(Map.Entry::getKey)
            .toList();
    }
}
