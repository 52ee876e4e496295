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
package io.tombolo.jmh.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * All jcstress tests with every way of compiling each actor, and the JVM's own variants: what the short mode leaves out.
 */
class StressTest {
    private static final long LONGEST_MINUTES = 60;
    private static final String FLAGS = "--add-opens java.base/jdk.internal.misc=ALL-UNNAMED -XX:+IgnoreUnrecognizedVMOptions " +
        "--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow";
    private static final int LAST_CHARACTERS = 4000;

    @Test
    @Tag("nightly")
    void shouldAllowNoForbiddenOutcomeHoweverItIsCompiled(@TempDir final Path directory) throws Exception {
        final Path output = directory.resolve("output.txt");
        final Process jcstress = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp", System.getProperty("java.class.path"),
            "org.openjdk.jcstress.Main", "-m", "quick", "-iters", "1", "-time", "300", "-jvmArgsPrepend", FLAGS,
            "-r", directory.resolve("report").toString())
            .directory(directory.toFile()).redirectErrorStream(true).redirectOutput(output.toFile()).start();
        try {
            assertThat(jcstress.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)).as("ended in time").isTrue();
            final String text = Files.readString(output);
            assertThat(jcstress.exitValue()).as(text.substring(Math.max(0, text.length() - LAST_CHARACTERS))).isZero();
            assertThat(text).contains("Failed tests: No matches").contains("Error tests: No matches");
        } finally {
            jcstress.descendants().forEach(ProcessHandle::destroyForcibly);
            jcstress.destroyForcibly();
        }
    }
}
