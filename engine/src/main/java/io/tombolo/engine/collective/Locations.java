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
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Minimum and maximum with their location. A pair replaces another one if its value is better, or as good and its location lower. Values
 * are ordered as {@link Math#min(double, double)} and {@link Math#max(double, double)} order them: NaN is better than any number, and -0.0
 * is lower than 0.0.
 */
final class Locations {
    private Locations() {
    }

    /**
     * Returns whether an operation is one on pairs of a value and its location.
     *
     * @param op any operation.
     * @return true if {@link #combine} knows it.
     */
    static boolean isOnPairs(final ReduceOp op) {
        return op == ReduceOp.MIN_LOCATION || op == ReduceOp.MAX_LOCATION;
    }

    /**
     * Combines pairs: {@code left = left op right}.
     *
     * @param op    operation on pairs.
     * @param type  of value and location.
     * @param left  from offset 0 on; receives the result.
     * @param right from offset 0 on.
     * @param bytes of each.
     */
    static void combine(
        final ReduceOp op, final ElementType type, final UnsafeBuffer left, final UnsafeBuffer right, final int bytes) {
        final int pair = 2 * type.length();
        for (int at = 0; at < bytes; at += pair) {
            int comparison = compareValues(op, type, left, right, at);
            if (comparison == 0) {
                comparison = compare(type, left, right, at + type.length());
            }
            if (comparison > 0) {
                left.putBytes(at, right, at, pair);
            }
        }
    }

    /** {@return positive if the right value is better, negative if it is worse} */
    private static int compareValues(
        final ReduceOp op, final ElementType type, final UnsafeBuffer left, final UnsafeBuffer right, final int at) {
        final int comparison = compare(type, left, right, at);
        // NaN compares as the greatest value: it is a better maximum as it is, and a better minimum the other way round.
        final boolean isMaximum = op == ReduceOp.MAX_LOCATION || type.isFloating() &&
            (Double.isNaN(floating(type, left, at)) || Double.isNaN(floating(type, right, at)));
        return isMaximum ? -comparison : comparison;
    }

    private static int compare(final ElementType type, final UnsafeBuffer left, final UnsafeBuffer right, final int at) {
        return type.isFloating() ? Double.compare(floating(type, left, at), floating(type, right, at)) :
            Long.compare(integer(type, left, at), integer(type, right, at));
    }

    private static double floating(final ElementType type, final UnsafeBuffer elements, final int at) {
        return type == ElementType.DOUBLE ? elements.getDouble(at) : elements.getFloat(at);
    }

    private static long integer(final ElementType type, final UnsafeBuffer elements, final int at) {
        return type == ElementType.LONG ? elements.getLong(at) : elements.getInt(at);
    }
}
