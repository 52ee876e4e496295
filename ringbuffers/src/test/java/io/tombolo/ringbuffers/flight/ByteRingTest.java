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
package io.tombolo.ringbuffers.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.ringbuffers.file.MappedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The ring of bytes: what is read is what was appended, and what was overwritten is counted.
 */
@Timeout(30)
class ByteRingTest {
    private static final int CAPACITY = 256;

    private final UnsafeBuffer copy = new UnsafeBuffer(new byte[CAPACITY + 2]);
    private MappedFile file;
    private AtomicBuffer memory;

    @BeforeEach
    void create(@TempDir final Path directory) throws IOException {
        file = MappedFile.create(directory.resolve("bytes"), ByteRingDescriptor.length(CAPACITY), mapped -> { });
        memory = file.buffer(0, ByteRingDescriptor.length(CAPACITY));
    }

    @AfterEach
    void close() {
        file.close();
    }

    /** The byte at each position is known, so a reader sees a wrong one. */
    private static byte byteAt(final long position) {
        return (byte) (position * 31 + (position >>> 8) * 7 + (position >>> 16));
    }

    private static byte[] bytes(final long from, final int length) {
        final byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = byteAt(from + i);
        }
        return bytes;
    }

    private static void append(final ByteRing ring, final int length) {
        final long position = ring.position();
        // One byte of the array lies before those that are appended.
        assertThat(ring.append(bytes(position - 1, length + 1), UnsafeApi.arrayBaseOffset(byte[].class) + 1L, length)).isEqualTo(position);
    }

    private void assertRead(final ByteRingReader reader, final long from, final int length, final int overwritten) {
        assertThat(reader.copy(from, length, copy, 1)).isEqualTo(overwritten);
        for (int i = overwritten; i < length; i++) {
            assertThat(copy.getByte(1 + i)).as("byte %d", from + i).isEqualTo(byteAt(from + i));
        }
    }

    @Test
    void shouldReadWhatWasAppended() {
        final ByteRing ring = new ByteRing(memory, null);
        final ByteRingReader reader = new ByteRingReader(memory);
        assertThat(reader.written()).isZero();
        assertThat(reader.capacity()).isEqualTo(CAPACITY);
        assertThat(ring.longest()).isEqualTo(CAPACITY / 4);
        final Random random = new Random(1);
        long read = 0;
        while (read < 100 * CAPACITY) {
            append(ring, random.nextInt(CAPACITY / 4 + 1));
            final int length = (int) (reader.written() - read);
            assertThat(reader.written()).isEqualTo(ring.position());
            assertRead(reader, read, length, 0);
            read += length;
        }
        assertRead(reader, read - CAPACITY, CAPACITY, 0);
    }

    @Test
    void shouldAppendANumberLowestByteFirst() {
        final ByteRing ring = new ByteRing(memory, null);
        final ByteRingReader reader = new ByteRingReader(memory);
        append(ring, 64);
        append(ring, 64);
        append(ring, 64);
        append(ring, 62);
        ring.append(0x0807060504030201L, 8);
        ring.append(-2, 3);
        ring.append(0xff77, 1);
        assertThat(ring.position()).isEqualTo(266);
        assertThat(reader.copy(254, 12, copy, 1)).isZero();
        final byte[] numbers = new byte[13];
        copy.getBytes(0, numbers);
        assertThat(numbers).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, -2, -1, -1, 0x77);
    }

    @Test
    void shouldCountWhatWasOverwritten() {
        final ByteRing ring = new ByteRing(memory, null);
        final ByteRingReader reader = new ByteRingReader(memory);
        for (int i = 0; i < 5; i++) {
            append(ring, 60);
        }
        assertThat(reader.oldest()).isEqualTo(300 - CAPACITY);
        assertRead(reader, 0, CAPACITY, 300 - CAPACITY);
        assertRead(reader, 40, 30, 4);
        assertThat(reader.copy(0, 20, copy, 1)).as("no more than were asked for").isEqualTo(20);
        assertRead(reader, 44, 30, 0);
    }

    @Test
    void shouldAskBeforeUnreadBytesAreOverwritten() {
        final List<Long> asked = new ArrayList<>();
        final ByteRing ring = new ByteRing(memory, position -> {
            asked.add(position);
            return position + 31;
        });
        for (int i = 0; i < 8; i++) {
            append(ring, 32);
        }
        assertThat(asked).as("the ring had room").isEmpty();
        append(ring, 0);
        assertThat(asked).isEmpty();
        append(ring, 10);
        append(ring, 30);
        append(ring, 1);
        assertThat(asked).containsExactly(265L, 296L);
        assertThat(ring.position()).isEqualTo(297);
    }

    @Test
    void shouldRefuseWhatDoesNotFit() {
        final ByteRing ring = new ByteRing(memory, null);
        assertThatThrownBy(() -> append(ring, 65)).isInstanceOf(IllegalArgumentException.class)
            .hasMessage("65 bytes do not fit: append at most 64 at once");
        assertThatThrownBy(() -> ring.append(null, 0, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThat(ring.position()).isZero();
        assertThatThrownBy(() -> new ByteRing(new UnsafeBuffer(memory, 0, ByteRingDescriptor.length(CAPACITY - 1)), null))
            .hasMessage("255 bytes must be a power of two, at least 64");
    }

    @Test
    void shouldReadWhatNoRankHasWritten() {
        final ByteRingReader reader = new ByteRingReader(memory);
        memory.putLong(ByteRingDescriptor.BEGUN_OFFSET, Long.MIN_VALUE);
        assertThat(reader.oldest()).isZero();
        memory.putLong(ByteRingDescriptor.BEGUN_OFFSET, Long.MAX_VALUE);
        assertThat(reader.copy(Long.MAX_VALUE - 3, CAPACITY, copy, 1)).isZero();
        assertThat(reader.copy(0, CAPACITY, copy, 1)).isEqualTo(CAPACITY);
    }

    @Test
    void shouldReadWholeBytesWhileTheyAreOverwritten() throws Exception {
        final int length = 20_000_000;
        final ByteRing ring = new ByteRing(memory, null);
        final ByteRingReader reader = new ByteRingReader(memory);
        final FutureTask<Void> writing = new FutureTask<>(() -> {
            final byte[] all = bytes(0, length);
            for (int next = 0; next < length; next += 1 + next % 37) {
                ring.append(all, UnsafeApi.arrayBaseOffset(byte[].class) + ring.position(),
                    (int) Math.min(1 + next % 37, length - ring.position()));
            }
        }, null);
        new Thread(writing).start();
        long valid = 0;
        // Reads once more when all is written: this thread may have had no core meanwhile.
        for (boolean isOver = false; !isOver; ) {
            isOver = writing.isDone();
            final long written = reader.written();
            final long from = Math.max(0, written - CAPACITY);
            final int overwritten = reader.copy(from, (int) (written - from), copy, 1);
            for (int i = overwritten; i < written - from; i++) {
                assertThat(copy.getByte(1 + i) == byteAt(from + i)).as("byte %d", from + i).isTrue();
                valid++;
            }
        }
        writing.get();
        assertThat(valid).isPositive();
    }
}
