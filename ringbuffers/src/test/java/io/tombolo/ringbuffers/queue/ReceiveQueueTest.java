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
package io.tombolo.ringbuffers.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One thread in all roles, against a model. */
final class ReceiveQueueTest {
    private static final int STEPS = 200_000;

    private static UnsafeBuffer memory(final int length) {
        return new UnsafeBuffer(BufferUtil.allocateDirectAligned(length, 64));
    }

    private static ReceiveQueue queue(final int most) {
        return queue(most, QueueConcurrency.ANY_THREAD);
    }

    private static ReceiveQueue queue(final int most, final QueueConcurrency concurrency) {
        return new ReceiveQueue(memory(ReceiveQueue.fileLength(most, 1)), most, 1, 0, concurrency);
    }

    private static int post(final ReceiveQueue queue, final long cookie) {
        final int slot = queue.claim();
        if (slot < 0) {
            return slot;
        }
        queue.slots().fill(slot, cookie, 0);
        return queue.publish(slot);
    }

    @ParameterizedTest
    @EnumSource
    void shouldBehaveLikeTheModel(final QueueConcurrency concurrency) {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        final ReceiveQueue queue = queue(20, concurrency);
        final ArrayDeque<Long> posted = new ArrayDeque<>();
        final ArrayDeque<Integer> taken = new ArrayDeque<>();
        int most = 20;
        int armed = 0;
        for (int step = 0; step < STEPS; step++) {
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> {
                    final boolean fits = posted.size() + taken.size() < most;
                    assertThat(post(queue, step)).as("seed %d", seed).isEqualTo(fits ? 0 : ReceiveQueue.FULL);
                    if (fits) {
                        posted.add((long) step);
                    }
                }
                case 3, 4 -> {
                    final int slot = queue.take(0);
                    if (posted.isEmpty()) {
                        assertThat(slot).isEqualTo(ReceiveQueue.EMPTY);
                    } else {
                        assertThat(queue.slots().cookie(slot)).as("seed %d", seed).isEqualTo(posted.poll());
                        assertThat(queue.hasFired()).isEqualTo(posted.size() < armed);
                        armed = queue.hasFired() ? 0 : armed;
                        taken.add(slot);
                    }
                }
                case 5 -> {
                    if (!taken.isEmpty()) {
                        queue.complete(taken.peek(), 0);
                        queue.reap(random.nextBoolean() ? taken.poll() : taken.pollLast());
                    }
                }
                case 6 -> {
                    armed = random.nextInt(most + 1);
                    final boolean fires = posted.size() < armed;
                    assertThat(queue.arm(armed)).isEqualTo(fires);
                    armed = fires ? 0 : armed;
                }
                default -> {
                    final int size = 1 + random.nextInt(200);
                    while (queue.chunksMissing(size) > 0) {
                        queue.add(memory(queue.chunkLength()));
                    }
                    final boolean fits = posted.size() + taken.size() <= size;
                    assertThat(queue.resize(size)).as("seed %d", seed).isEqualTo(fits);
                    most = fits ? size : most;
                }
            }
            final long word = queue.query();
            assertThat(ReceiveCounts.most(word)).isEqualTo(most);
            assertThat(ReceiveCounts.available(word)).isEqualTo(posted.size());
            assertThat(ReceiveCounts.outstanding(word)).as("seed %d", seed).isEqualTo(posted.size() + taken.size());
        }
    }

    @Test
    void shouldHoldAsManyBuffersAsTheCountsAllow() {
        final ReceiveQueue queue = queue(ReceiveCounts.MAX_SLOTS);
        while (queue.chunksMissing(ReceiveCounts.MAX_SLOTS) > 0) {
            queue.add(memory(queue.chunkLength()));
        }
        assertThat(queue.resize(ReceiveCounts.MAX_SLOTS)).isTrue();
        for (int i = 0; i < ReceiveCounts.MAX_SLOTS; i++) {
            assertThat(post(queue, i)).isZero();
        }
        assertThat(post(queue, 0)).isEqualTo(ReceiveQueue.FULL);
        assertThat(queue.available()).isEqualTo(ReceiveCounts.MAX_SLOTS);
        for (int i = 0; i < ReceiveCounts.MAX_SLOTS; i++) {
            assertThat(queue.slots().cookie(queue.take(0))).isEqualTo(i);
        }
    }

    @Test
    void shouldRefusePostsOnceItIsClosed() {
        final ReceiveQueue queue = queue(2);
        final int slot = queue.claim();
        queue.close();
        assertThat(queue.publish(slot)).isEqualTo(ReceiveQueue.CLOSED);
        assertThat(ReceiveCounts.outstanding(queue.query())).isZero();
        assertThat(post(queue, 0)).isEqualTo(ReceiveQueue.CLOSED);
    }

    /** A thread that sees a take may post at once: if the watermark were decided after that, it would not fire. */
    @ParameterizedTest
    @EnumSource
    void shouldDecideOnTheWatermarkBeforeTheTakeIsSeen(final QueueConcurrency concurrency) {
        final List<Integer> seen = new ArrayList<>();
        final ReceiveQueue[] queue = new ReceiveQueue[1];
        final UnsafeBuffer file = new UnsafeBuffer(memory(ReceiveQueue.fileLength(2, 1))) {
            @Override
            public void putIntOpaque(final int index, final int value) {
                super.putIntOpaque(index, value);
                if (index == ReceiveQueueDescriptor.ARMED_OFFSET && value == 0) {
                    // The counts that others see when the watermark has fired.
                    seen.add(ReceiveCounts.available(queue[0].query()));
                }
            }
        };
        queue[0] = new ReceiveQueue(file, 2, 1, 0, concurrency);
        post(queue[0], 1);
        assertThat(queue[0].arm(1)).isFalse();
        queue[0].take(0);
        assertThat(queue[0].hasFired()).isTrue();
        assertThat(seen).containsExactly(1);
        assertThat(ReceiveCounts.available(queue[0].query())).isZero();
    }

    /** A thread that sees room finds a slot, even if the reaping thread stops after it has freed its slot. */
    @ParameterizedTest
    @EnumSource
    void shouldFreeASlotBeforeItCountsTheReap(final QueueConcurrency concurrency) {
        final ReceiveQueue queue = queue(1, concurrency);
        post(queue, 1);
        queue.complete(queue.take(0), 0);
        // There is no such slot: the thread fails where it frees it.
        assertThatThrownBy(() -> queue.reap(Integer.MAX_VALUE)).isInstanceOf(ArrayIndexOutOfBoundsException.class);
        assertThat(ReceiveCounts.outstanding(queue.query())).isOne();
    }
}
