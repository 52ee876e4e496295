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
 * How an accumulate combines an element of a {@link Window} with the operand. Integers wrap around; the least and greatest of floating
 * numbers are those of {@link Math#min(double, double)} and {@link Math#max(double, double)}.
 */
public enum AccumulateOp {
    /** Their sum. */
    SUM(1, false),
    /** Their product. */
    PRODUCT(2, false),
    /** The lesser. */
    MIN(3, false),
    /** The greater. */
    MAX(4, false),
    /** The bits of both; integers only. */
    AND(5, true),
    /** The bits of either; integers only. */
    OR(6, true),
    /** The bits of one of them; integers only. */
    XOR(7, true),
    /** The operand: an atomic put. */
    REPLACE(8, false),
    /** The element as it was: an atomic get. */
    NO_OP(9, false);

    private static final AccumulateOp[] BY_CODE = {null, SUM, PRODUCT, MIN, MAX, AND, OR, XOR, REPLACE, NO_OP};

    private final int code;
    private final boolean isBitwise;

    AccumulateOp(final int code, final boolean isBitwise) {
        this.code = code;
        this.isBitwise = isBitwise;
    }

    /**
     * Returns the number that stands for this operation in shared memory.
     *
     * @return the code.
     */
    public int code() {
        return code;
    }

    /**
     * Returns whether it takes integers only.
     *
     * @return true for and, or, xor.
     */
    public boolean isBitwise() {
        return isBitwise;
    }

    /**
     * Finds an operation by its code.
     *
     * @param code of any value.
     * @return the operation, or null if there is none.
     */
    public static AccumulateOp of(final int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }
}
