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
package io.tombolo.tools.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineContext;
import io.tombolo.tools.Screen;
import io.tombolo.tools.json.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code ls} and {@code clean} over jobs that live (an engine of this JVM) and that are dead (copies: nobody holds their locks).
 */
@Timeout(30)
class JobParentTest {
    private static final FileAttribute<?> PRIVATE = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    @TempDir
    private Path parent;

    private final Screen screen = new Screen();
    private Engine engine;

    @BeforeEach
    void launch() throws IOException {
        engine = Engine.launch(new EngineContext().directory(parent.resolve("alive")).rank(0).size(1));
        copy(parent.resolve("dead"));
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private void copy(final Path to) throws IOException {
        Files.createDirectory(to, PRIVATE);
        try (Stream<Path> files = Files.list(parent.resolve("alive"))) {
            for (final Path file : (Iterable<Path>) files.filter(Files::isRegularFile)
                .filter(file -> !to.endsWith("previous") || !file.endsWith("create.lock"))::iterator) {
                Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    private int run(final String command, final String... arguments) {
        return screen.run(Stream.concat(Stream.of(command, "--parent", parent.toString()), Stream.of(arguments)).toArray(String[]::new));
    }

    private List<Path> left() throws IOException {
        try (Stream<Path> jobs = Files.list(parent)) {
            return jobs.map(Path::getFileName).sorted().toList();
        }
    }

    @Test
    void shouldListWhatThereIs() throws IOException {
        copy(parent.resolve("dead").resolve("previous"));
        Files.createDirectory(parent.resolve("half"), PRIVATE);
        Files.createFile(parent.resolve("half").resolve("create.lock"));
        Files.createDirectory(parent.resolve("not-ours"));
        copy(parent.resolve("torn"));
        Files.write(parent.resolve("torn").resolve("job.dat"), new byte[10]);
        assertThat(run("ls")).isZero();
        assertThat(screen.out()).containsPattern("(?m)^job +state +alive +size +age$")
            .containsPattern("(?m)^alive +live +1 of 1 +1\\.\\d MiB +\\d+ s$")
            .containsPattern("(?m)^dead +dead +0 of 1 +1\\.\\d MiB +\\d+ s\ndead/previous +previous +0 of 1 +1\\.\\d MiB +\\d+ s$")
            .containsPattern("(?m)^half +empty +0 B +\\d+ s$").containsPattern("(?m)^torn +refused +1\\.\\d MiB +\\d+ s$")
            .containsPattern("(?m)^torn: .*job.dat: length is 10, not that of a job file$").doesNotContain("not-ours");
        assertThat(run("ls", "--json")).isZero();
        final Object root = StrictJson.parse(screen.out());
        assertThat(StrictJson.at(root, "parent")).isEqualTo(parent.toString());
        assertThat(((Map<?, ?>) StrictJson.at(root, "jobs.0")).keySet().toString()).isEqualTo(
            "[name, path, state, alive, size, bytes, createdMs, problem, kept, names]");
    }

    @Test
    void shouldPreferALaunchedJobToOneWithinAJvm() throws IOException {
        Files.createFile(parent.resolve("dead").resolve("launch.lock"));
        for (final String command : new String[] {"inspect", "metrics"}) {
            assertThat(run(command)).isZero();
            assertThat(screen.out()).contains(parent.resolve("dead").toString());
            assertThat(screen.err()).isEqualTo(
                "tombolo: no job was named; this is dead (dead), one of 2 that 'tombolo ls' lists\n");
        }
    }

    @Test
    void shouldFindJobsByNamePathAndAge() {
        assertThat(run("inspect")).isZero();
        assertThat(screen.out()).startsWith("job " + parent.resolve("alive") + "\n");
        assertThat(screen.err()).isEqualTo(
            "tombolo: no job was named; this is alive (live), one of 2 that 'tombolo ls' lists\n");
        assertThat(screen.ok("inspect", "--parent", parent.toString(), "dead")).startsWith("job " + parent.resolve("dead") + "\n  dead: ");
        assertThat(screen.ok("inspect", parent.resolve("dead").toString())).startsWith("job " + parent.resolve("dead") + "\n");
        final Path none = parent.resolve("none");
        assertThat(screen.run("inspect", "--parent", none.toString())).isEqualTo(3);
        assertThat(screen.err()).isEqualTo("tombolo inspect: there are no jobs in " + none + "\n");
        assertThat(none).doesNotExist();
        assertThat(screen.ok("ls", "--parent", none.toString())).isEqualTo("no jobs in " + none + "\n");
    }

    @Test
    void shouldCleanTheDeadAndRefuseTheLiving() throws IOException {
        assertThat(run("clean", "dead", "alive")).isEqualTo(1);
        assertThat(screen.out()).startsWith("removed " + parent.resolve("dead") + " (dead, 1.");
        assertThat(screen.err()).isEqualTo("tombolo clean: " + parent.resolve("alive") + ": rank 0 is alive\n");
        assertThat(left()).containsExactly(Path.of("alive"));
    }

    @Test
    void shouldCleanAllButTheLiving() throws IOException {
        copy(parent.resolve("alive").resolve("previous"));
        copy(parent.resolve("dead").resolve("previous"));
        Files.createDirectory(parent.resolve("not-ours"));
        assertThat(run("clean", "--all", "--dry-run")).isZero();
        assertThat(screen.lines()).hasSize(2).allMatch(line -> line.startsWith("would remove "));
        assertThat(left()).hasSize(3);
        assertThat(run("clean", "--all")).isZero();
        assertThat(screen.lines()).hasSize(2);
        assertThat(screen.out()).contains("removed " + parent.resolve("alive").resolve("previous") + " (previous, ")
            .contains("removed " + parent.resolve("dead") + " (dead, ");
        assertThat(left()).containsExactly(Path.of("alive"), Path.of("not-ours"));
        assertThat(parent.resolve("alive").resolve("previous")).doesNotExist();
        assertThat(run("inspect", "alive")).isZero();
    }

    @Test
    void shouldSayBeforehandWhatItRefuses() throws IOException {
        copy(parent.resolve("shared"));
        copy(parent.resolve("shared-above"));
        copy(parent.resolve("shared-above").resolve("previous"));
        share(parent.resolve("shared"));
        share(parent.resolve("shared-above"));
        Files.createFile(parent.resolve("shared").resolve("launch.lock"));
        final String[] jobs = {"shared", "shared-above/previous", "alive"};
        assertThat(run("clean", Stream.concat(Stream.of("--dry-run"), Stream.of(jobs)).toArray(String[]::new))).isEqualTo(1);
        final String foretold = screen.err();
        assertThat(foretold.lines()).hasSize(3).contains("tombolo clean: " + parent.resolve("shared") +
            ": refused, group or others can write (rwxrwx---), expected rwx------; if the job is shared with a group, set tombolo.group");
        assertThat(screen.out()).isEmpty();
        assertThat(run("clean", jobs)).isEqualTo(1);
        assertThat(screen.err()).isEqualTo(foretold);
        assertThat(screen.out()).isEmpty();
        assertThat(parent.resolve("shared").resolve("launch.lock")).exists();
        assertThat(run("clean", "--all", "--dry-run")).isEqualTo(1);
        final String planned = screen.out().replace("would remove", "removed");
        final String refused = screen.err();
        assertThat(run("clean", "--all")).isEqualTo(1);
        assertThat(screen.out()).isEqualTo(planned);
        assertThat(screen.err()).isEqualTo(refused);
    }

    private static void share(final Path job) throws IOException {
        try (Stream<Path> files = Files.list(job)) {
            for (final Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw----"));
            }
        }
        Files.setPosixFilePermissions(job, PosixFilePermissions.fromString("rwxrwx---"));
    }

    @Test
    void shouldTouchNothingThatIsNoJob() throws IOException {
        final Path notes = Files.createDirectory(parent.resolve("notes"), PRIVATE);
        Files.writeString(notes.resolve("a.txt"), "mine");
        assertThat(run("clean", "notes")).isEqualTo(3);
        assertThat(screen.err()).isEqualTo("tombolo clean: " + notes + ": no such job (no job.dat there)\n");
        assertThat(notes.resolve("a.txt")).exists();
        Files.writeString(parent.resolve("dead").resolve("core"), "mine");
        assertThat(run("clean", "dead")).isZero();
        assertThat(screen.out()).isEqualTo(
            "removed the job in " + parent.resolve("dead") + "; its directory stays: it was there before, or has other files\n");
        assertThat(parent.resolve("dead").resolve("core")).exists();
        assertThat(run("clean", "no-such")).isEqualTo(3);
        assertThat(run("clean")).isEqualTo(2);
        assertThat(run("clean", "--all", "dead")).isEqualTo(2);
    }
}
