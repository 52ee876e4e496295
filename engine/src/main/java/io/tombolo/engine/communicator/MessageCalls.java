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
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Promise;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.collective.Collectives;
import io.tombolo.engine.collective.Group;
import io.tombolo.engine.completion.FailureMessages;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.progress.BlockingOperations;
import io.tombolo.engine.progress.FastPath;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.pt2pt.ExactBins;
import io.tombolo.engine.pt2pt.FastReceives;
import io.tombolo.engine.region.SharedRegion;
import io.tombolo.engine.telemetry.HandlerCalls;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.matching.Matcher;
import java.util.Objects;
import java.util.Set;

/**
 * The calls of a communicator, once memory is a base and an offset: checks ranks and tags, turns calls into operations, waits for those
 * that block, and raises errors as the communicator wishes.
 */
public final class MessageCalls {
    private final Progress progress;
    private final FastPath fastPath;
    private final HandlerCalls handlerCalls;
    private final BlockingOperations operations;
    private final Group group;
    private final int context;
    private final Collectives collectives;
    private final CallChecks rules;
    private final ProbeCalls probes;
    private final boolean isExact;
    private final boolean isBinned;
    // Whether a status is as the owner of progress filled it.
    private final boolean isPlain;
    private volatile ErrorMode errorMode = ErrorMode.THROW;

    /**
     * Calls for one communicator.
     *
     * @param progress   of the rank.
     * @param operations of the rank.
     * @param group      its ranks.
     * @param context    of its messages.
     * @param promises   unmodifiable.
     * @param collectives of the same group.
     */
    public MessageCalls(
        final Progress progress, final BlockingOperations operations, final Group group, final int context, final Set<Promise> promises,
        final Collectives collectives) {
        this.progress = progress;
        this.fastPath = progress.fastPath();
        this.handlerCalls = progress.handlerCalls();
        this.operations = operations;
        this.group = group;
        this.context = context;
        this.collectives = collectives;
        this.rules = new CallChecks(group, promises);
        this.isExact = promises.contains(Promise.EXACT_LENGTH);
        this.isBinned = isBinned(progress, promises);
        this.isPlain = group.isWorld() && !isExact;
        this.probes = new ProbeCalls(this);
    }

    /**
     * Returns whether receives go to bins: several threads may post, and no wildcard is allowed.
     */
    static boolean isBinned(final Progress progress, final Set<Promise> promises) {
        return !progress.isSingle() && promises.contains(Promise.NO_ANY_SOURCE) && promises.contains(Promise.NO_ANY_TAG);
    }

    /**
     * Returns who makes progress.
     *
     * @return of the rank
     */
    public Progress progress() {
        return progress;
    }

    /**
     * Returns the ranks of the communicator.
     *
     * @return always the same
     */
    public Group group() {
        return group;
    }

    /**
     * Returns what tells its messages from those of others.
     *
     * @return context of its messages; its collective operations have the next
     */
    public int context() {
        return context;
    }

    /**
     * Returns operations for blocking calls.
     *
     * @return of the rank
     */
    public BlockingOperations operations() {
        return operations;
    }

    CallChecks rules() {
        return rules;
    }

    /**
     * Returns its probes.
     *
     * @return always the same
     */
    public ProbeCalls probes() {
        return probes;
    }

    /** Returns whether a status is as the owner of progress filled it: with the same ranks, and no promise to judge it by. */
    boolean isPlain() {
        return isPlain;
    }

    /**
     * Returns its collective operations.
     *
     * @return always the same
     */
    public Collectives collectives() {
        return collectives;
    }

    void errors(final ErrorMode mode) {
        errorMode = Objects.requireNonNull(mode, "mode");
    }

    /**
     * Sends a message; returns when its memory may be used again.
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
        rules.checkSend(destination, tag);
        if (!trySend(base, offset, length, owner, destination, tag)) {
            sendOperation(base, offset, length, owner, destination, tag);
        }
    }

    private boolean trySend(
        final Object base, final long offset, final long length, final Object owner, final int destination, final int tag) {
        return destination == Communicator.NULL_RANK || SharedRegion.mayBeShort(base, owner, length) &&
            fastPath.trySendShort(group.toWorld(destination), Envelope.key(context, tag), base, offset, length);
    }

    private void sendOperation(
        final Object base, final long offset, final long length, final Object owner, final int destination, final int tag) {
        final Operation send = operations.acquire();
        prepareSend(send, base, offset, length, owner, destination, tag);
        progress.submit(send);
        finishBlocking(send, length, null);
    }

    void isend(
        final Object base, final long offset, final long length, final Object owner, final int destination, final int tag,
        final Request request) {
        rules.checkSend(destination, tag);
        final RequestState work = RequestState.of(request, this);
        final Operation send = work.operation();
        if (destination != Communicator.NULL_RANK && SharedRegion.mayBeShort(base, owner, length)) {
            if (fastPath.trySendShort(group.toWorld(destination), Envelope.key(context, tag), base, offset, length)) {
                send.kind = Operation.Kind.SEND;
                MESSAGING.startSent(request, work, destination, tag, length);
                return;
            }
        }
        prepareSend(send, base, offset, length, owner, destination, tag);
        submit(request, work);
    }

    void submit(final Request request, final RequestState work) {
        submit(work.operation());
        MESSAGING.start(request, work);
    }

    /**
     * Starts an operation, or ends it at once if it is about nobody.
     */
    void submit(final Operation operation) {
        if (operation.source == Communicator.NULL_RANK || operation.destination == Communicator.NULL_RANK) {
            operation.complete(Communicator.NULL_RANK, Communicator.ANY_TAG, 0, 0);
        } else {
            progress.submit(operation);
        }
    }

    void prepareSend(
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
        rules.checkReceive(source, tag);
        recvMatching(base, offset, capacity, owner, source, tag, tagMask(tag), status);
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
        recvMatching(base, offset, capacity, owner, source, tag, rules.checkMask(source, tag, mask), status);
    }

    private void recvMatching(
        final Object base, final long offset, final long capacity, final Object owner, final int source, final int tag, final int mask,
        final Status status) {
        handlerCalls.refuse("recv");
        if (source == Communicator.NULL_RANK) {
            fillNull(status);
            return;
        }
        // Of any source without a status, nobody could say whose message a promise was broken by.
        if (SharedRegion.spanned(base) == null && (source >= 0 || status != null || !isExact)) {
            final int length = fastPath.tryReceive(
                group.toWorld(source), Envelope.key(context, tag), Envelope.keyMask(mask), base, offset, capacity, status);
            if (length != FastReceives.NONE) {
                if (length > capacity || !isPlain) {
                    finishDirect(source, tag, length, capacity, status);
                }
                return;
            }
        }
        final Operation receive = operations.acquire();
        prepareReceive(receive, base, offset, capacity, owner, source, tag, mask);
        progress.submit(receive);
        finishBlocking(receive, capacity, status);
    }

    /**
     * Ends a direct receive whose message is longer than its capacity, or is judged by a promise, or comes from a rank with another number.
     */
    private void finishDirect(final int source, final int tag, final int length, final long capacity, final Status status) {
        final boolean isBroken = isExact && length < capacity;
        if (status == null) {
            if (isBroken) {
                raise(Operation.Kind.RECEIVE, MESSAGING.fill(new Status(), source, tag, length, length, Outcome.PROMISE_BROKEN), capacity);
            }
            return;
        }
        MESSAGING.fill(
            status, group.fromWorld(status.source()), status.tag(), status.length(), length,
            isBroken ? Outcome.PROMISE_BROKEN : status.outcome());
        raise(Operation.Kind.RECEIVE, status, capacity);
    }

    void irecv(
        final Object base, final long offset, final long capacity, final Object owner, final int source, final int tag,
        final Request request) {
        rules.checkReceive(source, tag);
        irecvMatching(base, offset, capacity, owner, source, tag, tagMask(tag), request);
    }

    void irecv(
        final Object base, final long offset, final long capacity, final Object owner, final int source, final int tag, final int mask,
        final Request request) {
        irecvMatching(base, offset, capacity, owner, source, tag, rules.checkMask(source, tag, mask), request);
    }

    private void irecvMatching(
        final Object base, final long offset, final long capacity, final Object owner, final int source, final int tag, final int mask,
        final Request request) {
        final RequestState work = RequestState.of(request, this);
        work.into(base, offset, owner);
        prepareReceive(work.operation(), base, offset, capacity, owner, source, tag, mask);
        submit(request, work);
    }

    /**
     * Prepares a receive that its caller submits.
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
        envelope(receive, source, tag, mask);
        if (isBinned) {
            receive.bin = ExactBins.bin(context, receive.source, tag);
        }
        SharedRegion.place(receive, base, offset, capacity, owner);
    }

    void envelope(final Operation operation, final int source, final int tag) {
        envelope(operation, source, tag, tagMask(tag));
    }

    void envelope(final Operation operation, final int source, final int tag, final int mask) {
        operation.context = context;
        operation.source = group.toWorld(source);
        operation.destination = operation.source;
        operation.tag = tag;
        operation.tagMask = mask;
    }

    static int tagMask(final int tag) {
        return tag == Communicator.ANY_TAG ? Matcher.ANY_TAG_MASK : Matcher.EXACT_TAG_MASK;
    }

    void sendrecv(
        final Object sendBase, final long sendOffset, final long sendLength, final Object sendOwner, final int destination,
        final int sendTag, final Object base, final long offset, final long capacity, final Object owner, final int source,
        final int tag, final Status status) {
        handlerCalls.refuse("sendrecv");
        rules.checkSend(destination, sendTag);
        rules.checkReceive(source, tag);
        if (source == Communicator.NULL_RANK) {
            send(sendBase, sendOffset, sendLength, sendOwner, destination, sendTag);
            fillNull(status);
            return;
        }
        if (trySend(sendBase, sendOffset, sendLength, sendOwner, destination, sendTag)) {
            // Nothing is left to do beside the receive, which need not be posted.
            recvMatching(base, offset, capacity, owner, source, tag, tagMask(tag), status);
            return;
        }
        final Operation receive = operations.acquire();
        prepareReceive(receive, base, offset, capacity, owner, source, tag);
        progress.submit(receive);
        try {
            sendOperation(sendBase, sendOffset, sendLength, sendOwner, destination, sendTag);
        } catch (final RuntimeException exception) {
            abandon(receive, exception);
            throw exception;
        }
        finishBlocking(receive, capacity, status);
    }

    /**
     * Takes a receive back whose call fails for another reason: the caller's memory must not be written after the call.
     */
    private void abandon(final Operation receive, final RuntimeException reason) {
        try {
            operations.takeBack(receive);
            operations.release(receive);
        } catch (final IllegalStateException exception) {
            reason.addSuppressed(exception);
        }
    }

    /**
     * Waits for the operation of a blocking call and ends its life. An interrupt takes a receive back; one that has matched is finished
     * instead, so that its message is not lost, and the flag stays set. A send that an interrupt leaves behind goes on, and its operation
     * is not used again.
     *
     * @param operation submitted by this call
     * @param capacity  of a receive, in bytes
     * @param status    filled; may be null
     */
    public void finishBlocking(final Operation operation, final long capacity, final Status status) {
        try {
            conclude(operation, capacity, status);
        } finally {
            if (operation.isDone()) {
                operations.release(operation);
            }
        }
    }

    /**
     * Waits as {@link #finishBlocking}, for an operation that its caller keeps.
     */
    void conclude(final Operation operation, final long capacity, final Status status) {
        try {
            progress.await(operation, Long.MAX_VALUE);
        } catch (final InterruptException exception) {
            if (operation.kind.isSend()) {
                throw exception;
            }
            operations.takeBack(operation);
            if (operation.outcome() == Outcome.CANCELLED) {
                throw exception;
            }
        }
        if (status != null) {
            fill(operation, status);
        }
        if (isFine(operation) || errorMode == ErrorMode.RETURN) {
            return;
        }
        final Status failed = status != null ? status : new Status();
        fill(operation, failed);
        throw FailureMessages.of(operation.kind, failed, capacity);
    }

    private boolean isFine(final Operation operation) {
        return operation.outcome() == Outcome.SUCCESS &&
            (!isExact || !operation.kind.isReceive() || operation.source == Communicator.NULL_RANK || operation.isFilled());
    }

    /**
     * Fills a status with the numbers that ranks have here, and with what the promises make of the outcome.
     */
    private void fill(final Operation operation, final Status status) {
        operation.fill(status);
        if (!isPlain) {
            final boolean isBroken = status.isSuccess() && !isFine(operation);
            MESSAGING.fill(
                status, group.fromWorld(status.source()), status.tag(), status.length(), status.messageLength(),
                isBroken ? Outcome.PROMISE_BROKEN : status.outcome());
        }
    }

    /**
     * Ends the operation of a request: fills its status, and throws what the outcome asks for.
     */
    void finish(final Operation operation, final Status status) {
        fill(operation, status);
        raise(operation.kind, status, operation.capacity());
    }

    /**
     * Ends the operations of a request that are one for its user: the first error is that of all, lengths add up.
     */
    void finish(final Operation[] parts, final int tag, final Status status) {
        long length = 0;
        long messageLength = 0;
        Outcome outcome = Outcome.SUCCESS;
        for (final Operation part : parts) {
            fill(part, status);
            length += status.length();
            messageLength += status.messageLength();
            outcome = outcome == Outcome.SUCCESS ? status.outcome() : outcome;
        }
        MESSAGING.fill(status, status.source(), tag, length, messageLength, outcome);
        raise(parts[0].kind, status, parts[0].capacity() * parts.length);
    }

    private void raise(final Operation.Kind kind, final Status status, final long capacity) {
        if (!status.isSuccess() && status.outcome() != Outcome.CANCELLED && errorMode == ErrorMode.THROW) {
            throw FailureMessages.of(kind, status, capacity);
        }
    }

    static void fillNull(final Status status) {
        if (status != null) {
            MESSAGING.fill(status, Communicator.NULL_RANK, Communicator.ANY_TAG, 0, 0, Outcome.SUCCESS);
        }
    }
}
