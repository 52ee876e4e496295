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
package io.tombolo.engine.collective;

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.progress.BlockingOperations;
import io.tombolo.engine.progress.Deadline;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.matching.Matcher;
import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.fault.FaultPoint;
import java.util.function.BooleanSupplier;

/**
 * One step of a collective call: sends a message to one member and receives one from another. After an interrupt both are still in
 * progress, and the next {@link #await} continues. One thread at a time.
 */
final class Exchange implements BooleanSupplier {
    // Time between two checks of all members.
    private static final long CHECK_INTERVAL_NS = 1_000_000;

    private final Progress progress;
    private final BlockingOperations operations;
    private final Group group;
    private final int context;
    private final CollectiveProgress calls;
    private Operation send;
    private Operation receive;
    private int to;
    private int from;
    private long checkedNs = System.nanoTime() - CHECK_INTERVAL_NS;
    private long failure;
    private boolean hasFailed;

    Exchange(
        final Progress progress, final BlockingOperations operations, final Group group, final int context,
        final CollectiveProgress calls) {
        this.progress = progress;
        this.operations = operations;
        this.group = group;
        this.context = context;
        this.calls = calls;
    }

    boolean isUnderWay() {
        return send != null || receive != null;
    }

    /**
     * Returns whether a message of the last step has failed. Such a step cannot continue.
     */
    boolean hasFailed() {
        return hasFailed;
    }

    /**
     * Starts a step.
     *
     * @param tag      of both messages.
     * @param newTo    member that this rank sends to.
     * @param out      words to send; not to be changed until the step has ended.
     * @param outWords number of words to send.
     * @param newFrom  member that this rank receives from.
     * @param in       receives the words of that member.
     * @param inWords  number of words to receive.
     */
    void start(
        final int tag, final int newTo, final long[] out, final int outWords, final int newFrom, final long[] in, final int inWords) {
        FaultPoint.COLLECTIVE_STEP.hit();
        hasFailed = false;
        to = newTo;
        from = newFrom;
        final Operation nextReceive = operations.acquire();
        nextReceive.begin(Operation.Kind.RECEIVE);
        nextReceive.orderNumber = Operation.NONE;
        nextReceive.context = context;
        nextReceive.source = group.toWorld(from);
        nextReceive.destination = nextReceive.source;
        nextReceive.tag = tag;
        nextReceive.tagMask = Matcher.EXACT_TAG_MASK;
        place(nextReceive, in, inWords);
        progress.submit(nextReceive);
        // After submit: if this thread may not call the engine, submit throws, and nothing must be left for the thread that may.
        receive = nextReceive;
        final Operation nextSend = operations.acquire();
        nextSend.begin(Operation.Kind.SEND);
        nextSend.destination = group.toWorld(to);
        nextSend.source = nextSend.destination;
        nextSend.tag = tag;
        nextSend.key = Envelope.key(context, tag);
        place(nextSend, out, outWords);
        progress.submit(nextSend);
        send = nextSend;
    }

    private static void place(final Operation operation, final long[] words, final int count) {
        operation.base = words;
        operation.offset = Bytes.LONGS_OFFSET;
        operation.length = (long) count * Long.BYTES;
        operation.owner = words;
    }

    /**
     * Waits until the step has ended, the call has failed, or the time is up. If the time is up, the step is still in progress, and nothing
     * has failed.
     *
     * @param deadline from {@link Deadline}.
     * @return zero; or the first failure, of this step or of any member, an {@link Objection}. The step may still be in progress then.
     * @throws io.tombolo.engine.api.InterruptException if the thread is interrupted; the step is still in progress.
     */
    long await(final long deadline) {
        return await(false, deadline);
    }

    /**
     * As {@link #await} without a limit, but ignores interrupts and leaves the interrupt flag as it is. For calls to which all living
     * members come.
     *
     * @return as {@link #await}.
     */
    long awaitUninterrupted() {
        return await(true, Deadline.NONE);
    }

    private long await(final boolean isUninterrupted, final long deadline) {
        failure = 0;
        if (send != null) {
            if (!await(send, isUninterrupted, deadline)) {
                return failure;
            }
            failure = finish(send, to);
            send = null;
        }
        if (failure == 0 && receive != null) {
            if (!await(receive, isUninterrupted, deadline)) {
                return failure;
            }
            failure = finish(receive, from);
            receive = null;
        }
        return failure;
    }

    private boolean await(final Operation operation, final boolean isUninterrupted, final long deadline) {
        if (isUninterrupted) {
            progress.awaitUninterrupted(operation, this);
            return failure == 0;
        }
        return progress.awaitUntil(operation, deadline, this) && failure == 0;
    }

    /** Checks from time to time whether the call has failed. */
    @Override
    public boolean getAsBoolean() {
        final long now = System.nanoTime();
        if (now - checkedNs >= CHECK_INTERVAL_NS) {
            checkedNs = now;
            failure = calls.findFailure();
        }
        return failure != 0;
    }

    private long finish(final Operation operation, final int member) {
        final Outcome outcome = operation.outcome() == Outcome.SUCCESS && !operation.isFilled() ? Outcome.TRUNCATED : operation.outcome();
        operations.release(operation);
        hasFailed |= outcome != Outcome.SUCCESS;
        return Objection.of(outcome, group.toWorld(member));
    }

    /**
     * Ends a step that no thread waits for again. A send in progress continues, and its operation is not reused. A receive in progress is
     * withdrawn, because it must not take a message of a later call.
     */
    void abandon() {
        send = null;
        if (receive != null) {
            operations.takeBack(receive);
            operations.release(receive);
            receive = null;
        }
    }
}
