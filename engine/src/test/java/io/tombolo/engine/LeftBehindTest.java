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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.JobLocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A job removes the files that it has made and no others, also when its launch fails.
 */
@Timeout(60)
class LeftBehindTest {
    @TempDir
    private Path own;

    @Test
    void shouldKeepAnEmptyDirectoryThatWasThereBefore() {
        Engine.launch(new EngineContext().directory(own)).close();
        assertThat(own).isEmptyDirectory();
        LocalJob.in(own, 2, context -> { }).close();
        assertThat(own).isEmptyDirectory();
    }

    @Test
    void shouldKeepADirectoryThatWasThereBeforeThroughDeathsAndSuccessors() {
        for (int i = 0; i < 2; i++) {
            final Engine zero = Engine.launch(new EngineContext().directory(own).rank(0).size(2));
            final Engine one = Engine.launch(new EngineContext().directory(own).rank(1).size(2));
            zero.abandon();
            one.close();
        }
        Engine.launch(new EngineContext().directory(own)).close();
        assertThat(own).isEmptyDirectory();
    }

    @Test
    void shouldKeepTheFilesOfOthers() throws IOException {
        final Path file = Files.writeString(Files.createDirectories(own.resolve("data").resolve("deep")).resolve("job.dat"), "mine");
        final Path beside = Files.writeString(own.resolve("pair.txt"), "mine");
        try (LocalJob job = LocalJob.in(own, 2, context -> { })) {
            job.kill(1);
        }
        assertThat(file).hasContent("mine");
        assertThat(beside).hasContent("mine");
        assertThat(own.toFile().list()).containsExactlyInAnyOrder("data", "pair.txt");
    }

    @Test
    void shouldRemoveADirectoryThatAJobHasMade() throws IOException {
        final Path made = own.resolve("made");
        Engine.launch(new EngineContext().directory(made)).close();
        assertThat(made).doesNotExist();
        LocalJob.in(made, 2, context -> { }).close();
        assertThat(made).doesNotExist();
        Engine.launch(new EngineContext().directory(made)).abandon();
        assertThat(JobLocation.at(made).remove()).isTrue();
        assertThat(made).doesNotExist();
        Engine.launch(new EngineContext().directory(made)).abandon();
        Engine.launch(new EngineContext().directory(made)).close();
        assertThat(made).doesNotExist();
    }

    @Test
    void shouldMakeADirectoryBelowALinkAndBelowWhatIsMissing() throws IOException {
        final Path link = Files.createSymbolicLink(own.resolve("link"), Files.createDirectory(own.resolve("target")));
        Engine.launch(new EngineContext().directory(link.resolve("job"))).close();
        Engine.launch(new EngineContext().directory(link.resolve("deep").resolve("job"))).close();
        assertThat(own.resolve("target").toFile().list()).containsExactly("deep");
        assertThat(own.resolve("target").resolve("deep")).isEmptyDirectory();
    }

    @Test
    void shouldTellWhyALocalJobCannotBeLaunchedWhereAnotherLives() {
        final Path made = own.resolve("made");
        try (Engine engine = Engine.launch(new EngineContext().directory(made))) {
            assertThatThrownBy(() -> LocalJob.in(made, 1, context -> { })).hasMessageContaining("is alive since");
            assertThat(engine.directory()).isNotEmptyDirectory();
        }
        assertThat(made).doesNotExist();
    }

    @Test
    void shouldLeaveADirectoryToThoseWhoHavePutFilesIntoIt() throws IOException {
        final Path made = own.resolve("made");
        try (Engine engine = Engine.launch(new EngineContext().directory(made))) {
            Files.writeString(engine.directory().resolve("notes.txt"), "mine");
        }
        assertThat(made.toFile().list()).containsExactly("notes.txt");
    }

    @Test
    void shouldLeaveNothingWhenALaunchEndsWithAnError() throws IOException {
        final List<String> before = alone();
        withThreadsThatCannotBeMade(() -> {
            assertThatThrownBy(() -> Engine.launch(context())).isInstanceOf(AssertionError.class).hasMessage("no thread");
            assertThatThrownBy(() -> Engine.launch(context().directory(own.resolve("made")))).isInstanceOf(AssertionError.class);
            assertThatThrownBy(() -> Engine.launch(context().directory(own))).isInstanceOf(AssertionError.class);
            assertThatThrownBy(() -> LocalJob.in(own.resolve("made"), 2, context -> context.asyncProgress(true)))
                .isInstanceOf(AssertionError.class);
        });
        assertThat(own).isEmptyDirectory();
        assertThat(alone()).isEqualTo(before);
        Engine.launch(context().directory(own)).close();
    }

    private static EngineContext context() {
        return new EngineContext().threadLevel(ThreadLevel.MULTIPLE).asyncProgress(true);
    }

    /** Runs a test in which no new thread can be made, such as the agent of an engine. */
    private static void withThreadsThatCannotBeMade(final Runnable test) {
        final InheritableThreadLocal<String> inherited = new InheritableThreadLocal<>() {
            @Override
            protected String childValue(final String parent) {
                throw new AssertionError("no thread");
            }
        };
        inherited.set("set");
        try {
            test.run();
        } finally {
            inherited.remove();
        }
    }

    /** Returns the directories that this process has made for jobs of one rank. */
    private static List<String> alone() throws IOException {
        try (Stream<Path> files = Files.list(JobDirectory.defaultParent())) {
            return files.map(path -> path.getFileName().toString())
                .filter(name -> name.startsWith("solo-" + ProcessHandle.current().pid() + "-")).sorted().toList();
        }
    }
}
