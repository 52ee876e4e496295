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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows each rule failing: a few sources that break one rule are compiled, and exactly the named rules must refuse them.
 */
class ArchitectureRulesTest {
    private static final String WIRE = "package io.tombolo.engine.wire; public class Wire { public static int code; }";
    private static final String RMA = "package io.tombolo.engine.rma; public class Rma { public static int code; }";

    @TempDir
    private Path directory;

    @TestFactory
    Stream<DynamicTest> shouldRefuse() {
        return Stream.of(
            breach("nothing in a clean tree", List.of(), WIRE,
                "package io.tombolo.engine.peer; class Peer { int code = io.tombolo.engine.wire.Wire.code; }"),
            breach("ringbuffers that know matching", List.of("ringbuffers needs Agrona only"),
                "package io.tombolo.matching; public class Matcher { public static int code; }",
                "package io.tombolo.ringbuffers.pair; class Pair { int code = io.tombolo.matching.Matcher.code; }"),
            breach("a matching that knows ringbuffers", List.of("matching needs Agrona only"),
                "package io.tombolo.ringbuffers.pair; public class Pair { public static int code; }",
                "package io.tombolo.matching; class Matcher { int code = io.tombolo.ringbuffers.pair.Pair.code; }"),
            breach("a library on a third-party jar", List.of("engine needs Agrona, ringbuffers and matching only"),
                "package io.tombolo.engine.api; class Api extends org.assertj.core.api.Assertions { }"),
            breach("an engine that knows tools",
                List.of("engine needs Agrona, ringbuffers and matching only", "tools is a leaf"),
                "package io.tombolo.tools; public class Tool { public static int code; }",
                "package io.tombolo.engine; class Engine { int code = io.tombolo.tools.Tool.code; }"),
            breach("tools that know jmh", List.of("jmh is a leaf"),
                "package io.tombolo.jmh; public class Bench { public static int code; }",
                "package io.tombolo.tools; class Tool { int code = io.tombolo.jmh.Bench.code; }"),
            breach("a look upwards", List.of("engine packages import only packages below them"),
                "package io.tombolo.engine.node; class Node { int code = io.tombolo.engine.wire.Wire.code; }", WIRE),
            breach("a look at a sibling", List.of("engine packages import only packages below them"),
                "package io.tombolo.engine.srq; class Srq { io.tombolo.engine.rma.Rma[] all; }", RMA),
            breach("an engine package without a layer", List.of("engine packages import only packages below them"),
                "package io.tombolo.engine.wire.more; class More { }"),
            breach("a package cycle", List.of("no package cycles"),
                "package io.tombolo.ringbuffers.pair; public class Pair { public int code = io.tombolo.ringbuffers.job.Job.code; }",
                "package io.tombolo.ringbuffers.job; public class Job { public static int code; io.tombolo.ringbuffers.pair.Pair p; }"),
            breach("raw memory in the engine", List.of("raw memory only in ringbuffers"),
                "package io.tombolo.engine.wire; class Wire { long a = org.agrona.UnsafeApi.allocateMemory(8); }"),
            breach("sun.misc", List.of("no JDK internals"),
                "package io.tombolo.tools; class Tool { sun.misc.Signal signal; }"),
            breach("a hidden system property", List.of("settings are read in one place"),
                "package io.tombolo.engine.wire; class Wire { String a = System.getProperty(\"a\"); }"),
            breach("a hidden environment variable", List.of("settings are read in one place"),
                "package io.tombolo.ringbuffers.job; class Job { String a = System.getenv(\"A\"); }"),
            breach("a hidden numeric property", List.of("settings are read in one place"),
                "package io.tombolo.matching; class Matcher { Integer a = Integer.getInteger(\"a\"); }"),
            breach("no setting in the context", List.of(),
                "package io.tombolo.engine; class EngineContext { String a = System.getProperty(\"a\"); }"),
            breach("a lock in the engine", List.of("engine takes no locks"),
                "package io.tombolo.engine.wire; class Wire { java.util.concurrent.locks.ReentrantLock lock; }"),
            breach("no parking in the engine", List.of(),
                "package io.tombolo.engine.wire; class Wire { void a() { java.util.concurrent.locks.LockSupport.park(); } }"),
            breach("a synchronized method in the engine", List.of("engine has no synchronized methods"),
                "package io.tombolo.engine.wire; class Wire { synchronized void a() { } }"));
    }

    private DynamicTest breach(final String name, final List<String> refusals, final String... sources) {
        return DynamicTest.dynamicTest(name, () -> {
            final JavaClasses classes = compile(sources);
            final List<String> refused = ArchitectureRules.all().entrySet().stream()
                .filter(rule -> rule.getValue().evaluate(classes).hasViolation())
                .map(rule -> rule.getKey())
                .toList();
            assertThat(refused).containsExactlyInAnyOrderElementsOf(refusals);
        });
    }

    private JavaClasses compile(final String... sources) throws IOException {
        final Path output = Files.createTempDirectory(directory, "breach");
        final List<String> arguments = new ArrayList<>(List.of(
            "-d", output.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none", "-nowarn", "-XDenableSunApiLintControl"));
        for (int i = 0; i < sources.length; i++) {
            final String name = sources[i].replaceAll("(?s).*?\\bclass (\\w+).*", "$1");
            final Path source = Files.createDirectories(output.resolve("source" + i)).resolve(name + ".java");
            arguments.add(Files.writeString(source, sources[i]).toString());
        }
        final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assertThat(compiler.run(null, null, null, arguments.toArray(String[]::new))).as("compiles").isZero();
        return new ClassFileImporter().importPath(output);
    }
}
