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
package io.tombolo.engine.api.window;

/**
 * Operation with which an accumulate combines an element of a {@link Window} with the operand. Integers wrap around. Minimum and maximum of
 * floating-point numbers are those of {@link Math#min(double, double)} and {@link Math#max(double, double)}.
 */
public enum AccumulateOp {
    /** Sum. */
    SUM(1, false),
    /** Product. */
    PRODUCT(2, false),
    /** Minimum. */
    MIN(3, false),
    /** Maximum. */
    MAX(4, false),
    /** Bitwise and; integers only. */
    AND(5, true),
    /** Bitwise or; integers only. */
    OR(6, true),
    /** Bitwise exclusive or; integers only. */
    XOR(7, true),
    /** The operand replaces the element: an atomic put. */
    REPLACE(8, false),
    /** The element stays: an atomic get. */
    NO_OP(9, false);

    private static final AccumulateOp[] BY_CODE = {null, SUM, PRODUCT, MIN, MAX, AND, OR, XOR, REPLACE, NO_OP};

    private final int code;
    private final boolean isBitwise;

    AccumulateOp(final int code, final boolean isBitwise) {
        this.code = code;
        this.isBitwise = isBitwise;
    }

    /**
     * Returns the number of this operation in shared memory.
     *
     * @return code.
     */
    public int code() {
        return code;
    }

    /**
     * Returns whether the operation is for integers only.
     *
     * @return true for and, or, exclusive or.
     */
    public boolean isBitwise() {
        return isBitwise;
    }

    /**
     * Finds an operation by its code.
     *
     * @param code any value.
     * @return the operation, or null if no operation has this code.
     */
    public static AccumulateOp of(final int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }
}
