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
package io.tombolo.tools.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.ringbuffers.file.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchDirectoryTest {
    @TempDir
    private Path parent;

    @Test
    void shouldBeForItsOwnerOnly() throws IOException {
        try (LaunchDirectory directory = LaunchDirectory.fresh(parent.resolve("new"))) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.path()))).isEqualTo("rwx------");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(parent.resolve("new")))).isEqualTo("rwx------");
        }
    }

    @Test
    void shouldGoAfterSuccessWithAllThatIsInIt() throws IOException {
        final LaunchDirectory directory = LaunchDirectory.fresh(parent);
        Files.createDirectory(directory.path().resolve("previous"));
        Files.writeString(directory.path().resolve("previous").resolve("job.dat"), "x");
        directory.remove();
        assertThat(directory.path()).doesNotExist();
    }

    @Test
    void shouldNotFollowLinksWhenRemoved() throws IOException {
        final Path elsewhere = Files.createDirectory(parent.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("precious"), "x");
        final LaunchDirectory directory = LaunchDirectory.fresh(parent);
        Files.createSymbolicLink(directory.path().resolve("link"), elsewhere);
        directory.remove();
        assertThat(elsewhere.resolve("precious")).exists();
    }

    @Test
    void shouldLeaveAGivenDirectoryThatWasThereBefore() throws IOException {
        final Path given = Files.createDirectory(parent.resolve("given"));
        Files.writeString(given.resolve("precious"), "x");
        LaunchDirectory.of(given, OwnerOnly.NO_GROUP).remove();
        try (Stream<Path> entries = Files.list(given)) {
            assertThat(entries).containsExactly(given.resolve("precious"));
        }
    }

    @Test
    void shouldRemoveAGivenDirectoryThatItMade() throws IOException {
        final Path given = parent.resolve("a").resolve("b");
        LaunchDirectory.of(given, OwnerOnly.NO_GROUP).remove();
        assertThat(given).doesNotExist();
    }

    @Test
    void shouldLeaveADirectoryInWhichARankOfOthersIsAlive() throws IOException, InterruptedException {
        final Path given = parent.resolve("given");
        final LaunchDirectory directory = LaunchDirectory.of(given, OwnerOnly.NO_GROUP);
        final Process holder = LockHolder.start(given.resolve("rank-7.lock"));
        try {
            directory.remove();
            assertThat(given.resolve("rank-7.lock")).exists();
        } finally {
            holder.destroyForcibly().waitFor();
        }
    }

    @Test
    void shouldRefuseADirectoryThatAnotherLaunchUses() throws IOException {
        final Path given = parent.resolve("given");
        try (LaunchDirectory first = LaunchDirectory.of(given, OwnerOnly.NO_GROUP)) {
            assertThatThrownBy(() -> LaunchDirectory.of(given, OwnerOnly.NO_GROUP))
                .isInstanceOf(IOException.class).hasMessage("another launch uses " + first.path());
        }
    }

    @Test
    void shouldKeepTheThreeThatFailedLast() throws IOException {
        final List<Path> failed = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            final LaunchDirectory directory = LaunchDirectory.fresh(parent);
            directory.keep();
            // Kept directories are ordered by time; the test sets the times instead of waiting.
            Files.setLastModifiedTime(directory.path(), FileTime.fromMillis(1_000_000_000L + i));
            failed.add(directory.path());
        }
        final LaunchDirectory last = LaunchDirectory.fresh(parent);
        last.keep();
        try (Stream<Path> entries = Files.list(parent)) {
            assertThat(entries).containsExactlyInAnyOrder(failed.get(3), failed.get(4), last.path());
        }
    }

    @Test
    void shouldNotRemoveADirectoryInWhichARankIsAlive() throws IOException, InterruptedException {
        final LaunchDirectory alive = LaunchDirectory.fresh(parent);
        final Process holder = LockHolder.start(alive.path().resolve("rank-0.lock"));
        try {
            alive.keep();
            Files.setLastModifiedTime(alive.path(), FileTime.fromMillis(0));
            for (int i = 0; i < 4; i++) {
                LaunchDirectory.fresh(parent).keep();
            }
            assertThat(Files.isDirectory(alive.path(), LinkOption.NOFOLLOW_LINKS)).isTrue();
        } finally {
            holder.destroyForcibly().waitFor();
        }
        LaunchDirectory.fresh(parent).keep();
        assertThat(alive.path()).doesNotExist();
    }
}
