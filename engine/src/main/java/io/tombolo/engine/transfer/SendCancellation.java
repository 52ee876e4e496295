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
package io.tombolo.engine.transfer;

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.wire.PacketReturn;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.counters.Counter;

/**
 * Cancels sends (S0.34). A message that has not left is taken out of its queue at once. If its envelope has left, the receiver decides: an
 * ANTI_SEND follows the envelope through the same ring, and drops the message if it is unmatched. The answer, ANTI_SEND_OK, ends the send
 * in exactly one way. A DONE_GET that comes before the answer is kept, and the answer must say no then. One thread at a time.
 */
public final class SendCancellation {
    private final Node node;
    private final Peer[] peers;
    private final LongSends longSends;

    /**
     * Makes the cancellation of one rank's sends.
     *
     * @param node      of this rank.
     * @param peers     by rank.
     * @param longSends of this rank.
     */
    public SendCancellation(final Node node, final Peer[] peers, final LongSends longSends) {
        this.node = node;
        this.peers = peers;
        this.longSends = longSends;
    }

    /**
     * Tries to cancel a send. Leaves it alone if its message has matched.
     *
     * @param operation a send, maybe done.
     */
    public void cancel(final Operation operation) {
        if (operation.isDone()) {
            return;
        }
        final Peer peer = peers[operation.destination];
        if (operation.isQueued()) {
            peer.outbound().withdraw(operation);
            node.counters().increment(Counter.SENDS_CANCELLED);
            operation.complete(Outcome.CANCELLED);
            return;
        }
        final PendingSend send = longSends.pending().find(operation.handle);
        if (send == null || send.operation != operation || send.isMatched()) {
            return;
        }
        if (send.isQueued()) {
            peer.outbound().withdraw(send);
            end(send);
        } else if (send.cancelling == PendingSend.Cancelling.NONE) {
            ask(peer, send, operation.handle);
        }
    }

    /**
     * Ends an operation whose message goes on without it. The memory must stay as it is, but nobody waits for the message.
     *
     * @param longSends of this rank.
     * @param operation a long send, maybe done.
     */
    public static void abandon(final LongSends longSends, final Operation operation) {
        final PendingSend send = longSends.pending().find(operation.handle);
        if (send != null && send.operation == operation) {
            send.release().complete(Outcome.CANCELLED);
        }
    }

    /**
     * Ends an operation whose message goes on without it, and without the memory of its caller: what the receiver does not have yet is sent
     * from a copy. Only a message that is forwarded stays where it is.
     *
     * @param operation a send, maybe done.
     * @return false if it has ended already, or there is no memory for the copy.
     */
    public boolean detach(final Operation operation) {
        final PendingSend send = operation.isDone() ? null : longSends.pending().find(operation.handle);
        if (send == null || send.operation != operation || !send.tryLeaveMemory()) {
            return false;
        }
        send.release().complete(Outcome.CANCELLED);
        return true;
    }

    /**
     * Cancels a long send if its envelope has not left. If it has, only the receiver knows when nobody reads the memory any more.
     *
     * @param longSends of this rank.
     * @param peer      destination.
     * @param operation a long send of an endpoint, maybe done.
     */
    public static void withdraw(final LongSends longSends, final Peer peer, final Operation operation) {
        final PendingSend send = longSends.pending().find(operation.handle);
        if (send != null && send.operation == operation && send.isQueued() && !send.isMatched()) {
            peer.outbound().withdraw(send);
            longSends.finish(send, Outcome.CANCELLED);
        }
    }

    /**
     * Handles the record of a receiver that has dropped a long message, because the connection has ended there.
     *
     * @param peer   that it came from.
     * @param handle of the send, unchecked.
     * @return false if this was not due.
     */
    public boolean dropped(final Peer peer, final long handle) {
        final PendingSend send = longSends.pending().find(handle);
        if (send == null || send.destination != peer.rank() || !send.isDroppable() || !send.isAnswerDue()) {
            return false;
        }
        node.counters().increment(Counter.DONE_GET_RECEIVED);
        longSends.finish(send, Outcome.CANCELLED);
        return true;
    }

    private void ask(final Peer peer, final PendingSend send, final long handle) {
        send.cancelling(PendingSend.Cancelling.ASKED);
        send.cancelRequest.type = PacketType.ANTI_SEND.code();
        send.cancelRequest.destination = send.destination;
        send.cancelRequest.key = send.key;
        send.cancelRequest.words(send.length, handle, 0, 0, 0, 0);
        if (peer.outbound().post(send.cancelRequest)) {
            longSends.count(send.cancelRequest);
        }
    }

    private void end(final PendingSend send) {
        node.counters().increment(Counter.SENDS_CANCELLED);
        longSends.finish(send, Outcome.CANCELLED);
    }

    /**
     * Handles the answer to an ANTI_SEND.
     *
     * @param peer   that it came from.
     * @param handle of the send, unchecked.
     * @param detail of the record, unchecked.
     * @return false if the answer is not one that was due, or contradicts what came before.
     */
    public boolean answered(final Peer peer, final long handle, final int detail) {
        final PendingSend send = longSends.pending().find(handle);
        if (send == null || send.destination != peer.rank() || send.cancelling == PendingSend.Cancelling.NONE ||
            send.cancelRequest.isQueued()) {
            return false;
        }
        final boolean isTooLate = send.cancelling == PendingSend.Cancelling.TOO_LATE;
        send.cancelling(PendingSend.Cancelling.NONE);
        if (isTooLate) {
            longSends.finish(send, Outcome.SUCCESS);
        } else if (detail == PacketReturn.CANCELLED && !send.isMatched()) {
            end(send);
            return true;
        } else {
            send.completeIfDetached();
        }
        return detail == PacketReturn.NOT_CANCELLED;
    }
}
