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
import java.io.RandomAccessFile;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class MappedFileTest {
    private static final int LENGTH = 100_000;

    @TempDir
    Path directory;

    private Path path;

    @BeforeEach
    void name() {
        path = directory.resolve("pair-0-1-1.dat");
    }

    @AfterEach
    void forgetInterrupt() {
        Thread.interrupted();
    }

    @Test
    void shouldCreateZeroedFileForTheOwnerAlone() throws IOException {
        try (MappedFile file = MappedFile.create(path, LENGTH, f -> { })) {
            assertThat(file.length()).isEqualTo(LENGTH).isEqualTo(Files.size(path));
            assertThat(Files.getPosixFilePermissions(path)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
            final UnsafeBuffer buffer = file.buffer(0, LENGTH);
            for (int i = 0; i < LENGTH; i++) {
                assertThat(buffer.getByte(i)).isZero();
            }
            assertThat(Files.getAttribute(path, "unix:nlink")).isEqualTo(1);
        }
    }

    @Test
    void shouldReserveEveryBlock() throws IOException, InterruptedException {
        MappedFile.create(path, 1 << 20, f -> { }).close();
        final Process du = new ProcessBuilder("du", "-B1", path.toString()).start();
        final String text = new String(du.getInputStream().readAllBytes());
        du.waitFor();
        assertThat(Long.parseLong(text.split("\\s")[0])).isGreaterThanOrEqualTo(1 << 20);
    }

    @Test
    void shouldInitialiseBeforeTheFileHasItsName() throws IOException {
        final boolean[] seen = new boolean[1];
        final MappedFile file = MappedFile.create(path, LENGTH, f -> {
            seen[0] = Files.exists(path);
            f.buffer(0, 8).putLong(0, 42);
        });
        file.close();
        assertThat(seen[0]).isFalse();
        try (MappedFile attached = MappedFile.attach(path, LENGTH, true)) {
            assertThat(attached.buffer(0, 8).getLong(0)).isEqualTo(42);
        }
    }

    @Test
    void shouldRefuseToReplaceAFile() throws IOException {
        Files.writeString(path, "mine");
        assertThatThrownBy(() -> MappedFile.create(path, LENGTH, f -> { })).isInstanceOf(FileAlreadyExistsException.class);
        assertThat(Files.readString(path)).isEqualTo("mine");
        assertThat(names()).containsExactly(path);
    }

    @Test
    void shouldLeaveNothingWhenInitialiseThrows() throws IOException {
        assertThatThrownBy(() -> MappedFile.create(path, LENGTH, f -> {
            throw new IllegalStateException("no");
        })).hasMessage("no");
        assertThat(names()).isEmpty();
    }

    @Test
    void shouldShareBytesBetweenMappings() throws IOException {
        try (MappedFile first = MappedFile.create(path, LENGTH, f -> { });
            MappedFile second = MappedFile.attach(path, -1, false)) {
            first.buffer(64, 8).putLong(0, 7);
            assertThat(second.buffer(0, LENGTH).getLong(64)).isEqualTo(7);
            assertThat(org.agrona.UnsafeApi.getLong(second.address(64, 8))).isEqualTo(7);
            assertThat(second.windowAddress(0)).isEqualTo(second.address(0, 1));
        }
    }

    @Test
    void shouldRefuseSymbolicLink() throws IOException {
        MappedFile.create(path, LENGTH, f -> { }).close();
        final Path link = Files.createSymbolicLink(directory.resolve("link"), path);
        refuses(link, "symbolic link");
    }

    @Test
    void shouldRefuseAccessOfOthers() throws IOException {
        MappedFile.create(path, LENGTH, f -> { }).close();
        for (final String mode : new String[]{"rw-r-----", "rw----r--", "rw--w----"}) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
            refuses(path, mode);
        }
    }

    @Test
    void shouldRefuseOtherOwner() throws IOException {
        assumeTrue(isRoot(), "only root can give a file away");
        MappedFile.create(path, LENGTH, f -> { }).close();
        Files.setAttribute(path, "unix:uid", 65534);
        refuses(path, "owner is");
    }

    @Test
    void shouldRefuseWrongLengthAndNonFiles() throws IOException {
        MappedFile.create(path, LENGTH, f -> { }).close();
        assertThatThrownBy(() -> MappedFile.attach(path, LENGTH + 1, false))
            .isInstanceOf(IOException.class).hasMessageContaining("100000").hasMessageContaining("100001");
        refuses(directory, "not a regular file");
        final Path empty = Files.createFile(directory.resolve("empty"), OwnerOnly.fileMode());
        refuses(empty, "length is 0");
        assertThatThrownBy(() -> MappedFile.attach(directory.resolve("none"), -1, false))
            .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void shouldCheckRanges() throws IOException {
        final MappedFile file = MappedFile.create(path, LENGTH, f -> { });
        for (final long[] range : new long[][]{{-1, 1}, {0, LENGTH + 1}, {LENGTH, 1}, {1, -1}, {Long.MAX_VALUE, 8}, {8, Long.MAX_VALUE}}) {
            assertThatThrownBy(() -> file.address(range[0], range[1])).isInstanceOf(IndexOutOfBoundsException.class);
        }
        assertThat(file.address(LENGTH, 0)).isEqualTo(file.address(0, 1) + LENGTH);
        file.close();
        file.close();
        assertThatThrownBy(() -> file.address(0, 1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> file.buffer(0, 1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldMapInWindowsThatARangeMustNotCross() throws IOException {
        final long window = 1L << MappedFile.WINDOW_SHIFT;
        Files.createFile(path, OwnerOnly.fileMode());
        try (RandomAccessFile sparse = new RandomAccessFile(path.toFile(), "rw")) {
            sparse.setLength(window + 4096);
            sparse.seek(window + 8);
            sparse.writeByte(9);
        }
        try (MappedFile file = MappedFile.attach(path, window + 4096, true)) {
            assertThat(file.buffer(window, 4096).getByte(8)).isEqualTo((byte) 9);
            assertThat(file.address(window, 1)).isEqualTo(file.windowAddress(1));
            assertThat(file.address(window - 8, 8)).isEqualTo(file.windowAddress(0) + window - 8);
            assertThatThrownBy(() -> file.address(window - 8, 16)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("crosses a window");
        }
    }

    @Test
    void shouldUnlinkButStayMapped() throws IOException {
        try (MappedFile file = MappedFile.create(path, LENGTH, f -> { })) {
            file.delete();
            file.delete();
            assertThat(path).doesNotExist();
            file.buffer(0, 8).putLong(0, 1);
        }
    }

    @Test
    void shouldWorkInAnInterruptedThreadAndKeepItsFlag() throws IOException {
        Thread.currentThread().interrupt();
        MappedFile.create(path, LENGTH, f -> assertThat(Thread.currentThread().isInterrupted()).isTrue()).close();
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        MappedFile.attach(path, LENGTH, false).close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(names()).containsExactly(path);
    }

    @Test
    void shouldNameNeedAndHaveOnAFullFileSystem() throws IOException, InterruptedException {
        assumeTrue(isRoot(), "only root can mount a small tmpfs");
        final Path small = Files.createDirectory(directory.resolve("small"));
        assumeTrue(command("mount", "-t", "tmpfs", "-o", "size=256k", "none", small.toString()) == 0, "mount is refused");
        try {
            final Path target = small.resolve("heap-0-0.dat");
            assertThatThrownBy(() -> MappedFile.create(target, 1 << 20, f -> { })).isInstanceOf(IOException.class)
                .hasMessageMatching(".*heap-0-0.dat: need 1048576 bytes, have 262144; make room in .*");
            assertThat(small).isEmptyDirectory();
            MappedFile.create(target, 256 << 10, f -> { }).close();
            final Path second = small.resolve("heap-0-1.dat");
            assertThatThrownBy(() -> MappedFile.create(second, 4096, f -> { })).hasMessageContaining("need 4096 bytes, have 0");
            assertThat(second).doesNotExist();
        } finally {
            command("umount", small.toString());
        }
    }

    @Test
    void shouldLeaveNothingWhenTheLastEntryIsMissing() throws IOException, InterruptedException {
        assumeTrue(isRoot(), "only root can mount a small tmpfs");
        final Path small = Files.createDirectory(directory.resolve("inodes"));
        assumeTrue(command("mount", "-t", "tmpfs", "-o", "size=1m,nr_inodes=2", "none", small.toString()) == 0, "mount is refused");
        try {
            // The directory and the temporary file take both entries, so the link fails.
            assertThatThrownBy(() -> MappedFile.create(small.resolve("heap-0-0.dat"), 4096, f -> { }))
                .isInstanceOf(IOException.class).hasMessageContaining("need 4096 bytes").hasMessageContaining("No space left");
            assertThat(small).isEmptyDirectory();
        } finally {
            command("umount", small.toString());
        }
    }

    private void refuses(final Path file, final String why) {
        assertThatThrownBy(() -> MappedFile.attach(file, -1, false)).isExactlyInstanceOf(IOException.class)
            .hasMessageStartingWith(file.toString()).hasMessageContaining(why).hasMessageNotContaining("\n");
    }

    private Path[] names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toArray(Path[]::new);
        }
    }

    private static boolean isRoot() throws IOException {
        return Map.of("uid", 0).equals(Files.readAttributes(Path.of("/proc/self"), "unix:uid", new LinkOption[0]));
    }

    private static int command(final String... words) throws IOException, InterruptedException {
        return new ProcessBuilder(words).inheritIO().start().waitFor();
    }
}
