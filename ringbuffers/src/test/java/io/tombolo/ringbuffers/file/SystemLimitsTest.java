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
package io.tombolo.ringbuffers.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Limits are read from the system, and failures get a line that says what to do. A JVM with small limits shows the real messages.
 */
@Timeout(60)
class SystemLimitsTest {
    @TempDir
    private Path directory;

    @Test
    void shouldReadLimits() {
        final List<String> lines = List.of(
            "Limit                     Soft Limit           Hard Limit           Units     ",
            "Max file size             unlimited            unlimited            bytes     ",
            "Max data size             10376293541461622784 unlimited            bytes     ",
            "Max open files            1024                 4096                 files     ");
        assertThat(SystemLimits.soft(lines, "Max open files")).isEqualTo(1024);
        assertThat(SystemLimits.soft(lines, "Max file size")).isEqualTo(SystemLimits.UNLIMITED);
        assertThat(SystemLimits.soft(lines, "Max data size")).isEqualTo(SystemLimits.UNLIMITED);
        assertThat(SystemLimits.soft(lines, "Max locks")).isEqualTo(SystemLimits.UNLIMITED);
    }

    @Test
    void shouldNameTheOwnerWhenAccessIsDenied() {
        final Path missing = directory.resolve("there").resolve("job");
        final IOException explained = SystemLimits.explain(new AccessDeniedException(missing.toString()), 0);
        assertThat(explained).isInstanceOf(RefusedFileException.class).hasMessageMatching(
            missing + ": access denied, " + directory + " belongs to \\S+ \\([rwx-]{9}\\) and this process runs as \\S+; "
                + "give it access, or choose another directory .*").hasMessageNotContaining("\n");
        assertThat(SystemLimits.explain(explained, 0)).isSameAs(explained);
    }

    @Test
    void shouldNameTheEncodingThatLacksACharacter() {
        assertThat(SystemLimits.explain(new InvalidPathException("/tmp/\u00fc", "Malformed input")))
            .startsWith("/tmp/\u00fc: this process cannot name such a path").endsWith("set LC_ALL=C.UTF-8");
        assertThat(SystemLimits.explain(new InvalidPathException("a\0b", "Nul character not allowed"))).contains("Nul character");
    }

    @Test
    void shouldReportMemoryThatCannotBeMapped() {
        assertThat(SystemLimits.explain(new IOException("Map failed", new OutOfMemoryError("Map failed")), 4096))
            .hasMessage("Map failed: no more memory can be mapped: raise ulimit -v or sysctl vm.max_map_count");
    }

    @Test
    void shouldKeepFailuresThatItCannotExplain() {
        final IOException other = new FileSystemException(directory.toString(), null, "Input/output error");
        final IOException missing = new NoSuchFileException("x");
        assertThat(SystemLimits.explain(other, 0)).isSameAs(other);
        assertThat(SystemLimits.explain(missing, 0)).isSameAs(missing);
    }

    @Test
    void shouldRefuseToExceedTheLimitOfOpenFiles() throws Exception {
        assertThat(withLimits("ulimit -n 64", "open", "1000")).matches(
            "cannot open enough files: 1000 more are needed, and this process has opened \\d+ of the 64 files that it may have open: "
                + "raise the limit \\(ulimit -n 1024\\)\n");
    }

    @Test
    void shouldFindThatNoMoreFilesCanBeOpened() throws Exception {
        assertThat(withLimits("ulimit -n 64", "exhaust", directory.resolve("file").toString())).matches(
            ".*file: .*this process has opened (all|\\d+ of the 64) files that it may have open: raise the limit \\(ulimit -n 1024\\)\n");
    }

    @Test
    void shouldFindThatAFileIsTooLong() throws Exception {
        final Path path = directory.resolve("file");
        assertThat(withLimits("ulimit -f 64", "create", path.toString())).matches(
            ".*this process may write files of at most (32768|65536) bytes, and this one needs 1048576: "
                + "raise the limit \\(ulimit -f unlimited\\)\n");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void shouldSayWhyAccessIsDenied() throws Exception {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("r-x------"));
        try {
            assumeTrue(!Files.isWritable(directory), "root may write everywhere");
            assertThatThrownBy(() -> MappedFile.create(directory.resolve("file"), 4096, file -> { }))
                .isInstanceOf(RefusedFileException.class).hasMessageContaining("access denied, " + directory + " belongs to");
        } finally {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        }
    }

    private static String withLimits(final String limit, final String... arguments) throws Exception {
        final String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        final Process process = new ProcessBuilder(
            "sh", "-c", limit + " && exec \"$0\" -Xmx64m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -cp \"$1\" "
                + "--add-opens java.base/jdk.internal.misc=ALL-UNNAMED " + LimitsMain.class.getName() + " \"$2\" \"$3\"",
            java, System.getProperty("java.class.path"), arguments[0], arguments[1]).redirectErrorStream(true).start();
        final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return output;
    }
}
