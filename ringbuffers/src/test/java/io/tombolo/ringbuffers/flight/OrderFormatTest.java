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

import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.file.MappedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The order of a rank is read as it was written, up to the last whole entry, and what is no entry is refused.
 */
@Timeout(30)
class OrderFormatTest {
    private static final int CAPACITY = 1 << 16;
    private static final int SIZE = 300;
    private static final int ENTRIES = 600;
    private static final int MOST_RANKS = 40;
    private static final int BYTE_MASK = 0xff;

    private MappedFile file;
    private AtomicBuffer memory;
    private ByteRing ring;

    @BeforeEach
    void create(@TempDir final Path directory) throws IOException {
        file = MappedFile.create(directory.resolve("order"), ByteRingDescriptor.length(CAPACITY), mapped -> { });
        memory = file.buffer(0, ByteRingDescriptor.length(CAPACITY));
        ring = new ByteRing(memory, null);
    }

    @AfterEach
    void close() {
        file.close();
    }

    /** A number of any length in bytes. */
    private static long number(final Random random) {
        return random.nextLong() >>> random.nextInt(Long.SIZE);
    }

    /** A number of any length that is not negative. */
    private static int positive(final Random random) {
        return random.nextInt() >>> 1 + random.nextInt(Integer.SIZE - 1);
    }

    private static int signed(final Random random) {
        return random.nextBoolean() ? positive(random) : -1 - positive(random);
    }

    private static int[] ranks(final Random random) {
        return IntStream.generate(() -> positive(random)).limit(random.nextInt(MOST_RANKS)).toArray();
    }

    /** Writes an entry, and returns it as {@link #describe} reads it. */
    private static String write(final OrderWriter writer, final OrderKind kind, final Random random, final long nextMatch) {
        switch (kind) {
            case MATCHED -> {
                final long position = random.nextBoolean() ? nextMatch : positive(random);
                final int source = positive(random);
                writer.matched(position, source);
                return kind + " " + position + " " + source;
            }
            case CHOICE -> {
                final int choice = positive(random);
                writer.choice(choice);
                return kind + " " + choice;
            }
            case BARRIER -> {
                final int context = positive(random);
                final long events = number(random);
                writer.barrier(context, events);
                return kind + " " + context + " " + events;
            }
            case CLOSED -> {
                final int context = positive(random);
                final long events = number(random);
                writer.closed(context, events);
                return kind + " " + context + " " + events;
            }
            case GROUP -> {
                final long events = number(random);
                final int parent = positive(random);
                final int color = signed(random);
                final int key = signed(random);
                final int[] ranks = ranks(random);
                writer.group(events, parent, color, key, ranks);
                return kind + " " + events + " " + parent + " " + color + " " + key + " " + Arrays.toString(ranks);
            }
            case MADE -> {
                final int context = positive(random);
                final int[] ranks = ranks(random);
                writer.made(context, ranks);
                return kind + " " + context + " " + Arrays.toString(ranks);
            }
            case WINDOW, CALLED, ACCESS, RETURNED, CHANGED, RESULT -> {
                return writeWindows(writer, kind, random);
            }
            default -> {
                final long value = number(random);
                writer.write(kind, value);
                return kind + " " + value;
            }
        }
    }

    private static String writeWindows(final OrderWriter writer, final OrderKind kind, final Random random) {
        final int window = positive(random);
        final int call = positive(random);
        final int target = kind == OrderKind.CALLED ? signed(random) : positive(random);
        final long displacement = number(random);
        final long length = number(random);
        final int detail = positive(random);
        switch (kind) {
            case WINDOW -> {
                final long[] lengths = LongStream.generate(() -> number(random)).limit(random.nextInt(MOST_RANKS)).toArray();
                writer.window(window, lengths);
                return kind + " " + window + " " + Arrays.toString(lengths);
            }
            case CALLED -> {
                writer.called(window, call, target, detail);
                return kind + " " + window + " " + call + " " + target + " " + detail;
            }
            case ACCESS -> {
                final int checksum = random.nextInt();
                writer.access(window, call, target, displacement, length, detail, checksum);
                return kind + " " + List.of(window, call, target, displacement, length, detail, Integer.toUnsignedLong(checksum));
            }
            case RETURNED -> {
                writer.returned();
                return kind.toString();
            }
            default -> {
                final byte[] bytes = new byte[random.nextInt(9)];
                random.nextBytes(bytes);
                if (kind == OrderKind.CHANGED) {
                    writer.changed(length, window, displacement, bytes, bytes.length);
                    return kind + " " + List.of(length, window, displacement) + " " + Arrays.toString(bytes);
                }
                writer.result(displacement, bytes, Bytes.BYTES_OFFSET, bytes.length);
                return kind + " " + displacement + " " + Arrays.toString(bytes);
            }
        }
    }

    private static String describe(final OrderReader reader) {
        final OrderKind kind = reader.kind();
        return kind + switch (kind) {
            case WINDOW -> " " + reader.number(0) + " " + Arrays.toString(reader.list());
            case CALLED -> " " + reader.number(0) + " " + reader.number(1) + " " + reader.signed(2) + " " + reader.number(3);
            case ACCESS -> " " + LongStream.range(0, 7).mapToObj(i -> reader.number((int) i)).toList();
            case RETURNED -> "";
            case CHANGED -> " " + List.of(reader.number(0), reader.number(1), reader.number(2)) + " " +
                Arrays.toString(Arrays.copyOf(reader.bytes(), (int) reader.number(3)));
            case RESULT -> " " + reader.number(0) + " " + Arrays.toString(Arrays.copyOf(reader.bytes(), (int) reader.number(1)));
            case MATCHED, BARRIER, CLOSED -> " " + reader.number(0) + " " + reader.number(1);
            case GROUP -> " " + reader.number(0) + " " + reader.number(1) + " " + reader.signed(2) + " " + reader.signed(3) + " " +
                Arrays.toString(reader.ranks());
            case MADE -> " " + reader.number(0) + " " + Arrays.toString(reader.ranks());
            default -> " " + reader.number(0);
        };
    }

    private byte[] written() {
        final byte[] bytes = new byte[(int) ring.position()];
        final UnsafeBuffer copy = new UnsafeBuffer(bytes);
        assertThat(new ByteRingReader(memory).copy(0, bytes.length, copy, 0)).isZero();
        return bytes;
    }

    private static OrderReader reader(final byte[] bytes, final int length) {
        final int[] at = {0};
        return new OrderReader(() -> at[0] < length ? bytes[at[0]++] & BYTE_MASK : -1);
    }

    private static List<String> read(final byte[] bytes, final int length) {
        final OrderReader reader = reader(bytes, length);
        final List<String> entries = new ArrayList<>();
        while (reader.next()) {
            entries.add(describe(reader));
        }
        return entries;
    }

    @Test
    void shouldReadEachWholeEntryWhereverTheOrderIsCut() {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        final OrderKind[] kinds = EnumSet.complementOf(EnumSet.of(OrderKind.START)).toArray(OrderKind[]::new);
        final OrderWriter writer = new OrderWriter(ring, SIZE);
        final List<String> entries = new ArrayList<>();
        final List<Integer> ends = new ArrayList<>();
        long nextMatch = 0;
        for (int i = 0; i < ENTRIES; i++) {
            final OrderKind kind = i < kinds.length ? kinds[i] : kinds[random.nextInt(kinds.length)];
            final String entry = write(writer, kind, random, nextMatch);
            nextMatch = kind == OrderKind.MATCHED ? 1 + Long.parseLong(entry.split(" ")[1]) : nextMatch;
            entries.add(entry);
            ends.add((int) ring.position());
        }
        final byte[] bytes = written();
        assertThat(reader(bytes, bytes.length).size()).isEqualTo(SIZE);
        assertThat(read(bytes, bytes.length)).as("seed %d", seed).isEqualTo(entries);
        int whole = 0;
        for (int cut = 0; cut < bytes.length; cut++) {
            while (ends.get(whole) <= cut) {
                whole++;
            }
            assertThat(read(bytes, cut)).as("seed %d, cut at %d", seed, cut).isEqualTo(entries.subList(0, whole));
        }
    }

    @Test
    void shouldReadTheLargestNumbers() {
        final OrderWriter writer = new OrderWriter(ring, SIZE);
        writer.matched(Integer.MAX_VALUE, Integer.MAX_VALUE);
        writer.matched(0, 0);
        writer.choice(OrderWriter.LONG_VALUE - 1);
        writer.choice(OrderWriter.LONG_VALUE);
        writer.choice(Integer.MAX_VALUE);
        writer.write(OrderKind.MISSES, Long.MAX_VALUE);
        writer.group(Long.MAX_VALUE, 0, Integer.MIN_VALUE, Integer.MAX_VALUE);
        final byte[] most = new byte[OrderWriter.MOST_BYTES];
        writer.result(Long.MAX_VALUE - most.length, most, Bytes.BYTES_OFFSET, most.length);
        writer.result(0, null, 0, 0);
        final byte[] bytes = written();
        assertThat(read(bytes, bytes.length)).containsExactly(
            "MATCHED " + Integer.MAX_VALUE + " " + Integer.MAX_VALUE, "MATCHED 0 0", "CHOICE " + (OrderWriter.LONG_VALUE - 1),
            "CHOICE " + OrderWriter.LONG_VALUE, "CHOICE " + Integer.MAX_VALUE, "MISSES " + Long.MAX_VALUE,
            "GROUP " + Long.MAX_VALUE + " 0 " + Integer.MIN_VALUE + " " + Integer.MAX_VALUE + " []",
            "RESULT " + (Long.MAX_VALUE - most.length) + " " + Arrays.toString(most), "RESULT 0 []");
    }

    @Test
    void shouldUseOneByteForMostEntries() {
        final OrderWriter writer = new OrderWriter(ring, SIZE);
        final long before = ring.position();
        writer.matched(0, OrderWriter.LONG_VALUE - 1);
        writer.matched(1, 0);
        writer.choice(0);
        assertThat(ring.position() - before).isEqualTo(3);
    }

    @Test
    void shouldRefuseWhatIsNoOrder() {
        assertThatThrownBy(() -> read(new byte[] {OrderWriter.CHOICE}, 1))
            .isInstanceOf(IllegalArgumentException.class).hasMessage("this is no order of calls");
        final byte[] newer = {OrderWriter.OTHER, OrderWriter.VERSION + 1, 1};
        assertThatThrownBy(() -> read(newer, newer.length)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("version " + (OrderWriter.VERSION + 1)).hasMessageContaining("reads version " + OrderWriter.VERSION);
    }

    @Test
    void shouldReadTheFirstVersion() {
        final byte[] old = {OrderWriter.OTHER, OrderWriter.FIRST_VERSION, 7, OrderWriter.CHOICE};
        assertThat(reader(old, old.length).size()).isEqualTo(7);
        assertThat(read(old, old.length)).containsExactly("CHOICE 0");
    }

    @Test
    void shouldRefuseTooManyBytes() {
        new OrderWriter(ring, SIZE);
        final int more = OrderWriter.MOST_BYTES + 1;
        ring.append(OrderWriter.OTHER | OrderKind.RESULT.code() << OrderWriter.KIND_BITS, 1);
        ring.append(0, 1);
        ring.append(more & BYTE_MASK >> 1 | OrderWriter.MORE, 1);
        ring.append(more >> OrderWriter.NUMBER_BITS, 1);
        assertDamaged(more + " bytes");
    }

    @Test
    void shouldRefuseDamagedEntries() {
        new OrderWriter(ring, SIZE);
        final int unknown = OrderKind.values().length;
        ring.append(OrderWriter.OTHER | unknown << OrderWriter.KIND_BITS, 1);
        assertDamaged("kind " + unknown);
    }

    @Test
    void shouldRefuseANumberWithoutEnd() {
        new OrderWriter(ring, SIZE);
        ring.append(OrderWriter.OTHER | OrderKind.MISSES.code() << OrderWriter.KIND_BITS, 1);
        ring.append(-1L, Long.BYTES);
        ring.append(-1L, Long.BYTES);
        assertDamaged("a number of more than 10 bytes");
    }

    @Test
    void shouldRefuseAListThatIsTooLong() {
        new OrderWriter(ring, SIZE).write(OrderKind.MADE, 5);
        ring.append(BYTE_MASK, 1);
        ring.append(BYTE_MASK >> 1, 1);
        assertDamaged("a list of 16383");
    }

    private void assertDamaged(final String what) {
        final byte[] bytes = written();
        assertThatThrownBy(() -> read(bytes, bytes.length)).isInstanceOf(IllegalArgumentException.class)
            .hasMessage("the order of calls is damaged at entry 1: " + what);
    }
}
