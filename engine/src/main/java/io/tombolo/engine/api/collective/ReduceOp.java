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
package io.tombolo.engine.api.collective;

import io.tombolo.engine.api.window.AccumulateOp;
import java.util.Objects;

/**
 * Operation that combines the elements of several ranks. Every operation combines in the order of the ranks, so that the result has the
 * same bits at all ranks and in every run, also for floating-point numbers. Exception: a result that is not a number may be any NaN, at
 * each rank another one.
 * <p>
 * Integers wrap around. Minimum and maximum of floating-point numbers, also with their location, are those of {@link Math#min(double,
 * double)} and {@link Math#max(double, double)}: -0.0 is lower than 0.0, and NaN is the minimum and the maximum of all. Bytes are signed.
 * Immutable.
 */
public final class ReduceOp {
    /** Sum. */
    public static final ReduceOp SUM = new ReduceOp("SUM", 1, 1);
    /** Product. */
    public static final ReduceOp PRODUCT = new ReduceOp("PRODUCT", 2, 1);
    /** Minimum. */
    public static final ReduceOp MIN = new ReduceOp("MIN", 3, 1);
    /** Maximum. */
    public static final ReduceOp MAX = new ReduceOp("MAX", 4, 1);
    /** Bitwise and; integers and bytes only. */
    public static final ReduceOp AND = new ReduceOp("AND", 5, 1);
    /** Bitwise or; integers and bytes only. */
    public static final ReduceOp OR = new ReduceOp("OR", 6, 1);
    /** Bitwise exclusive or; integers and bytes only. */
    public static final ReduceOp XOR = new ReduceOp("XOR", 7, 1);
    /** The element of the highest rank. */
    public static final ReduceOp REPLACE = new ReduceOp("REPLACE", 8, 1);
    /** The element of the lowest rank. */
    public static final ReduceOp NO_OP = new ReduceOp("NO_OP", 9, 1);
    /** Logical and: 1 if no element is 0, else 0; integers and bytes only. */
    public static final ReduceOp LOGICAL_AND = new ReduceOp("LOGICAL_AND", 10, 1);
    /** Logical or: 1 if an element is not 0, else 0; integers and bytes only. */
    public static final ReduceOp LOGICAL_OR = new ReduceOp("LOGICAL_OR", 11, 1);
    /** Logical exclusive or: 1 if an odd number of elements is not 0, else 0; integers and bytes only. */
    public static final ReduceOp LOGICAL_XOR = new ReduceOp("LOGICAL_XOR", 12, 1);
    /**
     * Minimum and its location. Two consecutive elements are a pair: a value, and a location of the same type. The result has the lowest
     * value and its location; of several equal values the lowest location. Not for bytes.
     */
    public static final ReduceOp MIN_LOCATION = new ReduceOp("MIN_LOCATION", 13, 2);
    /** Maximum and its location, as {@link #MIN_LOCATION}: the highest value; of several equal values the lowest location. */
    public static final ReduceOp MAX_LOCATION = new ReduceOp("MAX_LOCATION", 14, 2);

    /** Largest number of elements that an operation of the application combines together. */
    public static final int MAX_GROUP = 256;

    private static final int FUNCTION_CODE = 15;
    private static final ReduceOp[] OF_WINDOWS = {null, SUM, PRODUCT, MIN, MAX, AND, OR, XOR, REPLACE, NO_OP};

    private final String name;
    private final int code;
    private final int group;
    private final ReduceFunction function;
    private final boolean isCommutative;

    private ReduceOp(final String name, final int code, final int group) {
        this.name = name;
        this.code = code;
        this.group = group;
        this.function = null;
        this.isCommutative = true;
    }

    private ReduceOp(final ReduceFunction function, final boolean isCommutative, final int group) {
        this.name = "a function of the application";
        this.code = FUNCTION_CODE;
        this.group = group;
        this.function = Objects.requireNonNull(function, "function");
        this.isCommutative = isCommutative;
    }

    /**
     * Makes an operation of the application.
     *
     * @param function      combines elements; the same at all ranks.
     * @param isCommutative whether the order of the ranks does not matter for the result.
     * @param group         number of consecutive elements that belong together, 1 to {@link #MAX_GROUP}; 2 for complex numbers. Counts
     *                      of a call must be multiples of it. In {@code reduceScatter} the elements of a group take at most 16 KiB
     *                      divided by the number of ranks.
     * @return new operation.
     * @throws IllegalArgumentException if the group is out of range.
     */
    public static ReduceOp of(final ReduceFunction function, final boolean isCommutative, final int group) {
        if (group < 1 || group > MAX_GROUP) {
            throw new IllegalArgumentException("group=" + group + " must be from 1 to " + MAX_GROUP);
        }
        return new ReduceOp(function, isCommutative, group);
    }

    /**
     * Makes an operation of the application that combines single elements.
     *
     * @param function      combines elements; the same at all ranks.
     * @param isCommutative whether the order of the ranks does not matter for the result.
     * @return new operation.
     */
    public static ReduceOp of(final ReduceFunction function, final boolean isCommutative) {
        return of(function, isCommutative, 1);
    }

    /**
     * Finds the operation that combines as an operation of windows does.
     *
     * @param op of windows.
     * @return operation of the same name.
     */
    public static ReduceOp of(final AccumulateOp op) {
        return OF_WINDOWS[op.code()];
    }

    /**
     * Returns the number of this operation in shared memory.
     *
     * @return code; the same for all operations of the application.
     */
    public int code() {
        return code;
    }

    /**
     * Returns how many consecutive elements belong together.
     *
     * @return 1, 2 for a minimum or maximum with its location, or what the application has said.
     */
    public int group() {
        return group;
    }

    /**
     * Returns the function of the application.
     *
     * @return null for an operation of the engine.
     */
    public ReduceFunction function() {
        return function;
    }

    /**
     * Returns whether the order of the ranks does not matter.
     *
     * @return true for the operations of the engine, except {@link #REPLACE} and {@link #NO_OP}.
     */
    public boolean isCommutative() {
        return isCommutative && code != REPLACE.code && code != NO_OP.code;
    }

    @Override
    public String toString() {
        return name;
    }
}
