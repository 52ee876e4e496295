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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.TestOutput;
import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import java.nio.ByteBuffer;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Operations on the elements of a window in direct mode: each operation on each type, with expected values written by hand, and from
 * several threads at once.
 */
@Timeout(60)
class DirectElementsTest {
    private static final int COUNT = 37;

    private static double combined(final AccumulateOp op, final double element, final double operand) {
        return switch (op) {
            case SUM -> element + operand;
            case PRODUCT -> element * operand;
            case MIN -> Math.min(element, operand);
            case MAX -> Math.max(element, operand);
            case AND -> (long) element & (long) operand;
            case OR -> (long) element | (long) operand;
            case XOR -> (long) element ^ (long) operand;
            case REPLACE -> operand;
            case NO_OP -> element;
        };
    }

    private static double value(final UnsafeBuffer buffer, final ElementType type, final int index) {
        final int at = index * type.length();
        return switch (type) {
            case INT -> buffer.getInt(at);
            case LONG -> buffer.getLong(at);
            case FLOAT -> buffer.getFloat(at);
            case DOUBLE -> buffer.getDouble(at);
        };
    }

    private static void value(final UnsafeBuffer buffer, final ElementType type, final int index, final int value) {
        final int at = index * type.length();
        switch (type) {
            case INT -> buffer.putInt(at, value);
            case LONG -> buffer.putLong(at, value);
            case FLOAT -> buffer.putFloat(at, value);
            case DOUBLE -> buffer.putDouble(at, value);
            default -> throw new IllegalStateException("type=" + type);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldCombineElements(final ElementType type) throws Exception {
        final long seed = System.nanoTime();
        TestOutput.say("seed=" + seed);
        final Random random = new Random(seed);
        final int length = COUNT * type.length();
        try (DirectWindows windows = DirectWindows.create(2, length)) {
            final Window window = windows.window(0);
            final UnsafeBuffer part = window.sharedQuery(1);
            final UnsafeBuffer operands = new UnsafeBuffer(ByteBuffer.allocateDirect(length));
            final UnsafeBuffer results = new UnsafeBuffer(new byte[length + 1]);
            final double[] expected = new double[COUNT];
            window.lock(1, LockType.SHARED);
            for (final AccumulateOp op : AccumulateOp.values()) {
                if (op.isBitwise() && type.isFloating()) {
                    assertThatThrownBy(() -> window.accumulate(operands, 0, 1, type, op, 1, 0))
                        .isInstanceOf(IllegalArgumentException.class);
                    continue;
                }
                for (int i = 0; i < COUNT; i++) {
                    value(operands, type, i, random.nextInt(200) - 100);
                    value(part, type, i, random.nextInt(200) - 100);
                    expected[i] = value(part, type, i);
                }
                // The result is not aligned for any type.
                window.getAccumulate(operands, 0, results, 1, COUNT, type, op, 1, 0);
                for (int i = 0; i < COUNT; i++) {
                    assertThat(value(new UnsafeBuffer(results, 1, length), type, i)).as("%s before", op).isEqualTo(expected[i]);
                    expected[i] = combined(op, expected[i], value(operands, type, i));
                    assertThat(value(part, type, i)).as("%s", op).isEqualTo(expected[i]);
                }
                window.accumulate(operands, 0, COUNT, type, op, 1, 0);
                for (int i = 0; i < COUNT; i++) {
                    assertThat(value(part, type, i)).as("%s again", op)
                        .isEqualTo(combined(op, expected[i], value(operands, type, i)));
                }
            }
            window.unlock(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSwapIfEqual(final ElementType type) throws Exception {
        try (DirectWindows windows = DirectWindows.create(2, 64)) {
            final Window window = windows.window(0);
            final UnsafeBuffer part = window.sharedQuery(1);
            final UnsafeBuffer words = new UnsafeBuffer(new byte[3 * type.length()]);
            value(part, type, 1, -5);
            value(words, type, 0, 4);
            value(words, type, 1, 9);
            window.lock(1, LockType.SHARED);
            window.compareAndSwap(words, 0, words, type.length(), words, 2L * type.length(), type, 1, type.length());
            assertThat(value(words, type, 2)).isEqualTo(-5);
            assertThat(value(part, type, 1)).isEqualTo(-5);
            value(words, type, 0, -5);
            window.compareAndSwap(words, 0, words, type.length(), words, 2L * type.length(), type, 1, type.length());
            assertThat(value(words, type, 2)).isEqualTo(-5);
            assertThat(value(part, type, 1)).isEqualTo(9);
            window.unlock(1);
        }
    }

    @Test
    void shouldLoseNothingBetweenThreads() throws Exception {
        final int times = 20_000;
        try (DirectWindows windows = DirectWindows.create(3, 64)) {
            windows.run(engine -> {
                final Window window = windows.window(engine.rank());
                final UnsafeBuffer one = new UnsafeBuffer(new byte[16]);
                one.putFloat(0, 1);
                one.putDouble(8, 1);
                window.lock(0, LockType.SHARED);
                for (int i = 0; i < times; i++) {
                    window.fetchAndOp(1, AccumulateOp.SUM, 0, 0);
                    window.accumulate(one, 0, 1, ElementType.FLOAT, AccumulateOp.SUM, 0, 8);
                    window.accumulate(one, 8, 1, ElementType.DOUBLE, AccumulateOp.SUM, 0, 16);
                    long seen = window.fetchAndOp(0, AccumulateOp.NO_OP, 0, 24);
                    for (long before = -1; before != seen;) {
                        before = seen;
                        seen = window.compareAndSwap(before, before + 1, 0, 24);
                    }
                }
                window.unlock(0);
            });
            final UnsafeBuffer part = windows.window(0).sharedQuery(0);
            assertThat(part.getLong(0)).isEqualTo(3L * times);
            assertThat(part.getFloat(8)).isEqualTo(3f * times);
            assertThat(part.getDouble(16)).isEqualTo(3.0 * times);
            assertThat(part.getLong(24)).isEqualTo(3L * times);
        }
    }
}
