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

import io.tombolo.engine.access.MessageDelegate;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.progress.Deadline;
import io.tombolo.engine.progress.FastPath;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.pt2pt.PolledMessage;
import io.tombolo.engine.region.MemoryAccess;
import io.tombolo.engine.region.RegionAllocator;
import io.tombolo.engine.region.SharedRegion;
import io.tombolo.engine.wire.Handle;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The state of a message, which is used again each time that the message is opened by a matched probe: an operation, a view, and the
 * communicator of the last opening.
 */
final class MessageState implements MessageDelegate {
    private static final long SHORTEST_FORWARD_BUFFER = 4096;
    private static final long LONGEST_ROUNDED = 16 << 20;

    private Status status;
    private Operation operation = new Operation();
    private final LentBuffer view = new LentBuffer(this);
    private MessageCalls calls;
    private boolean isOpen;
    // Whether a poll holds the message, and not the application.
    private boolean isOfPoll;
    // Whether the operation still fetches the message, because the time of a call was up.
    private boolean isFetching;
    private int arrival;
    private int source;
    private int tag;
    private long length;
    // Regions through which earlier messages were forwarded.
    private final List<ForwardBuffer> forwardBuffers = new ArrayList<>();

    private MessageState(final MessageCalls calls, final Status status) {
        this.calls = calls;
        this.status = status;
    }

    static MessageState of(final Message message, final MessageCalls calls) {
        if (message.isOpen()) {
            throw new IllegalStateException("message open=true: receive or close it before it is opened again; " + message.status());
        }
        if (MESSAGING.delegate(message) instanceof MessageState state) {
            state.calls = calls.unlimited();
            return state;
        }
        final MessageState state = new MessageState(calls.unlimited(), message.status());
        MESSAGING.attach(message, state);
        return state;
    }

    /**
     * Looks once for a message, and opens it. Makes progress.
     *
     * @param isAwaited whether it is worthwhile to poll several times.
     * @return false if there is no message.
     */
    boolean match(final int fromSource, final int withTag, final boolean isAwaited) {
        return match(fromSource, withTag, MessageCalls.tagMask(withTag), isAwaited);
    }

    /**
     * Looks once for a message whose tag has the same bits under a mask, as {@link #match(int, int, boolean)}.
     */
    boolean match(final int fromSource, final int withTag, final int mask, final boolean isAwaited) {
        if (fromSource == Communicator.NULL_RANK) {
            CallOutcomes.fillForNullRank(status);
            open(Operation.NONE);
            return true;
        }
        operation.begin(Operation.Kind.MATCH);
        calls.setEnvelope(operation, fromSource, withTag, mask);
        operation.place(null, 0, 0, null);
        operation.isOfPoll = isOfPoll;
        final FastPath.Sight sight = calls.checks().mayTake(fromSource) ?
            calls.progress().fastPath().tryMatch(operation, isAwaited) : FastPath.Sight.UNKNOWN;
        if (sight == FastPath.Sight.NONE || sight == FastPath.Sight.UNKNOWN && !submit()) {
            return false;
        }
        calls.awaitOutcome(operation, 0, status, Long.MAX_VALUE, Deadline.NONE);
        if (status.isSuccess()) {
            open(operation.arrival);
        }
        return true;
    }

    /** Lets the operation find out whether there is a message. */
    private boolean submit() {
        calls.progress().poll();
        calls.progress().submit(operation);
        calls.progress().awaitUninterrupted(operation);
        return operation.outcome() != Outcome.CANCELLED;
    }

    private void open(final int newArrival) {
        arrival = newArrival;
        source = status.source();
        tag = status.tag();
        length = status.messageLength();
        view.close();
        isOpen = true;
    }

    @Override
    public boolean isOpen() {
        return isOpen;
    }

    @Override
    public DirectBuffer buffer(final long timeoutNs) {
        if (!view.isOpen()) {
            if (arrival != Operation.NONE && !lend("buffer", timeoutNs)) {
                return null;
            }
            view.open();
        }
        return view;
    }

    @Override
    public ByteBuffer byteBuffer(final long timeoutNs) {
        return buffer(timeoutNs) == null ? null : view.lentBytes();
    }

    /**
     * Begins to fetch the message if it is not here, or goes on with that, and does not wait.
     *
     * @return true if the message can be read now; false while it is fetched, and if that has failed: {@link Message#status} has the
     *     outcome then, and the message has ended unless only room is missing.
     */
    boolean tryView() {
        if (!view.isOpen() && arrival != Operation.NONE) {
            beginFetch();
            if (!calls.progress().test(operation)) {
                return false;
            }
            isFetching = false;
            calls.ended(operation);
            if (operation.outcome() != Outcome.SUCCESS) {
                fail(operation.outcome());
                return false;
            }
        }
        view.open();
        return true;
    }

    /**
     * Opens the message that a poll has taken out of a ring.
     *
     * @return false if there is no memory for it.
     */
    boolean keep(final PolledMessage polled, final int sourceInGroup) {
        operation.begin(Operation.Kind.MATCH);
        calls.setEnvelope(operation, sourceInGroup, polled.tag());
        operation.place(null, 0, 0, null);
        operation.isOfPoll = false;
        calls.progress().fastPath().keep(polled, operation);
        calls.outcomes().fill(operation, status);
        if (operation.outcome() == Outcome.SUCCESS) {
            open(operation.arrival);
        }
        return isOpen;
    }

    /** Makes the state of a message that belongs to polls. */
    static void ofPoll(final Message message, final MessageCalls calls) {
        of(message, calls).isOfPoll = true;
    }

    /** Hands the message that a poll holds to the application, in another object, which is not open and takes its place in the poll. */
    static void handOver(final Message held, final Message toApplication, final MessageCalls calls) {
        final MessageState state = (MessageState) MESSAGING.delegate(held);
        final MessageState other = of(toApplication, calls);
        other.moveTo(held, true);
        state.moveTo(toApplication, false);
        if (state.arrival != Operation.NONE) {
            state.prepare(state.operation, Operation.Kind.KEEP);
            calls.progress().submit(state.operation);
            calls.progress().awaitUninterrupted(state.operation);
        }
    }

    private void moveTo(final Message message, final boolean isNowOfPoll) {
        status = message.status();
        isOfPoll = isNowOfPoll;
        if (isOpen) {
            MESSAGING.fill(status, source, tag, length, length, Outcome.SUCCESS);
        }
        MESSAGING.attach(message, this);
    }

    /** Fetches the message if it is not here, or goes on with a fetch that has begun. */
    private boolean lend(final String what, final long timeoutNs) {
        calls.progress().handlerCalls().refuse(what);
        beginFetch();
        try {
            calls.awaitOutcome(operation, 0, status, timeoutNs, Deadline.after(timeoutNs));
        } finally {
            isFetching = !operation.isDone();
            if (!isFetching && operation.outcome() != Outcome.SUCCESS) {
                fail(operation.outcome());
            }
        }
        return isOpen && status.isSuccess();
    }

    private void beginFetch() {
        if (!isFetching) {
            prepare(operation, Operation.Kind.VIEW);
            operation.window = view.memory();
            // An earlier attempt may have found no room.
            MESSAGING.fill(status, source, tag, length, length, Outcome.SUCCESS);
            calls.progress().submit(operation);
            isFetching = true;
        }
    }

    private void fail(final Outcome outcome) {
        MESSAGING.fill(status, source, tag, 0, length, outcome);
        // Without room for a copy the message is as before and stays open. A copy that has begun makes it useless, so it is closed.
        if (outcome != Outcome.INSUFFICIENT_RESOURCES || operation.handle != Handle.NONE) {
            close();
        } else {
            // The room comes back when other messages end, which takes progress. A program that tries again may make no other call.
            calls.progress().pollIfOpen();
        }
    }

    boolean belongsTo(final Progress progress) {
        return calls.progress() == progress;
    }

    /**
     * Returns memory through which the message can be forwarded. Uses memory of an earlier message again if it is free and long enough.
     *
     * @param allocator makes a region if there is none.
     */
    ForwardBuffer forwardBuffer(final RegionAllocator allocator) {
        for (int i = forwardBuffers.size() - 1; i >= 0; i--) {
            final ForwardBuffer buffer = forwardBuffers.get(i);
            if (buffer.hasEnded() && !buffer.tryReuse()) {
                forwardBuffers.remove(i);
            } else if (buffer.isFree() && buffer.length() >= length) {
                return buffer;
            } else if (buffer.isFree()) {
                buffer.close();
                forwardBuffers.remove(i);
            }
        }
        final ForwardBuffer made = new ForwardBuffer(allocator.allocate(regionLength()));
        forwardBuffers.add(made);
        return made;
    }

    private long regionLength() {
        return length > LONGEST_ROUNDED ? length : BitUtil.findNextPositivePowerOfTwo(Math.max(SHORTEST_FORWARD_BUFFER, length));
    }

    private void prepare(final Operation target, final Operation.Kind kind) {
        target.begin(kind);
        target.arrival = arrival;
        target.source = calls.group().toWorld(source);
        target.destination = target.source;
        target.tag = tag;
        target.place(null, 0, 0, null);
    }

    @Override
    public void recv(final MutableDirectBuffer buffer, final long offset, final long capacity, final long timeoutNs) {
        receive(MemoryAccess.base(buffer), MemoryAccess.offset(buffer, offset, capacity, source), capacity, buffer, timeoutNs);
    }

    @Override
    public void recv(final MemoryRegion region, final long offset, final long capacity, final long timeoutNs) {
        receive(
            SharedRegion.base(region, offset, capacity, source), SharedRegion.offset(region, offset, capacity), capacity, region,
            timeoutNs);
    }

    private void receive(final Object base, final long offset, final long capacity, final Object owner, final long timeoutNs) {
        calls.progress().handlerCalls().refuse("recv");
        // With a limit: the engine fetches the message into memory of its own, so that nothing is lost if the time is up.
        final boolean isFetched = isFetching || timeoutNs != Long.MAX_VALUE && !view.isOpen() && arrival != Operation.NONE;
        if (isFetched && !lend("recv", timeoutNs)) {
            return;
        }
        end();
        if (arrival != Operation.NONE) {
            prepare(operation, Operation.Kind.RECEIVE_MATCHED);
            SharedRegion.place(operation, base, offset, capacity, owner);
            calls.progress().submit(operation);
            calls.awaitOutcome(operation, capacity, status, Long.MAX_VALUE, Deadline.NONE);
        }
    }

    @Override
    public void irecv(final MutableDirectBuffer buffer, final long offset, final long capacity, final Request request) {
        start(MemoryAccess.base(buffer), MemoryAccess.offset(buffer, offset, capacity, source), capacity, buffer, request);
    }

    @Override
    public void irecv(final MemoryRegion region, final long offset, final long capacity, final Request request) {
        start(
            SharedRegion.base(region, offset, capacity, source), SharedRegion.offset(region, offset, capacity), capacity, region, request);
    }

    private void start(final Object base, final long offset, final long capacity, final Object owner, final Request request) {
        if (isFetching && !calls.progress().test(operation)) {
            throw new IllegalStateException(this + " is still being fetched: call buffer or recv again, or close it");
        }
        isFetching = false;
        final RequestState state = RequestState.of(request, calls);
        state.rememberRegion(base, offset, owner);
        prepare(state.operation(), Operation.Kind.RECEIVE_MATCHED);
        SharedRegion.place(state.operation(), base, offset, capacity, owner);
        end();
        calls.submit(request, state);
    }

    @Override
    public void close() {
        end();
        if (arrival != Operation.NONE) {
            final Operation fetch = isFetching ? operation : null;
            if (isFetching) {
                // It goes on until the sender has given all of the message.
                operation = new Operation();
                isFetching = false;
            }
            prepare(operation, Operation.Kind.GIVE_BACK);
            operation.target = fetch;
            calls.progress().submit(operation);
            calls.progress().awaitUninterrupted(operation);
            operation.target = null;
        }
    }

    private void end() {
        isOpen = false;
        view.close();
    }

    @Override
    public String toString() {
        return "message of " + length + " bytes from rank " + source + " with tag " + tag;
    }
}
