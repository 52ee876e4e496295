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
 * Type of the elements of a {@link Window} that an accumulate combines. Elements are in native byte order.
 */
public enum ElementType {
    /** {@code int}. */
    INT(1, Integer.BYTES, false),
    /** {@code long}. */
    LONG(2, Long.BYTES, false),
    /** {@code float}. */
    FLOAT(3, Float.BYTES, true),
    /** {@code double}. */
    DOUBLE(4, Double.BYTES, true);

    private static final ElementType[] BY_CODE = {null, INT, LONG, FLOAT, DOUBLE};

    private final int code;
    private final int length;
    private final boolean isFloating;

    ElementType(final int code, final int length, final boolean isFloating) {
        this.code = code;
        this.length = length;
        this.isFloating = isFloating;
    }

    /**
     * Returns the number of this type in shared memory.
     *
     * @return code.
     */
    public int code() {
        return code;
    }

    /**
     * Returns the length of an element. Displacements must be multiples of it.
     *
     * @return 4 or 8 bytes.
     */
    public int length() {
        return length;
    }

    /**
     * Returns whether this is a floating-point type.
     *
     * @return true for types that a bitwise {@link AccumulateOp} refuses.
     */
    public boolean isFloating() {
        return isFloating;
    }

    /**
     * Finds a type by its code.
     *
     * @param code any value.
     * @return the type, or null if no type has this code.
     */
    public static ElementType of(final int code) {
        return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
    }
}
