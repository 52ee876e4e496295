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

import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.collective.Objection;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.wire.Envelope;
import io.tombolo.matching.Matcher;
import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.fault.FaultPoint;

/**
 * One step of what a group does together: a message to one member and a message from another. An interrupt leaves both under way, and the
 * next {@link #await()} goes on. One thread at a time.
 * <p>
 * Word 0 of a message is zero as long as all is well, else the {@link Objection} that came up first.
 */
final class Exchange {
    /** In place of a member: nothing comes. */
    static final int NOBODY = -1;

    private final Progress progress;
    private final BlockingOperations operations;
    private final Group group;
    private final int context;
    private Operation send;
    private Operation receive;
    private int to;
    private int from;
    private long[] in;
    private long failure;

    Exchange(final Progress progress, final BlockingOperations operations, final Group group, final int context) {
        this.progress = progress;
        this.operations = operations;
        this.group = group;
        this.context = context;
    }

    boolean isUnderWay() {
        return send != null || receive != null;
    }

    /**
     * Starts a step.
     *
     * @param tag      of both messages.
     * @param newTo    member that is told.
     * @param out      words that it is told; left alone until the step has ended.
     * @param outWords how many.
     * @param newFrom  member that tells, or {@link #NOBODY}.
     * @param newIn    where its words go.
     * @param inWords  how many.
     */
    void start(
        final int tag, final int newTo, final long[] out, final int outWords, final int newFrom, final long[] newIn, final int inWords) {
        FaultPoint.COLLECTIVE_STEP.hit();
        to = newTo;
        from = newFrom;
        in = newIn;
        failure = out[0];
        if (from != NOBODY) {
            in[0] = 0;
            final Operation next = operations.acquire();
            next.begin(Operation.Kind.RECEIVE);
            next.context = context;
            next.source = group.toWorld(from);
            next.destination = next.source;
            next.tag = tag;
            next.tagMask = Matcher.EXACT_TAG_MASK;
            place(next, in, inWords);
            progress.submit(next);
            // Only what was submitted is under way: a thread that may not call leaves nothing for the one that may.
            receive = next;
        }
        send = send(tag, to, out, outWords);
    }

    private Operation send(final int tag, final int member, final long[] out, final int outWords) {
        final Operation next = operations.acquire();
        next.begin(Operation.Kind.SEND);
        next.destination = group.toWorld(member);
        next.source = next.destination;
        next.tag = tag;
        next.key = Envelope.key(context, tag);
        place(next, out, outWords);
        progress.submit(next);
        return next;
    }

    /**
     * Tells a member what it would hear in a step for which this rank does not stay. Goes on by itself.
     *
     * @param tag      of the message.
     * @param member   that is told.
     * @param out      words that it is told; not changed any more.
     * @param outWords how many.
     */
    void leaveBehind(final int tag, final int member, final long[] out, final int outWords) {
        FaultPoint.COLLECTIVE_STEP.hit();
        send(tag, member, out, outWords);
    }

    private static void place(final Operation operation, final long[] words, final int count) {
        operation.base = words;
        operation.offset = Bytes.LONGS_OFFSET;
        operation.length = (long) count * Long.BYTES;
        operation.owner = words;
    }

    /**
     * Waits until the step has ended.
     *
     * @return zero, or the first thing that went wrong, here or at the other.
     * @throws io.tombolo.engine.api.InterruptException if the thread is interrupted: the step is under way still.
     */
    long await() {
        return await(false);
    }

    /**
     * Waits whatever the interrupt flag, which stays as it is: where the other is known to come by itself.
     *
     * @return as {@link #await()}.
     */
    long awaitUninterrupted() {
        return await(true);
    }

    private long await(final boolean isPatient) {
        if (send != null) {
            await(send, isPatient);
            note(outcome(send), to);
            send = null;
        }
        if (receive != null) {
            await(receive, isPatient);
            note(outcome(receive), from);
            receive = null;
            failure = failure == 0 ? in[0] : failure;
        }
        return failure;
    }

    private void await(final Operation operation, final boolean isPatient) {
        if (isPatient) {
            progress.awaitUninterrupted(operation);
        } else {
            progress.await(operation, Long.MAX_VALUE);
        }
    }

    private Outcome outcome(final Operation operation) {
        final Outcome outcome = operation.outcome() == Outcome.SUCCESS && !operation.isFilled() ? Outcome.TRUNCATED : operation.outcome();
        operations.release(operation);
        return outcome;
    }

    private void note(final Outcome outcome, final int member) {
        if (failure == 0 && outcome != Outcome.SUCCESS) {
            failure = Objection.of(outcome, group.toWorld(member));
        }
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
