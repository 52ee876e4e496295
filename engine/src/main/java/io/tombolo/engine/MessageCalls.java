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
package io.tombolo.engine;

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.ErrorMode;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.collective.BarrierRounds;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.pt2pt.Receives;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.matching.Matcher;
import java.util.Objects;

/**
 * The calls of a communicator, once memory is a base and an offset: checks ranks and tags, turns calls into operations, waits for those
 * that block, and raises errors as the communicator wishes.
 */
final class MessageCalls {
    private final Progress progress;
    private final BlockingOperations operations = new BlockingOperations();
    private final int rank;
    private final int size;
    private final int context;
    private final int collectiveContext;
    private volatile ErrorMode errorMode = ErrorMode.THROW;

    /**
     * Calls for one communicator.
     *
     * @param progress          of the rank.
     * @param rank              of this process.
     * @param size              ranks.
     * @param context           of its messages.
     * @param collectiveContext of its collective operations.
     */
    MessageCalls(final Progress progress, final int rank, final int size, final int context, final int collectiveContext) {
        this.progress = progress;
        this.rank = rank;
        this.size = size;
        this.context = context;
        this.collectiveContext = collectiveContext;
    }

    Progress progress() {
        return progress;
    }

    int rank() {
        return rank;
    }

    int size() {
        return size;
    }

    int context() {
        return context;
    }

    void errors(final ErrorMode mode) {
        errorMode = Objects.requireNonNull(mode, "mode");
    }

    void send(
        final Object base, final long offset, final long length, final Object owner, final int destination, final int tag) {
        checkSend(destination, tag);
        if (destination == Communicator.NULL_RANK || progress.trySendShort(destination, Envelope.key(context, tag), base, offset, length)) {
            return;
        }
        final Operation send = operations.acquire();
        prepareSend(send, context, base, offset, length, owner, destination, tag);
        progress.submit(send);
        finishBlocking(send, length, null);
    }

    void isend(
        final Object base, final long offset, final long length, final Object owner, final int destination, final int tag,
        final Request request) {
        checkSend(destination, tag);
        final RequestWork work = RequestWork.of(request, this);
        final Operation send = work.operation();
        prepareSend(send, context, base, offset, length, owner, destination, tag);
        submit(request, work);
    }

    void submit(final Request request, final RequestWork work) {
        final Operation operation = work.operation();
        if (operation.source == Communicator.NULL_RANK || operation.destination == Communicator.NULL_RANK) {
            operation.complete(Communicator.NULL_RANK, Communicator.ANY_TAG, 0, 0);
        } else {
            progress.submit(operation);
        }
        request.start(work);
    }

    private void prepareSend(
        final Operation send, final int sendContext, final Object base, final long offset, final long length, final Object owner,
        final int destination, final int tag) {
        send.begin(Operation.Kind.SEND);
        send.destination = destination;
        send.source = destination;
        send.tag = tag;
        send.key = Envelope.key(sendContext, tag);
        place(send, base, offset, length, owner);
    }

    static void place(final Operation operation, final Object base, final long offset, final long length, final Object owner) {
        operation.base = base;
        operation.offset = offset;
        operation.length = length;
        operation.owner = owner;
    }

    void recv(
        final Object base, final long offset, final long capacity, final Object owner, final int source, final int tag,
        final Status status) {
        checkReceive(source, tag);
        if (source == Communicator.NULL_RANK) {
            fillNull(status);
            return;
        }
        if (source >= 0) {
            final int length = progress.tryReceiveShort(
                source, Envelope.key(context, tag), Envelope.keyMask(tagMask(tag)), base, offset, capacity, status);
            if (length != Receives.NONE) {
                if (length > capacity && errorMode == ErrorMode.THROW) {
                    throw Failures.truncated(source, status == null ? tag : status.tag(), length, capacity);
                }
                return;
            }
        }
        final Operation receive = operations.acquire();
        prepareReceive(receive, context, base, offset, capacity, owner, source, tag);
        progress.submit(receive);
        finishBlocking(receive, capacity, status);
    }

    void irecv(
        final Object base, final long offset, final long capacity, final Object owner, final int source, final int tag,
        final Request request) {
        checkReceive(source, tag);
        final RequestWork work = RequestWork.of(request, this);
        prepareReceive(work.operation(), context, base, offset, capacity, owner, source, tag);
        submit(request, work);
    }

    private void prepareReceive(
        final Operation receive, final int receiveContext, final Object base, final long offset, final long capacity,
        final Object owner, final int source, final int tag) {
        receive.begin(Operation.Kind.RECEIVE);
        envelope(receive, receiveContext, source, tag);
        place(receive, base, offset, capacity, owner);
    }

    void envelope(final Operation operation, final int source, final int tag) {
        envelope(operation, context, source, tag);
    }

    private static void envelope(final Operation operation, final int receiveContext, final int source, final int tag) {
        operation.context = receiveContext;
        operation.source = source;
        operation.destination = source;
        operation.tag = tag;
        operation.tagMask = tagMask(tag);
    }

    private static int tagMask(final int tag) {
        return tag == Communicator.ANY_TAG ? Matcher.ANY_TAG_MASK : Matcher.EXACT_TAG_MASK;
    }

    void sendrecv(
        final Object sendBase, final long sendOffset, final long sendLength, final Object sendOwner, final int destination,
        final int sendTag, final Object base, final long offset, final long capacity, final Object owner, final int source,
        final int tag, final Status status) {
        checkSend(destination, sendTag);
        checkReceive(source, tag);
        if (source == Communicator.NULL_RANK) {
            send(sendBase, sendOffset, sendLength, sendOwner, destination, sendTag);
            fillNull(status);
            return;
        }
        final Operation receive = operations.acquire();
        prepareReceive(receive, context, base, offset, capacity, owner, source, tag);
        progress.submit(receive);
        try {
            send(sendBase, sendOffset, sendLength, sendOwner, destination, sendTag);
        } catch (final RuntimeException exception) {
            abandon(receive, exception);
            throw exception;
        }
        finishBlocking(receive, capacity, status);
    }

    void probe(final int source, final int tag, final Status status) {
        for (int idle = 1; !iprobe(source, tag, status); idle++) {
            pauseProbe(idle, source, tag);
        }
    }

    void pauseProbe(final int idle, final int source, final int tag) {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptException("interrupted while probing rank " + source + " for tag " + tag);
        }
        progress.pause(idle, null);
    }

    boolean iprobe(final int source, final int tag, final Status status) {
        checkReceive(source, tag);
        if (source == Communicator.NULL_RANK) {
            fillNull(status);
            return true;
        }
        progress.poll();
        final Operation probe = operations.acquire();
        probe.begin(Operation.Kind.PROBE);
        envelope(probe, source, tag);
        place(probe, null, 0, 0, null);
        progress.submit(probe);
        progress.awaitUninterrupted(probe);
        if (probe.outcome() == Outcome.CANCELLED) {
            operations.release(probe);
            return false;
        }
        finishBlocking(probe, 0, status);
        return true;
    }

    boolean improbe(final int source, final int tag, final Message message) {
        checkReceive(source, tag);
        return MessageWork.of(message, this).match(source, tag);
    }

    void mprobe(final int source, final int tag, final Message message) {
        for (int idle = 1; !improbe(source, tag, message); idle++) {
            pauseProbe(idle, source, tag);
        }
    }

    void barrier() {
        for (int round = 0; round < BarrierRounds.count(size); round++) {
            final int from = BarrierRounds.from(rank, size, round);
            final Operation receive = operations.acquire();
            prepareReceive(receive, collectiveContext, null, 0, 0, null, from, round);
            progress.submit(receive);
            final Operation send = operations.acquire();
            prepareSend(send, collectiveContext, null, 0, 0, null, BarrierRounds.to(rank, size, round), round);
            progress.submit(send);
            try {
                finishBlocking(send, 0, null);
            } catch (final RuntimeException exception) {
                abandon(receive, exception);
                throw exception;
            }
            finishBlocking(receive, 0, null);
        }
    }

    /**
     * Takes a receive back whose call fails for another reason: the caller's memory must not be written after the call.
     */
    private void abandon(final Operation receive, final RuntimeException reason) {
        try {
            takeBack(receive);
            operations.release(receive);
        } catch (final IllegalStateException exception) {
            reason.addSuppressed(exception);
        }
    }

    /**
     * Takes a posted receive back, if it has not matched.
     */
    void cancel(final Operation receive) {
        final Operation cancel = operations.acquire();
        cancel.begin(Operation.Kind.CANCEL);
        cancel.target = receive;
        progress.submit(cancel);
        progress.awaitUninterrupted(cancel);
        cancel.target = null;
        operations.release(cancel);
    }

    /**
     * Waits for the operation of a blocking call and ends its life. An interrupt takes a receive back; one that has matched is finished
     * instead, so that its message is not lost, and the flag stays set. A send that an interrupt leaves behind goes on, and its operation
     * is not used again.
     */
    private void finishBlocking(final Operation operation, final long capacity, final Status status) {
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
            takeBack(operation);
            if (operation.outcome() == Outcome.CANCELLED) {
                throw exception;
            }
        }
        final Outcome outcome = operation.outcome();
        if (status != null) {
            operation.fill(status);
        }
        if (outcome == Outcome.SUCCESS || errorMode == ErrorMode.RETURN) {
            return;
        }
        final Status failed = status != null ? status : new Status();
        operation.fill(failed);
        throw Failures.of(operation.kind, failed, capacity);
    }

    /**
     * Ends a receive that must not go on: takes it back or, if it has matched, waits until its message is there. Keeps the interrupt flag.
     */
    private void takeBack(final Operation receive) {
        cancel(receive);
        progress.awaitUninterrupted(receive);
    }

    /**
     * Throws what the outcome of a request asks for.
     */
    void raise(final Operation operation, final Status status) {
        if (!status.isSuccess() && status.outcome() != Outcome.CANCELLED && errorMode == ErrorMode.THROW) {
            throw Failures.of(operation.kind, status, operation.capacity());
        }
    }

    static void fillNull(final Status status) {
        if (status != null) {
            status.set(Communicator.NULL_RANK, Communicator.ANY_TAG, 0, 0, Outcome.SUCCESS);
        }
    }

    void checkSend(final int destination, final int tag) {
        if (destination < 0 && destination != Communicator.NULL_RANK || destination >= size) {
            throw new IllegalArgumentException("destination=" + destination + " must be from 0 to " + (size - 1) + ", or NULL_RANK");
        }
        if (tag < 0) {
            throw new IllegalArgumentException("tag=" + tag + " must not be negative in a send");
        }
    }

    void checkReceive(final int source, final int tag) {
        if (source < 0 && source != Communicator.ANY_SOURCE && source != Communicator.NULL_RANK || source >= size) {
            throw new IllegalArgumentException(
                "source=" + source + " must be from 0 to " + (size - 1) + ", ANY_SOURCE or NULL_RANK");
        }
        if (tag < Communicator.ANY_TAG) {
            throw new IllegalArgumentException("tag=" + tag + " must not be negative, or be ANY_TAG");
        }
    }
}
