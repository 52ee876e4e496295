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

import static io.tombolo.ringbuffers.job.Jobs.join;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.ringbuffers.file.OwnerOnly;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class JobRefusalTest {
    @TempDir
    Path temporary;

    private Path directory;
    private Path file;

    @BeforeEach
    void createAJobThatNobodyHasJoined() throws IOException {
        directory = temporary.resolve("job");
        join(directory, 0, 1).close();
        Files.delete(directory.resolve("rank-0.lock"));
        file = directory.resolve("job.dat");
        Files.delete(file);
        JobFile.create(file, 2, Jobs.geometry());
    }

    @Test
    void shouldRefuseOtherMagic() throws IOException {
        write(JobFileDescriptor.MAGIC_OFFSET, 1);
        refuses("not a Tombolo job file");
    }

    @Test
    void shouldRefuseOtherVersionNamingBoth() throws IOException {
        write(JobFileDescriptor.VERSION_OFFSET, 77);
        refuses("layout version 77, this library has version " + JobFileDescriptor.LAYOUT_VERSION);
    }

    @Test
    void shouldRefuseOtherLayoutHash() throws IOException {
        write(JobFileDescriptor.LAYOUT_HASH_OFFSET, 5);
        refuses("layout hash 0x");
    }

    @Test
    void shouldRefuseAFileThatIsNotReadyOrHasAnotherSize() throws IOException {
        write(JobFileDescriptor.READY_OFFSET, 0);
        refuses("corrupt, ready=0");
        write(JobFileDescriptor.READY_OFFSET, 1);
        write(JobFileDescriptor.SIZE_OFFSET, -2);
        refuses("corrupt, size=-2");
        write(JobFileDescriptor.SIZE_OFFSET, 3);
        refuses("corrupt, size=3");
    }

    @Test
    void shouldRefuseAnUnknownState() throws IOException {
        write(JobFileDescriptor.rowOffset(1) + 4, 6 << 9);
        refuses("corrupt, state of rank 1 is 6");
    }

    @Test
    void shouldDeleteFilesLeftByAKilledMover() throws IOException {
        Files.delete(file);
        Files.createFile(directory.resolve("rank-0.1.dat"));
        Files.createFile(directory.resolve(".job.dat.7.1.tmp"));
        try (JobDirectory job = join(directory, 0, 2)) {
            assertThat(job.rankPath(0, 1)).doesNotExist();
            assertThat(directory.resolve(".job.dat.7.1.tmp")).doesNotExist();
        }
    }

    @Test
    void shouldRefuseAShortOrLongFile() throws IOException {
        try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "rw")) {
            raw.setLength(JobFileDescriptor.length(2) + 64);
            refuses("corrupt");
            raw.setLength(100);
            refuses("length is 100");
            raw.setLength(0);
            refuses("length is 0");
        }
    }

    @Test
    void shouldRefuseCorruptGeometry() throws IOException {
        write(JobFileDescriptor.geometryOffset(GeometrySetting.PACKETS.code()), 0);
        assertThatThrownBy(() -> JobDirectory.inspect(directory)).isInstanceOf(JobLayoutException.class)
            .hasMessageContaining("tombolo.packets=0");
        refuses("tombolo.packets=0");
    }

    @Test
    void shouldRefuseFilesAndDirectoriesThatOthersCanTouch() throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw----"));
        refuses("group or others have access");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwx---"));
        refuses("group or others can write");
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void shouldRefuseSymbolicLinks() throws IOException {
        final Path link = Files.createSymbolicLink(temporary.resolve("link"), directory);
        assertThatThrownBy(() -> join(link, 0, 2)).isInstanceOf(IOException.class).hasMessageContaining("symbolic link");
        Files.move(file, temporary.resolve("moved"));
        Files.createSymbolicLink(file, temporary.resolve("moved"));
        refuses("symbolic link");
        Files.delete(file);
        Files.move(temporary.resolve("moved"), file);
        Files.createSymbolicLink(directory.resolve("rank-0.lock"), temporary.resolve("elsewhere"));
        refuses("rank-0.lock");
        assertThat(temporary.resolve("elsewhere")).doesNotExist();
    }

    @Test
    void shouldPutADeadJobOfAnotherVersionAside() throws IOException {
        write(JobFileDescriptor.VERSION_OFFSET, 77);
        Files.createFile(directory.resolve("rank-0.lock"), OwnerOnly.fileMode());
        try (JobDirectory job = join(directory, 0, 2)) {
            assertThat(job.state(0)).isEqualTo(RankState.LIVE);
            assertThat(directory.resolve("previous").resolve("job.dat")).exists();
        }
    }

    private void write(final int offset, final int value) throws IOException {
        try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "rw")) {
            raw.seek(offset);
            raw.write(ByteBuffer.allocate(4).order(ByteOrder.nativeOrder()).putInt(value).array());
        }
    }

    private void refuses(final String why) {
        assertThatThrownBy(() -> join(directory, 0, 2)).isInstanceOf(IOException.class)
            .hasMessageStartingWith(directory.toString()).hasMessageContaining(why).hasMessageNotContaining("\n");
    }
}
