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

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Operations on elements of a {@link Window}, each of which is atomic beside the others of the same element type, whoever does them, the
 * target included (S2.30). The operations of one rank on one element happen in their order. They are complete as
 * {@link WindowTransfers} says; those that return a value are complete in the call.
 * <p>
 * Displacements are multiples of the element's length: else {@link Outcome#RMA_RANGE}. A bitwise operation on floating numbers is an
 * {@link IllegalArgumentException}.
 */
public interface WindowAccumulates {
    /**
     * Combines elements of a target's part with operands.
     *
     * @param origin       holds the operands.
     * @param offset       in the origin, in bytes.
     * @param count        elements; 0 does nothing.
     * @param type         of the elements.
     * @param op           how to combine.
     * @param target       rank in an epoch; {@link Communicator#NULL_RANK} does nothing.
     * @param displacement in the target's part, in bytes.
     * @throws WindowException           {@link Outcome#RMA_SYNC} outside of an epoch, {@link Outcome#RMA_RANGE} if the elements do not lie
     *                                   in the target's part, or not aligned.
     * @throws IndexOutOfBoundsException if they do not lie in the origin.
     */
    void accumulate(
        DirectBuffer origin, long offset, long count, ElementType type, AccumulateOp op, int target, long displacement);

    /**
     * As {@link #accumulate(DirectBuffer, long, long, ElementType, AccumulateOp, int, long)}, with a request.
     *
     * @param origin       holds the operands.
     * @param offset       in the origin, in bytes.
     * @param count        elements.
     * @param type         of the elements.
     * @param op           how to combine.
     * @param target       rank.
     * @param displacement in the target's part, in bytes.
     * @param request      idle, is started.
     */
    void accumulate(
        DirectBuffer origin, long offset, long count, ElementType type, AccumulateOp op, int target, long displacement, Request request);

    /**
     * Combines elements of a target's part with operands, and gets what the elements were before.
     *
     * @param origin       holds the operands; not read for {@link AccumulateOp#NO_OP}, and may be null then.
     * @param offset       in the origin, in bytes.
     * @param result       is written; must not overlap the operands.
     * @param resultOffset in the result, in bytes.
     * @param count        elements; 0 does nothing.
     * @param type         of the elements.
     * @param op           how to combine.
     * @param target       rank in an epoch; {@link Communicator#NULL_RANK} does nothing.
     * @param displacement in the target's part, in bytes.
     * @throws WindowException           as for {@link #accumulate(DirectBuffer, long, long, ElementType, AccumulateOp, int, long)}.
     * @throws IndexOutOfBoundsException if they do not lie in the origin, or in the result.
     */
    void getAccumulate(
        DirectBuffer origin, long offset, MutableDirectBuffer result, long resultOffset, long count, ElementType type, AccumulateOp op,
        int target, long displacement);

    /**
     * As {@link #getAccumulate(DirectBuffer, long, MutableDirectBuffer, long, long, ElementType, AccumulateOp, int, long)}, with a request.
     *
     * @param origin       holds the operands.
     * @param offset       in the origin, in bytes.
     * @param result       is written.
     * @param resultOffset in the result, in bytes.
     * @param count        elements.
     * @param type         of the elements.
     * @param op           how to combine.
     * @param target       rank.
     * @param displacement in the target's part, in bytes.
     * @param request      idle, is started.
     */
    void getAccumulate(
        DirectBuffer origin, long offset, MutableDirectBuffer result, long resultOffset, long count, ElementType type, AccumulateOp op,
        int target, long displacement, Request request);

    /**
     * Combines one element with an operand, and gets what it was before:
     * {@link #getAccumulate(DirectBuffer, long, MutableDirectBuffer, long, long, ElementType, AccumulateOp, int, long)} of one element.
     *
     * @param origin       holds the operand.
     * @param offset       in the origin, in bytes.
     * @param result       is written.
     * @param resultOffset in the result, in bytes.
     * @param type         of the element.
     * @param op           how to combine.
     * @param target       rank.
     * @param displacement in the target's part, in bytes.
     */
    void fetchAndOp(
        DirectBuffer origin, long offset, MutableDirectBuffer result, long resultOffset, ElementType type, AccumulateOp op, int target,
        long displacement);

    /**
     * Combines one {@link ElementType#LONG} with an operand, and waits for what it was before. Does not wait for other operations.
     *
     * @param operand      of the operation.
     * @param op           how to combine.
     * @param target       rank in an epoch; {@link Communicator#NULL_RANK} does nothing.
     * @param displacement in the target's part, in bytes.
     * @return the element as it was; 0 for the null rank.
     * @throws WindowException     as for {@link #accumulate(DirectBuffer, long, long, ElementType, AccumulateOp, int, long)}.
     * @throws PeerFailedException if the target has died or left.
     */
    long fetchAndOp(long operand, AccumulateOp op, int target, long displacement);

    /**
     * Replaces one element if it has the bits that it is compared with, and gets what it was before.
     *
     * @param compare       holds the element to compare with.
     * @param compareOffset in it, in bytes.
     * @param origin        holds the element to replace it by.
     * @param offset        in the origin, in bytes.
     * @param result        is written.
     * @param resultOffset  in the result, in bytes.
     * @param type          of the element.
     * @param target        rank in an epoch; {@link Communicator#NULL_RANK} does nothing.
     * @param displacement  in the target's part, in bytes.
     */
    void compareAndSwap(
        DirectBuffer compare, long compareOffset, DirectBuffer origin, long offset, MutableDirectBuffer result, long resultOffset,
        ElementType type, int target, long displacement);

    /**
     * Replaces one {@link ElementType#LONG} if it is as expected, and waits for what it was before. Does not wait for other operations.
     *
     * @param expected     element to compare with.
     * @param value        to replace it by.
     * @param target       rank in an epoch; {@link Communicator#NULL_RANK} does nothing.
     * @param displacement in the target's part, in bytes.
     * @return the element as it was: {@code expected} if it was replaced; 0 for the null rank.
     * @throws WindowException     as for {@link #accumulate(DirectBuffer, long, long, ElementType, AccumulateOp, int, long)}.
     * @throws PeerFailedException if the target has died or left.
     */
    long compareAndSwap(long expected, long value, int target, long displacement);
}
