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

import io.tombolo.engine.api.window.ElementType;
import java.nio.ByteBuffer;

/** Types of the elements of collective operations, with bytes. */
enum ElementKind {
    BYTE(null), INT(ElementType.INT), LONG(ElementType.LONG), FLOAT(ElementType.FLOAT), DOUBLE(ElementType.DOUBLE);

    /** Null for bytes. */
    final ElementType type;
    /** Bytes of an element. */
    final int length;

    ElementKind(final ElementType type) {
        this.type = type;
        this.length = type == null ? 1 : type.length();
    }

    boolean isFloating() {
        return type != null && type.isFloating();
    }

    /** Reads an element: an integer with its sign, a floating-point number as its bits. */
    long get(final ByteBuffer memory, final int index) {
        return switch (length) {
            case 1 -> memory.get(index);
            case Integer.BYTES -> memory.getInt(index * Integer.BYTES);
            default -> memory.getLong(index * Long.BYTES);
        };
    }

    /** Writes an element that {@link #get} has read. */
    void put(final ByteBuffer memory, final int index, final long element) {
        switch (length) {
            case 1 -> memory.put(index, (byte) element);
            case Integer.BYTES -> memory.putInt(index * Integer.BYTES, (int) element);
            default -> memory.putLong(index * Long.BYTES, element);
        }
    }

    /** The value of an element of a floating-point type. */
    double toDouble(final long element) {
        return this == FLOAT ? Float.intBitsToFloat((int) element) : Double.longBitsToDouble(element);
    }

    /** The element of a floating-point type with a value. */
    long ofDouble(final double value) {
        return this == FLOAT ? Float.floatToIntBits((float) value) : Double.doubleToLongBits(value);
    }
}
