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

import io.tombolo.engine.api.collective.ReduceFunction;
import io.tombolo.engine.api.collective.ReduceOp;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The operations that reductions of a type allow: those of the engine, and functions of the application that see errors in the order of
 * the ranks and in the borders of groups of elements.
 */
final class ReductionFunctions {
    private static final ReduceOp[] OF_ALL = {
        ReduceOp.SUM, ReduceOp.PRODUCT, ReduceOp.MIN, ReduceOp.MAX, ReduceOp.REPLACE, ReduceOp.NO_OP};
    private static final ReduceOp[] OF_INTEGERS = {
        ReduceOp.AND, ReduceOp.OR, ReduceOp.XOR, ReduceOp.LOGICAL_AND, ReduceOp.LOGICAL_OR, ReduceOp.LOGICAL_XOR};
    private static final ReduceOp[] OF_PAIRS = {ReduceOp.MIN_LOCATION, ReduceOp.MAX_LOCATION};
    private static final List<List<ReduceOp>> BY_KIND = new ArrayList<>();

    static {
        for (final ElementKind kind : ElementKind.values()) {
            final List<ReduceOp> ops = new ArrayList<>(List.of(OF_ALL));
            if (!kind.isFloating()) {
                ops.addAll(List.of(OF_INTEGERS));
            }
            if (kind != ElementKind.BYTE) {
                ops.addAll(List.of(OF_PAIRS));
            }
            ops.add(of((left, right, count) -> joinedChances(kind, left, right, count), true, 1));
            ops.add(of((left, right, count) -> composedMaps(kind, left, right, count), false, 2));
            ops.add(of((left, right, count) -> joinedPaths(kind, left, right, count), false, 3));
            ops.add(of((left, right, count) -> outerHalves(kind, left, right, count), false, ReduceOp.MAX_GROUP));
            BY_KIND.add(List.copyOf(ops));
        }
    }

    private ReductionFunctions() {
    }

    /** Returns the operations that a type allows, always the same objects. */
    static List<ReduceOp> of(final ElementKind kind) {
        return BY_KIND.get(kind.ordinal());
    }

    private static ReduceOp of(final ReduceFunction function, final boolean isCommutative, final int group) {
        return ReduceOp.of((left, right, count) -> {
            if (count <= 0 || count % group != 0) {
                throw new AssertionError(count + " elements in groups of " + group);
            }
            function.combine(left, right, count);
        }, isCommutative, group);
    }

    /** {@code x + y + xy}. */
    private static void joinedChances(final ElementKind kind, final MutableDirectBuffer left, final DirectBuffer right, final int count) {
        for (int i = 0; i < count; i++) {
            put(kind, left, i, plus(kind, plus(kind, get(kind, left, i), get(kind, right, i)),
                times(kind, get(kind, left, i), get(kind, right, i))));
        }
    }

    /** Pairs (a, b) are maps {@code x -> ax + b}; the map of the lower rank comes first. */
    private static void composedMaps(final ElementKind kind, final MutableDirectBuffer left, final DirectBuffer right, final int count) {
        for (int i = 0; i < count; i += 2) {
            final long factor = get(kind, right, i);
            put(kind, left, i, times(kind, get(kind, left, i), factor));
            put(kind, left, i + 1, plus(kind, times(kind, get(kind, left, i + 1), factor), get(kind, right, i + 1)));
        }
    }

    /** Triples (begin, end, length) are paths; where two do not meet, the joined path is one longer. */
    private static void joinedPaths(final ElementKind kind, final MutableDirectBuffer left, final DirectBuffer right, final int count) {
        for (int i = 0; i < count; i += 3) {
            final boolean isGap = get(kind, left, i + 1) != get(kind, right, i);
            put(kind, left, i + 1, get(kind, right, i + 1));
            final long length = plus(kind, get(kind, left, i + 2), get(kind, right, i + 2));
            put(kind, left, i + 2, isGap ? plus(kind, length, kind.isFloating() ? kind.ofDouble(1) : 1) : length);
        }
    }

    /** The first half of each group is that of the lowest rank, the second half that of the highest. */
    private static void outerHalves(final ElementKind kind, final MutableDirectBuffer left, final DirectBuffer right, final int count) {
        final int group = ReduceOp.MAX_GROUP * kind.length;
        for (int place = 0; place < count * kind.length; place += group) {
            left.putBytes(place + group / 2, right, place + group / 2, group / 2);
        }
    }

    private static long plus(final ElementKind kind, final long x, final long y) {
        return kind.isFloating() ? kind.ofDouble(kind.toDouble(x) + kind.toDouble(y)) : x + y;
    }

    private static long times(final ElementKind kind, final long x, final long y) {
        return kind.isFloating() ? kind.ofDouble(kind.toDouble(x) * kind.toDouble(y)) : x * y;
    }

    private static long get(final ElementKind kind, final DirectBuffer buffer, final int index) {
        return switch (kind.length) {
            case 1 -> buffer.getByte(index);
            case Integer.BYTES -> buffer.getInt(index * Integer.BYTES);
            default -> buffer.getLong(index * Long.BYTES);
        };
    }

    private static void put(final ElementKind kind, final MutableDirectBuffer buffer, final int index, final long element) {
        switch (kind.length) {
            case 1 -> buffer.putByte(index, (byte) element);
            case Integer.BYTES -> buffer.putInt(index * Integer.BYTES, (int) element);
            default -> buffer.putLong(index * Long.BYTES, element);
        }
    }
}
