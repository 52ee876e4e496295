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

import io.tombolo.ringbuffers.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.ringbuffer.RecordDescriptor;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A ring has arbitrary bytes: both ends access only the ring, end each call, and report the damage.
 */
@Timeout(30)
class RingDamageTest {
    private static final long SEED = 20_260_102;
    private static final int ROUNDS = 20_000;
    private static final int MOST = StampedSlotDescriptor.maxBodyLength(RingFixture.SLOTS);

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource
    void shouldReadOnlyInsideARingOfRandomBytes(final RingKind kind) throws IOException {
        final Random random = new Random(SEED);
        int records = 0;
        int corrupt = 0;
        try (RingFixture ring = new RingFixture(directory, kind, 0)) {
            for (int round = 0; round < ROUNDS; round++) {
                scramble(ring, random);
                final int type = ring.consumer.poll();
                assertThat(type).as("seed %d round %d", SEED, round).isBetween(RingConsumer.CORRUPT, 31);
                if (type > RingConsumer.EMPTY) {
                    records++;
                    readAll(ring.consumer);
                    ring.consumer.advance();
                    ring.consumer.publish();
                }
                corrupt += type == RingConsumer.CORRUPT ? 1 : 0;
            }
            assertThat(ring.isGuarded()).isTrue();
        }
        assertThat(records).isGreaterThan(ROUNDS / 100);
        assertThat(corrupt).isGreaterThan(ROUNDS / 100);
    }

    /** The ring never has guard bytes, so a guard byte in a body was read from outside. */
    private static void readAll(final RingConsumer consumer) {
        assertThat(consumer.length()).isBetween(0, MOST);
        final byte[] body = new byte[consumer.length()];
        consumer.copyBody(body, Bytes.BYTES_OFFSET, body.length);
        assertThat(body).doesNotContain(RingFixture.GUARD);
        for (int i = 0; i < Math.min(body.length, StampedSlotDescriptor.BODY_LENGTH) / Long.BYTES; i++) {
            assertHasNoGuard(consumer.word(i));
        }
        assertHasNoGuard(consumer.key());
    }

    private static void assertHasNoGuard(final long word) {
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            assertThat((byte) (word >> shift)).isNotEqualTo(RingFixture.GUARD);
        }
    }

    private static void scramble(final RingFixture ring, final Random random) {
        for (long address = ring.ring; address < ring.ring + ring.capacity; address++) {
            final byte value = (byte) random.nextInt();
            UnsafeApi.putByte(address, value == RingFixture.GUARD ? 0 : value);
        }
        if (ring.kind == RingKind.AGRONA) {
            final long record = ring.ring + (ring.consumer.position() & ring.capacity - 1);
            // The trailer follows the data; a consumer reads nothing of it.
            for (long address = ring.ring + ring.capacity; address < ring.ring + ring.capacity + 128; address++) {
                UnsafeApi.putByte(address, RingFixture.GUARD);
            }
            final int body = random.nextInt(random.nextInt(4) > 0 ? 70 : 1024) - 10;
            UnsafeApi.putInt(record + RecordDescriptor.lengthOffset(0), random.nextBoolean() ? agronaLength(random) :
                RecordDescriptor.HEADER_LENGTH + AgronaRecordDescriptor.messageLength(body));
            UnsafeApi.putInt(record + RecordDescriptor.typeOffset(0), random.nextInt(34) - 1);
            UnsafeApi.putInt(record + RecordDescriptor.HEADER_LENGTH + AgronaRecordDescriptor.LENGTH_OFFSET, body);
        } else {
            final long position = ring.consumer.position();
            final int length = random.nextInt(random.nextBoolean() ? 64 : 8192);
            final long stamp = Stamp.pack(position, random.nextInt(32), length, 0);
            UnsafeApi.putLong(ring.address(position), stamp);
            switch (random.nextInt(4)) {
                case 0 -> UnsafeApi.putLong(ring.address(position), Stamp.pack(position, 1, length % 17, 0));
                case 1 -> {
                    UnsafeApi.putLong(ring.address(position), Stamp.skip(position));
                    UnsafeApi.putLong(ring.address(position + 1), Stamp.pack(position + 1, 1, length, 0));
                }
                default -> { }
            }
        }
    }

    /** Of all stamps at all positions, those that a producer may write are records, and the others are damage. */
    @Test
    void shouldTakeARecordOfMoreThanHalfASlotOnlyWhereASlotBegins() throws IOException {
        for (int start = 0; start < StampedSlotDescriptor.HALVES * RingFixture.SLOTS; start++) {
            for (int length = 0; length <= MOST + 1; length++) {
                try (RingFixture ring = at(start)) {
                    final int most = start % 2 == 0 ? MOST : StampedSlotDescriptor.SHORT_LENGTH;
                    UnsafeApi.putLong(ring.address(start), Stamp.pack(start, 3, length, 1));
                    assertThat(ring.consumer.poll()).as("position %d length %d", start, length)
                        .isEqualTo(length <= most ? 3 : RingConsumer.CORRUPT);
                    if (length <= most) {
                        readAll(ring.consumer);
                    }
                }
            }
        }
    }

    @Test
    void shouldSkipTheRestOfASlotAndNothingElse() throws IOException {
        for (int start = 0; start < StampedSlotDescriptor.HALVES * RingFixture.SLOTS; start++) {
            try (RingFixture ring = at(start)) {
                for (final long wrong : new long[] {
                    Stamp.pack(start, 0, 0, 0), Stamp.pack(start, 0, 0, 2), Stamp.pack(start, 0, 1, 1), Stamp.pack(start, 0, 8, 1)}) {
                    UnsafeApi.putLong(ring.address(start), wrong);
                    assertThat(ring.consumer.poll()).isEqualTo(RingConsumer.CORRUPT);
                }
                // There are never two skips in a row.
                UnsafeApi.putLong(ring.address(start + 1), Stamp.skip(start + 1));
                UnsafeApi.putLong(ring.address(start), Stamp.skip(start));
                assertThat(ring.consumer.poll()).as("position %d", start).isEqualTo(RingConsumer.CORRUPT);
                assertThat(ring.consumer.position()).isEqualTo(start + (start & 1));
                UnsafeApi.putLong(ring.address(start + 1), Stamp.pack(start + 1, 4, 8, 1));
                assertThat(ring.consumer.poll()).isEqualTo(start % 2 == 0 ? RingConsumer.CORRUPT : 4);
                assertThat(ring.isGuarded()).isTrue();
            }
        }
    }

    /** Creates a ring whose consumer has reached a position by short records. */
    private RingFixture at(final int position) throws IOException {
        final RingFixture ring = new RingFixture(directory, RingKind.STAMPED, position / StampedSlotDescriptor.HALVES);
        if (position % StampedSlotDescriptor.HALVES != 0) {
            assertThat(ring.producer.offer(1, 0, 0, new byte[1], Bytes.BYTES_OFFSET, 1)).isTrue();
            assertThat(ring.consumer.poll()).isEqualTo(1);
            ring.consumer.advance();
        }
        assertThat(ring.consumer.position()).isEqualTo(position);
        return ring;
    }

    private static int agronaLength(final Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt();
            case 1 -> random.nextInt(1024);
            default -> 32 * random.nextInt(33);
        };
    }

    @Test
    void shouldEndEachPollOfARingFullOfPadding() throws IOException {
        try (RingFixture ring = new RingFixture(directory, RingKind.AGRONA, 0)) {
            for (final int length : new int[] {32, 512, 1024}) {
                for (int at = 0; at < ring.capacity; at += length) {
                    UnsafeApi.putInt(ring.ring + RecordDescriptor.lengthOffset(at), length);
                    UnsafeApi.putInt(ring.ring + RecordDescriptor.typeOffset(at), RingBuffer.PADDING_MSG_TYPE_ID);
                }
                assertThat(ring.consumer.poll()).isEqualTo(RingConsumer.CORRUPT);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldNoticeAnImpossibleHead(final RingKind kind) throws IOException {
        for (final long distance : new long[] {Long.MIN_VALUE, -(1L << 32), 1, 1L << 32, Long.MAX_VALUE >> 1, Long.MAX_VALUE}) {
            try (RingFixture ring = new RingFixture(directory, kind, 1000)) {
                fill(ring);
                ring.head(distance == Long.MIN_VALUE || distance == Long.MAX_VALUE ? distance : ring.producer.position() + distance);
                assertThat(offer(ring)).as("a head off by %d", distance).isFalse();
                assertThat(ring.producer.isCorrupt()).as("a head off by %d", distance).isTrue();
                assertThat(ring.producer.findRoom(StampedSlotDescriptor.BODY_LENGTH)).isFalse();
                assertThat(ring.isGuarded()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldNoticeAnImpossibleHeadWhenAskedForRoom(final RingKind kind) throws IOException {
        try (RingFixture ring = new RingFixture(directory, kind, 1000)) {
            fill(ring);
            ring.head(ring.producer.position() + 1);
            assertThat(ring.producer.findRoom(StampedSlotDescriptor.BODY_LENGTH)).isFalse();
            assertThat(ring.producer.isCorrupt()).isTrue();
        }
    }

    @Test
    void shouldNoticeAHeadThatDecreases() throws IOException {
        try (RingFixture ring = new RingFixture(directory, RingKind.STAMPED, 1000)) {
            fill(ring);
            ring.head(2016);
            fill(ring);
            ring.head(2015);
            assertThat(ring.producer.findRoom(StampedSlotDescriptor.BODY_LENGTH)).isFalse();
            assertThat(ring.producer.isCorrupt()).isTrue();
        }
    }

    @Test
    void shouldNoticeATailThatThePeerHasWritten() throws IOException {
        for (final long tail : new long[] {0, 1, 31, 1023, 1024, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32}) {
            try (RingFixture ring = new RingFixture(directory, RingKind.AGRONA, 0)) {
                offer(ring);
                UnsafeApi.putLong(ring.tailAddress(), tail);
                assertThat(offer(ring)).isFalse();
                assertThat(ring.producer.isCorrupt()).isTrue();
                assertThat(ring.isGuarded()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldWriteOnlyInsideTheRingWhateverTheHeadIs(final RingKind kind) throws IOException {
        final Random random = new Random(SEED);
        for (int round = 0; round < 100; round++) {
            try (RingFixture ring = new RingFixture(directory, kind, 0)) {
                for (int i = 0; i < 100; i++) {
                    offer(ring);
                    ring.head(random.nextBoolean() ? random.nextLong() : random.nextInt(4096));
                    if (kind == RingKind.AGRONA && random.nextInt(10) == 0) {
                        UnsafeApi.putLong(
                            ring.ring + ring.capacity + RingBufferDescriptor.HEAD_CACHE_POSITION_OFFSET, random.nextInt(4096));
                    }
                }
                assertThat(ring.isGuarded()).as("seed %d round %d", SEED, round).isTrue();
                assertThat(ring.producer.isCorrupt()).as("seed %d round %d", SEED, round).isTrue();
            }
        }
    }

    private static boolean offer(final RingFixture ring) {
        return ring.producer.offer(1, 0, 0, 0, 1, 2, 3, 4, 5);
    }

    private static void fill(final RingFixture ring) {
        while (offer(ring)) {
            assertThat(ring.producer.isCorrupt()).isFalse();
        }
    }
}
