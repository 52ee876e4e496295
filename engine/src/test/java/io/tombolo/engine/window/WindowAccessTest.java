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
package io.tombolo.engine.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.Payloads;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import io.tombolo.ringbuffers.counters.Counter;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What puts, gets and accumulates of any length do to memory, at another rank and at the rank itself.
 */
@Timeout(30)
class WindowAccessTest {
    private static final int LENGTH = 1 << 20;

    private static UnsafeBuffer filled(final int length, final int seed) {
        final UnsafeBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(length));
        Payloads.fill(buffer, 0, length, seed);
        return buffer;
    }

    /** Holds S2.13. */
    @ParameterizedTest
    @ValueSource(ints = {1, 8, 24, 25, 1000, 4096, 4097, 8192, 8193, 70_000, 700_000})
    void shouldPutAndGetAnyLength(final int length) throws Exception {
        try (WindowJob job = WindowJob.create(2, LENGTH)) {
            for (int target = 0; target < 2; target++) {
                putAndGet(job, target, length, filled(length, length));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 4096, 70_000, 700_000})
    void shouldPutAndGetBetweenRegions(final int length) throws Exception {
        try (WindowJob job = WindowJob.createRegistered(2, LENGTH)) {
            putAndGet(job, 1, length, filled(length, length));
        }
    }

    private static void putAndGet(final WindowJob job, final int target, final int length, final UnsafeBuffer source) throws Exception {
        final UnsafeBuffer result = new UnsafeBuffer(new byte[length + 3]);
        job.whileServed(() -> {
            final Window window = job.window(0);
            window.lock(target, LockType.EXCLUSIVE);
            window.put(source, 0, length, target, 77);
            window.unlock(target);
            window.lock(target, LockType.SHARED);
            window.get(result, 3, length, target, 77);
            window.unlock(target);
        });
        assertThat(job.part(target).compareTo(new UnsafeBuffer(new byte[0]))).isPositive();
        assertThat(new UnsafeBuffer(job.part(target), 77, length)).isEqualTo(source);
        assertThat(new UnsafeBuffer(result, 3, length)).isEqualTo(source);
    }

    @Test
    void shouldCombineElementsOfAllTypes() throws Exception {
        try (WindowJob job = WindowJob.create(2, 64)) {
            final UnsafeBuffer operand = new UnsafeBuffer(new byte[8]);
            final UnsafeBuffer result = new UnsafeBuffer(new byte[8]);
            for (int target = 0; target < 2; target++) {
                final int to = target;
                final UnsafeBuffer part = job.part(target);
                part.putInt(0, 7);
                part.putLong(8, 1L << 40);
                part.putFloat(16, 1.5f);
                part.putDouble(24, -2.5);
                job.whileServed(() -> {
                    final Window window = job.window(0);
                    window.lock(to, LockType.SHARED);
                    operand.putInt(0, 5);
                    window.accumulate(operand, 0, 1, ElementType.INT, AccumulateOp.PRODUCT, to, 0);
                    window.flush(to);
                    operand.putLong(0, 3);
                    window.getAccumulate(operand, 0, result, 0, 1, ElementType.LONG, AccumulateOp.SUM, to, 8);
                    window.flush(to);
                    assertThat(result.getLong(0)).isEqualTo(1L << 40);
                    operand.putFloat(0, 4);
                    window.fetchAndOp(operand, 0, result, 0, ElementType.FLOAT, AccumulateOp.MAX, to, 16);
                    window.flush(to);
                    assertThat(result.getFloat(0)).isEqualTo(1.5f);
                    operand.putDouble(0, -9);
                    window.accumulate(operand, 0, 1, ElementType.DOUBLE, AccumulateOp.MIN, to, 24);
                    window.unlock(to);
                });
                assertThat(part.getInt(0)).isEqualTo(35);
                assertThat(part.getLong(8)).isEqualTo((1L << 40) + 3);
                assertThat(part.getFloat(16)).isEqualTo(4f);
                assertThat(part.getDouble(24)).isEqualTo(-9.0);
            }
        }
    }

    @Test
    void shouldCombineBitsAndReplaceAndReadAtomically() throws Exception {
        try (WindowJob job = WindowJob.create(2, 64)) {
            job.part(1).putLong(0, 0b1100);
            job.whileServed(() -> {
                final Window window = job.window(0);
                window.lock(1, LockType.SHARED);
                assertThat(window.fetchAndOp(0b1010, AccumulateOp.AND, 1, 0)).isEqualTo(0b1100);
                assertThat(window.fetchAndOp(0b0001, AccumulateOp.OR, 1, 0)).isEqualTo(0b1000);
                assertThat(window.fetchAndOp(0b1111, AccumulateOp.XOR, 1, 0)).isEqualTo(0b1001);
                assertThat(window.fetchAndOp(0, AccumulateOp.NO_OP, 1, 0)).isEqualTo(0b0110);
                assertThat(window.fetchAndOp(42, AccumulateOp.REPLACE, 1, 0)).isEqualTo(0b0110);
                assertThat(window.compareAndSwap(41, 1, 1, 0)).isEqualTo(42);
                assertThat(window.compareAndSwap(42, -1, 1, 0)).isEqualTo(42);
                assertThat(window.fetchAndOp(1, AccumulateOp.SUM, Communicator.NULL_RANK, 0)).isZero();
                window.unlock(1);
            });
            assertThat(job.part(1).getLong(0)).isEqualTo(-1);
        }
    }

    @Test
    void shouldSwapInts() throws Exception {
        try (WindowJob job = WindowJob.create(2, 64)) {
            job.part(1).putInt(4, -5);
            final UnsafeBuffer words = new UnsafeBuffer(new byte[12]);
            words.putInt(0, -5);
            words.putInt(4, 6);
            job.whileServed(() -> {
                final Window window = job.window(0);
                window.lock(1, LockType.EXCLUSIVE);
                window.compareAndSwap(words, 0, words, 4, words, 8, ElementType.INT, 1, 4);
                window.unlock(1);
            });
            assertThat(words.getInt(8)).isEqualTo(-5);
            assertThat(job.part(1).getInt(4)).isEqualTo(6);
            assertThat(job.part(1).getInt(0)).isZero();
            assertThat(job.part(1).getInt(8)).isZero();
        }
    }

    /** Holds S2.35. */
    @Test
    void shouldAccumulateMoreThanAPacketHolds() throws Exception {
        final int count = 5000;
        final UnsafeBuffer operands = new UnsafeBuffer(ByteBuffer.allocateDirect(count * 8));
        final UnsafeBuffer results = new UnsafeBuffer(ByteBuffer.allocateDirect(count * 8));
        for (int i = 0; i < count; i++) {
            operands.putLong(i * 8, i);
        }
        try (WindowJob job = WindowJob.create(2, 8 + count * 8)) {
            for (int round = 0; round < 3; round++) {
                job.whileServed(() -> {
                    final Window window = job.window(0);
                    window.lock(1, LockType.SHARED);
                    window.getAccumulate(operands, 0, results, 0, count, ElementType.LONG, AccumulateOp.SUM, 1, 8);
                    window.unlock(1);
                });
                for (int i = 0; i < count; i++) {
                    assertThat(results.getLong(i * 8)).isEqualTo((long) i * round);
                    assertThat(job.part(1).getLong(8 + i * 8)).isEqualTo((long) i * (round + 1));
                }
            }
        }
    }

    @Test
    void shouldEndRequestsBeforeTheEpochEnds() throws Exception {
        final int length = 50_000;
        final UnsafeBuffer source = filled(length, 3);
        try (WindowJob job = WindowJob.create(2, LENGTH)) {
            job.whileServed(() -> {
                final Window window = job.window(0);
                final Request put = new Request();
                final Request get = new Request();
                final UnsafeBuffer result = new UnsafeBuffer(new byte[length]);
                for (int target = 0; target < 2; target++) {
                    window.lock(target, LockType.EXCLUSIVE);
                    window.put(source, 0, length, target, 0, put);
                    assertThat(put.await().length()).isEqualTo(length);
                    window.flush(target);
                    window.get(result, 0, length, target, 0, get);
                    assertThat(get.await().source()).isEqualTo(target);
                    assertThat(result).isEqualTo(source);
                    result.setMemory(0, length, (byte) 0);
                    window.put(source, 0, 0, target, 0, put);
                    put.await();
                    window.get(result, 0, 1, Communicator.NULL_RANK, 0, get);
                    assertThat(get.await().source()).isEqualTo(Communicator.NULL_RANK);
                    window.unlock(target);
                }
            });
        }
    }

    /** Holds S2.33. */
    @Test
    void shouldServeSeveralTargetsInOneEpochEach() throws Exception {
        try (WindowJob job = WindowJob.create(4, 64)) {
            final UnsafeBuffer word = new UnsafeBuffer(new byte[8]);
            word.putLong(0, 9);
            job.whileServed(() -> {
                final Window window = job.window(0);
                window.lock(2, LockType.EXCLUSIVE);
                window.lock(1, LockType.SHARED);
                window.put(word, 0, 8, 1, 8);
                window.put(word, 0, 8, 2, 16);
                window.unlock(2);
                assertThat(job.part(2).getLong(16)).isEqualTo(9);
                assertThat(job.count(0, Counter.LOCK_SENT) + job.count(0, Counter.LOCK_PUT_SENT)).isOne();
                window.unlock(1);
                window.lockAll();
                for (int target = 0; target < 4; target++) {
                    window.put(word, 0, 8, target, 32);
                }
                window.flushAll();
                window.unlockAll();
            });
            assertThat(job.part(1).getLong(8)).isEqualTo(9);
            for (int target = 0; target < 4; target++) {
                assertThat(job.part(target).getLong(32)).isEqualTo(9);
            }
        }
    }
}
