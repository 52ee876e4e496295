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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One bit of the key, type or length of a record in the ring changes: the consumer reports corruption or a wrong sequence number.
 */
@Timeout(30)
class RecordCheckTest {
    private static final int ROUNDS = 500;
    private static final int MOST = StampedSlotDescriptor.maxBodyLength(RingFixture.SLOTS);

    @TempDir
    Path directory;

    private final Random random = new Random();
    private final long seed = System.nanoTime();

    RecordCheckTest() {
        random.setSeed(seed);
    }

    /** Holds for all keys: a changed bit changes the product by the shifted factor. */
    @Test
    void shouldChangeTheHighestBitsWithAnyBit() {
        for (int bit = 0; bit < Long.SIZE; bit++) {
            for (final long difference : new long[] {RecordCheck.FACTOR << bit, -(RecordCheck.FACTOR << bit)}) {
                assertThat(difference >> Stamp.SEQUENCE_SHIFT).as("bit %d", bit).isNotIn(0L, -1L);
            }
        }
    }

    @Test
    void shouldRemoveTheCheckThatItFoldedIn() {
        for (int round = 0; round < ROUNDS; round++) {
            final long key = random.nextLong();
            final long stamp = random.nextLong();
            final long folded = Stamp.fold(stamp, key);
            assertThat(Stamp.fold(folded, key)).as("seed %d", seed).isEqualTo(stamp);
            assertThat((folded ^ stamp) << Long.SIZE - Stamp.SEQUENCE_SHIFT).as("seed %d", seed).isZero();
            for (int bit = 0; bit < Long.SIZE; bit++) {
                assertThat(Stamp.sequence(Stamp.fold(folded, key ^ 1L << bit))).as("seed %d bit %d", seed, bit)
                    .isNotEqualTo(Stamp.sequence(stamp));
                assertThat(Stamp.sequence(Stamp.fold(folded ^ 1L << bit, key))).as("seed %d bit %d", seed, bit)
                    .isNotEqualTo(Stamp.sequence(stamp));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldNoticeABitOfKeyTypeOrLength(final RingKind kind) throws IOException {
        final boolean isStamped = kind == RingKind.STAMPED;
        try (RingFixture ring = new RingFixture(directory, kind, 0)) {
            for (int round = 0; round < ROUNDS; round++) {
                final long key = random.nextBoolean() ? random.nextLong() : random.nextInt(100);
                offer(ring, round, key, 1 + random.nextInt(random.nextBoolean() ? 16 : MOST));
                // The consumer steps over slots without a record.
                assertThat(ring.consumer.poll()).isPositive();
                assertThat(ring.consumer.isSequence(round, key)).isTrue();
                final long record = isStamped ? ring.address(ring.consumer.position()) :
                    ring.ring + (ring.consumer.position() & ring.capacity - 1);
                final long ours = record + RecordDescriptor.HEADER_LENGTH;
                assertNoticed(ring, isStamped ? record + StampedSlotDescriptor.KEY_OFFSET : ours + AgronaRecordDescriptor.KEY_OFFSET,
                    0, Long.SIZE, round);
                if (isStamped) {
                    assertNoticed(ring, record, Stamp.TYPE_SHIFT, Long.SIZE, round);
                } else {
                    // The bits of both lengths and the type. The sign of the first length marks a slot without a record.
                    assertNoticed(ring, record, 0, Integer.SIZE - 1, round);
                    assertNoticed(ring, record, Integer.SIZE, Long.SIZE, round);
                    assertNoticed(ring, ours + AgronaRecordDescriptor.SEQUENCE_OFFSET, 0, Long.SIZE, round);
                }
                assertThat(ring.consumer.poll()).isPositive();
                assertThat(ring.consumer.isSequence(round, ring.consumer.key())).isTrue();
                ring.consumer.advance();
                ring.consumer.publish();
            }
            assertThat(ring.isGuarded()).isTrue();
        }
    }

    private void offer(final RingFixture ring, final long sequence, final long key, final int length) {
        final int type = 1 + random.nextInt(31);
        assertThat(random.nextInt(4) == 0 ? ring.producer.offer(type, sequence, key, 1, 2, 3, 4, 5, 6) :
            ring.producer.offer(type, sequence, key, new byte[length], Bytes.BYTES_OFFSET, length)).isTrue();
    }

    private void assertNoticed(final RingFixture ring, final long address, final int from, final int end, final long sequence) {
        final long word = UnsafeApi.getLong(address);
        for (int bit = from; bit < end; bit++) {
            UnsafeApi.putLong(address, word ^ 1L << bit);
            final long position = ring.consumer.position();
            final int type = ring.consumer.poll();
            // A length of 0 marks a slot without a record.
            final boolean isGone = ring.kind == RingKind.AGRONA && UnsafeApi.getInt(address) == 0 && type == RingConsumer.EMPTY;
            assertThat(isGone || type == RingConsumer.CORRUPT || type > RingConsumer.EMPTY &&
                !ring.consumer.isSequence(sequence, ring.consumer.key())).as("seed %d record %d bit %d", seed, sequence, bit).isTrue();
            assertThat(ring.consumer.position()).isEqualTo(position);
        }
        UnsafeApi.putLong(address, word);
    }
}
