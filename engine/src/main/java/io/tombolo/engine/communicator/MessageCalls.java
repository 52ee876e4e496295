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
import io.tombolo.engine.api.Promise;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.collective.Collectives;
import io.tombolo.engine.collective.Group;
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
    private final CallChecks checks;
    private final ProbeCalls probes;
    private final boolean isExact;
    private final boolean isBinned;
    // Whether a status must be changed after the progress owner has filled it: to ranks of this group, or because of a promise.
    private final boolean changesStatus;
    private volatile ErrorMode errorMode = ErrorMode.THROW;

    /**
     * Makes the calls of one communicator.
     *
     * @param progress    of the rank.
     * @param operations  of the rank.
     * @param group       ranks of the communicator.
     * @param context     of its messages.
     * @param promises    unmodifiable.
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
        this.checks = new CallChecks(group, promises);
        this.isExact = promises.contains(Promise.EXACT_LENGTH);
        this.isBinned = isBinned(progress, promises);
        this.changesStatus = !group.isWorld() || isExact;
        this.probes = new ProbeCalls(this);
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

    /** Returns whether a status must be changed after the progress owner has filled it: to ranks of this group, or because of a promise. */
    boolean changesStatus() {
        return changesStatus;
    }

    /**
     * Returns the collective operations of the communicator.
     *
     * @return always the same.
     */
    public Collectives collectives() {
        return collectives;
    }

    void errors(final ErrorMode mode) {
        errorMode = Objects.requireNonNull(mode, "mode");
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
        checks.checkSend(destination, tag);
        if (!trySend(base, offset, length, owner, destination, tag)) {
            sendAsOperation(base, offset, length, owner, destination, tag);
        }
    }

    /** Sends a short message at once, if that is possible; drops one for the null rank. */
    private boolean trySend(
        final Object base, final long offset, final long length, final Object owner, final int destination, final int tag) {
        return destination == Communicator.NULL_RANK || SharedRegion.mayBeShort(base, owner, length) &&
            fastPath.trySend(group.toWorld(destination), Envelope.key(context, tag), base, offset, length);
    }

    private void sendAsOperation(
        final Object base, final long offset, final long length, final Object owner, final int destination, final int tag) {
        final Operation send = operations.acquire();
        prepareSend(send, base, offset, length, owner, destination, tag);
        progress.submit(send);
        finishBlocking(send, length, null);
    }

    void isend(
        final Object base, final long offset, final long length, final Object owner, final int destination, final int tag,
        final Request request) {
        checks.checkSend(destination, tag);
        final RequestState state = RequestState.of(request, this);
        final Operation send = state.operation();
        if (destination != Communicator.NULL_RANK && SharedRegion.mayBeShort(base, owner, length)) {
            if (fastPath.trySend(group.toWorld(destination), Envelope.key(context, tag), base, offset, length)) {
                send.kind = Operation.Kind.SEND;
                MESSAGING.startSent(request, state, destination, tag, length);
                return;
            }
        }
        prepareSend(send, base, offset, length, owner, destination, tag);
        submit(request, state);
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
        checks.checkReceive(source, tag);
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
        recvMatching(base, offset, capacity, owner, source, tag, checks.checkMask(source, tag, mask), status);
    }

    private void recvMatching(
        final Object base, final long offset, final long capacity, final Object owner, final int source, final int tag, final int mask,
        final Status status) {
        handlerCalls.refuse("recv");
        if (source == Communicator.NULL_RANK) {
            fillForNullRank(status);
            return;
        }
        // Without a status, a fast receive from any source could not name the rank that has broken a promise.
        if (SharedRegion.spanned(base) == null && (source >= 0 || status != null || !isExact)) {
            final int length = fastPath.tryReceive(
                group.toWorld(source), Envelope.key(context, tag), Envelope.keyMask(mask), base, offset, capacity, status);
            if (length != FastReceives.NONE) {
                if (length > capacity || changesStatus) {
                    finishFastReceive(source, tag, length, capacity, status);
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
     * Ends a receive on the fast path. Sets the rank of this group and a broken promise in the status, and throws if the receive has
     * failed.
     */
    private void finishFastReceive(final int source, final int tag, final int length, final long capacity, final Status status) {
        final boolean isBroken = isExact && length < capacity;
        if (status == null) {
            if (isBroken) {
                throwIfFailed(Operation.Kind.RECEIVE, MESSAGING.fill(new Status(), source, tag, length, length, Outcome.PROMISE_BROKEN),
                    capacity);
            }
            return;
        }
        MESSAGING.fill(status, group.fromWorld(status.source()), status.tag(), status.length(), length,
            isBroken ? Outcome.PROMISE_BROKEN : status.outcome());
        throwIfFailed(Operation.Kind.RECEIVE, status, capacity);
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

    void sendrecv(
        final Object sendBase, final long sendOffset, final long sendLength, final Object sendOwner, final int destination,
        final int sendTag, final Object base, final long offset, final long capacity, final Object owner, final int source,
        final int tag, final Status status) {
        handlerCalls.refuse("sendrecv");
        checks.checkSend(destination, sendTag);
        checks.checkReceive(source, tag);
        if (source == Communicator.NULL_RANK) {
            send(sendBase, sendOffset, sendLength, sendOwner, destination, sendTag);
            fillForNullRank(status);
            return;
        }
        if (trySend(sendBase, sendOffset, sendLength, sendOwner, destination, sendTag)) {
            // The message has left, so the receive need not be posted before.
            recvMatching(base, offset, capacity, owner, source, tag, tagMask(tag), status);
            return;
        }
        final Operation receive = operations.acquire();
        prepareReceive(receive, base, offset, capacity, owner, source, tag);
        progress.submit(receive);
        try {
            sendAsOperation(sendBase, sendOffset, sendLength, sendOwner, destination, sendTag);
        } catch (final RuntimeException exception) {
            takeBack(receive, exception);
            throw exception;
        }
        finishBlocking(receive, capacity, status);
    }

    /**
     * Takes a posted receive back because its call fails for another reason. The engine must not write to the caller's memory after the
     * call.
     */
    private void takeBack(final Operation receive, final RuntimeException reason) {
        try {
            operations.takeBack(receive);
            operations.release(receive);
        } catch (final IllegalStateException exception) {
            reason.addSuppressed(exception);
        }
    }

    /**
     * Waits for the operation of a blocking call, and then releases the operation. An interrupt takes a receive back. If the receive has
     * matched already, it is finished instead, so that the message is not lost, and the interrupt flag stays set. A send goes on after an
     * interrupt, and its operation is never used again.
     *
     * @param operation submitted by this call
     * @param capacity  of a receive, in bytes
     * @param status    filled; may be null
     */
    public void finishBlocking(final Operation operation, final long capacity, final Status status) {
        try {
            awaitOutcome(operation, capacity, status);
        } finally {
            if (operation.isDone()) {
                operations.release(operation);
            }
        }
    }

    /**
     * Waits as {@link #finishBlocking} does, but leaves the operation to its caller. Throws if it has failed and the error mode says so.
     */
    void awaitOutcome(final Operation operation, final long capacity, final Status status) {
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
        if (hasSucceeded(operation) || errorMode == ErrorMode.RETURN) {
            return;
        }
        final Status failed = status != null ? status : new Status();
        fill(operation, failed);
        throw failure(operation.kind, failed, capacity);
    }

    private boolean hasSucceeded(final Operation operation) {
        return operation.outcome() == Outcome.SUCCESS &&
            (!isExact || !operation.kind.isReceive() || operation.source == Communicator.NULL_RANK || operation.isFilled());
    }

    /**
     * Fills a status with the rank in this group, and with the outcome that the promises give.
     */
    private void fill(final Operation operation, final Status status) {
        operation.fill(status);
        if (changesStatus) {
            final boolean isBroken = status.isSuccess() && !hasSucceeded(operation);
            MESSAGING.fill(status, group.fromWorld(status.source()), status.tag(), status.length(), status.messageLength(),
                isBroken ? Outcome.PROMISE_BROKEN : status.outcome());
        }
    }

    /**
     * Finishes the operation of a request: fills the status, and throws if it has failed and the error mode says so.
     */
    void finish(final Operation operation, final Status status) {
        fill(operation, status);
        throwIfFailed(operation.kind, status, operation.capacity());
    }

    /**
     * Finishes the partitions of a request. The status gets the sum of their lengths, and the outcome of the first that has failed.
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
        throwIfFailed(parts[0].kind, status, parts[0].capacity() * parts.length);
    }

    private void throwIfFailed(final Operation.Kind kind, final Status status, final long capacity) {
        if (!status.isSuccess() && status.outcome() != Outcome.CANCELLED && errorMode == ErrorMode.THROW) {
            throw failure(kind, status, capacity);
        }
    }

    private MessagingException failure(final Operation.Kind kind, final Status failed, final long capacity) {
        return progress.failures().of(kind, failed, group.toWorld(failed.source()), capacity);
    }

    static void fillForNullRank(final Status status) {
        if (status != null) {
            MESSAGING.fill(status, Communicator.NULL_RANK, Communicator.ANY_TAG, 0, 0, Outcome.SUCCESS);
        }
    }
}
