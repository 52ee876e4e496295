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
import io.tombolo.engine.api.ErrorMode;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Promise;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.collective.Collectives;
import io.tombolo.engine.collective.Group;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.node.GroupMembers;
import io.tombolo.engine.progress.BlockingOperations;
import io.tombolo.engine.progress.Deadline;
import io.tombolo.engine.progress.FastPath;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.pt2pt.ExactBins;
import io.tombolo.engine.pt2pt.FastReceives;
import io.tombolo.engine.region.SharedRegion;
import io.tombolo.engine.telemetry.HandlerCalls;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.matching.Matcher;
import io.tombolo.ringbuffers.flight.OrderLimit;
import java.util.Set;

/**
 * The calls of a communicator, with memory as a base and an offset. It checks ranks and tags, turns calls into operations, waits if the
 * call blocks, and throws errors if the error mode of the communicator says so.
 */
public final class MessageCalls {
    private final Progress progress;
    private final FastPath fastPath;
    private final HandlerCalls handlerCalls;
    private final BlockingOperations operations;
    private final Group group;
    private final int context;
    private final Collectives collectives;
    private final GroupMembers members;
    private final CallChecks checks;
    private final ProbeCalls probes;
    private final LostMembers lost;
    private final OperationWait waits;
    // Null if the order of calls is neither recorded nor replayed.
    private final CallOrder order;
    private final boolean isBinned;
    private final CallOutcomes outcomes;
    private final ExpiredCalls expired;
    // Longest wait of a call in nanoseconds, or Long.MAX_VALUE.
    private final long timeoutNs;
    // The calls without a limit, which keep what can change.
    private final MessageCalls unlimited;

    /**
     * Makes the calls of one communicator. Their waits have no limit.
     *
     * @param progress    of the rank.
     * @param operations  of the rank.
     * @param group       ranks of the communicator.
     * @param context     of its messages.
     * @param promises    unmodifiable.
     * @param collectives of the same group.
     * @param members     of the same group.
     */
    public MessageCalls(
        final Progress progress, final BlockingOperations operations, final Group group, final int context, final Set<Promise> promises,
        final Collectives collectives, final GroupMembers members) {
        this.progress = progress;
        this.fastPath = progress.fastPath();
        this.handlerCalls = progress.handlerCalls();
        this.operations = operations;
        this.group = group;
        this.context = context;
        this.collectives = collectives;
        this.members = members;
        this.checks = new CallChecks(group, members, promises);
        this.isBinned = isBinned(progress, promises);
        this.outcomes = new CallOutcomes(progress, group, members, promises.contains(Promise.EXACT_LENGTH));
        this.expired = new ExpiredCalls(progress, operations);
        this.timeoutNs = Long.MAX_VALUE;
        this.unlimited = this;
        this.order = CallOrder.of(progress, group);
        this.probes = new ProbeCalls(this);
        this.lost = new LostMembers(collectives.groupAgreement());
        this.waits = new OperationWait(progress, operations, members, lost);
    }

    private MessageCalls(final MessageCalls unlimited, final long timeoutNs) {
        this.progress = unlimited.progress;
        this.fastPath = unlimited.fastPath;
        this.handlerCalls = unlimited.handlerCalls;
        this.operations = unlimited.operations;
        this.group = unlimited.group;
        this.context = unlimited.context;
        this.collectives = unlimited.collectives;
        this.checks = unlimited.checks;
        this.isBinned = unlimited.isBinned;
        this.outcomes = unlimited.outcomes;
        this.expired = unlimited.expired;
        this.timeoutNs = timeoutNs;
        this.unlimited = unlimited;
        this.members = unlimited.members;
        this.lost = unlimited.lost;
        this.waits = unlimited.waits;
        this.order = unlimited.order;
        this.probes = new ProbeCalls(this);
    }

    /**
     * Makes calls of the same communicator that wait no longer than a timeout.
     *
     * @param newTimeoutNs nanoseconds, or {@link Long#MAX_VALUE} for no limit.
     * @return new object, which shares everything with this one.
     */
    MessageCalls within(final long newTimeoutNs) {
        return isReplay() ? unlimited : new MessageCalls(unlimited, newTimeoutNs);
    }

    /** Returns the calls of the same communicator without a limit. */
    MessageCalls unlimited() {
        return unlimited;
    }

    /**
     * Returns how long a call may wait.
     *
     * @return nanoseconds, or {@link Long#MAX_VALUE} for no limit.
     */
    long timeoutNs() {
        return timeoutNs;
    }

    /**
     * Returns whether threads post receives into bins: several threads may call, and no receive has a wildcard.
     */
    static boolean isBinned(final Progress progress, final Set<Promise> promises) {
        return !progress.isSingle() && promises.contains(Promise.NO_ANY_SOURCE) && promises.contains(Promise.NO_ANY_TAG);
    }

    /**
     * Returns the progress of the rank.
     *
     * @return always the same.
     */
    public Progress progress() {
        return progress;
    }

    /**
     * Returns the ranks of the communicator.
     *
     * @return always the same.
     */
    public Group group() {
        return group;
    }

    /**
     * Returns the context of the communicator's messages. Its collective operations have the next context.
     *
     * @return 0 for the world.
     */
    public int context() {
        return context;
    }

    /**
     * Returns the operations that blocking calls use.
     *
     * @return those of the rank.
     */
    public BlockingOperations operations() {
        return operations;
    }

    CallChecks checks() {
        return checks;
    }

    /**
     * Returns the probes of the communicator.
     *
     * @return always the same.
     */
    public ProbeCalls probes() {
        return probes;
    }

    /** Returns what the calls tell their callers. */
    CallOutcomes outcomes() {
        return outcomes;
    }

    /**
     * Returns the collective operations of the communicator.
     *
     * @return always the same.
     */
    public Collectives collectives() {
        return collectives;
    }

    /**
     * Returns what records the outcomes of the calls, or what they follow.
     *
     * @return null if neither.
     */
    public CallOrder order() {
        return order;
    }

    LostMembers lost() {
        return lost;
    }

    OperationWait waits() {
        return waits;
    }

    /** Returns the members of the communicator as processes. */
    GroupMembers members() {
        return members;
    }

    void errors(final ErrorMode mode) {
        outcomes.errors(mode);
    }

    /**
     * Sends a message. Returns when the caller may use the memory again.
     *
     * @param base        array, or null for an address
     * @param offset      from the base, in bytes
     * @param length      of the message, in bytes
     * @param owner       object that keeps the memory alive; may be null
     * @param destination member, or the null rank
     * @param tag         not negative
     */
    public void send(
        final Object base, final long offset, final long length, final Object owner, final int destination, final int tag) {
        handlerCalls.refuse("send");
        final boolean mayStart = checks.checkSend(destination, tag);
        if (!mayStart || !trySend(base, offset, length, owner, destination, tag)) {
            sendAsOperation(base, offset, length, owner, destination, tag, mayStart);
        }
    }

    /** Sends a short message at once, if that is possible; drops one for the null rank. */
    boolean trySend(
        final Object base, final long offset, final long length, final Object owner, final int destination, final int tag) {
        return destination == Communicator.NULL_RANK || SharedRegion.mayBeShort(base, owner, length) &&
            fastPath.trySend(group.toWorld(destination), Envelope.key(context, tag), base, offset, length);
    }

    private void sendAsOperation(
        final Object base, final long offset, final long length, final Object owner, final int destination, final int tag,
        final boolean mayStart) {
        sendAsOperation(base, offset, length, owner, destination, tag, mayStart, Deadline.after(timeoutNs));
    }

    void sendAsOperation(
        final Object base, final long offset, final long length, final Object owner, final int destination, final int tag,
        final boolean mayStart, final long deadline) {
        final Operation send = operations.acquire();
        prepareSend(send, base, offset, length, owner, destination, tag);
        startBlockingSend(send, destination, mayStart);
        finishBlocking(send, length, null, deadline);
    }

    /** Starts the send of a blocking call. If the call may give up, the receiver must not read the memory itself. */
    void startBlockingSend(final Operation send, final int destination, final boolean mayStart) {
        if (timeoutNs != Long.MAX_VALUE) {
            ExpiredCalls.makeRevocable(send);
        }
        startSend(send, destination, mayStart);
    }

    /**
     * Starts a send, or ends it because the communicator is revoked or its destination is lost.
     *
     * @param mayStart answer of {@link CallChecks#checkSend}.
     */
    void startSend(final Operation send, final int destination, final boolean mayStart) {
        if (mayStart) {
            submit(send);
        } else {
            send.complete(checks.endOfSend(destination));
        }
    }

    void isend(
        final Object base, final long offset, final long length, final Object owner, final int destination, final int tag,
        final Request request) {
        final boolean mayStart = checks.checkSend(destination, tag);
        final RequestState state = RequestState.of(request, this);
        final Operation send = state.operation();
        // A send that has left needs no test. Whether it has does not follow from the program.
        if (order == null && mayStart && destination != Communicator.NULL_RANK && SharedRegion.mayBeShort(base, owner, length)) {
            if (fastPath.trySend(group.toWorld(destination), Envelope.key(context, tag), base, offset, length)) {
                send.kind = Operation.Kind.SEND;
                MESSAGING.startSent(request, state, destination, tag, length);
                return;
            }
        }
        prepareSend(send, base, offset, length, owner, destination, tag);
        startSend(request, state, destination, mayStart);
    }

    void startSend(final Request request, final RequestState state, final int destination, final boolean mayStart) {
        startSend(state.operation(), destination, mayStart);
        MESSAGING.start(request, state);
    }

    /**
     * Checks the arguments of a send whose memory is not that of the caller.
     *
     * @throws MessagingException if the communicator is revoked or the destination is lost, whatever the error mode is.
     */
    void checkStart(final int destination, final int tag) {
        if (!checks.checkSend(destination, tag)) {
            limit(OrderLimit.FAILURE);
            throw progress.failures().collective(
                checks.endOfSend(destination), destination, group.toWorld(destination), "send to rank " + destination + " with tag " + tag);
        }
    }

    /** Starts an operation again whose arguments were checked before: a send to a lost member ends at once. */
    void submitAgain(final Operation operation) {
        if (operation.kind.isSend()) {
            final int destination = group.fromWorld(operation.destination);
            startSend(operation, destination, checks.endOfSend(destination) == Outcome.SUCCESS);
        } else {
            submit(operation);
        }
    }

    void submit(final Request request, final RequestState state) {
        submit(state.operation());
        MESSAGING.start(request, state);
    }

    /**
     * Starts an operation, or completes it at once if its peer is the null rank.
     */
    void submit(final Operation operation) {
        if (operation.source == Communicator.NULL_RANK || operation.destination == Communicator.NULL_RANK) {
            operation.complete(Communicator.NULL_RANK, Communicator.ANY_TAG, 0, 0);
        } else if (order == null || order.begin(operation)) {
            progress.submit(operation);
        }
    }

    private boolean isReplay() {
        return order != null && order.isReplay();
    }

    /** Records that the time of a call was up, if that is recorded. */
    void timeUp() {
        limit(OrderLimit.TIME_UP);
    }

    /**
     * Records that no replay can follow, if the order is recorded.
     *
     * @param reason for that.
     */
    public void limit(final OrderLimit reason) {
        if (order != null) {
            order.limit(reason);
        }
    }

    /** Looks how an operation has ended, if that is recorded. */
    void ended(final Operation operation) {
        if (order != null) {
            order.ended(operation);
        }
    }

    /** Submits the receive of a blocking call. */
    void submitBlocking(final Operation receive) {
        if (order != null) {
            order.beginBlocking(receive);
        }
        progress.submit(receive);
    }

    /**
     * Prepares a send. The caller submits it.
     *
     * @param send        idle operation
     * @param base        array, or null for an address
     * @param offset      from the base, in bytes
     * @param length      of the message, in bytes
     * @param owner       object that keeps the memory alive; may be null
     * @param destination member
     * @param tag         not negative
     */
    public void prepareSend(
        final Operation send, final Object base, final long offset, final long length, final Object owner, final int destination,
        final int tag) {
        send.begin(Operation.Kind.SEND);
        send.destination = group.toWorld(destination);
        send.source = send.destination;
        send.tag = tag;
        send.key = Envelope.key(context, tag);
        SharedRegion.place(send, base, offset, length, owner);
    }

    /**
     * Receives a message.
     *
     * @param base     array, or null for an address
     * @param offset   from the base, in bytes
     * @param capacity of the memory, in bytes
     * @param owner    object that keeps the memory alive; may be null
     * @param source   member, wildcard, or the null rank
     * @param tag      exact, or a wildcard
     * @param status   filled; may be null
     */
    public void recv(
        final Object base, final long offset, final long capacity, final Object owner, final int source, final int tag,
        final Status status) {
        final boolean mayTake = checks.checkReceive(source, tag);
        recvMatching(base, offset, capacity, owner, source, tag, tagMask(tag), status, mayTake);
    }

    /**
     * Receives a message whose tag has the same bits under a mask.
     *
     * @param base     array, or null for an address
     * @param offset   from the base, in bytes
     * @param capacity of the memory, in bytes
     * @param owner    object that keeps the memory alive; may be null
     * @param source   member, wildcard, or the null rank
     * @param tag      compared under the mask
     * @param mask     bits of the tag that count
     * @param status   filled; may be null
     */
    public void recv(
        final Object base, final long offset, final long capacity, final Object owner, final int source, final int tag, final int mask,
        final Status status) {
        final boolean mayTake = checks.checkReceive(source, tag);
        recvMatching(base, offset, capacity, owner, source, tag, checks.checkMask(source, tag, mask), status, mayTake);
    }

    void recvMatching(
        final Object base, final long offset, final long capacity, final Object owner, final int source, final int tag, final int mask,
        final Status status, final boolean mayTake) {
        handlerCalls.refuse("recv");
        if (source < 0 && (order != null || source == Communicator.NULL_RANK)) {
            recvInOrder(base, offset, capacity, owner, source, tag, mask, status, mayTake);
        } else if (!mayTake || !tryRecv(base, offset, capacity, source, tag, mask, status, Operation.NONE)) {
            recvAsOperation(base, offset, capacity, owner, source, tag, mask, status, Operation.NONE);
        }
    }

    private void recvInOrder(
        final Object base, final long offset, final long capacity, final Object owner, final int source, final int tag, final int mask,
        final Status status, final boolean mayTake) {
        if (source == Communicator.NULL_RANK) {
            CallOutcomes.fillForNullRank(status);
            return;
        }
        final int from = order.isReplay() ? order.sourceOfNext() : source;
        final int position = order.isReplay() ? Operation.NONE : order.receiveFromAny();
        if (!mayTake || !tryRecv(base, offset, capacity, from, tag, mask, order.statusOr(status), position)) {
            recvAsOperation(base, offset, capacity, owner, from, tag, mask, status, position);
        }
    }

    /** Receives a message without an operation, if that is possible now. */
    private boolean tryRecv(
        final Object base, final long offset, final long capacity, final int source, final int tag, final int mask, final Status status,
        final int position) {
        // Without a status, a fast receive from any source could not name the rank that has broken a promise.
        if (SharedRegion.spanned(base) != null || source < 0 && status == null && outcomes.isExact()) {
            return false;
        }
        final int length = fastPath.tryReceive(
            group.toWorld(source), Envelope.key(context, tag), Envelope.keyMask(mask), base, offset, capacity, status);
        if (length == FastReceives.NONE) {
            return false;
        }
        if (position >= 0) {
            order.matched(position, status.source());
        }
        if (length > capacity || outcomes.changesStatus()) {
            outcomes.finishFastReceive(source, tag, length, capacity, status);
        }
        return true;
    }

    private void recvAsOperation(
        final Object base, final long offset, final long capacity, final Object owner, final int source, final int tag, final int mask,
        final Status status, final int position) {
        final Operation receive = operations.acquire();
        prepareReceive(receive, base, offset, capacity, owner, source, tag, mask);
        receive.orderNumber = position;
        progress.submit(receive);
        finishBlocking(receive, capacity, status);
    }

    void irecv(
        final Object base, final long offset, final long capacity, final Object owner, final int source, final int tag,
        final Request request) {
        checks.checkReceive(source, tag);
        irecvMatching(base, offset, capacity, owner, source, tag, tagMask(tag), request);
    }

    void irecv(
        final Object base, final long offset, final long capacity, final Object owner, final int source, final int tag, final int mask,
        final Request request) {
        irecvMatching(base, offset, capacity, owner, source, tag, checks.checkMask(source, tag, mask), request);
    }

    private void irecvMatching(
        final Object base, final long offset, final long capacity, final Object owner, final int source, final int tag, final int mask,
        final Request request) {
        final RequestState state = RequestState.of(request, this);
        state.rememberRegion(base, offset, owner);
        prepareReceive(state.operation(), base, offset, capacity, owner, source, tag, mask);
        submit(request, state);
    }

    /**
     * Prepares a receive. The caller submits it.
     *
     * @param receive  idle operation
     * @param base     array, or null for an address
     * @param offset   from the base, in bytes
     * @param capacity of the memory, in bytes
     * @param owner    object that keeps the memory alive; may be null
     * @param source   member, or a wildcard
     * @param tag      exact, or a wildcard
     */
    public void prepareReceive(
        final Operation receive, final Object base, final long offset, final long capacity, final Object owner, final int source,
        final int tag) {
        prepareReceive(receive, base, offset, capacity, owner, source, tag, tagMask(tag));
    }

    private void prepareReceive(
        final Operation receive, final Object base, final long offset, final long capacity, final Object owner, final int source,
        final int tag, final int mask) {
        receive.begin(Operation.Kind.RECEIVE);
        setEnvelope(receive, source, tag, mask);
        if (isBinned) {
            receive.bin = ExactBins.bin(context, receive.source, tag);
        }
        SharedRegion.place(receive, base, offset, capacity, owner);
    }

    void setEnvelope(final Operation operation, final int source, final int tag) {
        setEnvelope(operation, source, tag, tagMask(tag));
    }

    void setEnvelope(final Operation operation, final int source, final int tag, final int mask) {
        operation.context = context;
        operation.source = group.toWorld(source);
        operation.destination = operation.source;
        operation.tag = tag;
        operation.tagMask = mask;
    }

    static int tagMask(final int tag) {
        return tag == Communicator.ANY_TAG ? Matcher.ANY_TAG_MASK : Matcher.EXACT_TAG_MASK;
    }

    /**
     * Waits for the operation of a blocking call, and then releases the operation. {@link ExpiredCalls} says what happens when the time of
     * the call is up. An interrupt takes a receive back. If the receive has matched already, it is finished instead, so that the message is
     * not lost, and the interrupt flag stays set. A send goes on after an interrupt, and its operation is never used again.
     *
     * @param operation submitted by this call
     * @param capacity  of a receive, in bytes
     * @param status    filled; may be null
     */
    public void finishBlocking(final Operation operation, final long capacity, final Status status) {
        finishBlocking(operation, capacity, status, Deadline.after(timeoutNs));
    }

    void finishBlocking(final Operation operation, final long capacity, final Status status, final long deadline) {
        try {
            awaitOutcome(operation, capacity, status, timeoutNs, deadline);
        } finally {
            if (operation.isDone()) {
                operations.release(operation);
            }
        }
    }

    /**
     * Waits as {@link #finishBlocking} does, but leaves the operation to its caller. Throws if it has failed and the error mode says so.
     *
     * @param limitNs  nanoseconds that the caller had, or {@link Long#MAX_VALUE}.
     * @param deadline at which they end.
     */
    void awaitOutcome(final Operation operation, final long capacity, final Status status, final long limitNs, final long deadline) {
        try {
            // In a replay, no time is up: it was not in the record.
            if (!waits.awaitUntil(operation, isReplay() ? Deadline.NONE : deadline)) {
                timeUp();
                expired.end(operation, limitNs);
            }
        } catch (final InterruptException | PeerFailedException exception) {
            if (operation.kind.isSend()) {
                throw exception;
            }
            operations.takeBack(operation);
            if (operation.outcome() == Outcome.CANCELLED) {
                throw exception;
            }
        }
        ended(operation);
        if (status != null) {
            outcomes.fill(operation, status);
        }
        outcomes.throwIfFailed(operation, capacity, status);
    }
}
