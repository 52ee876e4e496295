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
package io.tombolo.ringbuffers.pair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.file.MappedFile;
import io.tombolo.ringbuffers.job.PairEnds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.LongStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.RecordDescriptor;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A third process reads a pair file: it sees the records and positions of the two ends, and reports damage for arbitrary bytes.
 */
@Timeout(30)
class PairFileReaderTest {
    private static final int SLOTS = 16;
    private static final int PACKETS = 4;
    private static final PairEnds PAIR = new PairEnds(2, 7, 5, 1);
    private static final int TYPE = 2;
    private static final int LIMIT = 1000;

    @TempDir
    private Path directory;

    private static PairGeometry geometry(final RingKind kind) {
        return new PairGeometry(kind, SLOTS, PACKETS, 64, 16);
    }

    private Path path() {
        return directory.resolve("pair-2.7-5.1.dat");
    }

    private PairFileReader reader(final RingKind kind) throws IOException {
        return PairFileReader.attach(path(), geometry(kind), PAIR);
    }

    private OutboundPair outbound(final RingKind kind) throws IOException {
        return OutboundPair.create(path(), geometry(kind), PAIR);
    }

    private InboundPair inbound(final RingKind kind) throws IOException {
        return InboundPair.attach(path(), geometry(kind), PAIR);
    }

    @ParameterizedTest
    @EnumSource
    void shouldReadAnUntouchedPair(final RingKind kind) throws IOException {
        try (OutboundPair out = outbound(kind); PairFileReader reader = reader(kind)) {
            final PairReading reading = reader.read(LIMIT);
            assertThat(reading.incarnation()).isEqualTo(7);
            assertThat(reading.ring().occupied()).isZero();
            assertThat(reading.ring().damage()).isEmpty();
            assertThat(reading.ring().lastSequence()).isEqualTo(RingReading.UNKNOWN);
            assertThat(reading.pool().count(PacketState.FREE)).isEqualTo(PACKETS).isEqualTo(out.pool().size());
            assertThat(reading.returns().count()).isZero();
            assertThat(reading).isEqualTo(reader.read(LIMIT));
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldShowEachRecordUntilItIsTaken(final RingKind kind) throws IOException {
        try (OutboundPair out = outbound(kind); InboundPair in = inbound(kind); PairFileReader reader = reader(kind)) {
            final byte[] body = {1, 2, 3};
            for (int i = 0; i < 10 * SLOTS; i++) {
                assertThat(out.ring().offer(TYPE, i, i, body, Bytes.BYTES_OFFSET, body.length)).isTrue();
                assertThat(out.ring().offer(TYPE + 1, i, -i, 1, 2, 3, 4, 5, 6)).isTrue();
                final RingReading<RingRecord> ring = reader.read(LIMIT).ring();
                assertThat(ring.damage()).isEmpty();
                assertThat(ring.count()).isEqualTo(2);
                final RingRecord first = ring.records().get(0);
                assertThat(first.type()).isEqualTo(TYPE);
                assertThat(first.sequence()).isEqualTo(i);
                assertThat(first.key()).isEqualTo(i);
                assertThat(first.length()).isEqualTo(body.length);
                assertThat(first.words()).containsExactly(0x030201L, 0L, 0L, 0L, 0L, 0L);
                assertThat(ring.records().get(1).words()).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
                assertThat(ring.lastSequence()).isEqualTo(i);
                assertThat(ring.lastType()).isEqualTo(TYPE + 1);
                assertThat(ring.head()).isEqualTo(in.ring().position());
                assertThat(reader.readRing(LIMIT)).isEqualTo(ring);
                assertThat(reader.readRing(0).records()).isEmpty();
                assertThat(reader.readRing(0).lastSequence()).isEqualTo(i);
                assertThat(ring.tail()).isEqualTo(out.ring().position());
                take(in, 2);
                assertThat(reader.read(LIMIT).ring().occupied()).isZero();
            }
            if (kind == RingKind.STAMPED) {
                assertThat(reader.read(LIMIT).ring().takenSequence()).isEqualTo(10 * SLOTS - 1);
                assertThat(reader.read(LIMIT).ring().lastType()).isEqualTo(TYPE + 1);
            }
        }
    }

    /** Short records and longer ones, so that some end in the middle of a slot and skips stand between them. */
    @Test
    void shouldFollowSkipsAndNameTheRecordBefore() throws IOException {
        final long seed = System.nanoTime();
        System.out.println("seed " + seed);
        final Random random = new Random(seed);
        try (OutboundPair out = outbound(RingKind.STAMPED); InboundPair in = inbound(RingKind.STAMPED);
            PairFileReader reader = reader(RingKind.STAMPED)) {
            int sent = 0;
            int taken = 0;
            for (int step = 0; step < 3000; step++) {
                final int length = random.nextInt(random.nextBoolean() ? 17 : StampedSlotDescriptor.maxBodyLength(SLOTS) + 1);
                sent += out.ring().offer(TYPE, sent, sent, new byte[length], Bytes.BYTES_OFFSET, length) ? 1 : 0;
                out.ring().prepareToWrite();
                out.ring().prepareFirst();
                final int some = random.nextInt(3);
                for (int i = 0; i < some && in.ring().poll() > 0; i++, taken++) {
                    in.ring().advance();
                }
                if (random.nextBoolean()) {
                    // A poll may step over a skip without taking a record.
                    in.ring().poll();
                }
                in.ring().publish();
                final RingReading<RingRecord> ring = reader.read(LIMIT).ring();
                assertThat(ring.damage()).as("seed %d step %d", seed, step).isEmpty();
                assertThat(ring.records()).as("seed %d step %d", seed, step).extracting(RingRecord::key)
                    .containsExactlyElementsOf(LongStream.range(taken, sent).boxed().toList());
                // Records that were taken may be overwritten once the ring is nearly full.
                final boolean isThere = taken > 0 && ring.occupied() <= ring.capacity() / 2;
                assertThat(ring.takenSequence()).as("seed %d step %d", seed, step)
                    .isIn(taken - 1, isThere ? taken - 1 : RingReading.UNKNOWN);
                assertThat(ring.lastSequence()).isEqualTo(sent == 0 ? RingReading.UNKNOWN : sent - 1);
                assertThat(ring.head()).isEqualTo(in.ring().position());
                assertThat(ring.tail()).isEqualTo(out.ring().position());
                assertThat(ring.occupied()).isBetween(0L, ring.capacity());
            }
            assertThat(taken).isGreaterThan(1000);
        }
    }

    /** Rows: position, type, length and sequence of a stamp, and whether it is possible. */
    @ParameterizedTest
    @CsvSource({"0, 0, 0, 1, false", "1, 0, 0, 1, true", "1, 0, 0, 2, false", "1, 1, 16, 0, true", "1, 1, 17, 0, false",
        "31, 1, 16, 0, true", "31, 1, 17, 0, false", "31, 0, 0, 1, true", "30, 1, 104, 0, true", "30, 1, 105, 0, false"})
    void shouldReportStampsThatNoProducerWritesInHalfASlot(
        final int position, final int type, final int length, final int sequence, final boolean isGood) throws IOException {
        try (OutboundPair out = outbound(RingKind.STAMPED)) {
            for (int i = 0; i < position; i++) {
                out.ring().offer(TYPE, i, i, new byte[0], Bytes.BYTES_OFFSET, 0);
            }
            try (MappedFile file = MappedFile.attach(path(), -1, false)) {
                final int offset = PairFileDescriptor.ringOffset(geometry(RingKind.STAMPED)) +
                    position * StampedSlotDescriptor.HALF_LENGTH;
                file.buffer(0, (int) file.length()).putLong(offset, Stamp.pack(position, type, length, sequence));
            }
            try (PairFileReader reader = reader(RingKind.STAMPED)) {
                final RingReading<RingRecord> ring = reader.read(LIMIT).ring();
                assertThat(ring.damage()).isEqualTo(isGood ? "" : "no producer writes the record at position " + position);
                assertThat(ring.count()).isEqualTo(position + (type == 0 && isGood ? 0 : 1));
            }
        }
    }

    private static void take(final InboundPair in, final int count) {
        for (int i = 0; i < count; i++) {
            assertThat(in.ring().poll()).isPositive();
            in.ring().advance();
        }
        in.ring().publish();
    }

    @ParameterizedTest
    @EnumSource
    void shouldCountRecordsBeyondItsLimit(final RingKind kind) throws IOException {
        try (OutboundPair out = outbound(kind); PairFileReader reader = reader(kind)) {
            for (int i = 0; i < 5; i++) {
                assertThat(out.ring().offer(TYPE, i, i, 1, 2, 3, 4, 5, 6)).isTrue();
            }
            final RingReading<RingRecord> ring = reader.read(2).ring();
            assertThat(ring.count()).isEqualTo(5);
            assertThat(ring.records()).extracting(RingRecord::sequence).containsExactly(0, 1);
            assertThat(ring.lastSequence()).isEqualTo(4);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldShowPacketsReturnsAndCredit(final RingKind kind) throws IOException {
        try (OutboundPair out = outbound(kind); InboundPair in = inbound(kind); PairFileReader reader = reader(kind)) {
            final int packet = out.pool().acquire();
            out.pool().post(packet, new byte[8], Bytes.BYTES_OFFSET, 8);
            out.pool().acquire();
            in.returns().offer(6, 1, packet, 22, 33);
            in.credit().add(1234);
            in.credit().publish();
            in.done().raise(77);
            in.done().publish();
            assertThat(out.credit().load()).isEqualTo(1234);
            assertThat(out.done().load()).isEqualTo(77);
            final PairReading reading = reader.read(LIMIT);
            assertThat(reading.pool().count(PacketState.POSTED)).isEqualTo(1);
            assertThat(reading.pool().count(PacketState.CLAIMED)).isEqualTo(1);
            assertThat(reading.pool().count(PacketState.FREE)).isEqualTo(PACKETS - 2);
            assertThat(reading.pool().countUnknown()).isZero();
            assertThat(PacketDescriptor.stateCode(reading.pool().stateWord(packet))).isEqualTo(PacketState.POSTED.code());
            assertThat(reading.consumed()).isEqualTo(1234);
            assertThat(reading.done()).isEqualTo(77);
            final ReturnRecord record = reading.returns().records().get(0);
            assertThat(record.type()).isEqualTo(6);
            assertThat(record.detail()).isEqualTo(1);
            assertThat(record.words()).containsExactly((long) packet, 22L, 33L);
            assertThat(out.returns().poll()).isEqualTo(6);
            out.returns().advance();
            out.returns().publish();
            final RingReading<ReturnRecord> returns = reader.read(LIMIT).returns();
            assertThat(returns.count()).isZero();
            assertThat(returns.head()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseAnotherPair(final RingKind kind) throws IOException {
        try (OutboundPair out = outbound(kind)) {
            assertThat(out.pool().size()).isEqualTo(PACKETS);
            assertThatThrownBy(() -> PairFileReader.attach(path(), geometry(kind), PAIR.reversed()))
                .isInstanceOf(IOException.class).hasMessageContaining("is not the pair file from rank 5.1 to rank 2.7");
        }
    }

    /** The record has the body whose length it claims, and the tail is behind it. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldReportABodyAboveTheLimitOfItsRingAsDamage(final int beyond) throws IOException {
        final PairGeometry geometry = geometry(RingKind.AGRONA);
        final int length = StampedSlotDescriptor.maxBodyLength(SLOTS);
        final int ring = PairFileDescriptor.ringOffset(geometry);
        final int end = SLOTS * StampedSlotDescriptor.SLOT_LENGTH;
        try (OutboundPair out = outbound(RingKind.AGRONA); InboundPair in = inbound(RingKind.AGRONA)) {
            assertThat(out.ring().offer(TYPE, 0, 0, new byte[length], Bytes.BYTES_OFFSET, length)).isTrue();
            try (MappedFile file = MappedFile.attach(path(), -1, false)) {
                final UnsafeBuffer bytes = file.buffer(0, (int) file.length());
                bytes.putInt(ring + RecordDescriptor.lengthOffset(0),
                    RecordDescriptor.HEADER_LENGTH + AgronaRecordDescriptor.messageLength(length + beyond));
                bytes.putInt(ring + RecordDescriptor.HEADER_LENGTH + AgronaRecordDescriptor.LENGTH_OFFSET, length + beyond);
                bytes.putLong(ring + end + RingBufferDescriptor.TAIL_POSITION_OFFSET, end);
            }
            try (PairFileReader reader = reader(RingKind.AGRONA)) {
                assertThat(reader.read(LIMIT).ring().damage().isEmpty()).isEqualTo(beyond == 0);
            }
            assertThat(in.ring().poll()).isEqualTo(beyond == 0 ? TYPE : RingConsumer.CORRUPT);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldReadArbitraryBytesInBoundedStepsAndStoreNone(final RingKind kind) throws IOException {
        final long seed = System.nanoTime();
        System.out.println("seed " + seed);
        final Random random = new Random(seed);
        try (OutboundPair out = outbound(kind)) {
            assertThat(out.pool().size()).isEqualTo(PACKETS);
        }
        int damaged = 0;
        for (int i = 0; i < 500; i++) {
            try (MappedFile file = MappedFile.attach(path(), -1, false)) {
                final UnsafeBuffer bytes = file.buffer(0, (int) file.length());
                for (int j = random.nextInt(200); j >= 0; j--) {
                    final int offset = 128 + 8 * random.nextInt((bytes.capacity() - 128) / 8);
                    bytes.putLong(offset, random.nextBoolean() ? random.nextLong() : random.nextInt(100) - 20);
                }
            }
            final byte[] before = Files.readAllBytes(path());
            try (PairFileReader reader = reader(kind)) {
                final PairReading reading = reader.read(LIMIT);
                assertThat(reading).as("seed " + seed).isEqualTo(reader.read(LIMIT));
                assertThat(reading.ring().count()).isBetween(0, SLOTS * StampedSlotDescriptor.HALVES);
                assertThat(reading.returns().count()).isBetween(0, 16);
                damaged += reading.ring().damage().isEmpty() ? 0 : 1;
            }
            assertThat(Files.readAllBytes(path())).isEqualTo(before);
        }
        assertThat(damaged).as("seed " + seed).isPositive();
    }
}
