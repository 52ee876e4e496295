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
import io.tombolo.ringbuffers.file.MappedRange;
import io.tombolo.ringbuffers.window.SharedElements;
import io.tombolo.ringbuffers.window.WindowFile;
import io.tombolo.ringbuffers.window.WindowLock;
import java.util.function.LongBinaryOperator;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A part of a window that this process has mapped and accesses directly, with its lock. The caller checks ranges and alignment.
 * <p>
 * <b>Threading:</b> one thread at a time, except for operations on elements.
 */
public final class DirectPart {
    private static final int NO_LENGTH = 0;

    private final MappedRange data;
    private final WindowLock lock;
    private final long start;

    /**
     * Gives access to a part.
     *
     * @param file of the part, mapped for writing; must stay open.
     * @param rank of this process in the job.
     */
    public DirectPart(final WindowFile file, final int rank) {
        this.data = file.data();
        this.lock = file.lock(rank);
        final boolean isWhole = data.length() > 0 && data.length() <= data.run(0);
        this.start = isWhole ? data.address(0, data.length()) : 0;
    }

    /**
     * Returns the lock of the part.
     *
     * @return lock as this rank uses it.
     */
    public WindowLock lock() {
        return lock;
    }

    /**
     * Wraps the part from its start, as far as one buffer reaches.
     *
     * @return a new buffer, which keeps the memory mapped.
     */
    public UnsafeBuffer buffer() {
        final long length = Math.min(data.length(), Integer.MAX_VALUE);
        return length == 0 ? new UnsafeBuffer(new byte[NO_LENGTH]) : data.buffer(0, (int) Math.min(length, data.run(0)));
    }

    /**
     * Copies bytes into the part.
     *
     * @param displacement in the part.
     * @param base         array, or null for absolute addresses.
     * @param offset       in the array, or address.
     * @param length       bytes, positive.
     */
    public void put(final long displacement, final Object base, final long offset, final long length) {
        if (start != 0) {
            Bytes.copy(base, offset, null, start + displacement, length);
        } else {
            data.copyIn(displacement, base, offset, length);
        }
    }

    /**
     * Copies bytes out of the part.
     *
     * @param displacement in the part.
     * @param base         array, or null for absolute addresses.
     * @param offset       in the array, or address.
     * @param length       bytes, positive.
     */
    public void get(final long displacement, final Object base, final long offset, final long length) {
        if (start != 0) {
            Bytes.copy(null, start + displacement, base, offset, length);
        } else {
            data.copyOut(displacement, base, offset, length);
        }
    }

    /**
     * Combines each element with its operand. Each element changes atomically.
     *
     * @param displacement in the part, a multiple of the element's length.
     * @param base         of the operands: array, or null for absolute addresses.
     * @param offset       in the array, or address.
     * @param length       bytes, a multiple of the element's length.
     * @param type         of the elements.
     * @param op           how to combine.
     */
    public void accumulate(
        final long displacement, final Object base, final long offset, final long length, final ElementType type, final AccumulateOp op) {
        final int step = type.length();
        if (op != AccumulateOp.NO_OP) {
            for (long done = 0; done < length; done += step) {
                fetchAndOp(displacement + done, SharedElements.load(base, offset + done, step), type, op);
            }
        }
    }

    /**
     * Combines each element with its operand and returns the previous elements. Each element changes atomically.
     *
     * @param displacement in the part, a multiple of the element's length.
     * @param base         of the operands: array, or null for absolute addresses.
     * @param offset       in the array, or address; meaningless for {@link AccumulateOp#NO_OP}.
     * @param resultBase   of the result: array, or null for absolute addresses.
     * @param resultOffset in the array, or address.
     * @param length       bytes, a multiple of the element's length.
     * @param type         of the elements.
     * @param op           how to combine.
     */
    public void getAccumulate(
        final long displacement, final Object base, final long offset, final Object resultBase, final long resultOffset, final long length,
        final ElementType type, final AccumulateOp op) {
        final int step = type.length();
        for (long done = 0; done < length; done += step) {
            final long operand = op == AccumulateOp.NO_OP ? 0 : SharedElements.load(base, offset + done, step);
            SharedElements.store(resultBase, resultOffset + done, step, fetchAndOp(displacement + done, operand, type, op));
        }
    }

    /**
     * Combines an element with an operand, atomically.
     *
     * @param displacement in the part, a multiple of the element's length.
     * @param operand      bits.
     * @param type         of the element.
     * @param op           how to combine.
     * @return previous bits.
     */
    public long fetchAndOp(final long displacement, final long operand, final ElementType type, final AccumulateOp op) {
        final int length = type.length();
        final long address = address(displacement, length);
        return switch (op) {
            case NO_OP -> SharedElements.get(address, length);
            case REPLACE -> SharedElements.getAndSet(address, length, operand);
            case SUM -> type.isFloating() ? combine(address, operand, type, op) : SharedElements.getAndAdd(address, length, operand);
            default -> combine(address, operand, type, op);
        };
    }

    private static long combine(final long address, final long operand, final ElementType type, final AccumulateOp op) {
        final LongBinaryOperator operator = Combination.of(type, op);
        return SharedElements.getAndCombine(address, type.length(), operand, operator);
    }

    /**
     * Replaces an element if it has the expected bits, atomically.
     *
     * @param displacement in the part, a multiple of the element's length.
     * @param expected     bits.
     * @param value        new bits.
     * @param type         of the element.
     * @return previous bits.
     */
    public long compareAndSwap(final long displacement, final long expected, final long value, final ElementType type) {
        return SharedElements.compareAndExchange(address(displacement, type.length()), type.length(), expected, value);
    }

    /** Returns the address of an element, which never crosses a border of the mapping: both are aligned to its length. */
    private long address(final long displacement, final int length) {
        return start != 0 ? start + displacement : data.address(displacement, length);
    }
}
