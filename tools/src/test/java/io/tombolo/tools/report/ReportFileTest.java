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
package io.tombolo.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.LocalJob;
import io.tombolo.tools.Screen;
import io.tombolo.tools.inspect.JobCopies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A report takes the place of a former report only, and leaves nothing else behind.
 */
@Timeout(30)
class ReportFileTest {
    @TempDir
    private Path directory;

    private final Screen screen = new Screen();
    private final LocalJob job = LocalJob.of(1, JobCopies::small);

    @AfterEach
    void close() {
        job.close();
    }

    private int report(final Path file, final String... more) {
        final String[] arguments = Stream.concat(
            Stream.of("report", job.directory().toString(), "--html", file.toString()), Stream.of(more)).toArray(String[]::new);
        return screen.run(arguments);
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void shouldReplaceAFormerReport() throws IOException {
        final Path file = directory.resolve("report.html");
        assertThat(report(file)).isZero();
        assertThat(screen.out() + screen.err()).isEmpty();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
        final String first = Files.readString(file);
        new PageReading(first);
        Files.writeString(file, first.substring(0, first.length() / 2));
        assertThat(report(file)).isZero();
        assertThat(Files.readString(file)).endsWith("</html>\n");
        assertThat(files()).containsExactly("report.html");
    }

    @Test
    void shouldRefuseToReplaceAnythingElse() throws IOException {
        final Path file = Files.writeString(directory.resolve("notes.html"), "<html>mine</html>");
        assertThat(report(file)).isEqualTo(1);
        assertThat(screen.err())
            .isEqualTo("tombolo report: " + file + " exists and is no report; choose another name, or add --force\n");
        assertThat(Files.readString(file)).isEqualTo("<html>mine</html>");
        assertThat(report(file, "--force")).isZero();
        assertThat(Files.readString(file)).contains(ReportPage.MARK);
        assertThat(files()).containsExactly("notes.html");
    }

    @Test
    void shouldRefuseWhatIsNoFile() throws IOException {
        assertThat(report(directory, "--force")).isEqualTo(1);
        assertThat(screen.err()).isEqualTo("tombolo report: " + directory + " is not a file; '--html -' writes to standard output\n");
        assertThat(report(Path.of("/dev/null"), "--force")).isEqualTo(1);
        assertThat(report(Path.of("/"), "--force")).isEqualTo(1);
        final Path missing = directory.resolve("missing");
        assertThat(report(missing.resolve("a.html"))).isEqualTo(1);
        assertThat(screen.err()).isEqualTo("tombolo report: " + missing + " is not a directory; make it, or choose another one\n");
        assertThat(files()).isEmpty();
    }

    @Test
    void shouldNotWriteThroughALink() throws IOException {
        final Path target = directory.resolve("target");
        final Path link = Files.createSymbolicLink(directory.resolve("link.html"), target);
        assertThat(report(link, "--force")).isEqualTo(1);
        assertThat(target).doesNotExist();
        assertThat(report(directory.resolve("other.html"))).isZero();
        Files.copy(directory.resolve("other.html"), target);
        final String before = Files.readString(target);
        assertThat(report(link)).isZero();
        assertThat(Files.isSymbolicLink(link)).isFalse();
        assertThat(Files.readString(target)).isEqualTo(before);
    }

    @Test
    void shouldLeaveNothingIfThereIsNoJob() throws IOException {
        assertThat(screen.run("report", directory.toString(), "--html", directory.resolve("a.html").toString())).isEqualTo(3);
        assertThat(screen.run("report", job.directory().toString())).isEqualTo(2);
        assertThat(screen.err()).startsWith("tombolo report: Missing required option: '--html=FILE'");
        assertThat(files()).isEmpty();
    }
}
