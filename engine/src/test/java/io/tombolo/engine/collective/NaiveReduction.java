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
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.agrona.concurrent.UnsafeBuffer;

/** Combines elements one after another, to compare with what the engine computes. */
final class NaiveReduction {
    private NaiveReduction() {
    }

    /** {@code left = left op right}, for all elements. */
    static void combine(final ReduceOp op, final ElementKind kind, final byte[] left, final byte[] right) {
        if (left.length == 0) {
            return;
        }
        final int count = left.length / kind.length;
        if (op.function() != null) {
            op.function().combine(new UnsafeBuffer(left), new UnsafeBuffer(right), count);
            return;
        }
        final ByteBuffer target = ByteBuffer.wrap(left).order(ByteOrder.nativeOrder());
        final ByteBuffer source = ByteBuffer.wrap(right).order(ByteOrder.nativeOrder());
        if (op.group() == 2) {
            takeBetterPairs(op == ReduceOp.MIN_LOCATION, kind, target, source, count);
            return;
        }
        final LongBinaryOperator combination = kind.isFloating() ? floating(op, kind) : integer(op);
        for (int i = 0; i < count; i++) {
            kind.put(target, i, combination.applyAsLong(kind.get(target, i), kind.get(source, i)));
        }
    }

    /** Bytes and ints are computed as longs, whose lower bits are theirs. */
    private static LongBinaryOperator integer(final ReduceOp op) {
        return switch (op.toString()) {
            case "SUM" -> (x, y) -> x + y;
            case "PRODUCT" -> (x, y) -> x * y;
            case "MIN" -> Math::min;
            case "MAX" -> Math::max;
            case "AND" -> (x, y) -> x & y;
            case "OR" -> (x, y) -> x | y;
            case "XOR" -> (x, y) -> x ^ y;
            case "REPLACE" -> (x, y) -> y;
            case "NO_OP" -> (x, y) -> x;
            case "LOGICAL_AND" -> (x, y) -> x != 0 && y != 0 ? 1 : 0;
            case "LOGICAL_OR" -> (x, y) -> x != 0 || y != 0 ? 1 : 0;
            case "LOGICAL_XOR" -> (x, y) -> x != 0 ^ y != 0 ? 1 : 0;
            default -> throw new AssertionError(op);
        };
    }

    private static LongBinaryOperator floating(final ReduceOp op, final ElementKind kind) {
        return switch (op.toString()) {
            case "SUM" -> onValues(kind, Double::sum);
            case "PRODUCT" -> onValues(kind, (x, y) -> x * y);
            case "MIN" -> onValues(kind, Math::min);
            case "MAX" -> onValues(kind, Math::max);
            case "REPLACE" -> (x, y) -> y;
            case "NO_OP" -> (x, y) -> x;
            default -> throw new AssertionError(op);
        };
    }

    /** Floats are computed as doubles: the float nearest to a sum or product of two floats is the same. */
    private static LongBinaryOperator onValues(final ElementKind kind, final DoubleBinaryOperator operator) {
        return (x, y) -> kind.ofDouble(operator.applyAsDouble(kind.toDouble(x), kind.toDouble(y)));
    }

    private static void takeBetterPairs(
        final boolean isMinimum, final ElementKind kind, final ByteBuffer target, final ByteBuffer source, final int count) {
        for (int i = 0; i < count; i += 2) {
            final int values = compare(kind, kind.get(source, i), kind.get(target, i));
            final int locations = compare(kind, kind.get(source, i + 1), kind.get(target, i + 1));
            if (values == 0 ? locations < 0 : values < 0 == isMinimum) {
                kind.put(target, i, kind.get(source, i));
                kind.put(target, i + 1, kind.get(source, i + 1));
            }
        }
    }

    private static int compare(final ElementKind kind, final long x, final long y) {
        return kind.isFloating() ? Double.compare(kind.toDouble(x), kind.toDouble(y)) : Long.compare(x, y);
    }
}
