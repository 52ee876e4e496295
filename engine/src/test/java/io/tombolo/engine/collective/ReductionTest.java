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
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.tombolo.engine.TestOutput;
import io.tombolo.engine.api.collective.ReduceOp;
import io.tombolo.engine.api.window.ElementType;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;

/**
 * Each operation on each type of elements, in any memory, against the same operation on boxed elements.
 */
@Timeout(60)
class ReductionTest {
    private static final List<ReduceOp> FOR_ALL_TYPES = List.of(
        ReduceOp.SUM, ReduceOp.PRODUCT, ReduceOp.MIN, ReduceOp.MAX, ReduceOp.REPLACE, ReduceOp.NO_OP);
    private static final List<ReduceOp> FOR_INTEGERS = List.of(
        ReduceOp.AND, ReduceOp.OR, ReduceOp.XOR, ReduceOp.LOGICAL_AND, ReduceOp.LOGICAL_OR, ReduceOp.LOGICAL_XOR);
    private static final List<ReduceOp> FOR_PAIRS = List.of(ReduceOp.MIN_LOCATION, ReduceOp.MAX_LOCATION);

    private static final int[] COUNTS = {0, 1, 2, 3, 5, 8, 9, 17, 64, 511, 512, 513, 1023, 1025, 4095, 4096, 4097, 9001};
    private static final int MOST_BYTES = 9001 * Long.BYTES;
    /** Bytes in front of the elements and behind them, which must not change. */
    private static final int BORDER = 16;
    private static final byte UNTOUCHED = 0x5A;

    private final VectorReduction reduction = new VectorReduction();
    /** Keeps memory that is used by its address until the end of the test. */
    private final List<ByteBuffer> memories = new ArrayList<>();

    /** Memory that holds elements between two borders, at any alignment. */
    private record Place(Object base, long start) {
        long offset() {
            return start + BORDER;
        }

        void fill(final ElementType type, final Number... elements) {
            final int length = BoxedElements.length(type);
            UnsafeApi.setMemory(base, start, 2 * BORDER + (long) elements.length * length, UNTOUCHED);
            for (int i = 0; i < elements.length; i++) {
                BoxedElements.put(type, base, offset() + (long) i * length, elements[i]);
            }
        }

        Number[] read(final ElementType type, final int count) {
            final Number[] elements = new Number[count];
            Arrays.setAll(elements, i -> BoxedElements.get(type, base, offset() + (long) i * BoxedElements.length(type)));
            return elements;
        }

        boolean hasBorders(final int bytes) {
            for (int i = 0; i < BORDER; i++) {
                if (UnsafeApi.getByte(base, start + i) != UNTOUCHED || UnsafeApi.getByte(base, offset() + bytes + i) != UNTOUCHED) {
                    return false;
                }
            }
            return true;
        }
    }

    private Place direct(final int shift) {
        final ByteBuffer memory = ByteBuffer.allocateDirect(2 * BORDER + MOST_BYTES + Long.BYTES);
        memories.add(memory);
        return new Place(null, BufferUtil.address(memory) + shift);
    }

    private static Place heap(final Object array, final int shift) {
        return new Place(array, UnsafeApi.arrayBaseOffset(array.getClass()) + shift);
    }

    private List<Place> places(final ElementType type) {
        final int count = (MOST_BYTES + 2 * BORDER + Long.BYTES) / Long.BYTES;
        final Object array = type == null ? new byte[count * 8] : switch (type) {
            case INT -> new int[count * 2];
            case LONG -> new long[count];
            case FLOAT -> new float[count * 2];
            case DOUBLE -> new double[count];
        };
        return List.of(direct(0), direct(3), heap(array, 0), heap(new byte[count * 8], 5));
    }

    private static boolean isKnown(final ReduceOp op, final ElementType type) {
        return FOR_ALL_TYPES.contains(op) || (FOR_PAIRS.contains(op) ? type != null : !BoxedElements.isFloating(type));
    }

    private static List<ReduceOp> operations() {
        return Stream.of(FOR_ALL_TYPES, FOR_INTEGERS, FOR_PAIRS).flatMap(List::stream).toList();
    }

    private static Random random() {
        final long seed = System.nanoTime();
        TestOutput.say("seed=" + seed);
        return new Random(seed);
    }

    private static Number[] elements(final ReduceOp op, final ElementType type, final int count, final Random random) {
        final Number[] elements = new Number[count];
        Arrays.setAll(elements, i ->
            i % op.group() == 0 ? BoxedElements.random(type, random) : BoxedElements.small(type, random.nextInt(5)));
        return elements;
    }

    @ParameterizedTest
    @NullSource
    @EnumSource
    void shouldCombineElementsInAnyMemory(final ElementType type) {
        final Random random = random();
        final List<Place> lefts = places(type);
        final List<Place> rights = places(type);
        for (final ReduceOp op : operations()) {
            if (!isKnown(op, type)) {
                continue;
            }
            // In turn, so that each operation meets all sixteen pairs of places, with other counts in each run.
            int turn = random.nextInt(16);
            for (final int most : COUNTS) {
                final int count = most / op.group() * op.group();
                final Place left = lefts.get(turn % 4);
                final Place right = rights.get(turn / 4 % 4);
                turn++;
                final Number[] expected = elements(op, type, count, random);
                final Number[] operands = elements(op, type, count, random);
                left.fill(type, expected);
                right.fill(type, operands);
                Reduction.check(op, type, count);

                reduction.combine(op, type, left.base, left.offset(), right.base, right.offset(), count);

                BoxedElements.combine(op, type, expected, operands);
                assertThat(left.read(type, count)).as("%s %s %s", op, type, count).isEqualTo(expected);
                assertThat(right.read(type, count)).as("%s %s %s", op, type, count).isEqualTo(operands);
                assertThat(left.hasBorders(count * BoxedElements.length(type))).as("%s %s %s", op, type, count).isTrue();
            }
        }
    }

    @Test
    void shouldOrderAllBytes() {
        final byte[] all = new byte[1 << 16];
        final byte[] others = new byte[1 << 16];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
            others[i] = (byte) (i >> 8);
        }
        final byte[] lowest = all.clone();
        final byte[] highest = all.clone();
        final long offset = UnsafeApi.arrayBaseOffset(byte[].class);

        reduction.combine(ReduceOp.MIN, null, lowest, offset, others, offset, all.length);
        reduction.combine(ReduceOp.MAX, null, highest, offset, others, offset, all.length);

        for (int i = 0; i < all.length; i++) {
            assertThat(lowest[i]).isEqualTo((byte) Math.min(all[i], others[i]));
            assertThat(highest[i]).isEqualTo((byte) Math.max(all[i], others[i]));
        }
    }

    private double[] pair(final ReduceOp op, final double value, final double location, final double nextValue, final double nextLocation) {
        final double[] left = {value, location};
        final double[] right = {nextValue, nextLocation};
        final long offset = UnsafeApi.arrayBaseOffset(double[].class);
        reduction.combine(op, ElementType.DOUBLE, left, offset, right, offset, 2);
        return left;
    }

    @Test
    void shouldFindTheLowestLocationOfTheBestValue() {
        assertThat(pair(ReduceOp.MIN_LOCATION, 5, 1, 4, 2)).containsExactly(4, 2);
        assertThat(pair(ReduceOp.MAX_LOCATION, 5, 1, 4, 2)).containsExactly(5, 1);
        assertThat(pair(ReduceOp.MIN_LOCATION, 5, 7, 5, 3)).containsExactly(5, 3);
        assertThat(pair(ReduceOp.MAX_LOCATION, 5, 3, 5, 7)).containsExactly(5, 3);
        assertThat(pair(ReduceOp.MIN_LOCATION, 0.0, 1, -0.0, 2)).containsExactly(-0.0, 2);
        assertThat(pair(ReduceOp.MAX_LOCATION, 0.0, 2, -0.0, 1)).containsExactly(0.0, 2);
        for (final ReduceOp op : FOR_PAIRS) {
            assertThat(pair(op, Double.NaN, 9, Double.POSITIVE_INFINITY, 1)).containsExactly(Double.NaN, 9);
            assertThat(pair(op, Double.NEGATIVE_INFINITY, 1, Double.NaN, 9)).containsExactly(Double.NaN, 9);
            assertThat(pair(op, Double.NaN, 9, Double.NaN, 8)).containsExactly(Double.NaN, 8);
            assertThat(pair(op, Double.NaN, 8, Double.NaN, 9)).containsExactly(Double.NaN, 8);
        }
    }

    @Test
    void shouldSayWhatAnOperationCannotCombine() {
        for (final ReduceOp op : FOR_INTEGERS) {
            for (final ElementType type : new ElementType[]{ElementType.FLOAT, ElementType.DOUBLE}) {
                assertThatThrownBy(() -> Reduction.check(op, type, 4)).isInstanceOf(IllegalArgumentException.class).hasMessage(
                    "op=" + op + " type=" + type + ": bitwise and logical operations need elements of type INT or LONG, or bytes");
            }
            assertThatCode(() -> Reduction.check(op, null, 3)).doesNotThrowAnyException();
        }
        for (final ReduceOp op : FOR_PAIRS) {
            assertThatThrownBy(() -> Reduction.check(op, null, 4)).isInstanceOf(IllegalArgumentException.class).hasMessage(
                "op=" + op + " of bytes: pairs of a value and its location need elements of type INT, LONG, FLOAT or DOUBLE");
            assertThatThrownBy(() -> Reduction.check(op, ElementType.INT, 3)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("count=3 must be a multiple of 2, the group of op=" + op);
        }
        final ReduceOp groups = ReduceOp.of((left, right, count) -> { }, true, 3);
        assertThatCode(() -> Reduction.check(groups, ElementType.FLOAT, 6)).doesNotThrowAnyException();
        assertThatThrownBy(() -> Reduction.check(groups, ElementType.FLOAT, 7)).isInstanceOf(IllegalArgumentException.class)
            .hasMessage("count=7 must be a multiple of 3, the group of op=a function of the application");
    }

    @Test
    void shouldAllocateNothing() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final int rounds = 2_000;
        final ReduceOp function = ReduceOp.of((left, right, count) -> left.putLong(0, right.getLong(0)), true);
        final List<ReduceOp> operations = operations();
        final Place left = direct(0);
        final Place right = heap(new byte[MOST_BYTES + 2 * BORDER], 0);
        // The lowest of three figures, after one to warm up: the JVM makes some objects once.
        long least = Long.MAX_VALUE;
        for (int times = 0; times < 4; times++) {
            final long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int i = 0; i < rounds; i++) {
                for (int k = 0; k < operations.size(); k++) {
                    reduction.combine(operations.get(k), ElementType.INT, left.base, left.offset(), right.base, right.offset(), 1500);
                }
                reduction.combine(function, ElementType.LONG, left.base, left.offset(), right.base, right.offset(), 1500);
            }
            final long allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
            least = times == 0 ? least : Math.min(least, allocated);
        }
        assertThat(least).isLessThan(rounds);
    }
}
