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
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Logical operations: an integer is true if it is not 0; the result is 1 or 0.
 */
final class Logic {
    // Bit 2 * left + right of a table is the result.
    private static final int AND = 0b1000;
    private static final int OR = 0b1110;
    private static final int XOR = 0b0110;

    private Logic() {
    }

    /**
     * Returns whether an operation is a logical one.
     *
     * @param op any operation.
     * @return true if {@link #combine} knows it.
     */
    static boolean isLogical(final ReduceOp op) {
        return op == ReduceOp.LOGICAL_AND || op == ReduceOp.LOGICAL_OR || op == ReduceOp.LOGICAL_XOR;
    }

    /**
     * Combines elements: {@code left = left op right}.
     *
     * @param op            logical operation.
     * @param elementLength 1, 4 or 8 bytes.
     * @param left          from offset 0 on; receives the result.
     * @param right         from offset 0 on.
     * @param bytes         of each.
     */
    static void combine(
        final ReduceOp op, final int elementLength, final UnsafeBuffer left, final UnsafeBuffer right, final int bytes) {
        final int table = op == ReduceOp.LOGICAL_AND ? AND : op == ReduceOp.LOGICAL_OR ? OR : XOR;
        for (int at = 0; at < bytes; at += elementLength) {
            put(elementLength, left, at, table >>> (2 * truth(elementLength, left, at) + truth(elementLength, right, at)) & 1);
        }
    }

    private static int truth(final int elementLength, final UnsafeBuffer elements, final int at) {
        final long element = switch (elementLength) {
            case Long.BYTES -> elements.getLong(at);
            case Integer.BYTES -> elements.getInt(at);
            default -> elements.getByte(at);
        };
        return element == 0 ? 0 : 1;
    }

    private static void put(final int elementLength, final UnsafeBuffer elements, final int at, final int truth) {
        switch (elementLength) {
            case Long.BYTES -> elements.putLong(at, truth);
            case Integer.BYTES -> elements.putInt(at, truth);
            default -> elements.putByte(at, (byte) truth);
        }
    }
}
