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

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The system refuses the files of a rank: the rank says in one line what to do.
 */
@Timeout(60)
class SystemRefusalTest {
    @TempDir
    private Path directory;

    /** Joins the job of its environment and prints why it could not. */
    static final class Rank {
        private Rank() {
        }

        public static void main(final String[] arguments) {
            try {
                Engine.launch().close();
                System.out.println("nothing was refused");
            } catch (final UncheckedIOException | IllegalArgumentException refused) {
                System.out.println(refused.getMessage());
            }
        }
    }

    @Test
    void shouldNameTheLimitOfFileLengths() throws Exception {
        assertThat(rank("ulimit -f 128; export TOMBOLO_DIR=" + directory.resolve("job"))).matches(
            ".*/job/rank-0.1.dat.*: this process may write files of at most \\d+ bytes, and this one needs \\d+: "
                + "raise the limit \\(ulimit -f unlimited\\)\n");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void shouldNameTheLocaleThatLacksACharacter() throws Exception {
        assertThat(rank("export LC_ALL=C TOMBOLO_DIR=" + directory + "/$(printf '\\303\\274')")).matches(
            "tombolo.dir=" + directory + "/.*: this process cannot name such a path, its locale has only the characters of .*"
                + "; set LC_ALL=C.UTF-8\n");
    }

    private static String rank(final String before) throws Exception {
        final Process process = new ProcessBuilder("sh", "-c", before + "; exec \"$0\" -Xmx64m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 "
            + "-XX:-UsePerfData --add-opens java.base/jdk.internal.misc=ALL-UNNAMED -cp \"$1\" '" + Rank.class.getName() + "'",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(), System.getProperty("java.class.path"))
            .redirectErrorStream(true).start();
        final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return output;
    }
}
