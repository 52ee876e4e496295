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
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.matching.Matcher;
import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.fault.FaultPoint;
import java.util.function.BooleanSupplier;

/**
 * One step of what a group does together: a message to one member and a message from another. An interrupt leaves both under way, and the
 * next {@link #await()} goes on. One thread at a time.
 */
final class Exchange implements BooleanSupplier {
    // Between two looks at all members.
    private static final long LOOK_NS = 1_000_000;

    private final Progress progress;
    private final BlockingOperations operations;
    private final Group group;
    private final int context;
    private final CollectiveProgress calls;
    private Operation send;
    private Operation receive;
    private int to;
    private int from;
    private long lookedNs = System.nanoTime() - LOOK_NS;
    private long found;
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
     * Returns whether a message of the last step has failed: the step cannot go on.
     */
    boolean hasFailed() {
        return hasFailed;
    }

    /**
     * Starts a step.
     *
     * @param tag      of both messages.
     * @param newTo    member that is told.
     * @param out      words that it is told; left alone until the step has ended.
     * @param outWords how many.
     * @param newFrom  member that tells.
     * @param in       where its words go.
     * @param inWords  how many.
     */
    void start(
        final int tag, final int newTo, final long[] out, final int outWords, final int newFrom, final long[] in, final int inWords) {
        FaultPoint.COLLECTIVE_STEP.hit();
        hasFailed = false;
        to = newTo;
        from = newFrom;
        final Operation nextReceive = operations.acquire();
        nextReceive.begin(Operation.Kind.RECEIVE);
        nextReceive.context = context;
        nextReceive.source = group.toWorld(from);
        nextReceive.destination = nextReceive.source;
        nextReceive.tag = tag;
        nextReceive.tagMask = Matcher.EXACT_TAG_MASK;
        place(nextReceive, in, inWords);
        progress.submit(nextReceive);
        // Only what was submitted is under way: a thread that may not call leaves nothing for the one that may.
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
     * Waits until the step has ended, or cannot any more.
     *
     * @return zero, or what went wrong: here, or with any member. The step may be under way still then.
     * @throws io.tombolo.engine.api.InterruptException if the thread is interrupted: the step is under way still.
     */
    long await() {
        return await(false);
    }

    /**
     * Waits whatever the interrupt flag, which stays as it is: where the others are known to come by themselves.
     *
     * @return as {@link #await()}.
     */
    long awaitUninterrupted() {
        return await(true);
    }

    private long await(final boolean isPatient) {
        found = 0;
        if (send != null) {
            await(send, isPatient);
            if (found != 0) {
                return found;
            }
            found = failure(send, to);
            send = null;
        }
        if (found == 0 && receive != null) {
            await(receive, isPatient);
            if (found != 0) {
                return found;
            }
            found = failure(receive, from);
            receive = null;
        }
        return found;
    }

    private void await(final Operation operation, final boolean isPatient) {
        if (isPatient) {
            progress.awaitUninterrupted(operation, this);
        } else {
            progress.await(operation, this);
        }
    }

    /** Looks now and then whether the call comes to nothing. */
    @Override
    public boolean getAsBoolean() {
        final long now = System.nanoTime();
        if (now - lookedNs >= LOOK_NS) {
            lookedNs = now;
            found = calls.find();
        }
        return found != 0;
    }

    private long failure(final Operation operation, final int member) {
        final Outcome outcome = operation.outcome() == Outcome.SUCCESS && !operation.isFilled() ? Outcome.TRUNCATED : operation.outcome();
        operations.release(operation);
        hasFailed |= outcome != Outcome.SUCCESS;
        return Objection.of(outcome, group.toWorld(member));
    }

    /**
     * Ends a step that nobody will wait for again. A send that is left behind goes on, and is not used again; a receive must not take what
     * is meant for another.
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
