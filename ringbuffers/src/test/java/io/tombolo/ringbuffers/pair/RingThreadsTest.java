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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Both ends of one small ring run at the same time, and neither reports damage. */
@Timeout(60)
class RingThreadsTest {
    private static final long SEED = 20_260_219;
    private static final int MOST_BATCH = 5;
    private static final long LONGEST_NS = TimeUnit.SECONDS.toNanos(10);
    private static final int MOST_BODY = StampedSlotDescriptor.maxBodyLength(RingFixture.SLOTS);

    @TempDir
    Path directory;

    /**
     * The ring is full most of the time, so that the consumer takes padding before the producer looks at the head. In the longer ring, the
     * consumer stores to the lines of records. It must do so before it returns them, or it would overwrite the next records. On a busy
     * machine the two threads seldom run at the same time, and one alone soon finds the ring full or empty, so the time is limited, too.
     */
    @ParameterizedTest
    @CsvSource({"STAMPED,16,2000000", "AGRONA,16,2000000", "STAMPED,256,250000", "AGRONA,256,250000"})
    void shouldKeepOrderAndTrustBetweenTwoThreads(final RingKind kind, final int slots, final int records) throws Exception {
        System.out.println("seed=" + SEED + " ring=" + kind + " slots=" + slots);
        final int most = StampedSlotDescriptor.maxBodyLength(slots);
        try (RingFixture ring = new RingFixture(directory, kind, 0, slots)) {
            final AtomicLong last = new AtomicLong(records);
            final CompletableFuture<Void> taken = CompletableFuture.runAsync(() -> take(ring.consumer, last, most));
            try {
                last.set(produce(ring.producer, records, most, taken));
            } catch (final AssertionError failure) {
                // The thread must end before the ring is unmapped.
                last.set(0);
                taken.join();
                throw failure;
            }
            taken.join();
            assertThat(ring.producer.isCorrupt()).isFalse();
            assertThat(ring.isGuarded()).isTrue();
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

    /** A buffer that lets the consumer take all records just after a claim, when the producer reads the tail again. */
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

    /** Returns the number of records. */
    private static long produce(final RingProducer producer, final int records, final int most, final CompletableFuture<Void> taken) {
        final long end = System.nanoTime() + LONGEST_NS;
        final Random random = new Random(SEED);
        final byte[] body = new byte[most];
        long sequence = 0;
        while (sequence < records && !taken.isDone() && System.nanoTime() - end < 0) {
            final int batch = random.nextInt(MOST_BATCH);
            if (batch > 0) {
                producer.beginBatch();
            }
            boolean isRoom = true;
            for (int i = 0; i < Math.max(1, batch) && isRoom && sequence < records; i++) {
                Arrays.fill(body, (byte) sequence);
                own(producer, random.nextInt(8));
                isRoom = producer.offer(1, sequence, sequence, body, Bytes.BYTES_OFFSET, length(random, most));
                sequence += isRoom ? 1 : 0;
            }
            if (batch > 0) {
                producer.endBatch();
            }
            assertThat(producer.isCorrupt()).as("after record %d", sequence).isFalse();
        }
        return sequence;
    }

    /** Prepares the next lines now and then, also within a batch. */
    private static void own(final RingProducer producer, final int choice) {
        if (choice == 0) {
            producer.prepareToWrite();
        } else if (choice <= 2) {
            producer.prepareFirst();
        }
    }

    private static int length(final Random random, final int most) {
        return random.nextInt((random.nextBoolean() ? StampedSlotDescriptor.SHORT_LENGTH : most) + 1);
    }

    private static void take(final RingConsumer consumer, final AtomicLong last, final int most) {
        final byte[] body = new byte[most];
        final byte[] expected = new byte[most];
        long sequence = 0;
        while (sequence < last.get()) {
            final int type = consumer.poll();
            if (type == RingConsumer.EMPTY) {
                // The poll may have taken only padding.
                consumer.publish();
                continue;
            }
            assertThat(type).isEqualTo(1);
            if (!consumer.isSequence(sequence, consumer.key()) || consumer.key() != sequence) {
                throw new AssertionError("record " + consumer.key() + " in the place of " + sequence);
            }
            final int length = consumer.length();
            consumer.copyBody(body, Bytes.BYTES_OFFSET, length);
            Arrays.fill(expected, (byte) sequence);
            if (!Arrays.equals(body, 0, length, expected, 0, length)) {
                throw new AssertionError("record " + sequence + " of " + length + " bytes is not whole");
            }
            if ((sequence++ & 1) == 0) {
                consumer.advanceAndPublish();
            } else {
                consumer.advance();
                consumer.publish();
            }
        }
    }
}
