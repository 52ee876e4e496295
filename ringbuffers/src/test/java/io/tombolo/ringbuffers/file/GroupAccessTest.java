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
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class GroupAccessTest {
    private static final int MODE_BITS = 07777;

    @TempDir
    private Path temporary;

    private Path job;
    private String group;

    @BeforeEach
    void findGroup() throws IOException {
        job = temporary.resolve("job");
        group = Files.readAttributes(temporary, PosixFileAttributes.class).group().getName();
    }

    @Test
    void shouldCreateADirectoryForTheGroup() throws IOException {
        assertThat(OwnerOnly.createDirectory(job, group)).isTrue();
        assertThat(OwnerOnly.createDirectory(job, group)).isFalse();
        assertThat(mode(job)).isEqualTo(02770);
        assertThat(names(temporary)).containsExactly("job");
        final Path previous = job.resolve("previous");
        OwnerOnly.createDirectory(previous, OwnerOnly.groupOf(job));
        assertThat(mode(previous)).isEqualTo(02770);
    }

    @Test
    void shouldCreateFilesForTheGroup() throws IOException {
        OwnerOnly.createDirectory(job, group);
        OwnerOnly.createFile(job.resolve("create.lock"));
        assertThat(mode(job.resolve("create.lock"))).isEqualTo(0660);
        assertThatThrownBy(() -> OwnerOnly.createFile(job.resolve("create.lock"))).isInstanceOf(FileAlreadyExistsException.class);
        MappedFile.create(job.resolve("job.dat"), 64, file -> { }).close();
        assertThat(mode(job.resolve("job.dat"))).isEqualTo(0660);
        assertThat(names(job)).containsExactlyInAnyOrder("create.lock", "job.dat");
        MappedFile.attach(job.resolve("job.dat"), 64, false).close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-------", "rw-r-----", "rw-rw-r--", "rw-rw--w-"})
    void shouldRefuseAFileThatTheGroupDoesNotHaveOrOthersHave(final String permissions) throws IOException {
        OwnerOnly.createDirectory(job, group);
        final Path file = Files.createFile(job.resolve("job.dat"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        assertThatIOException().isThrownBy(() -> OwnerOnly.checkFile(file)).withMessage(
            file + ": refused, the group has no access or others have (" + permissions + "), expected rw-rw----" +
                "; give all ranks of the job the same tombolo.group");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rwx------", "rwxr-x---", "rwxrwx--x"})
    void shouldRefuseADirectoryThatTheGroupDoesNotHaveOrOthersHave(final String permissions) throws IOException {
        Files.createDirectory(job);
        Files.setPosixFilePermissions(job, PosixFilePermissions.fromString(permissions));
        assertThatIOException().isThrownBy(() -> OwnerOnly.createDirectory(job, group)).withMessageContaining("expected rwxrws---; give");
    }

    @Test
    void shouldRefuseASharedDirectoryWithoutTheSetting() throws IOException {
        OwnerOnly.createDirectory(job, group);
        for (final ThrowingCallable use : List.<ThrowingCallable>of(
            () -> OwnerOnly.createDirectory(job, OwnerOnly.NO_GROUP), () -> OwnerOnly.checkDirectory(job))) {
            assertThatIOException().isThrownBy(use).withMessage(
                job + ": refused, group or others can write (rwxrwx---), expected rwx------; if the job is shared with a group, " +
                    "set tombolo.group");
        }
        Files.setPosixFilePermissions(job, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertThatIOException().isThrownBy(() -> OwnerOnly.checkDirectory(job)).withMessage(
            job + ": refused, group or others can write (rwxrwxrwx), expected rwx------");
    }

    @Test
    void shouldLookAtASharedDirectoryWithTheSetting() throws IOException {
        OwnerOnly.createDirectory(job, group);
        System.setProperty(OwnerOnly.GROUP_PROPERTY, group);
        OwnerOnly.checkDirectory(job);
        // Directories of this user alone are as good as before.
        OwnerOnly.createDirectory(temporary.resolve("other"), OwnerOnly.NO_GROUP);
        OwnerOnly.checkDirectory(temporary.resolve("other"));
        System.setProperty(OwnerOnly.GROUP_PROPERTY, "123456");
        assertThatIOException().isThrownBy(() -> OwnerOnly.checkDirectory(job)).withMessage(
            job + ": refused, its group is " + group + ", expected 123456; give all ranks of the job the same tombolo.group");
    }

    @AfterEach
    void clear() {
        System.clearProperty(OwnerOnly.GROUP_PROPERTY);
    }

    @Test
    void shouldRefuseAGroupThatThereIsNot() {
        assertThatIOException().isThrownBy(() -> OwnerOnly.createDirectory(job, "no-such-group"))
            .withMessage(job + ": there is no group 'no-such-group'; set tombolo.group to a group of this system");
    }

    @Test
    void shouldRefuseADirectoryOfAnotherGroup() throws IOException {
        OwnerOnly.createDirectory(job, group);
        // A number that is no group of this user.
        assertThatIOException().isThrownBy(() -> OwnerOnly.createDirectory(job, "123456")).withMessage(
            job + ": refused, its group is " + group + ", expected 123456; give all ranks of the job the same tombolo.group");
    }

    @Test
    void shouldLeaveOtherDirectoriesToTheirOwner() throws IOException {
        final Path other = temporary.resolve("other");
        OwnerOnly.createDirectory(other, OwnerOnly.NO_GROUP);
        OwnerOnly.createFile(other.resolve("create.lock"));
        assertThat(mode(other)).isEqualTo(0700);
        assertThat(mode(other.resolve("create.lock"))).isEqualTo(0600);
    }

    private static int mode(final Path path) throws IOException {
        return (Integer) Files.getAttribute(path, "unix:mode") & MODE_BITS;
    }

    private static String[] names(final Path directory) {
        return directory.toFile().list();
    }
}
