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
 * Atomic operations on elements of a {@link Window}. Each is atomic with respect to all others of the same element type, also those of the
 * target itself (S2.30). Operations of one rank on one element happen in their order. They complete as {@link WindowTransfers} says;
 * operations that return a value complete in the call.
 * <p>
 * Displacements are multiples of the element's length; otherwise the outcome is {@link Outcome#RMA_RANGE}. A bitwise operation on
 * floating-point numbers throws {@link IllegalArgumentException}.
 */
public interface WindowAccumulates {
    /**
     * Combines elements of a target's part with operands.
     *
     * @param origin       holds the operands.
     * @param offset       in the origin, in bytes.
     * @param count        number of elements; 0 does nothing.
     * @param type         of the elements.
     * @param op           operation.
     * @param target       rank in an epoch; {@link Communicator#NULL_RANK} does nothing.
     * @param displacement in the target's part, in bytes.
     * @throws WindowException           {@link Outcome#RMA_SYNC} outside of an epoch; {@link Outcome#RMA_RANGE} if the elements do not lie
     *                                   in the target's part, or are not aligned.
     * @throws IndexOutOfBoundsException if the operands do not lie in the origin.
     */
    void accumulate(
        DirectBuffer origin, long offset, long count, ElementType type, AccumulateOp op, int target, long displacement);

    /**
     * Combines elements of a target's part with operands, with a request; as
     * {@link #accumulate(DirectBuffer, long, long, ElementType, AccumulateOp, int, long)}.
     *
     * @param origin       holds the operands.
     * @param offset       in the origin, in bytes.
     * @param count        number of elements.
     * @param type         of the elements.
     * @param op           operation.
     * @param target       rank.
     * @param displacement in the target's part, in bytes.
     * @param request      idle; active from now on.
     */
    void accumulate(
        DirectBuffer origin, long offset, long count, ElementType type, AccumulateOp op, int target, long displacement, Request request);

    /**
     * Combines elements of a target's part with operands, and gets the previous elements.
     *
     * @param origin       holds the operands; {@link AccumulateOp#NO_OP} does not read it, and allows null.
     * @param offset       in the origin, in bytes.
     * @param result       to fill; must not overlap the operands.
     * @param resultOffset in the result, in bytes.
     * @param count        number of elements; 0 does nothing.
     * @param type         of the elements.
     * @param op           operation.
     * @param target       rank in an epoch; {@link Communicator#NULL_RANK} does nothing.
     * @param displacement in the target's part, in bytes.
     * @throws WindowException           as for {@link #accumulate(DirectBuffer, long, long, ElementType, AccumulateOp, int, long)}.
     * @throws IndexOutOfBoundsException if the elements do not lie in the origin or in the result.
     */
    void getAccumulate(
        DirectBuffer origin, long offset, MutableDirectBuffer result, long resultOffset, long count, ElementType type, AccumulateOp op,
        int target, long displacement);

    /**
     * Combines elements of a target's part with operands and gets the previous elements, with a request; as
     * {@link #getAccumulate(DirectBuffer, long, MutableDirectBuffer, long, long, ElementType, AccumulateOp, int, long)}.
     *
     * @param origin       holds the operands.
     * @param offset       in the origin, in bytes.
     * @param result       to fill.
     * @param resultOffset in the result, in bytes.
     * @param count        number of elements.
     * @param type         of the elements.
     * @param op           operation.
     * @param target       rank.
     * @param displacement in the target's part, in bytes.
     * @param request      idle; active from now on.
     */
    void getAccumulate(
        DirectBuffer origin, long offset, MutableDirectBuffer result, long resultOffset, long count, ElementType type, AccumulateOp op,
        int target, long displacement, Request request);

    /**
     * Combines one element with an operand, and gets the previous element:
     * {@link #getAccumulate(DirectBuffer, long, MutableDirectBuffer, long, long, ElementType, AccumulateOp, int, long)} of one element.
     *
     * @param origin       holds the operand.
     * @param offset       in the origin, in bytes.
     * @param result       to fill.
     * @param resultOffset in the result, in bytes.
     * @param type         of the element.
     * @param op           operation.
     * @param target       rank.
     * @param displacement in the target's part, in bytes.
     */
    void fetchAndOp(
        DirectBuffer origin, long offset, MutableDirectBuffer result, long resultOffset, ElementType type, AccumulateOp op, int target,
        long displacement);

    /**
     * Combines one {@link ElementType#LONG} with an operand, and returns the previous element. Waits for this operation only.
     *
     * @param operand      of the operation.
     * @param op           operation.
     * @param target       rank in an epoch; {@link Communicator#NULL_RANK} does nothing.
     * @param displacement in the target's part, in bytes.
     * @return previous element; 0 for the null rank.
     * @throws WindowException     as for {@link #accumulate(DirectBuffer, long, long, ElementType, AccumulateOp, int, long)}.
     * @throws PeerFailedException if the target has died or left.
     */
    long fetchAndOp(long operand, AccumulateOp op, int target, long displacement);

    /**
     * Replaces one element if its bits equal those of another, and gets the previous element.
     *
     * @param compare       holds the element to compare with.
     * @param compareOffset in it, in bytes.
     * @param origin        holds the new element.
     * @param offset        in the origin, in bytes.
     * @param result        to fill.
     * @param resultOffset  in the result, in bytes.
     * @param type          of the element.
     * @param target        rank in an epoch; {@link Communicator#NULL_RANK} does nothing.
     * @param displacement  in the target's part, in bytes.
     */
    void compareAndSwap(
        DirectBuffer compare, long compareOffset, DirectBuffer origin, long offset, MutableDirectBuffer result, long resultOffset,
        ElementType type, int target, long displacement);

    /**
     * Replaces one {@link ElementType#LONG} if it equals an expected value, and returns the previous element. Waits for this operation
     * only.
     *
     * @param expected     element to compare with.
     * @param value        new element.
     * @param target       rank in an epoch; {@link Communicator#NULL_RANK} does nothing.
     * @param displacement in the target's part, in bytes.
     * @return previous element, which is {@code expected} if it was replaced; 0 for the null rank.
     * @throws WindowException     as for {@link #accumulate(DirectBuffer, long, long, ElementType, AccumulateOp, int, long)}.
     * @throws PeerFailedException if the target has died or left.
     */
    long compareAndSwap(long expected, long value, int target, long displacement);
}
