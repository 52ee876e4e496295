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
package io.tombolo.ringbuffers.region;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.file.MappedFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegionFileTest {
    private static final int LENGTH = 10_000;
    private static final int RANK = 2;
    private static final int REGION = 7;

    @TempDir
    Path directory;

    private Path path;
    private RegionFile region;

    @BeforeEach
    void create() throws IOException {
        path = directory.resolve("heap-2-7.dat");
        region = RegionFile.create(path, RANK, REGION, LENGTH, MappedFile.WINDOW_SHIFT);
    }

    @AfterEach
    void close() {
        region.close();
    }

    @Test
    void shouldShowAPeerWhatTheOwnerWrites() throws IOException {
        assertThat(region.length()).isEqualTo(LENGTH);
        assertThat(region.windows()).isEqualTo(1);
        final byte[] data = new byte[LENGTH];
        new Random(1).nextBytes(data);
        region.buffer(0, LENGTH).putBytes(0, data);
        try (RegionFile peer = RegionFile.attach(path, RANK, REGION, MappedFile.WINDOW_SHIFT)) {
            assertThat(peer.length()).isEqualTo(LENGTH);
            for (final int offset : new int[] {0, 1, 4095, 4096, LENGTH - 1, LENGTH}) {
                final int bytes = Math.min(3000, LENGTH - offset);
                final byte[] copy = new byte[bytes + 2];
                peer.copyOut(offset, copy, Bytes.BYTES_OFFSET + 1, bytes);
                assertThat(copy[0]).isZero();
                assertThat(copy[bytes + 1]).isZero();
                for (int i = 0; i < bytes; i++) {
                    assertThat(copy[i + 1]).isEqualTo(data[offset + i]);
                }
            }
        }
    }

    @Test
    void shouldCopyOverTheBordersOfSmallWindows() throws IOException {
        final int shift = 13;
        final int length = 5 << shift;
        final Random random = new Random(3);
        final byte[] data = new byte[length];
        random.nextBytes(data);
        final Path small = directory.resolve("heap-2-8.dat");
        try (RegionFile owner = RegionFile.create(small, RANK, REGION, length, shift);
            RegionFile peer = RegionFile.attach(small, RANK, REGION, shift + 1)) {
            assertThat(owner.windows()).isEqualTo(6);
            assertThat(peer.windows()).isEqualTo(3);
            owner.copyIn(0, data, Bytes.BYTES_OFFSET, length);
            for (int i = 0; i < 200; i++) {
                final int offset = random.nextInt(length);
                final int bytes = random.nextInt(length - offset + 1);
                final byte[] copy = new byte[bytes];
                peer.copyOut(offset, copy, Bytes.BYTES_OFFSET, bytes);
                assertThat(copy).isEqualTo(Arrays.copyOfRange(data, offset, offset + bytes));
                assertThat(owner.isContiguous(offset, bytes)).isEqualTo(bytes <= owner.run(offset));
            }
        }
    }

    @Test
    void shouldKnowItsBorders() throws IOException {
        final int border = (1 << 13) - RegionFileDescriptor.DATA_OFFSET;
        try (RegionFile owner = RegionFile.create(directory.resolve("heap-2-8.dat"), RANK, REGION, 3 * border, 13)) {
            assertThat(owner.run(0)).isEqualTo(border);
            assertThat(owner.run(border - 1)).isEqualTo(1);
            assertThat(owner.run(border)).isEqualTo(1 << 13);
            assertThat(owner.isContiguous(border - 1, 1)).isTrue();
            assertThat(owner.isContiguous(border - 1, 2)).isFalse();
            assertThat(owner.offsetOf(owner.address(border, 1), 2 * border)).isEqualTo(border);
            assertThatThrownBy(() -> owner.address(border - 1, 2)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("crosses a window of 8192 bytes");
        }
    }

    @Test
    void shouldBeginOnAPage() {
        assertThat(region.address(0, 1) % 4096).isZero();
        assertThat(region.address(0, LENGTH)).isEqualTo(region.windowAddress(0) + RegionFileDescriptor.DATA_OFFSET);
    }

    @Test
    void shouldContainOnlyWhatLiesInside() {
        for (final long[] range : new long[][] {{0, 0}, {0, LENGTH}, {LENGTH, 0}, {LENGTH - 1, 1}, {5000, 5000}}) {
            assertThat(region.contains(range[0], range[1])).as("%d + %d", range[0], range[1]).isTrue();
        }
        for (final long[] range : new long[][] {
            {0, LENGTH + 1}, {1, LENGTH}, {LENGTH, 1}, {LENGTH + 1, 0}, {-1, 1}, {-1, 0}, {0, -1}, {1, Long.MAX_VALUE}, {Long.MAX_VALUE, 1},
            {Long.MAX_VALUE, Long.MAX_VALUE}, {Long.MIN_VALUE, 1}, {1, Long.MIN_VALUE}, {Long.MIN_VALUE, Long.MIN_VALUE}}) {
            assertThat(region.contains(range[0], range[1])).as("%d + %d", range[0], range[1]).isFalse();
        }
    }

    @Test
    void shouldFindTheOffsetOfAnAddress() {
        final long data = region.address(0, LENGTH);
        assertThat(region.offsetOf(data, LENGTH)).isZero();
        assertThat(region.offsetOf(data + 17, 100)).isEqualTo(17);
        assertThat(region.offsetOf(data + LENGTH, 0)).isEqualTo(LENGTH);
        assertThat(region.offsetOf(data + LENGTH - 1, 1)).isEqualTo(LENGTH - 1);
    }

    @Test
    void shouldFindNoOffsetOfWhatLiesOutside() {
        final long data = region.address(0, LENGTH);
        for (final long[] range : new long[][] {
            {data - 1, 1}, {data - RegionFileDescriptor.DATA_OFFSET, 1}, {data, LENGTH + 1}, {data + LENGTH, 1}, {data + LENGTH + 1, 0},
            {0, 1}, {-1, 1}, {Long.MAX_VALUE, 1}, {Long.MIN_VALUE, 1}, {data, Long.MAX_VALUE}, {data, -1}, {data, Long.MIN_VALUE}}) {
            assertThat(region.offsetOf(range[0], range[1])).as("%d from data%+d", range[1], range[0] - data).isEqualTo(-1);
        }
    }

    @Test
    void shouldRefuseTheFileOfAnother() throws IOException {
        assertThatThrownBy(() -> RegionFile.attach(path, RANK, REGION + 1, MappedFile.WINDOW_SHIFT)).isInstanceOf(IOException.class)
            .hasMessageContaining("is not region 8 of rank 2");
        assertThatThrownBy(() -> RegionFile.attach(path, RANK + 1, REGION, MappedFile.WINDOW_SHIFT)).isInstanceOf(IOException.class)
            .hasMessageContaining("is not region 7 of rank 3");
        assertThatThrownBy(() -> RegionFile.create(path, RANK, REGION, 1, MappedFile.WINDOW_SHIFT))
            .isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void shouldRefuseADamagedHeader() throws IOException {
        try (MappedFile file = MappedFile.attach(path, -1, false)) {
            final UnsafeBuffer header = file.buffer(0, RegionFileDescriptor.DATA_OFFSET);
            for (final int offset : new int[] {RegionFileDescriptor.MAGIC_OFFSET, RegionFileDescriptor.VERSION_OFFSET,
                RegionFileDescriptor.LENGTH_OFFSET, RegionFileDescriptor.LENGTH_OFFSET + Integer.BYTES}) {
                final int good = header.getInt(offset);
                header.putInt(offset, good + 1);
                assertThatThrownBy(() -> RegionFile.attach(path, RANK, REGION, MappedFile.WINDOW_SHIFT)).isInstanceOf(IOException.class);
                header.putInt(offset, good);
            }
        }
        RegionFile.attach(path, RANK, REGION, MappedFile.WINDOW_SHIFT).close();
    }

    @Test
    void shouldRefuseAFileWithoutRoomForAHeader() throws IOException {
        final Path small = directory.resolve("small");
        MappedFile.create(small, 100, mapped -> { }).close();
        assertThatThrownBy(() -> RegionFile.attach(small, RANK, REGION, MappedFile.WINDOW_SHIFT)).isInstanceOf(IOException.class);
    }

    @Test
    void shouldStayMappedWithoutItsName() throws IOException {
        region.buffer(0, 8).putLong(0, 42);
        region.delete();
        assertThat(region.buffer(0, 8).getLong(0)).isEqualTo(42);
        assertThatThrownBy(() -> RegionFile.attach(path, RANK, REGION, MappedFile.WINDOW_SHIFT)).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void shouldRefuseNoLengthAndTooMuch() {
        for (final long length : new long[] {-RegionFileDescriptor.DATA_OFFSET, Long.MAX_VALUE, Long.MIN_VALUE}) {
            assertThatThrownBy(() -> RegionFile.create(directory.resolve("x"), 0, 1, length, MappedFile.WINDOW_SHIFT))
                .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
