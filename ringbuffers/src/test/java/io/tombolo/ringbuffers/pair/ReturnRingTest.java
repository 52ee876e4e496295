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

import java.nio.ByteBuffer;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ReturnRingTest {
    private static final int RECORDS = 16;
    private static final int GUARD_LENGTH = 128;
    private static final int RING_LENGTH = RECORDS * ReturnRecordDescriptor.RECORD_LENGTH;
    private static final byte GUARD = 0x5A;

    private final UnsafeBuffer memory = new UnsafeBuffer(ByteBuffer.allocateDirect(RING_LENGTH + 2 * GUARD_LENGTH));
    private final UnsafeBuffer position = new UnsafeBuffer(ByteBuffer.allocateDirect(Long.BYTES));
    private ReturnProducer producer;
    private ReturnConsumer consumer;

    ReturnRingTest() {
        start(0);
    }

    private void start(final long at) {
        memory.setMemory(0, memory.capacity(), GUARD);
        memory.setMemory(GUARD_LENGTH, RING_LENGTH, (byte) 0);
        position.putLong(0, at);
        producer = new ReturnProducer(memory.addressOffset() + GUARD_LENGTH, RECORDS, position.addressOffset(), at);
        consumer = new ReturnConsumer(memory.addressOffset() + GUARD_LENGTH, RECORDS, position.addressOffset(), at);
    }

    @Test
    void shouldCarryTypeDetailAndWords() {
        assertThat(consumer.poll()).isEqualTo(RingConsumer.EMPTY);
        for (final int detail : new int[] {0, 1, 512, 8191}) {
            assertThat(producer.offer(31, detail, -1, Long.MIN_VALUE, detail)).isTrue();
            assertThat(consumer.poll()).isEqualTo(31);
            assertThat(consumer.detail()).isEqualTo(detail);
            assertThat(consumer.word(0)).isEqualTo(-1);
            assertThat(consumer.word(1)).isEqualTo(Long.MIN_VALUE);
            assertThat(consumer.word(2)).isEqualTo(detail);
            consumer.advance();
            assertThat(consumer.poll()).isEqualTo(RingConsumer.EMPTY);
        }
    }

    @Test
    void shouldHoldAsManyRecordsAsItsCapacity() {
        for (int lap = 0; lap < 3; lap++) {
            for (int i = 0; i < RECORDS; i++) {
                assertThat(producer.offer(1, i, i, 0, 0)).isTrue();
            }
            assertThat(producer.offer(1, 0, 0, 0, 0)).isFalse();
            assertThat(producer.isCorrupt()).isFalse();
            for (int i = 0; i < RECORDS; i++) {
                assertThat(consumer.poll()).isEqualTo(1);
                assertThat(consumer.detail()).isEqualTo(i);
                consumer.advance();
            }
            assertThat(producer.offer(1, 0, 0, 0, 0)).as("not yet published").isFalse();
            consumer.publish();
        }
        assertThat(producer.position()).isEqualTo(consumer.position()).isEqualTo(3 * RECORDS);
        assertGuarded();
    }

    @Test
    void shouldKeepOrderWherePositionsOutgrow32Bits() {
        start((1L << 32) - 3 * RECORDS);
        final long seed = 5;
        final Random random = new Random(seed);
        long sent = 0;
        long taken = 0;
        for (int step = 0; step < 2000; step++) {
            if (random.nextBoolean()) {
                sent += producer.offer(1, (int) sent & 1023, sent, ~sent, sent) ? 1 : 0;
            } else {
                for (int batch = random.nextInt(RECORDS); batch > 0 && taken < sent; batch--) {
                    assertThat(consumer.poll()).as("seed %d step %d", seed, step).isEqualTo(1);
                    assertThat(consumer.word(0)).isEqualTo(taken);
                    assertThat(consumer.word(1)).isEqualTo(~taken++);
                    consumer.advance();
                }
                assertThat(consumer.poll() == RingConsumer.EMPTY).isEqualTo(sent == taken);
                consumer.publish();
            }
        }
        assertThat(consumer.position()).isGreaterThan(1L << 32);
        assertThat(producer.isCorrupt()).isFalse();
        assertGuarded();
    }

    @Test
    void shouldStoreNothingWhenThereIsNothingToPublish() {
        position.putLong(0, 4711);
        consumer.publish();
        assertThat(position.getLong(0)).isEqualTo(4711);
    }

    @Test
    void shouldNoticeAnImpossiblePosition() {
        for (final long value : new long[] {-1, 1000 + RECORDS + 1, 999, Long.MIN_VALUE, Long.MAX_VALUE, 1000 + (1L << 32)}) {
            start(1000);
            while (producer.offer(1, 0, 0, 0, 0)) {
                assertThat(producer.isCorrupt()).isFalse();
            }
            position.putLong(0, value);
            assertThat(producer.offer(1, 0, 0, 0, 0)).as("position %d", value).isFalse();
            assertThat(producer.isCorrupt()).as("position %d", value).isTrue();
            assertGuarded();
        }
    }

    @Test
    void shouldEndEveryPollOfRandomBytes() {
        final long seed = 6;
        final Random random = new Random(seed);
        for (int round = 0; round < 20_000; round++) {
            final int at = GUARD_LENGTH + (int) (consumer.position() & RECORDS - 1) * ReturnRecordDescriptor.RECORD_LENGTH;
            memory.putLong(at, random.nextBoolean() ? random.nextLong() :
                Stamp.pack(consumer.position(), random.nextInt(64), random.nextInt(1024), random.nextInt()));
            final boolean typed = Stamp.type(memory.getLong(at)) != 0;
            final boolean present = Stamp.isAt(memory.getLong(at), consumer.position());
            final int type = consumer.poll();
            assertThat(type).as("seed %d round %d", seed, round).isBetween(RingConsumer.CORRUPT, 63);
            assertThat(type == RingConsumer.CORRUPT).isEqualTo(present && !typed);
            if (type > 0) {
                assertThat(consumer.detail()).isBetween(0, 1023);
                consumer.advance();
            }
        }
    }

    private void assertGuarded() {
        for (int i = 0; i < GUARD_LENGTH; i++) {
            assertThat(memory.getByte(i)).isEqualTo(GUARD);
            assertThat(memory.getByte(GUARD_LENGTH + RING_LENGTH + i)).isEqualTo(GUARD);
        }
    }
}
