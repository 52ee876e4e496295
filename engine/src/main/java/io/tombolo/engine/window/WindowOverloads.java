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
package io.tombolo.engine.window;

import static io.tombolo.engine.access.ApiAccess.MESSAGING;

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.engine.api.window.WindowAccumulates;
import io.tombolo.engine.api.window.WindowException;
import io.tombolo.engine.api.window.WindowTransfers;
import io.tombolo.engine.collective.Group;
import io.tombolo.engine.communicator.MessageCalls;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.progress.Deadline;
import io.tombolo.engine.region.MemoryAccess;
import io.tombolo.engine.region.SharedRegion;
import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.flight.OrderLimit;
import java.util.Objects;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The overloads of a window's accesses for each kind of memory. Each resolves its memory to a base and an offset, and checks both ranges of
 * the call before it does anything else.
 */
abstract class WindowOverloads implements WindowTransfers, WindowAccumulates {
    private static final int SCRATCH_WORDS = 2;

    private final MessageCalls calls;
    private final Group group;
    private final WindowAccess access;
    private final WindowEpochs epochs;
    private final long[] lengths;
    private final long timeoutNs;
    // By target: operand and result of a call that returns its result.
    private final long[][] scratch;

    WindowOverloads(
        final MessageCalls calls, final WindowAccess access, final WindowEpochs epochs, final long[] lengths, final long timeoutNs) {
        this.calls = calls;
        this.group = calls.group();
        this.access = access;
        this.epochs = epochs;
        this.lengths = lengths;
        this.timeoutNs = timeoutNs;
        this.scratch = new long[group.size()][];
    }

    @Override
    public void put(final DirectBuffer origin, final long offset, final long length, final int target, final long displacement) {
        final long start = MemoryAccess.offset(origin, offset, length, target);
        if (checkAccess(target, displacement, length)) {
            access.put(target, displacement, MemoryAccess.base(origin), start, length, origin, null);
        }
    }

    @Override
    public void put(final MemoryRegion origin, final long offset, final long length, final int target, final long displacement) {
        final Object base = SharedRegion.base(origin, offset, length, target);
        if (checkAccess(target, displacement, length)) {
            access.put(target, displacement, base, SharedRegion.offset(origin, offset, length), length, origin, null);
        }
    }

    @Override
    public void put(
        final DirectBuffer origin, final long offset, final long length, final int target, final long displacement, final Request request) {
        final long start = MemoryAccess.offset(origin, offset, length, target);
        final boolean isAccess = checkAccess(target, displacement, length);
        final WindowRequest work = WindowRequest.of(request, calls);
        final Operation operation = work.begin(target, length);
        if (isAccess) {
            access.put(target, displacement, MemoryAccess.base(origin), start, length, origin, operation);
        }
        start(request, work, operation, isAccess);
    }

    @Override
    public void put(
        final MemoryRegion origin, final long offset, final long length, final int target, final long displacement, final Request request) {
        final Object base = SharedRegion.base(origin, offset, length, target);
        final boolean isAccess = checkAccess(target, displacement, length);
        final WindowRequest work = WindowRequest.of(request, calls);
        final Operation operation = work.begin(target, length);
        if (isAccess) {
            access.put(target, displacement, base, SharedRegion.offset(origin, offset, length), length, origin, operation);
        }
        start(request, work, operation, isAccess);
    }

    @Override
    public void get(final MutableDirectBuffer result, final long offset, final long length, final int target, final long displacement) {
        final long start = MemoryAccess.offset(result, offset, length, target);
        if (checkAccess(target, displacement, length)) {
            access.get(target, displacement, MemoryAccess.base(result), start, length, result, null);
        }
    }

    @Override
    public void get(final MemoryRegion result, final long offset, final long length, final int target, final long displacement) {
        final Object base = SharedRegion.base(result, offset, length, target);
        if (checkAccess(target, displacement, length)) {
            access.get(target, displacement, base, SharedRegion.offset(result, offset, length), length, result, null);
        }
    }

    @Override
    public void get(
        final MutableDirectBuffer result, final long offset, final long length, final int target, final long displacement,
        final Request request) {
        final long start = MemoryAccess.offset(result, offset, length, target);
        final boolean isAccess = checkAccess(target, displacement, length);
        final WindowRequest work = WindowRequest.of(request, calls);
        final Operation operation = work.begin(target, length);
        if (isAccess) {
            access.get(target, displacement, MemoryAccess.base(result), start, length, result, operation);
        }
        start(request, work, operation, isAccess);
    }

    @Override
    public void get(
        final MemoryRegion result, final long offset, final long length, final int target, final long displacement, final Request request) {
        final Object base = SharedRegion.base(result, offset, length, target);
        final boolean isAccess = checkAccess(target, displacement, length);
        final WindowRequest work = WindowRequest.of(request, calls);
        final Operation operation = work.begin(target, length);
        if (isAccess) {
            access.get(target, displacement, base, SharedRegion.offset(result, offset, length), length, result, operation);
        }
        start(request, work, operation, isAccess);
    }

    private static void start(final Request request, final WindowRequest work, final Operation operation, final boolean isAccess) {
        if (!isAccess) {
            operation.complete(Outcome.SUCCESS);
        }
        MESSAGING.start(request, work);
    }

    /**
     * Checks an access, and notes it in its epoch.
     *
     * @return false if there is nothing to do, because the length is 0 or the target is the null rank.
     */
    private boolean checkAccess(final int target, final long displacement, final long length) {
        if (target == Communicator.NULL_RANK) {
            epochs.checkOpen();
            return false;
        }
        epochs.checkAccess(target);
        if (displacement < 0 || length < 0 || displacement > lengths[target] - length) {
            throw new WindowException(Outcome.RMA_RANGE, "displacement=" + displacement + " length=" + length +
                " do not lie in the part of target=" + target + ", which has " + lengths[target] + " bytes");
        }
        return length > 0;
    }

    private boolean checkAccumulate(
        final int target, final long displacement, final long count, final ElementType type, final AccumulateOp op) {
        return checkAccess(target, displacement, count, type, Objects.requireNonNull(op, "op"));
    }

    private boolean checkAccess(
        final int target, final long displacement, final long count, final ElementType type, final AccumulateOp op) {
        if (op != null && op.isBitwise() && type.isFloating()) {
            throw new IllegalArgumentException("op=" + op + " does not combine elements of type=" + type);
        }
        final boolean isAccess = checkAccess(target, displacement, length(count, type));
        if (isAccess && (displacement & type.length() - 1) != 0) {
            throw new WindowException(Outcome.RMA_RANGE, "displacement=" + displacement + " must be a multiple of " + type.length() +
                " for elements of type=" + type);
        }
        return isAccess;
    }

    private static long length(final long count, final ElementType type) {
        if (count < 0 || count > Long.MAX_VALUE / Long.BYTES) {
            throw new IndexOutOfBoundsException("count=" + count + " must be from 0 to " + Long.MAX_VALUE / Long.BYTES);
        }
        return count * type.length();
    }

    @Override
    public void accumulate(
        final DirectBuffer origin, final long offset, final long count, final ElementType type, final AccumulateOp op, final int target,
        final long displacement) {
        final long length = length(count, type);
        final long start = MemoryAccess.offset(origin, offset, length, target);
        if (checkAccumulate(target, displacement, count, type, op)) {
            access.accumulate(target, displacement, MemoryAccess.base(origin), start, length, origin, type, op, null);
        }
    }

    @Override
    public void accumulate(
        final DirectBuffer origin, final long offset, final long count, final ElementType type, final AccumulateOp op, final int target,
        final long displacement, final Request request) {
        final long length = length(count, type);
        final long start = MemoryAccess.offset(origin, offset, length, target);
        final boolean isAccess = checkAccumulate(target, displacement, count, type, op);
        final WindowRequest work = WindowRequest.of(request, calls);
        final Operation operation = work.begin(target, length);
        if (isAccess) {
            access.accumulate(target, displacement, MemoryAccess.base(origin), start, length, origin, type, op, operation);
        }
        start(request, work, operation, isAccess);
    }

    @Override
    public void getAccumulate(
        final DirectBuffer origin, final long offset, final MutableDirectBuffer result, final long resultOffset, final long count,
        final ElementType type, final AccumulateOp op, final int target, final long displacement) {
        checkElements(origin, offset, result, resultOffset, length(count, type), op, target);
        if (checkAccumulate(target, displacement, count, type, op)) {
            getAccumulate(origin, offset, result, resultOffset, count, type, op, target, displacement, (Operation) null);
        }
    }

    @Override
    public void getAccumulate(
        final DirectBuffer origin, final long offset, final MutableDirectBuffer result, final long resultOffset, final long count,
        final ElementType type, final AccumulateOp op, final int target, final long displacement, final Request request) {
        checkElements(origin, offset, result, resultOffset, length(count, type), op, target);
        final boolean isAccess = checkAccumulate(target, displacement, count, type, op);
        final WindowRequest work = WindowRequest.of(request, calls);
        final Operation operation = work.begin(target, length(count, type));
        if (isAccess) {
            getAccumulate(origin, offset, result, resultOffset, count, type, op, target, displacement, operation);
        }
        start(request, work, operation, isAccess);
    }

    private static void checkElements(
        final DirectBuffer origin, final long offset, final DirectBuffer result, final long resultOffset, final long length,
        final AccumulateOp op, final int target) {
        MemoryAccess.offset(result, resultOffset, length, target);
        if (op != AccumulateOp.NO_OP) {
            MemoryAccess.offset(origin, offset, length, target);
        }
    }

    private void getAccumulate(
        final DirectBuffer origin, final long offset, final MutableDirectBuffer result, final long resultOffset, final long count,
        final ElementType type, final AccumulateOp op, final int target, final long displacement, final Operation operation) {
        final boolean isRead = op != AccumulateOp.NO_OP;
        access.getAccumulate(
            target, displacement, isRead ? MemoryAccess.base(origin) : null, isRead ? origin.addressOffset() + offset : 0, origin,
            MemoryAccess.base(result), result.addressOffset() + resultOffset, result, length(count, type), type, op, operation);
    }

    @Override
    public void fetchAndOp(
        final DirectBuffer origin, final long offset, final MutableDirectBuffer result, final long resultOffset, final ElementType type,
        final AccumulateOp op, final int target, final long displacement) {
        getAccumulate(origin, offset, result, resultOffset, 1, type, op, target, displacement);
    }

    @Override
    public long fetchAndOp(final long operand, final AccumulateOp op, final int target, final long displacement) {
        if (!checkAccumulate(target, displacement, 1, ElementType.LONG, op)) {
            return 0;
        }
        final long[] words = takeScratch(target);
        words[0] = operand;
        final Operation operation = WindowRequest.begin(calls.operations().acquire(), group, target, Long.BYTES);
        access.getAccumulate(
            target, displacement, words, Bytes.LONGS_OFFSET, words, words, Bytes.LONGS_OFFSET + Long.BYTES, words, Long.BYTES,
            ElementType.LONG, op, operation);
        return await(operation, target, words, "fetchAndOp");
    }

    @Override
    public void compareAndSwap(
        final DirectBuffer compare, final long compareOffset, final DirectBuffer origin, final long offset,
        final MutableDirectBuffer result, final long resultOffset, final ElementType type, final int target, final long displacement) {
        final long expected = bits(compare, compareOffset, type, target);
        final long value = bits(origin, offset, type, target);
        final long resultStart = MemoryAccess.offset(result, resultOffset, type.length(), target);
        if (checkAccess(target, displacement, 1, type, null)) {
            access.compareAndSwap(target, displacement, expected, value, MemoryAccess.base(result), resultStart, result, type, null);
        }
    }

    private static long bits(final DirectBuffer buffer, final long offset, final ElementType type, final int target) {
        MemoryAccess.offset(buffer, offset, type.length(), target);
        return buffer == null ? 0 : type.length() == Long.BYTES ? buffer.getLong((int) offset) : buffer.getInt((int) offset);
    }

    @Override
    public long compareAndSwap(final long expected, final long value, final int target, final long displacement) {
        if (!checkAccess(target, displacement, 1, ElementType.LONG, null)) {
            return 0;
        }
        final long[] words = takeScratch(target);
        final Operation operation = WindowRequest.begin(calls.operations().acquire(), group, target, Long.BYTES);
        access.compareAndSwap(
            target, displacement, expected, value, words, Bytes.LONGS_OFFSET + Long.BYTES, words, ElementType.LONG, operation);
        return await(operation, target, words, "compareAndSwap");
    }

    private long[] takeScratch(final int target) {
        final long[] words = scratch[target] == null ? new long[SCRATCH_WORDS] : scratch[target];
        // The end of the operation puts it back. An operation that an interrupt or a timeout leaves behind keeps its memory.
        scratch[target] = null;
        return words;
    }

    private long await(final Operation operation, final int target, final long[] words, final String what) {
        if (calls.order() != null) {
            calls.order().checkEnd(operation);
        }
        if (!calls.progress().awaitUntil(operation, Deadline.after(timeoutNs))) {
            calls.limit(OrderLimit.TIME_UP);
            throw Deadline.exception(timeoutNs, "the value of a " + what + " at rank " + target + " of a window",
                "the operation goes on, and its value is lost");
        }
        final Outcome outcome = operation.outcome();
        calls.operations().release(operation);
        scratch[target] = words;
        if (outcome != Outcome.SUCCESS) {
            calls.limit(OrderLimit.FAILURE);
            throw WindowRequest.failure(calls.progress(), group.toWorld(target), outcome, target, what);
        }
        return words[1];
    }
}
