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
package io.tombolo.engine.order;

import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.ringbuffers.flight.OrderKind;
import io.tombolo.ringbuffers.flight.OrderReader;
import java.util.Arrays;

/**
 * A call of a window, as it was recorded or as it is made now.
 *
 * @param kind    {@link OrderKind#WINDOW}, {@link OrderKind#CALLED} or {@link OrderKind#ACCESS}.
 * @param numbers as the kind lists them; the target as it is.
 */
record WindowEntry(OrderKind kind, long... numbers) {
    private static final int WINDOW = 0;
    private static final int CALL = 1;
    private static final int TARGET = 2;
    private static final int DISPLACEMENT = 3;
    private static final int LENGTH = 4;
    private static final int ELEMENTS = 5;
    private static final int CHECKSUM = 6;
    private static final int HEX = 16;
    private static final int OP_BITS = 4;

    /** Reads the entry at which a reader is. */
    static WindowEntry of(final OrderReader reader) {
        if (reader.kind() == OrderKind.WINDOW) {
            return new WindowEntry(OrderKind.WINDOW, reader.list());
        }
        final boolean isAccess = reader.kind() == OrderKind.ACCESS;
        final long[] numbers = new long[isAccess ? CHECKSUM + 1 : LENGTH];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i == TARGET && !isAccess ? reader.signed(i) : reader.number(i);
        }
        return new WindowEntry(reader.kind(), numbers);
    }

    static WindowEntry called(final int window, final WindowCall call, final int target, final int members) {
        return new WindowEntry(OrderKind.CALLED, window, call.code(), target, members);
    }

    static WindowEntry access(
        final int window, final WindowCall call, final int target, final long displacement, final long length, final ElementType type,
        final AccumulateOp op, final int checksum) {
        return new WindowEntry(
            OrderKind.ACCESS, window, call.code(), target, displacement, length, elements(type, op), Integer.toUnsignedLong(checksum));
    }

    /** Packs what an access does with elements; 0 for bytes. */
    static int elements(final ElementType type, final AccumulateOp op) {
        return type == null ? 0 : type.code() << OP_BITS | (op == null ? 0 : op.code());
    }

    /** Returns whether another call is the same, maybe with other operands. */
    boolean isLike(final WindowEntry other) {
        final int most = Math.min(numbers.length, CHECKSUM);
        return kind == other.kind && numbers.length == other.numbers.length && Arrays.equals(numbers, 0, most, other.numbers, 0, most);
    }

    /** Returns whether another call is the same. */
    boolean isSame(final WindowEntry other) {
        return kind == other.kind && Arrays.equals(numbers, other.numbers);
    }

    /** Describes this call. */
    String describe() {
        return switch (kind) {
            case WINDOW -> "a window with parts of " + Arrays.toString(numbers) + " bytes";
            case CALLED -> WindowCall.text(numbers[CALL]) + (numbers[TARGET] < 0 ? "" : " of target " + numbers[TARGET]) + " of window " +
                numbers[WINDOW] + (numbers[DISPLACEMENT] == 0 ? "" : ", members " + Long.toString(numbers[DISPLACEMENT], HEX));
            default -> WindowCall.text(numbers[CALL]) + " of " + numbers[LENGTH] + " bytes at " + numbers[DISPLACEMENT] + " of target " +
                numbers[TARGET] + " of window " + numbers[WINDOW] + describeElements() + ", checksum " +
                Long.toString(numbers[CHECKSUM], HEX);
        };
    }

    private String describeElements() {
        final ElementType type = ElementType.of((int) numbers[ELEMENTS] >> OP_BITS);
        final AccumulateOp op = AccumulateOp.of((int) numbers[ELEMENTS] & (1 << OP_BITS) - 1);
        return type == null ? "" : ", " + (op == null ? "" : op + " of ") + type;
    }
}
