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
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.progress.Deadline;
import io.tombolo.engine.progress.FastPath;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.ringbuffers.flight.OrderLimit;
import io.tombolo.ringbuffers.wait.WaitCall;
import io.tombolo.ringbuffers.wait.WaitKind;
import io.tombolo.ringbuffers.wait.WaitMode;

/**
 * The probes of a communicator. A probe looks for a message that could be received; a matched probe also takes it out of matching.
 */
public final class ProbeCalls {
    private final MessageCalls calls;
    private final Progress progress;
    private final FastPath fastPath;

    /**
     * Makes the probes of one communicator.
     *
     * @param calls of the communicator.
     */
    ProbeCalls(final MessageCalls calls) {
        this.calls = calls;
        this.progress = calls.progress();
        this.fastPath = progress.fastPath();
    }

    void probe(final int source, final int tag, final Status status) {
        calls.checks().checkReceive(source, tag);
        probeMatching(source, tag, MessageCalls.tagMask(tag), status);
    }

    void probe(final int source, final int tag, final int mask, final Status status) {
        probeMatching(source, tag, calls.checks().checkMask(source, tag, mask), status);
    }

    private void probeMatching(final int source, final int tag, final int mask, final Status status) {
        progress.handlerCalls().refuse("probe");
        final CallOrder order = calls.order();
        if (order != null && source == Communicator.ANY_SOURCE) {
            probeAny(order, tag, mask, order.statusOr(status));
        } else {
            awaitMatching(source, tag, mask, status);
        }
    }

    private void probeAny(final CallOrder order, final int tag, final int mask, final Status status) {
        order.ask();
        final int source = order.isReplay() ? order.takeSource(Communicator.ANY_SOURCE) : Communicator.ANY_SOURCE;
        awaitMatching(source, tag, mask, status);
        if (!order.isReplay()) {
            order.found(source, status.source());
        }
    }

    private void awaitMatching(final int source, final int tag, final int mask, final Status status) {
        long mark = progress.waitSteps().mark();
        if (tryProbe(source, tag, mask, status, true)) {
            return;
        }
        final long deadline = Deadline.after(calls.timeoutNs());
        int idle = 0;
        try {
            do {
                idle = pause(idle + 1, mark, deadline, source, tag, mask);
                mark = progress.waitSteps().mark();
            } while (!tryProbe(source, tag, mask, status, idle == 0));
        } finally {
            progress.waits().end(this);
        }
    }

    private int pause(final int idle, final long mark, final long deadline, final int source, final int tag, final int mask) {
        if (Thread.currentThread().isInterrupted()) {
            calls.limit(OrderLimit.INTERRUPTED);
            throw new InterruptException("interrupted while probing rank " + source + " for tag " + tag);
        }
        if (Deadline.isUp(deadline)) {
            calls.timeUp();
            final String rank = source == Communicator.ANY_SOURCE ? "any rank" : "rank " + source;
            final String withTag = tag == Communicator.ANY_TAG ? "any tag" : "tag " + tag;
            throw Deadline.exception(calls.timeoutNs(), "a message from " + rank + " with " + withTag, "nothing was taken");
        }
        if (progress.waitSteps().isToShow(idle)) {
            progress.waits().begin(this, 0, WaitCall.PROBE, WaitMode.ALL, deadline)
                .add(WaitKind.PROBE, calls.group().toWorld(source), mask == 0 ? WaitKind.NO_TAG : tag, calls.context(), 0, mask).publish();
        }
        return progress.waitSteps().step(idle, mark, Deadline.leftNs(deadline));
    }

    /**
     * Looks once for a message and leaves it where it is. Makes progress.
     *
     * @param source member, or a wildcard.
     * @param tag    exact, or a wildcard.
     * @param status filled if there is a message; may be null.
     * @return true if there is a message.
     */
    public boolean iprobe(final int source, final int tag, final Status status) {
        calls.checks().checkReceive(source, tag);
        return lookOnce(source, tag, MessageCalls.tagMask(tag), status);
    }

    /**
     * Looks once for a message whose tag has the same bits under a mask, and leaves it where it is. Makes progress.
     *
     * @param source member, or a wildcard.
     * @param tag    compared under the mask.
     * @param mask   bits of the tag that count.
     * @param status filled if there is a message; may be null.
     * @return true if there is a message.
     */
    public boolean iprobe(final int source, final int tag, final int mask, final Status status) {
        return lookOnce(source, tag, calls.checks().checkMask(source, tag, mask), status);
    }

    private boolean lookOnce(final int source, final int tag, final int mask, final Status status) {
        final CallOrder order = calls.order();
        if (order == null || source == Communicator.NULL_RANK) {
            return tryProbe(source, tag, mask, status, false);
        }
        final Status seen = order.statusOr(status);
        order.ask();
        if (order.isReplay()) {
            final boolean isFound = !order.takeMiss();
            if (isFound) {
                awaitMatching(order.takeSource(source), tag, mask, seen);
            }
            return isFound;
        }
        final boolean isFound = tryProbe(source, tag, mask, seen, false);
        order.answered(isFound, source, seen);
        return isFound;
    }

    private boolean tryProbe(final int source, final int tag, final int mask, final Status status, final boolean isAwaited) {
        if (source == Communicator.NULL_RANK) {
            CallOutcomes.fillForNullRank(status);
            return true;
        }
        final FastPath.Sight sight = !calls.checks().mayTake(source) ? FastPath.Sight.UNKNOWN : fastPath.tryProbe(
            calls.group().toWorld(source), Envelope.key(calls.context(), tag), Envelope.keyMask(mask), status, isAwaited);
        if (sight != FastPath.Sight.UNKNOWN) {
            final boolean isFound = sight.isMessage();
            if (isFound && status != null && calls.outcomes().changesStatus()) {
                MESSAGING.fill(status, calls.group().fromWorld(status.source()), status.tag(), status.length(), status.messageLength(),
                    status.outcome());
            }
            return isFound;
        }
        progress.poll();
        final Operation probe = calls.operations().acquire();
        probe.begin(Operation.Kind.PROBE);
        calls.setEnvelope(probe, source, tag, mask);
        probe.place(null, 0, 0, null);
        progress.submit(probe);
        progress.awaitUninterrupted(probe);
        if (probe.outcome() == Outcome.CANCELLED) {
            calls.operations().release(probe);
            return false;
        }
        calls.finishBlocking(probe, 0, status);
        return true;
    }

    boolean improbe(final int source, final int tag, final Message message) {
        calls.checks().checkReceive(source, tag);
        return matchOnce(source, tag, MessageCalls.tagMask(tag), message);
    }

    /** Looks once for a message whose tag has the same bits under a mask, and opens it. The arguments are checked. */
    boolean matchOnce(final int source, final int tag, final int mask, final Message message) {
        final CallOrder order = calls.order();
        if (order == null || source == Communicator.NULL_RANK) {
            return MessageState.of(message, calls).match(source, tag, mask, false);
        }
        order.ask();
        if (order.isReplay()) {
            final boolean isFound = !order.takeMiss();
            if (isFound) {
                awaitMatched(order.takeSource(source), tag, mask, message);
            }
            return isFound;
        }
        final boolean isFound = MessageState.of(message, calls).match(source, tag, mask, false);
        order.answered(isFound, source, message.status());
        return isFound;
    }

    void mprobe(final int source, final int tag, final Message message) {
        progress.handlerCalls().refuse("mprobe");
        calls.checks().checkReceive(source, tag);
        final CallOrder order = calls.order();
        if (order == null || source != Communicator.ANY_SOURCE) {
            awaitMatched(source, tag, MessageCalls.tagMask(tag), message);
        } else if (order.isReplay()) {
            awaitMatched(order.takeSource(source), tag, MessageCalls.tagMask(tag), message);
        } else {
            awaitMatched(source, tag, MessageCalls.tagMask(tag), message);
            order.found(source, message.status().source());
        }
    }

    private void awaitMatched(final int source, final int tag, final int mask, final Message message) {
        long mark = progress.waitSteps().mark();
        if (MessageState.of(message, calls).match(source, tag, mask, true)) {
            return;
        }
        final long deadline = Deadline.after(calls.timeoutNs());
        int idle = 0;
        try {
            do {
                idle = pause(idle + 1, mark, deadline, source, tag, mask);
                mark = progress.waitSteps().mark();
            } while (!MessageState.of(message, calls).match(source, tag, mask, idle == 0));
        } finally {
            progress.waits().end(this);
        }
    }
}
