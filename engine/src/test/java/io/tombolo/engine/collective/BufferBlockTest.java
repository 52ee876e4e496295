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
package io.tombolo.engine.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.api.collective.ReduceFunction;
import io.tombolo.engine.api.collective.ReduceOp;
import io.tombolo.engine.api.window.ElementType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Functions of the application: what they are called with, in which order, and what becomes of their results and exceptions.
 */
@Timeout(30)
class BufferBlockTest {
    private static final long LONGS = UnsafeApi.arrayBaseOffset(long[].class);

    private final VectorReduction reduction = new VectorReduction();

    private void combine(final ReduceOp op, final long[] left, final long[] right) {
        reduction.combine(op, ElementType.LONG, left, LONGS, right, LONGS, left.length);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 255, ReduceOp.MAX_GROUP})
    void shouldCombineWholeGroupsInTheOrderOfTheOperands(final int group) {
        final int count = 2003 * group;
        final long[] left = LongStream.range(0, count).map(i -> i * i).toArray();
        final long[] right = LongStream.range(0, count).map(i -> 7 * i + 1).toArray();
        final long[] expected = new long[count];
        for (int i = 0; i < count; i++) {
            // Each element of the result takes the first one of its group on the right.
            expected[i] = left[i] - 10 * right[i / group * group];
        }
        final List<String> strange = new ArrayList<>();
        final int[] elements = {0};
        final ReduceFunction function = (target, operands, number) -> {
            if (number <= 0 || number % group != 0 || target.capacity() != number * 8 || operands.capacity() != number * 8) {
                strange.add("count=" + number + " capacity=" + target.capacity() + " and " + operands.capacity());
            }
            elements[0] += number;
            for (int i = 0; i < number; i++) {
                target.putLong(8 * i, target.getLong(8 * i) - 10 * operands.getLong(8 * (i / group * group)));
            }
        };

        combine(ReduceOp.of(function, false, group), left, right);

        assertThat(strange).isEmpty();
        assertThat(elements[0]).isEqualTo(count);
        assertThat(left).isEqualTo(expected);
        assertThat(right).isEqualTo(LongStream.range(0, count).map(i -> 7 * i + 1).toArray());
    }

    @Test
    void shouldCombineBytesAtAnyAlignment() {
        final ByteBuffer memory = ByteBuffer.allocateDirect(20_000);
        final byte[] right = new byte[10_001];
        for (int i = 0; i < right.length; i++) {
            memory.put(i + 1, (byte) i);
            right[i] = (byte) (3 * i);
        }
        final ReduceOp op = ReduceOp.of((target, operands, number) -> {
            for (int i = 0; i < number; i++) {
                target.putByte(i, (byte) (target.getByte(i) - operands.getByte(i)));
            }
        }, false);

        final long offset = UnsafeApi.arrayBaseOffset(byte[].class) + 1;
        reduction.combine(op, null, null, BufferUtil.address(memory) + 1, right, offset, 10_000);

        for (int i = 0; i < 10_000; i++) {
            assertThat(memory.get(i + 1)).isEqualTo((byte) (i - 3 * (i + 1)));
        }
        assertThat(memory.get(10_001)).isEqualTo((byte) 10_000);
    }

    @Test
    void shouldNotShowTheMemoryOfTheOperands() {
        final ByteBuffer memory = ByteBuffer.allocateDirect(16).order(ByteOrder.nativeOrder());
        memory.putLong(0, 1);
        memory.putLong(8, 2);
        final long address = BufferUtil.address(memory);
        final List<Object> seen = new ArrayList<>();
        final ReduceOp op = ReduceOp.of((target, operands, number) -> {
            seen.add(target.addressOffset() == address || operands.addressOffset() == address + 8);
            target.putLong(0, 40);
            ((UnsafeBuffer) operands).putLong(0, 50);
            seen.add(memory.getLong(0) + memory.getLong(8));
            // The engine does not depend on what the buffers show after the call.
            target.wrap(new byte[8]);
        }, true);

        for (int times = 0; times < 2; times++) {
            memory.putLong(0, 1);
            reduction.combine(op, ElementType.LONG, null, address, null, address + 8, 1);
            assertThat(memory.getLong(0)).isEqualTo(40);
            assertThat(memory.getLong(8)).isEqualTo(2);
        }
        assertThat(seen).containsExactly(false, 3L, false, 3L);
    }

    @Test
    void shouldPassAnExceptionThrough() {
        final long[] left = new long[5_000];
        final long[] right = LongStream.range(0, 5_000).map(i -> 9).toArray();
        final IllegalStateException failure = new IllegalStateException("no");
        final int[] calls = {0, 0};
        final ReduceOp op = ReduceOp.of((target, operands, number) -> {
            target.putBytes(0, operands, 0, 8 * number);
            if (++calls[0] == 2) {
                throw failure;
            }
            calls[1] += number;
        }, true);

        assertThatThrownBy(() -> combine(op, left, right)).isSameAs(failure);

        assertThat(calls[1]).isBetween(1, 4_999);
        for (int i = 0; i < left.length; i++) {
            assertThat(left[i]).isEqualTo(i < calls[1] ? 9 : 0);
        }
        calls[0] = 2;
        combine(op, left, right);
        assertThat(left).isEqualTo(right);
    }
}
