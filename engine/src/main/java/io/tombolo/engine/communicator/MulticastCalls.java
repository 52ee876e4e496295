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
package io.tombolo.engine.communicator;

import static io.tombolo.engine.access.ApiAccess.MESSAGING;

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Multicast;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.progress.Deadline;
import io.tombolo.engine.pt2pt.PathChoice;
import io.tombolo.engine.region.SharedRegion;
import io.tombolo.engine.transfer.MulticastOperation;
import io.tombolo.engine.transfer.MulticastSend;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.ringbuffers.flight.OrderLimit;

/**
 * The calls of a communicator that send a message to several ranks: checks their arguments, prepares a send for each destination, and
 * copies a long message into a region if the sends share a copy. Memory is a base and an offset.
 */
final class MulticastCalls {
    private final MessageCalls calls;
    private final ClaimCalls claims;
    private final PathChoice choice;

    MulticastCalls(final MessageCalls calls, final ClaimCalls claims) {
        this.calls = calls;
        this.claims = claims;
        this.choice = claims.choice();
    }

    /**
     * Returns a rank that stands for all: if there is none but the null rank, a message needs no memory.
     */
    static int first(final Multicast destinations) {
        for (int i = 0; i < destinations.size(); i++) {
            if (destinations.destination(i) != Communicator.NULL_RANK) {
                return destinations.destination(i);
            }
        }
        return Communicator.NULL_RANK;
    }

    void multicast(
        final Object base, final long offset, final long length, final Object owner, final Multicast destinations, final int tag) {
        calls.progress().handlerCalls().refuse("multicast");
        final boolean isLimited = calls.timeoutNs() != Long.MAX_VALUE;
        check(destinations, tag);
        final int done = sendShort(base, offset, length, owner, destinations, tag);
        final MulticastState state = MulticastState.of(destinations, calls);
        try {
            prepare(state.multicast(), done, base, offset, length, owner, destinations, tag);
            if (done == destinations.size()) {
                MESSAGING.fill(destinations.status(), Communicator.NULL_RANK, tag, length, length, Outcome.SUCCESS);
                state.multicast().ended();
                return;
            }
            state.multicast().isRevocable = isLimited;
            // Nobody waits for the receivers: they must not read the memory of the caller.
            start(state, !isLimited && !destinations.skipsSlow());
            calls.awaitOutcome(state.multicast(), length, destinations.status(), calls.timeoutNs(), Deadline.after(calls.timeoutNs()));
        } finally {
            state.endUse();
        }
    }

    void imulticast(
        final Object base, final long offset, final long length, final Object owner, final Multicast destinations, final int tag,
        final Request request) {
        check(destinations, tag);
        MESSAGING.checkIdle(request);
        // Whether a message has left at once does not follow from the program.
        final int done = calls.order() == null ? sendShort(base, offset, length, owner, destinations, tag) : 0;
        final MulticastState state = MulticastState.of(destinations, calls);
        prepare(state.multicast(), done, base, offset, length, owner, destinations, tag);
        if (done == destinations.size()) {
            state.multicast().ended();
        } else {
            start(state, true);
        }
        MESSAGING.start(request, state);
    }

    /**
     * Sends a short message without an operation, as long as that is possible.
     *
     * @return destinations at the beginning of the list that have it; 0 for a long message.
     */
    private int sendShort(
        final Object base, final long offset, final long length, final Object owner, final Multicast destinations, final int tag) {
        int done = 0;
        while (done < destinations.size() && calls.checks().endOfSend(destinations.destination(done)) == Outcome.SUCCESS &&
            calls.trySend(base, offset, length, owner, destinations.destination(done), tag)) {
            done++;
        }
        return done;
    }

    private void check(final Multicast destinations, final int tag) {
        calls.checks().checkSend(Communicator.NULL_RANK, tag);
        for (int i = 0; i < destinations.size(); i++) {
            calls.checks().checkSend(destinations.destination(i), tag);
        }
        if (calls.order() != null) {
            calls.order().count();
        }
        if (destinations.skipsSlow()) {
            calls.limit(OrderLimit.SKIPPING);
        }
    }

    private void prepare(
        final MulticastOperation multicast, final int first, final Object base, final long offset, final long length, final Object owner,
        final Multicast destinations, final int tag) {
        multicast.beginSends(destinations.size());
        multicast.isSkipping = destinations.skipsSlow();
        multicast.tag = tag;
        multicast.key = Envelope.key(calls.context(), tag);
        SharedRegion.place(multicast, base, offset, length, owner);
        for (int i = first; i < destinations.size(); i++) {
            final int destination = destinations.destination(i);
            if (destination != Communicator.NULL_RANK) {
                final MulticastSend send = multicast.add(destination);
                calls.prepareSend(send, base, offset, length, owner, destination, tag);
                send.end = calls.checks().endOfSend(destination);
            }
        }
    }

    private void start(final MulticastState state, final boolean mayExpose) {
        final MulticastOperation multicast = state.multicast();
        final Operation command = calls.operations().acquire();
        final boolean isLong = multicast.count() > 0 && choice.mayBeRegistered(multicast.length, true);
        multicast.mayExpose = mayExpose;
        if (isLong && lend(state, command)) {
            multicast.copyToRegion();
        } else if (multicast.isRevocable) {
            for (int i = 0; i < multicast.count(); i++) {
                ExpiredCalls.makeRevocable(multicast.send(i));
            }
        }
        run(Operation.Kind.MULTICAST, multicast, command);
        calls.operations().release(command);
        if (multicast.isSkipping && multicast.skipped() > 0) {
            // Brings credit, and meets ranks that have come, for the next call: the program may make no others.
            calls.progress().poll();
        }
    }

    /**
     * Asks for a region, unless the message needs no copy: at once, then after progress that may bring one back, then with one
     * that this thread has made.
     *
     * @return false if there is none now.
     */
    private boolean lend(final MulticastState state, final Operation command) {
        final MulticastOperation multicast = state.multicast();
        if (run(Operation.Kind.LEND, multicast, command)) {
            return true;
        }
        if (!multicast.needsCopy) {
            return false;
        }
        if (multicast.isSkipping && multicast.length > claims.longestRegion()) {
            calls.operations().release(command);
            state.withdraw();
            throw new IllegalArgumentException("length=" + multicast.length + " must be at most " + claims.longestRegion() +
                " for a multicast that skips slow receivers: raise " + ClaimCalls.CLAIM_BYTES_PROPERTY +
                ", or use imulticast from a MemoryRegion");
        }
        calls.progress().poll();
        multicast.mayGrow = true;
        if (run(Operation.Kind.LEND, multicast, command)) {
            return true;
        }
        if (multicast.growth == 0) {
            return false;
        }
        multicast.grown = claims.tryMakeRegion(multicast.growth);
        return run(Operation.Kind.LEND, multicast, command);
    }

    private boolean run(final Operation.Kind kind, final MulticastOperation multicast, final Operation command) {
        command.begin(kind);
        command.target = multicast;
        calls.progress().submit(command);
        calls.progress().awaitUninterrupted(command);
        command.target = null;
        return command.outcome() == Outcome.SUCCESS;
    }
}
