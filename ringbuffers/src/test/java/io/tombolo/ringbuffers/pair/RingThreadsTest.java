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
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Both ends of one small ring, busy at the same time: neither takes the other's haste for damage. */
@Timeout(60)
class RingThreadsTest {
    private static final long SEED = 20_260_219;
    private static final int RECORDS = 2_000_000;
    private static final int MOST_BATCH = 5;
    private static final int MOST_BODY = StampedSlotDescriptor.maxBodyLength(RingFixture.SLOTS);

    @TempDir
    Path directory;

    /** Full most of the time: padding that ends in a ring without room is taken before the producer looks at the head. */
    @ParameterizedTest
    @EnumSource
    void shouldKeepOrderAndTrustBetweenTwoThreads(final RingKind kind) throws Exception {
        System.out.println("seed=" + SEED + " ring=" + kind);
        try (RingFixture ring = new RingFixture(directory, kind, 0)) {
            final AtomicBoolean isOver = new AtomicBoolean();
            final CompletableFuture<Void> taken = CompletableFuture.runAsync(() -> take(ring.consumer, isOver));
            try {
                produce(ring.producer, taken);
            } catch (final AssertionError failure) {
                // Before the ring is unmapped.
                isOver.set(true);
                taken.join();
                throw failure;
            }
            taken.join();
            assertThat(ring.producer.isCorrupt()).isFalse();
            assertThat(ring.isGuarded()).isTrue();
        }
    }

    /** Their lines are stored to by the consumer before it gives them back, not behind: nothing of what comes next is lost. */
    @ParameterizedTest
    @EnumSource
    void shouldCarryLongBodiesWholeBetweenTwoThreads(final RingKind kind) throws Exception {
        System.out.println("seed=" + SEED + " ring=" + kind);
        final int records = RECORDS / 8;
        try (RingFixture ring = new RingFixture(directory, kind, 0, 256)) {
            final CompletableFuture<Void> taken = CompletableFuture.runAsync(() -> takeLong(ring.consumer, records));
            final Random random = new Random(SEED);
            final byte[] body = new byte[StampedSlotDescriptor.maxBodyLength(256)];
            for (int sequence = 0; sequence < records && !taken.isDone();) {
                Arrays.fill(body, (byte) sequence);
                final int length = random.nextInt(body.length + 1);
                while (!ring.producer.offer(1, sequence, length, body, Bytes.BYTES_OFFSET, length) && !taken.isDone()) {
                    Thread.onSpinWait();
                }
                sequence++;
            }
            taken.join();
            assertThat(ring.isGuarded()).isTrue();
        }
    }

    private static void takeLong(final RingConsumer consumer, final int records) {
        final byte[] body = new byte[StampedSlotDescriptor.maxBodyLength(256)];
        final byte[] expected = new byte[body.length];
        for (int sequence = 0; sequence < records;) {
            if (consumer.poll() == RingConsumer.EMPTY) {
                consumer.publish();
                continue;
            }
            final int length = consumer.length();
            consumer.copyBody(body, Bytes.BYTES_OFFSET, length);
            Arrays.fill(expected, (byte) sequence);
            if (consumer.key() != length || !Arrays.equals(body, 0, length, expected, 0, length)) {
                throw new AssertionError("record " + sequence + " of " + length + " bytes is not whole");
            }
            consumer.advanceAndPublish();
            sequence++;
        }
    }

    /**
     * The consumer drains the ring between Agrona's claim, which may write padding and then find no room behind it, and the producer's
     * look at the head: it stands behind where the tail was before.
     */
    @Test
    void shouldNotTakePaddingThatIsTakenAtOnceForDamage() throws IOException {
        final Random random = new Random(SEED);
        try (RingFixture ring = new RingFixture(directory, RingKind.AGRONA, 0)) {
            final BufferBetweenTwo buffer = new BufferBetweenTwo(ring);
            final AgronaProducer producer = new AgronaProducer(buffer);
            final byte[] body = new byte[MOST_BODY];
            for (int round = 0; round < 100_000; round++) {
                for (int i = random.nextInt(2); i > 0; i--) {
                    buffer.take();
                }
                buffer.reads = random.nextInt(32) == 0 ? 0 : Integer.MIN_VALUE;
                producer.offer(1, round, round, body, Bytes.BYTES_OFFSET, random.nextInt(MOST_BODY + 1));
                assertThat(producer.isCorrupt()).as("seed %d round %d", SEED, round).isFalse();
            }
            assertThat(buffer.drained).isPositive();
        }
    }

    /** Lets the consumer take all there is just after a claim, when the producer looks at the tail again. */
    private static final class BufferBetweenTwo extends UnsafeBuffer {
        private final RingConsumer consumer;
        private final int tailIndex;
        private int reads = Integer.MIN_VALUE;
        private int drained;

        private BufferBetweenTwo(final RingFixture ring) {
            super(ring.ring, ring.capacity + RingBufferDescriptor.TRAILER_LENGTH);
            consumer = ring.consumer;
            tailIndex = ring.capacity + RingBufferDescriptor.TAIL_POSITION_OFFSET;
        }

        @Override
        public long getLong(final int index) {
            // First read: AgronaProducer's own check; second: Agrona's claim; third: behind the claim.
            if (index == tailIndex && ++reads == 3) {
                while (take()) {
                    drained++;
                }
            }
            return super.getLong(index);
        }

        private boolean take() {
            final boolean isRecord = consumer.poll() > RingConsumer.EMPTY;
            if (isRecord) {
                consumer.advance();
            }
            consumer.publish();
            return isRecord;
        }
    }

    private static void produce(final RingProducer producer, final CompletableFuture<Void> taken) {
        final Random random = new Random(SEED);
        final byte[] body = new byte[MOST_BODY];
        long sequence = 0;
        while (sequence < RECORDS && !taken.isDone()) {
            final int batch = random.nextInt(MOST_BATCH);
            if (batch > 0) {
                producer.beginBatch();
            }
            boolean isRoom = true;
            for (int i = 0; i < Math.max(1, batch) && isRoom && sequence < RECORDS; i++) {
                isRoom = producer.offer(1, sequence, sequence, body, Bytes.BYTES_OFFSET, length(random));
                sequence += isRoom ? 1 : 0;
            }
            if (batch > 0) {
                producer.endBatch();
            }
            assertThat(producer.isCorrupt()).as("after record %d", sequence).isFalse();
        }
    }

    private static int length(final Random random) {
        return random.nextInt((random.nextBoolean() ? StampedSlotDescriptor.SHORT_LENGTH : MOST_BODY) + 1);
    }

    private static void take(final RingConsumer consumer, final AtomicBoolean isOver) {
        long sequence = 0;
        while (sequence < RECORDS && !isOver.get()) {
            final int type = consumer.poll();
            if (type == RingConsumer.EMPTY) {
                // Padding alone may have been taken.
                consumer.publish();
                continue;
            }
            assertThat(type).isEqualTo(1);
            if (!consumer.isSequence(sequence) || consumer.key() != sequence) {
                throw new AssertionError("record " + consumer.key() + " in the place of " + sequence);
            }
            sequence++;
            consumer.advance();
            consumer.publish();
        }
    }
}
