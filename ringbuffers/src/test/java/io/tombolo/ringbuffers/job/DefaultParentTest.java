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
package io.tombolo.ringbuffers.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.ringbuffers.process.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each user has one default parent, even without a name in the JVM; a refusal says what to set instead. */
@Timeout(60)
class DefaultParentTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"?", "", "somebody"})
    void shouldNotDependOnTheNameThatTheJvmKnows(final String name) throws IOException {
        try (ChildJvm child = ChildJvm.start(Place.class, "-Duser.name=" + name)) {
            assertThat(child.receive()).isEqualTo(JobDirectory.defaultParentPath().toString());
        }
    }

    @Test
    void shouldNameTheUserOrTheNumberOfOneWithoutAName() throws IOException {
        final Path self = Path.of("/proc/self");
        assertThat(JobDirectory.defaultParentPath().getFileName().toString())
            .isEqualTo("tombolo-" + Files.getOwner(self).getName())
            .isNotEqualTo("tombolo-?");
    }

    @Test
    void shouldSayWhatToSetWhenTheDirectoryIsRefused() throws IOException {
        final Path writable = Files.createDirectory(directory.resolve("writable"));
        Files.setPosixFilePermissions(writable, PosixFilePermissions.fromString("rwxrwxrwx"));
        final Path file = Files.writeString(directory.resolve("file"), "mine");
        final Path link = Files.createSymbolicLink(directory.resolve("link"), Files.createDirectory(directory.resolve("other")));
        for (final Path refused : new Path[] {writable, file, link, file.resolve("below")}) {
            assertThatThrownBy(() -> DefaultParent.make(refused)).isInstanceOf(IOException.class)
                .hasMessageStartingWith(refused + ": ").hasMessageContainingAll("TOMBOLO_DIR", "--dir").hasMessageNotContaining("\n");
        }
    }

    /** Prints the default parent. */
    static final class Place {
        private Place() {
        }

        public static void main(final String[] arguments) {
            System.out.println(JobDirectory.defaultParentPath());
        }
    }
}
