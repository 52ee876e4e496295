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
package io.tombolo.engine.rma;

import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.ringbuffers.Bytes;
import java.nio.ByteBuffer;
import java.util.function.LongBinaryOperator;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Combines elements of this rank's part of a window with operands. One thread, the progress owner, does so for all ranks, which makes the
 * operations atomic (S2.30). It works with plain accesses, block by block, in two buffers of its own.
 */
final class Elements {
    private static final int BLOCK = 4096;

    private final UnsafeBuffer current = new UnsafeBuffer(ByteBuffer.allocateDirect(BLOCK));
    private final UnsafeBuffer operands = new UnsafeBuffer(ByteBuffer.allocateDirect(BLOCK));
    private final long currentAddress = BufferUtil.address(current.byteBuffer());
    private final long operandsAddress = BufferUtil.address(operands.byteBuffer());

    /**
     * Combines each element of a range with its operand.
     *
     * @param displacement in the part; the range is checked.
     * @param base         of the operands.
     * @param offset       of the operands; unused for {@link AccumulateOp#NO_OP}.
     * @param length       bytes, a multiple of the element's length.
     * @param isFetch      whether the previous elements are copied to the result.
     * @param result       array, or null for absolute addresses.
     * @param resultOffset in the result.
     */
    void accumulate(
        final WindowPart part, final long displacement, final Object base, final long offset, final long length, final ElementType type,
        final AccumulateOp op, final boolean isFetch, final Object result, final long resultOffset) {
        for (long done = 0; done < length; done += BLOCK) {
            final int bytes = (int) Math.min(BLOCK, length - done);
            part.copyOut(displacement + done, null, currentAddress, bytes);
            if (isFetch) {
                Bytes.copy(null, currentAddress, result, resultOffset + done, bytes);
            }
            if (op != AccumulateOp.NO_OP) {
                Bytes.copy(base, offset + done, null, operandsAddress, bytes);
                combine(type, op, bytes);
                part.copyIn(displacement + done, null, currentAddress, bytes);
            }
        }
    }

    private void combine(final ElementType type, final AccumulateOp op, final int bytes) {
        final LongBinaryOperator combination = Combination.of(type, op);
        if (combination == null) {
            current.putBytes(0, operands, 0, bytes);
        } else if (type.length() == Long.BYTES) {
            for (int at = 0; at < bytes; at += Long.BYTES) {
                current.putLong(at, combination.applyAsLong(current.getLong(at), operands.getLong(at)));
            }
        } else {
            for (int at = 0; at < bytes; at += Integer.BYTES) {
                current.putInt(at, (int) combination.applyAsLong(current.getInt(at), operands.getInt(at)));
            }
        }
    }

    /**
     * Replaces an element if it has the expected value.
     *
     * @return previous value; for an int, in the low half.
     */
    long compareAndSwap(final WindowPart part, final long displacement, final ElementType type, final long expected, final long value) {
        part.copyOut(displacement, null, currentAddress, type.length());
        final boolean isLong = type.length() == Long.BYTES;
        final long element = isLong ? current.getLong(0) : current.getInt(0);
        if (element == (isLong ? expected : (int) expected)) {
            if (isLong) {
                current.putLong(0, value);
            } else {
                current.putInt(0, (int) value);
            }
            part.copyIn(displacement, null, currentAddress, type.length());
        }
        return element;
    }
}
