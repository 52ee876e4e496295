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
package io.tombolo.engine.rma;

import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import java.util.function.LongBinaryOperator;

/**
 * Table of the functions by which an {@link AccumulateOp} combines the bits of two elements of a type.
 */
final class Combination {
    private static final LongBinaryOperator[][] TABLE = table();

    private Combination() {
    }

    /**
     * Finds the function of a type and an operation.
     *
     * @return function of the bits of the element and those of the operand; null for a bitwise operation on floating-point numbers, and for
     *     an operation that does not combine.
     */
    static LongBinaryOperator of(final ElementType type, final AccumulateOp op) {
        return TABLE[type.ordinal()][op.ordinal()];
    }

    private static LongBinaryOperator[][] table() {
        final LongBinaryOperator[][] table = new LongBinaryOperator[ElementType.values().length][AccumulateOp.values().length];
        fill(table, AccumulateOp.SUM, (a, b) -> (int) a + (int) b, Long::sum, Float::sum, Double::sum);
        fill(table, AccumulateOp.PRODUCT, (a, b) -> (int) a * (int) b, (a, b) -> a * b, (a, b) -> a * b, (a, b) -> a * b);
        fill(table, AccumulateOp.MIN, (a, b) -> Math.min((int) a, (int) b), Math::min, Math::min, Math::min);
        fill(table, AccumulateOp.MAX, (a, b) -> Math.max((int) a, (int) b), Math::max, Math::max, Math::max);
        for (final ElementType type : new ElementType[]{ElementType.INT, ElementType.LONG}) {
            set(table, type, AccumulateOp.AND, (a, b) -> a & b);
            set(table, type, AccumulateOp.OR, (a, b) -> a | b);
            set(table, type, AccumulateOp.XOR, (a, b) -> a ^ b);
        }
        return table;
    }

    private static void fill(
        final LongBinaryOperator[][] table, final AccumulateOp op, final LongBinaryOperator ints, final LongBinaryOperator longs,
        final FloatOperator floats, final DoubleOperator doubles) {
        set(table, ElementType.INT, op, ints);
        set(table, ElementType.LONG, op, longs);
        set(table, ElementType.FLOAT, op, (a, b) ->
            Float.floatToRawIntBits(floats.apply(Float.intBitsToFloat((int) a), Float.intBitsToFloat((int) b))));
        set(table, ElementType.DOUBLE, op, (a, b) ->
            Double.doubleToRawLongBits(doubles.apply(Double.longBitsToDouble(a), Double.longBitsToDouble(b))));
    }

    private static void set(
        final LongBinaryOperator[][] table, final ElementType type, final AccumulateOp op, final LongBinaryOperator operator) {
        table[type.ordinal()][op.ordinal()] = operator;
    }

    /** Combines two floats. */
    @FunctionalInterface
    private interface FloatOperator {
        float apply(float element, float operand);
    }

    /** Combines two doubles. */
    @FunctionalInterface
    private interface DoubleOperator {
        double apply(double element, double operand);
    }
}
