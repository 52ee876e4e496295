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

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.window.AccumulateOp;
import io.tombolo.engine.api.window.ElementType;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.order.WindowRecorder;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.Bytes;

/**
 * A put, get or accumulate, from the call that queues it to its completion at the origin. A put is complete when its memory may be reused,
 * an answered access when its answer is there. The calling thread fills the object; then it belongs to the progress owner until its command
 * has ended; then it is reused. Its memory holds the operands, or the result of a get.
 */
public final class RmaOperation extends Operation {
    /** Progress of an access. */
    enum Stage {
        /** Waits in its batch. */
        QUEUED,
        /** Is on its way, and ends once it is published. */
        POSTED,
        /** Waits for its answer. */
        ASKED,
        /** Its answer is being transferred as a long message. */
        GETTING,
        /** Has ended. */
        ENDED
    }

    RmaOperation nextInBatch;
    PacketType packet;
    ElementType element;
    AccumulateOp op;
    long displacement;
    long value;
    long expected;
    boolean isSwap;
    boolean isFetch;
    Object resultBase;
    long resultOffset;
    // Never read: keeps the memory of the result alive.
    private Object resultOwner;
    AccessEpoch epoch;
    Stage stage = Stage.ENDED;
    private Operation request;
    // Null if no result is recorded.
    private WindowRecorder recorder;
    private long resultPosition;

    /**
     * Creates an operation that is not in use.
     */
    public RmaOperation() {
    }

    /**
     * Fills a put or a get.
     *
     * @param isPut           true for a put, false for a get.
     * @param newDisplacement in the target's part.
     * @param newRequest      ends with this, or null.
     */
    public void transfer(final boolean isPut, final long newDisplacement, final Operation newRequest) {
        fill(isPut ? PacketType.PUT : PacketType.GET, newDisplacement, newRequest);
    }

    /**
     * Fills an accumulate.
     *
     * @param type            of the elements.
     * @param newOp           how to combine.
     * @param newDisplacement in the target's part.
     * @param newRequest      ends with this, or null.
     */
    public void accumulate(final ElementType type, final AccumulateOp newOp, final long newDisplacement, final Operation newRequest) {
        fill(PacketType.ACCUMULATE, newDisplacement, newRequest);
        element = type;
        op = newOp;
    }

    /**
     * Fills a compare and swap.
     *
     * @param type            of the element.
     * @param newExpected     to compare with.
     * @param newValue        to replace it by.
     * @param newDisplacement in the target's part.
     * @param newRequest      ends with this, or null.
     */
    public void swap(
        final ElementType type, final long newExpected, final long newValue, final long newDisplacement, final Operation newRequest) {
        accumulate(type, AccumulateOp.REPLACE, newDisplacement, newRequest);
        place(null, 0, type.length(), null);
        isSwap = true;
        expected = newExpected;
        value = newValue;
    }

    /**
     * Asks for the previous elements.
     *
     * @param base     array, or null for absolute addresses.
     * @param offset   in the array, or address.
     * @param newOwner keeps the memory alive.
     */
    public void into(final Object base, final long offset, final Object newOwner) {
        isFetch = true;
        resultBase = base;
        resultOffset = offset;
        resultOwner = newOwner;
    }

    private void fill(final PacketType newPacket, final long newDisplacement, final Operation newRequest) {
        begin(Kind.WINDOW);
        stage = Stage.QUEUED;
        packet = newPacket;
        element = null;
        op = null;
        isSwap = false;
        isFetch = false;
        resultBase = null;
        isPacked = false;
        displacement = newDisplacement;
        request = newRequest;
        recorder = null;
    }

    /**
     * Records the result of a filled operation when it is there; or when it has ended, if it has a request and no result.
     *
     * @param newRecorder of this rank.
     */
    public void record(final WindowRecorder newRecorder) {
        if (isAnswered() || request != null) {
            recorder = newRecorder;
            resultPosition = newRecorder.reserve(isAnswered() ? length : 1);
        }
    }

    /** Records the result, before the memory is forgotten. */
    private void recordResult() {
        if (recorder == null) {
            return;
        }
        final boolean isGet = packet == PacketType.GET;
        final long bytes = isAnswered() ? length : 0;
        long done = 0;
        do {
            final long piece = isGet ? run(done, bytes - done) : bytes;
            recorder.result(resultPosition + done, isGet ? base : resultBase, isGet ? locate(done) : resultOffset, piece);
            done += piece;
        } while (done < bytes);
        recorder = null;
    }

    /**
     * Returns whether the target answers with data.
     */
    boolean isAnswered() {
        return isFetch || packet == PacketType.GET;
    }

    /**
     * Returns whether it may change the target's memory.
     */
    boolean isChange() {
        return packet != PacketType.GET && op != AccumulateOp.NO_OP;
    }

    boolean overlaps(final RmaOperation other) {
        return displacement < other.displacement + other.length && other.displacement < displacement + length;
    }

    /**
     * Copies the answer, which has the length of this access, and completes the access.
     */
    void answer(final long address) {
        if (packet == PacketType.GET) {
            fillFrom(address, length);
        } else {
            Bytes.copy(null, address, resultBase, resultOffset, length);
        }
        complete(Outcome.SUCCESS);
    }

    @Override
    public void published() {
        if (stage == Stage.POSTED) {
            complete(Outcome.SUCCESS);
        }
    }

    @Override
    public void complete(final Outcome newOutcome) {
        if (newOutcome == Outcome.SUCCESS) {
            recordResult();
        }
        super.complete(newOutcome);
        end(newOutcome);
    }

    @Override
    public void complete(final int fromRank, final int fromTag, final long bytes, final long totalLength) {
        recordResult();
        super.complete(fromRank, fromTag, bytes, totalLength);
        end(Outcome.SUCCESS);
    }

    private void end(final Outcome newOutcome) {
        stage = Stage.ENDED;
        resultBase = null;
        resultOwner = null;
        final Operation waiting = request;
        request = null;
        final AccessEpoch endedAt = epoch;
        epoch = null;
        if (waiting != null) {
            waiting.complete(newOutcome);
        }
        endedAt.ended(newOutcome);
    }
}
