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

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.WindowMode;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.order.WindowCall;
import io.tombolo.engine.order.WindowReplay;
import io.tombolo.engine.progress.WaitSteps;
import io.tombolo.engine.region.SharedRegion;
import io.tombolo.engine.rma.WindowPart;
import io.tombolo.ringbuffers.Bytes;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Access to a window in packet mode in a replay. Nothing is sent: each access is compared with the record, and its result comes from there
 * at once. An access that had not ended in the recorded run does not end here either.
 */
final class ReplayedAccess extends WindowAccess {
    private final WindowReplay replay;
    private final int id;
    private final int own;
    private final WindowPart part;
    private final OperandChecksum checksum = new OperandChecksum();
    private final Operation memory = new Operation();

    /**
     * Creates an access.
     *
     * @param replay of this rank.
     * @param id     number of the window.
     * @param own    number of this rank in the window.
     * @param part   of this rank.
     */
    ReplayedAccess(final WindowReplay replay, final int id, final int own, final WindowPart part) {
        this.replay = replay;
        this.id = id;
        this.own = own;
        this.part = part;
    }

    @Override
    WindowMode mode() {
        return WindowMode.PACKET;
    }

    @Override
    void lock(final int target, final LockType type, final long timeoutNs) {
        // The record says that it was granted.
    }

    @Override
    boolean unlock(final int target, final long deadline) {
        return true;
    }

    @Override
    void begin(final int target) {
        // Nobody has to know.
    }

    @Override
    boolean flush(final int target, final long deadline) {
        return true;
    }

    @Override
    boolean flushLocal(final int target, final long deadline) {
        return true;
    }

    @Override
    void put(
        final int target, final long displacement, final Object base, final long offset, final long length, final Object owner,
        final Operation request) {
        replay.access(id, WindowCall.PUT, target, displacement, length, null, null, checksum.of(base, offset, length, owner));
        end(request);
    }

    @Override
    void get(
        final int target, final long displacement, final Object base, final long offset, final long length, final Object owner,
        final Operation request) {
        replay.access(id, WindowCall.GET, target, displacement, length, null, null, 0);
        answer(base, offset, length, owner, request);
    }

    @Override
    void accumulate(
        final int target, final long displacement, final Object base, final long offset, final long length, final Object owner,
        final ElementType type, final AccumulateOp op, final Operation request) {
        final int sum = checksum.of(base, offset, length, owner);
        replay.access(id, WindowCall.ACCUMULATE, target, displacement, length, type, op, sum);
        end(request);
    }

    @Override
    void getAccumulate(
        final int target, final long displacement, final Object base, final long offset, final Object owner, final Object resultBase,
        final long resultOffset, final Object resultOwner, final long length, final ElementType type, final AccumulateOp op,
        final Operation request) {
        final int sum = op == AccumulateOp.NO_OP ? 0 : checksum.of(base, offset, length, owner);
        replay.access(id, WindowCall.GET_ACCUMULATE, target, displacement, length, type, op, sum);
        answer(resultBase, resultOffset, length, resultOwner, request);
    }

    @Override
    void compareAndSwap(
        final int target, final long displacement, final long expected, final long value, final Object resultBase,
        final long resultOffset, final Object resultOwner, final ElementType type, final Operation request) {
        replay.access(
            id, WindowCall.COMPARE_AND_SWAP, target, displacement, type.length(), type, null, checksum.of(expected, value));
        answer(resultBase, resultOffset, type.length(), resultOwner, request);
    }

    private void end(final Operation request) {
        if (request != null && replay.takeEnd()) {
            request.complete(Outcome.SUCCESS);
        }
    }

    private void answer(final Object base, final long offset, final long length, final Object owner, final Operation request) {
        final byte[] result = replay.takeResult(length);
        if (result == null) {
            return;
        }
        SharedRegion.place(memory, base, offset, length, owner);
        for (long done = 0; done < length;) {
            final long bytes = memory.run(done, length - done);
            Bytes.copy(result, Bytes.BYTES_OFFSET + done, memory.base, memory.locate(done), bytes);
            done += bytes;
        }
        memory.place(null, 0, 0, null);
        if (request != null) {
            request.complete(Outcome.SUCCESS);
        }
    }

    @Override
    UnsafeBuffer buffer(final int target) {
        return PacketAccess.buffer(part, target, own);
    }

    @Override
    boolean isTainted(final int target) {
        return false;
    }

    @Override
    boolean queryIdle() {
        return true;
    }

    @Override
    int awaitIdle(final WaitSteps steps, final int idle, final long mark, final long leftNs) {
        return 0;
    }

    @Override
    boolean awaitAbandoned(final long deadline) {
        return true;
    }

    @Override
    void close() {
        replay.close(id);
    }

    @Override
    void leave() {
        replay.close(id);
    }
}
