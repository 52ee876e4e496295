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

import io.tombolo.engine.api.collective.ReduceOp;
import io.tombolo.engine.api.window.ElementType;
import java.util.Random;
import java.util.function.LongBinaryOperator;
import org.agrona.UnsafeApi;

/**
 * Elements of one type as objects, and the operations on them as they are documented: what {@link Reduction} must come to.
 */
final class BoxedElements {
    private static final double[] SPECIAL_FLOATING = {
        Double.NaN, -0.0, 0.0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MAX_VALUE, -Double.MAX_VALUE, Double.MIN_VALUE,
        Float.MAX_VALUE, Float.MIN_VALUE, 1};
    private static final long[] SPECIAL_INTEGERS = {
        0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE, Byte.MIN_VALUE, Byte.MAX_VALUE};

    private BoxedElements() {
    }

    static boolean isFloating(final ElementType type) {
        return type != null && type.isFloating();
    }

    static int length(final ElementType type) {
        return type == null ? 1 : type.length();
    }

    /** {@return any value of the type, often an extreme one or a small one} */
    static Number random(final ElementType type, final Random random) {
        final int kind = random.nextInt(3);
        if (isFloating(type)) {
            final double value = kind == 0 ? SPECIAL_FLOATING[random.nextInt(SPECIAL_FLOATING.length)] :
                kind == 1 ? random.nextInt(7) - 3 : random.nextGaussian() * 1e6;
            return type == ElementType.FLOAT ? (Number) (float) value : (Number) value;
        }
        return integer(type, kind == 0 ? SPECIAL_INTEGERS[random.nextInt(SPECIAL_INTEGERS.length)] :
            kind == 1 ? random.nextInt(7) - 3 : random.nextLong());
    }

    /** {@return a number that every type has} */
    static Number small(final ElementType type, final int value) {
        return isFloating(type) ? floating(type, value) : integer(type, value);
    }

    static Number get(final ElementType type, final Object base, final long offset) {
        if (type == null) {
            return UnsafeApi.getByte(base, offset);
        }
        return switch (type) {
            case INT -> (Number) UnsafeApi.getInt(base, offset);
            case LONG -> (Number) UnsafeApi.getLong(base, offset);
            case FLOAT -> (Number) UnsafeApi.getFloat(base, offset);
            case DOUBLE -> (Number) UnsafeApi.getDouble(base, offset);
        };
    }

    static void put(final ElementType type, final Object base, final long offset, final Number value) {
        if (type == null) {
            UnsafeApi.putByte(base, offset, value.byteValue());
            return;
        }
        switch (type) {
            case INT -> UnsafeApi.putInt(base, offset, value.intValue());
            case LONG -> UnsafeApi.putLong(base, offset, value.longValue());
            case FLOAT -> UnsafeApi.putFloat(base, offset, value.floatValue());
            case DOUBLE -> UnsafeApi.putDouble(base, offset, value.doubleValue());
            default -> throw new IllegalStateException("type=" + type);
        }
    }

    /** Combines vectors into the left one. */
    static void combine(final ReduceOp op, final ElementType type, final Number[] left, final Number[] right) {
        for (int i = 0; i < left.length; i += op.group()) {
            if (op.group() == 2) {
                combinePair(op, type, left, right, i);
            } else {
                left[i] = combine(op, type, left[i], right[i]);
            }
        }
    }

    private static void combinePair(final ReduceOp op, final ElementType type, final Number[] left, final Number[] right, final int at) {
        final Number value = combine(op == ReduceOp.MIN_LOCATION ? ReduceOp.MIN : ReduceOp.MAX, type, left[at], right[at]);
        final Number location = !left[at].equals(value) ? right[at + 1] : !right[at].equals(value) ? left[at + 1] :
            combine(ReduceOp.MIN, type, left[at + 1], right[at + 1]);
        left[at] = value;
        left[at + 1] = location;
    }

    private static Number combine(final ReduceOp op, final ElementType type, final Number left, final Number right) {
        if (op == ReduceOp.REPLACE || op == ReduceOp.NO_OP) {
            return op == ReduceOp.REPLACE ? right : left;
        }
        if (!isFloating(type)) {
            return integer(type, ofIntegers(op).applyAsLong(left.longValue(), right.longValue()));
        }
        // A sum and a product of two floats are the same if they are rounded to a double before.
        final double a = left.doubleValue();
        final double b = right.doubleValue();
        return floating(type, switch (op.toString()) {
            case "SUM" -> a + b;
            case "PRODUCT" -> a * b;
            case "MIN" -> Math.min(a, b);
            case "MAX" -> Math.max(a, b);
            default -> throw new IllegalStateException("op=" + op);
        });
    }

    private static LongBinaryOperator ofIntegers(final ReduceOp op) {
        return switch (op.toString()) {
            case "SUM" -> (a, b) -> a + b;
            case "PRODUCT" -> (a, b) -> a * b;
            case "MIN" -> (a, b) -> a < b ? a : b;
            case "MAX" -> (a, b) -> a > b ? a : b;
            case "AND" -> (a, b) -> a & b;
            case "OR" -> (a, b) -> a | b;
            case "XOR" -> (a, b) -> a ^ b;
            case "LOGICAL_AND" -> (a, b) -> a != 0 && b != 0 ? 1 : 0;
            case "LOGICAL_OR" -> (a, b) -> a != 0 || b != 0 ? 1 : 0;
            case "LOGICAL_XOR" -> (a, b) -> (a != 0) != (b != 0) ? 1 : 0;
            default -> throw new IllegalStateException("op=" + op);
        };
    }

    private static Number floating(final ElementType type, final double value) {
        return type == ElementType.FLOAT ? (Number) (float) value : (Number) value;
    }

    private static Number integer(final ElementType type, final long value) {
        return type == null ? (Number) (byte) value : type == ElementType.INT ? (Number) (int) value : (Number) value;
    }
}
