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
package io.tombolo.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.matching.Matcher;
import io.tombolo.ringbuffers.job.JobDirectory;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import jdk.jfr.consumer.RecordingFile;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program on the module path: the error names the flag that it must be started with, and no other flag is needed.
 */
@Timeout(60)
class ModulePathTest {
    private static final String FLAG_ON_MODULE_PATH = "--add-opens java.base/jdk.internal.misc=org.agrona";
    private static final String DECLARATION = "module app { requires io.tombolo.engine; }";
    private static final String PROGRAM = """
        package app;

        import io.tombolo.engine.Engine;
        import io.tombolo.engine.EngineContext;
        import io.tombolo.engine.LocalJob;
        import io.tombolo.engine.api.MemoryRegion;
        import io.tombolo.engine.api.Request;
        import io.tombolo.engine.api.window.Window;
        import io.tombolo.ringbuffers.job.GeometrySetting;
        import org.agrona.concurrent.UnsafeBuffer;

        public final class Main {
            public static void main(final String[] arguments) {
                try (LocalJob job = LocalJob.of(2, context -> context.size(GeometrySetting.STAGING_LANES, 4))) {
                    final UnsafeBuffer buffer = new UnsafeBuffer(new byte[100_000]);
                    final Request receive = job.engine(1).world().irecv(buffer, 0, 8, 0, 7);
                    job.engine(0).world().send(new long[] {42}, 0, 1, 1, 7);
                    receive.await();
                    System.out.println("received " + buffer.getLong(0));
                }
                try (Engine engine = Engine.launch(new EngineContext());
                    MemoryRegion region = engine.allocate(100_000);
                    Window window = engine.world().allocateWindow(64)) {
                    final Request receive = engine.world().irecv(new UnsafeBuffer(new byte[100_000]), 0, 100_000, 0, 7);
                    engine.world().send(region, 0, 100_000, 0, 7);
                    System.out.println("received " + receive.await().length());
                    window.fence();
                }
                System.out.println("natives " + io.tombolo.ringbuffers.libc.LibC.reason());
            }
        }
        """;

    @TempDir
    private static Path classes;

    @BeforeAll
    static void compile() throws IOException {
        final Path sources = Files.createDirectories(classes.resolve("source").resolve("app"));
        final Path module = Files.writeString(sources.resolveSibling("module-info.java"), DECLARATION);
        final Path main = Files.writeString(sources.resolve("Main.java"), PROGRAM);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "-p", path(ours(), agrona()), "-Xlint:all", "-Werror",
            "-d", app(), module.toString(), main.toString())).isZero();
    }

    @Test
    void shouldNameTheFlagOfTheModulePathAndNeedNoOther() throws Exception {
        final List<String> program = List.of("-p", path(ours(), agrona(), app()), "-m", "app/app.Main");
        assertThat(flagThatIsMissing(program)).isEqualTo(FLAG_ON_MODULE_PATH);
        assertThat(flagThatIsMissing(with("--add-opens java.base/jdk.internal.misc=ALL-UNNAMED", program))).isEqualTo(FLAG_ON_MODULE_PATH);
        final List<String> lines = run(with(FLAG_ON_MODULE_PATH, program));
        assertThat(lines).startsWith("received 42", "received 100000").hasSize(3);
        if (Runtime.version().feature() >= 22) {
            assertThat(lines.get(2)).endsWith("start with --enable-native-access=io.tombolo.ringbuffers");
            assertThat(run(with("--enable-native-access=io.tombolo.ringbuffers " + FLAG_ON_MODULE_PATH, program))).contains("natives on");
        }
    }

    @Test
    void shouldNameTheFlagForAgronaOnTheModulePathAlone() throws Exception {
        final List<String> program = List.of("-p", agrona(), "--add-modules", "org.agrona", "-cp", path(ours(), app()), "app.Main");
        assertThat(flagThatIsMissing(program)).isEqualTo(FLAG_ON_MODULE_PATH);
        assertThat(run(with(FLAG_ON_MODULE_PATH, program))).startsWith("received 42", "received 100000").hasSize(3);
    }

    @Test
    void shouldGiveEventsToTheFlightRecorderOfTheJvmOnlyIfThereIsOne() throws Exception {
        final List<String> program = List.of("-p", path(ours(), agrona(), app()), "-m", "app/app.Main");
        assertThat(run(with("--limit-modules app,jdk.unsupported " + FLAG_ON_MODULE_PATH, program))).startsWith("received 42");
        final Path file = classes.resolve("events.jfr");
        assertThat(run(with("-XX:StartFlightRecording:filename=" + file + " --add-modules jdk.jfr " + FLAG_ON_MODULE_PATH, program)))
            .contains("received 42", "received 100000");
        assertThat(RecordingFile.readAllEvents(file)).anyMatch(event -> event.getEventType().getName().equals("tombolo.PeerGone"));
    }

    private static String flagThatIsMissing(final List<String> program) throws Exception {
        final String start = "start this JVM with ";
        return run(program).stream().filter(line -> line.contains(start)).map(line -> line.substring(line.indexOf(start) + start.length()))
            .collect(Collectors.joining("; "));
    }

    private static List<String> with(final String flags, final List<String> program) {
        return Stream.concat(Stream.of(flags.split(" ")), program.stream()).toList();
    }

    private static List<String> run(final List<String> program) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(program);
        final ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.endsWith("_OPTIONS"));
        final Process process = builder.start();
        try (Stream<String> lines = process.inputReader(StandardCharsets.UTF_8).lines()) {
            return lines.toList();
        } finally {
            process.destroyForcibly();
            process.waitFor();
        }
    }

    private static String ours() {
        return path(place(Engine.class), place(Matcher.class), place(JobDirectory.class));
    }

    private static String path(final String... entries) {
        return String.join(File.pathSeparator, entries);
    }

    private static String agrona() {
        return place(DirectBuffer.class);
    }

    private static String app() {
        return classes.resolve("app").toString();
    }

    private static String place(final Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
        } catch (final URISyntaxException exception) {
            throw new IllegalStateException(exception);
        }
    }
}
