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
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Random;
import org.agrona.BitUtil;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The contract of {@link RingProducer} and {@link RingConsumer}, which each kind of ring holds, on a mapped file.
 */
@Timeout(30)
class RingContractTest {
    private static final int WORDS = StampedSlotDescriptor.BODY_LENGTH;
    private static final int MOST = StampedSlotDescriptor.maxBodyLength(RingFixture.SLOTS);
    /** Starts three laps before positions need 33 bits, so that each slot was used before. */
    private static final long NEAR_32_BITS = (1L << 32) - 3 * RingFixture.SLOTS * StampedSlotDescriptor.HALVES;

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource
    void shouldBeEmptyAtFirst(final RingKind kind) throws IOException {
        try (RingFixture ring = new RingFixture(directory, kind, 0)) {
            assertThat(ring.consumer.poll()).isEqualTo(RingConsumer.EMPTY);
            assertThat(ring.producer.findRoom(WORDS)).isTrue();
            assertThat(ring.producer.isCorrupt()).isFalse();
            assertThat(ring.producer.position()).isEqualTo(ring.consumer.position()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldCarryBytesOfEveryLength(final RingKind kind) throws IOException {
        try (RingFixture ring = new RingFixture(directory, kind, 0)) {
            for (int length = 0; length <= MOST; length++) {
                final byte[] sent = bytes(length);
                assertThat(ring.producer.offer(1 + length % 31, length, ~length, sent, Bytes.BYTES_OFFSET, length)).isTrue();
                assertThat(ring.consumer.poll()).isEqualTo(1 + length % 31);
                assertThat(ring.consumer.length()).isEqualTo(length);
                assertThat(ring.consumer.key()).isEqualTo(~length);
                assertThat(body(ring.consumer, length)).isEqualTo(sent);
                ring.consumer.advance();
                ring.consumer.publish();
                assertThat(ring.consumer.poll()).isEqualTo(RingConsumer.EMPTY);
            }
            assertThat(ring.isGuarded()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldCarryTheLongestBodiesAcrossTheWrap(final RingKind kind) throws IOException {
        final int slots = 2048;
        final int most = StampedSlotDescriptor.maxBodyLength(slots);
        assertThat(most).isEqualTo(StampedSlotDescriptor.MAX_BODY_LENGTH);
        try (RingFixture ring = new RingFixture(directory, kind, 0, slots)) {
            for (int length = most; length > most - 3 * StampedSlotDescriptor.SLOT_LENGTH; length--) {
                final byte[] sent = bytes(length);
                assertThat(ring.producer.offer(1, length, 0, sent, Bytes.BYTES_OFFSET, length)).isTrue();
                assertThat(ring.consumer.poll()).isEqualTo(1);
                assertThat(ring.consumer.length()).isEqualTo(length);
                assertThat(body(ring.consumer, length)).isEqualTo(sent);
                assertThat(body(ring.consumer, length - 100)).isEqualTo(Arrays.copyOf(sent, length - 100));
                ring.consumer.advance();
                ring.consumer.publish();
            }
            assertThat(ring.isGuarded()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotTakePayloadForARecord(final RingKind kind) throws IOException {
        // The payload of one lap consists of the stamps of the next, in records of all lengths, while the ring is empty and full in turn.
        final long seed = System.nanoTime();
        System.out.println("seed=" + seed);
        final Random random = new Random(seed);
        final int slots = 64;
        final int most = StampedSlotDescriptor.maxBodyLength(slots);
        try (RingFixture ring = new RingFixture(directory, kind, 0, slots)) {
            final byte[] forged = new byte[most];
            int sent = 0;
            int taken = 0;
            while (taken < 20_000) {
                ring.producer.prepareToWrite();
                while (random.nextInt(8) > 0 && offer(ring, random, sent, forge(ring, forged))) {
                    sent++;
                    // Publishes only after some records.
                    if (random.nextInt(8) == 0) {
                        ring.producer.prepareToWrite();
                    }
                    if (random.nextInt(4) == 0) {
                        ring.producer.prepareFirst();
                    }
                }
                while (taken < sent && random.nextInt(8) > 0) {
                    assertThat(ring.consumer.hasNext()).isTrue();
                    assertThat(ring.consumer.poll()).isEqualTo(2);
                    assertThat(ring.consumer.isSequence(taken, ring.consumer.key())).isTrue();
                    assertThat(ring.consumer.key()).isEqualTo(taken);
                    ring.consumer.advance();
                    ring.consumer.publish();
                    taken++;
                }
                if (taken == sent) {
                    assertThat(ring.consumer.poll()).isEqualTo(RingConsumer.EMPTY);
                    // Only after the poll, which steps over padding.
                    assertThat(ring.consumer.hasNext()).isFalse();
                }
            }
            assertThat(ring.isGuarded()).isTrue();
        }
    }

    private static boolean offer(final RingFixture ring, final Random random, final int sequence, final byte[] body) {
        return switch (random.nextInt(8)) {
            case 0 -> ring.producer.offer(2, sequence, sequence, word(body, 0), word(body, 1), word(body, 2), word(body, 3), word(body, 4),
                word(body, 5));
            case 1 -> ring.producer.offer(2, sequence, sequence, body, Bytes.BYTES_OFFSET, random.nextInt(WORDS));
            case 2, 3 -> ring.producer.offer(2, sequence, sequence, body, Bytes.BYTES_OFFSET, random.nextInt(body.length + 1));
            default -> ring.producer.offer(2, sequence, sequence, body, Bytes.BYTES_OFFSET, Long.BYTES);
        };
    }

    private static long word(final byte[] body, final int index) {
        return UnsafeApi.getLong(body, Bytes.BYTES_OFFSET + (long) index * Long.BYTES);
    }

    /** Fills a body with the stamps of the next lap, each at the place that it would have in the ring. */
    private static byte[] forge(final RingFixture ring, final byte[] body) {
        final long halves = ring.capacity / StampedSlotDescriptor.HALF_LENGTH;
        final long next = halves + BitUtil.align(ring.producer.position(), StampedSlotDescriptor.HALVES);
        for (int at = 0; at + Long.BYTES <= body.length; at += Long.BYTES) {
            final int half = (StampedSlotDescriptor.BODY_OFFSET + at) / StampedSlotDescriptor.HALF_LENGTH;
            UnsafeApi.putLong(body, Bytes.BYTES_OFFSET + at, Stamp.pack(next + half, 1, 8, 0));
        }
        return body;
    }

    @ParameterizedTest
    @EnumSource
    void shouldReturnTheSpaceOfRecordsThatAreTakenOneByOne(final RingKind kind) throws IOException {
        try (RingFixture ring = new RingFixture(directory, kind, 0)) {
            final int records = fill(ring);
            int halves = 0;
            int taken = 0;
            for (int offered = 0; offered < 4 * records; offered++) {
                assertThat(offer(ring, 1, 0)).as("a full ring, record %d", offered).isFalse();
                do {
                    assertThat(ring.consumer.poll()).isNotEqualTo(RingConsumer.EMPTY);
                    halves += ring.consumer.advanceAndPublish() ? 1 : 0;
                    taken++;
                    // Agrona's ring needs two once in a lap, because no record fills its end.
                } while (!offer(ring, 1, 0) && taken - offered < 4);
            }
            assertThat(taken - 4 * records).isEqualTo(kind == RingKind.AGRONA ? 1 : 0);
            assertThat(halves).as("published half laps").isBetween(7, 8);
        }
    }

    /** The consumer keeps back at most the space of the last record, and returns it with the next call. */
    @ParameterizedTest
    @EnumSource
    void shouldKeepBackTheSpaceOfOneLongRecordAtMost(final RingKind kind) throws IOException {
        final int slots = 512;
        final byte[] body = bytes(StampedSlotDescriptor.maxBodyLength(slots));
        try (RingFixture ring = new RingFixture(directory, kind, 0, slots)) {
            for (int round = 0; round < 100; round++) {
                for (int i = 0; i < 3; i++) {
                    final int length = i == 2 ? round % 50 : body.length - round;
                    assertThat(ring.producer.offer(1, i, 0, body, Bytes.BYTES_OFFSET, length)).isTrue();
                }
                for (int i = 0; i < 3; i++) {
                    assertThat(ring.consumer.poll()).isEqualTo(1);
                    final long before = ring.consumer.position();
                    ring.consumer.advanceAndPublish();
                    assertThat(ring.head()).isIn(before, ring.consumer.position());
                }
                assertThat(ring.head()).as("behind a short record").isEqualTo(ring.consumer.position());
            }
            assertThat(ring.producer.offer(1, 0, 0, body, Bytes.BYTES_OFFSET, body.length)).isTrue();
            assertThat(ring.consumer.poll()).isEqualTo(1);
            ring.consumer.advanceAndPublish();
            ring.consumer.publish();
            assertThat(ring.head()).as("published").isEqualTo(ring.consumer.position());
            assertThat(ring.isGuarded()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldPublishEachHalfLapThatBecomesFree(final RingKind kind) throws IOException {
        try (RingFixture ring = new RingFixture(directory, kind, 0)) {
            for (int lap = 0; lap < 3; lap++) {
                final int records = fill(ring);
                for (int i = 0; i < records; i++) {
                    ring.consumer.poll();
                    ring.consumer.advance();
                }
                assertThat(ring.consumer.publish()).as("a whole lap is more than half of one").isTrue();
                assertThat(ring.consumer.publish()).isFalse();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldCarrySixWords(final RingKind kind) throws IOException {
        try (RingFixture ring = new RingFixture(directory, kind, 0)) {
            for (int i = 0; i < 100; i++) {
                assertThat(ring.producer.offer(31, i, Long.MIN_VALUE, i, -1, Long.MAX_VALUE, 3, ~i, 5)).isTrue();
                assertThat(ring.consumer.poll()).isEqualTo(31);
                assertThat(ring.consumer.length()).isEqualTo(WORDS);
                assertThat(ring.consumer.key()).isEqualTo(Long.MIN_VALUE);
                assertThat(new long[] {ring.consumer.word(0), ring.consumer.word(1), ring.consumer.word(2), ring.consumer.word(3),
                    ring.consumer.word(4), ring.consumer.word(5)}).containsExactly(i, -1, Long.MAX_VALUE, 3, ~i, 5);
                ring.consumer.advance();
                ring.consumer.publish();
            }
            assertThat(ring.isGuarded()).isTrue();
        }
    }

    /** Holds S0.25: a wrong sequence number is noticed. */
    @ParameterizedTest
    @EnumSource
    void shouldDistinguishASequenceFromItsNeighbours(final RingKind kind) throws IOException {
        try (RingFixture ring = new RingFixture(directory, kind, 0)) {
            for (final long sequence : new long[] {0, 1, 0x1FFF, 0x2000, 0x3FFF, 0x4000, 0x1_FFFF, 0xFFFF_FFFFL, 1L << 40}) {
                offer(ring, 1, sequence);
                assertThat(ring.consumer.poll()).isEqualTo(1);
                assertThat(ring.consumer.isSequence(sequence, ring.consumer.key())).isTrue();
                assertThat(ring.consumer.isSequence(sequence + 1, ring.consumer.key())).isFalse();
                assertThat(ring.consumer.isSequence(sequence - 1, ring.consumer.key())).isFalse();
                ring.consumer.advance();
                ring.consumer.publish();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldLeaveARecordInPlaceUntilAdvanced(final RingKind kind) throws IOException {
        try (RingFixture ring = new RingFixture(directory, kind, 0)) {
            offer(ring, 7, 0);
            offer(ring, 8, 1);
            for (int i = 0; i < 3; i++) {
                assertThat(ring.consumer.poll()).isEqualTo(7);
                ring.consumer.publish();
                assertThat(ring.consumer.isSequence(0, ring.consumer.key())).isTrue();
            }
            ring.consumer.advance();
            assertThat(ring.consumer.poll()).isEqualTo(8);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseWhenFullUntilSpaceIsPublished(final RingKind kind) throws IOException {
        try (RingFixture ring = new RingFixture(directory, kind, 0)) {
            for (int lap = 0; lap < 5; lap++) {
                final int records = fill(ring);
                assertThat(records).isGreaterThanOrEqualTo(RingFixture.SLOTS / 2);
                assertThat(ring.producer.findRoom(WORDS)).isFalse();
                assertThat(ring.producer.isCorrupt()).isFalse();
                final long before = ring.head();
                for (int i = 0; i < records; i++) {
                    assertThat(ring.consumer.poll()).isEqualTo(1 + i);
                    ring.consumer.advance();
                    assertThat(ring.head()).isEqualTo(before);
                }
                assertThat(ring.consumer.poll()).isEqualTo(RingConsumer.EMPTY);
                assertThat(offer(ring, 1, 0)).isFalse();
                ring.consumer.publish();
                assertThat(ring.head()).isEqualTo(ring.consumer.position()).isEqualTo(ring.producer.position());
                assertThat(ring.producer.findRoom(WORDS)).isTrue();
            }
            assertThat(ring.isGuarded()).isTrue();
        }
    }

    private static int fill(final RingFixture ring) {
        int records = 0;
        while (offer(ring, 1 + records, records)) {
            records++;
        }
        return records;
    }

    @ParameterizedTest
    @EnumSource
    void shouldPublishABatchAtOnceWithTheSameRecords(final RingKind kind) throws IOException {
        try (RingFixture ring = new RingFixture(directory, kind, 0)) {
            for (int lap = 0; lap < 50; lap++) {
                ring.producer.beginBatch();
                int records = 0;
                while (records < lap % 12 && offer(ring, 1 + records, records)) {
                    records++;
                    assertThat(ring.consumer.poll()).isEqualTo(RingConsumer.EMPTY);
                }
                ring.producer.endBatch();
                for (int i = 0; i < records; i++) {
                    assertThat(ring.consumer.poll()).isEqualTo(1 + i);
                    assertThat(ring.consumer.isSequence(i, ring.consumer.key())).isTrue();
                    ring.consumer.advance();
                }
                assertThat(ring.consumer.poll()).isEqualTo(RingConsumer.EMPTY);
                ring.consumer.publish();
            }
            assertThat(ring.producer.isCorrupt()).isFalse();
            assertThat(ring.isGuarded()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndABatchThatFillsTheRing(final RingKind kind) throws IOException {
        try (RingFixture ring = new RingFixture(directory, kind, 0)) {
            for (int lap = 0; lap < 5; lap++) {
                ring.producer.beginBatch();
                final int records = fill(ring);
                assertThat(ring.consumer.poll()).isEqualTo(RingConsumer.EMPTY);
                ring.producer.endBatch();
                assertThat(records).isGreaterThanOrEqualTo(RingFixture.SLOTS / 2);
                for (int i = 0; i < records; i++) {
                    assertThat(ring.consumer.poll()).isEqualTo(1 + i);
                    ring.consumer.advance();
                }
                ring.consumer.publish();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldStoreNothingWhenThereIsNothingToPublish(final RingKind kind) throws IOException {
        try (RingFixture ring = new RingFixture(directory, kind, 0)) {
            offer(ring, 1, 0);
            ring.consumer.poll();
            ring.consumer.advance();
            ring.consumer.publish();
            ring.head(4711);
            ring.consumer.publish();
            assertThat(ring.head()).isEqualTo(4711);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepOrderOverManyLaps(final RingKind kind) throws IOException {
        try (RingFixture ring = new RingFixture(directory, kind, 0)) {
            walk(ring, 20_000, 42);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepOrderWherePositionsOutgrow32Bits(final RingKind kind) throws IOException {
        final long start = NEAR_32_BITS /
            (kind == RingKind.AGRONA ? StampedSlotDescriptor.SLOT_LENGTH : StampedSlotDescriptor.HALVES);
        try (RingFixture ring = new RingFixture(directory, kind, start)) {
            walk(ring, 2_000, 43);
            assertThat(ring.consumer.position()).isGreaterThan(1L << 32);
        }
    }

    /** Offers and takes at random. A promise of {@code hasRoom} must be true, and a queue has the expected records. */
    private static void walk(final RingFixture ring, final int steps, final long seed) {
        final Random random = new Random(seed);
        final ArrayDeque<Integer> model = new ArrayDeque<>();
        int sequence = 0;
        int expected = 0;
        boolean isBatch = false;
        for (int step = 0; step < steps; step++) {
            if (random.nextInt(8) == 0) {
                ring.producer.endBatch();
                isBatch = false;
            } else if (random.nextInt(8) == 0) {
                ring.producer.endBatch();
                ring.producer.beginBatch();
                isBatch = true;
            } else if (isBatch || random.nextBoolean()) {
                final int length = length(random);
                final boolean promised = ring.producer.findRoom(length);
                final boolean taken = ring.producer.offer(1, sequence, sequence, bytes(length), Bytes.BYTES_OFFSET, length);
                assertThat(taken || !promised).as("seed %d step %d", seed, step).isTrue();
                if (taken) {
                    model.add(length);
                    sequence++;
                }
            } else {
                for (int batch = random.nextInt(RingFixture.SLOTS); batch > 0 && !model.isEmpty(); batch--) {
                    final int length = model.remove();
                    assertThat(ring.consumer.poll()).as("seed %d step %d", seed, step).isEqualTo(1);
                    assertThat(ring.consumer.isSequence(expected, ring.consumer.key())).isTrue();
                    assertThat(ring.consumer.key()).isEqualTo(expected++);
                    assertThat(ring.consumer.length()).isEqualTo(length);
                    assertThat(body(ring.consumer, length)).isEqualTo(bytes(length));
                    ring.consumer.advance();
                }
                assertThat(model.isEmpty()).isEqualTo(ring.consumer.poll() == RingConsumer.EMPTY);
                ring.consumer.publish();
            }
        }
        assertThat(ring.producer.isCorrupt()).isFalse();
        assertThat(ring.isGuarded()).isTrue();
    }

    /** Returns a random length, mostly at the limit of half a slot or of a slot, so that all combinations occur throughout the ring. */
    private static int length(final Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> 8;
            case 1 -> StampedSlotDescriptor.SHORT_LENGTH + random.nextInt(2);
            case 2 -> WORDS + random.nextInt(2);
            case 3 -> random.nextInt(StampedSlotDescriptor.SHORT_LENGTH);
            case 4 -> MOST;
            default -> random.nextInt(MOST + 1);
        };
    }

    private static boolean offer(final RingFixture ring, final int type, final long sequence) {
        return ring.producer.offer(type, sequence, 0, 0, 1, 2, 3, 4, 5);
    }

    private static byte[] bytes(final int length) {
        final byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    /** Copies a body with a margin, and checks that the margin is unchanged. */
    private static byte[] body(final RingConsumer consumer, final int length) {
        final byte[] target = new byte[length + 2];
        consumer.copyBody(target, Bytes.BYTES_OFFSET + 1, length);
        assertThat(target[0]).isZero();
        assertThat(target[length + 1]).isZero();
        return Arrays.copyOfRange(target, 1, length + 1);
    }
}
