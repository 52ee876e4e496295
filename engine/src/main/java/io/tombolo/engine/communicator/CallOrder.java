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

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.MessageOffers;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.collective.Group;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.order.CallPlaces;
import io.tombolo.engine.order.OrderRecorder;
import io.tombolo.engine.order.OrderReplay;
import io.tombolo.engine.progress.Progress;
import io.tombolo.ringbuffers.flight.OrderLimit;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/**
 * What the calls of a communicator have to record of their outcomes, or to take from a record. There is one only if the rank does either,
 * and has one thread.
 */
public final class CallOrder {
    private static final int HELD = -2;

    private final OrderRecorder recorder;
    private final OrderReplay replay;
    private final CallPlaces places;
    private final Progress progress;
    private final Group group;
    private final Status seen = new Status();

    private CallOrder(final OrderRecorder recorder, final OrderReplay replay, final Progress progress, final Group group) {
        this.recorder = recorder;
        this.replay = replay;
        this.places = CallPlaces.of(recorder, replay);
        this.progress = progress;
        this.group = group;
    }

    /** Makes the order of the calls of a communicator; null if nothing is recorded or replayed. */
    static CallOrder of(final Progress progress, final Group group) {
        final OrderRecorder recorder = progress.orderRecorder();
        final OrderReplay replay = progress.orderReplay();
        return recorder == null && replay == null ? null : new CallOrder(recorder, replay, progress, group);
    }

    /**
     * Returns whether the calls follow a record.
     *
     * @return false if they are recorded.
     */
    public boolean isReplay() {
        return replay != null;
    }

    /** Returns the status that the caller has given, or one that takes its place where the source must be known. */
    Status statusOr(final Status given) {
        return given == null ? seen : given;
    }

    /** Counts a blocking receive from any source for the record. */
    int receiveFromAny() {
        return recorder.receiveFromAny();
    }

    /** Records the source of a receive from any source that has its message. */
    void matched(final int position, final int worldSource) {
        recorder.matched(position, worldSource);
    }

    /**
     * Returns the member from which a blocking receive from any source takes its message in a replay.
     *
     * @throws IllegalStateException if it never got one.
     */
    int sourceOfNext() {
        final int source = replay.nextSource();
        if (source == OrderReplay.NONE) {
            throw replay.end();
        }
        return group.fromWorld(source);
    }

    /** Counts a call that begins. */
    void count() {
        places.count();
    }

    /**
     * Begins an operation of a request or of a blocking send.
     *
     * @param operation prepared.
     * @return false if it is not to be started, because it is a receive whose recorded one had never matched.
     */
    boolean begin(final Operation operation) {
        if (operation.kind == Operation.Kind.RECEIVE) {
            return beginReceive(operation);
        }
        if (operation.kind.isSend()) {
            places.count();
        }
        return true;
    }

    private boolean beginReceive(final Operation receive) {
        if (receive.source >= 0) {
            return beginNamed(receive);
        }
        if (replay == null) {
            receive.orderNumber = recorder.receiveFromAny();
            return true;
        }
        final int source = replay.nextSource();
        if (source == OrderReplay.NONE) {
            return hold(receive);
        }
        receive.source = source;
        receive.destination = source;
        receive.orderNumber = Operation.NONE;
        return true;
    }

    private boolean beginNamed(final Operation receive) {
        if (replay == null) {
            receive.orderNumber = recorder.namedReceive();
            return true;
        }
        receive.orderNumber = Operation.NONE;
        return !replay.takeWithdrawn() || hold(receive);
    }

    /** Begins a receive of a blocking call. One from a named source cannot be taken back unless the record has a limit. */
    void beginBlocking(final Operation receive) {
        receive.orderNumber = Operation.NONE;
        if (receive.source == Communicator.ANY_SOURCE && !beginReceive(receive)) {
            throw replay.end();
        }
    }

    private static boolean hold(final Operation receive) {
        receive.orderNumber = HELD;
        return false;
    }

    private static boolean isHeld(final Operation operation) {
        return operation.kind == Operation.Kind.RECEIVE && operation.orderNumber == HELD && !operation.isDone();
    }

    /** Counts a test or probe that begins. */
    public void ask() {
        if (replay != null) {
            places.count();
        } else {
            recorder.ask();
        }
    }

    /**
     * Records the answer of a test.
     *
     * @param isDone what it has found.
     * @return the same.
     */
    public boolean answered(final boolean isDone) {
        return recorder.answered(isDone);
    }

    /**
     * Gives a test its recorded answer: if that is true, waits until it is.
     *
     * @param operation that is tested.
     * @return the answer.
     */
    public boolean follow(final Operation operation) {
        if (!replay.takeAnswer()) {
            return false;
        }
        await(operation);
        return true;
    }

    /**
     * Checks before a wait for an operation that the record ends, as an access to a window.
     *
     * @param operation that is waited for.
     * @throws IllegalStateException if this is a replay, and the operation had not ended in the recorded run.
     */
    public void checkEnd(final Operation operation) {
        if (replay != null && !operation.isDone()) {
            throw replay.end();
        }
    }

    /** Waits for an operation in a replay: without a limit, as the recorded wait has not met one. */
    void await(final Operation operation) {
        if (isHeld(operation)) {
            throw replay.end();
        }
        progress.await(operation, Long.MAX_VALUE);
    }

    /**
     * Cancels an operation in a replay: only if its recorded one was cancelled.
     *
     * @return whether it is cancelled now.
     */
    boolean cancel(final Operation operation) {
        final boolean isHeld = isHeld(operation);
        if (isHeld) {
            operation.complete(Outcome.CANCELLED);
        }
        return isHeld;
    }

    /**
     * Runs a step of a wait for one of several, whose own looks are not recorded. A replay knows the answers, and need not wait.
     *
     * @param idle steps without work so far.
     * @param step to run.
     * @return steps without work.
     */
    public int pause(final int idle, final IntSupplier step) {
        if (replay != null) {
            return idle;
        }
        recorder.pause();
        try {
            return step.getAsInt();
        } finally {
            recorder.goOn();
        }
    }

    /**
     * Records the answer of a call whose own looks are not recorded, or gives it its recorded answer.
     *
     * @param attempt the call; in a replay it is made once the answer is true, and succeeds then.
     * @return the answer.
     */
    public boolean look(final BooleanSupplier attempt) {
        ask();
        if (replay != null) {
            return replay.takeAnswer() && attempt.getAsBoolean();
        }
        recorder.pause();
        boolean isFound = false;
        try {
            isFound = attempt.getAsBoolean();
        } finally {
            recorder.goOn();
        }
        return recorder.answered(isFound);
    }

    /** Gives a call that tries something its recorded answer: if that is true, tries until it succeeds. */
    boolean follow(final BooleanSupplier attempt) {
        if (!replay.takeAnswer()) {
            return false;
        }
        until(attempt);
        return true;
    }

    /** Records the answer of a call that sends if there is room. It is recorded as what was found, or as a miss if there was no room. */
    int answered(final int answer) {
        if (answer == MessageOffers.BACK_PRESSURED) {
            recorder.answered(false);
        } else {
            recorder.found(-answer);
        }
        if (answer == MessageOffers.GONE) {
            recorder.limit(OrderLimit.FAILURE);
        }
        return answer;
    }

    /** Returns the answer of a call that has sent, or could not for another reason than a lack of room, in a replay. */
    int takeAnswer() {
        return -replay.takeFound();
    }

    /** Tries until it succeeds. */
    void until(final BooleanSupplier attempt) {
        while (!attempt.getAsBoolean()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptException("interrupted while a replay waits for a message");
            }
            if (progress.poll() == 0) {
                Thread.yield();
            }
        }
    }

    /** Returns whether a probe finds nothing in a replay; takes that answer then. */
    boolean takeMiss() {
        return replay.findsNothing() && !replay.takeAnswer();
    }

    /** Returns the source of what a probe finds in a replay. */
    int takeSource(final int source) {
        final int found = replay.takeFound();
        return source == Communicator.ANY_SOURCE ? group.fromWorld(found) : source;
    }

    /** Records the answer of a probe. */
    void answered(final boolean isFound, final int source, final Status status) {
        if (isFound) {
            found(source, status.source());
        } else {
            recorder.answered(false);
        }
    }

    /** Records that a probe has found a message. */
    void found(final int source, final int foundSource) {
        recorder.found(source == Communicator.ANY_SOURCE ? group.toWorld(foundSource) : 0);
    }

    /**
     * Looks how an operation has ended: no replay can follow a failure. In a replay, nothing fails before the end of the record.
     *
     * @throws IllegalStateException if this is a replay, and the operation has failed.
     */
    void ended(final Operation operation) {
        switch (operation.outcome()) {
            case SUCCESS, TRUNCATED -> { }
            case CANCELLED -> {
                if (operation.kind.isSend()) {
                    limit(OrderLimit.CANCELLED_SEND);
                }
            }
            default -> fail();
        }
    }

    /**
     * Records that an operation has failed.
     *
     * @throws IllegalStateException if this is a replay.
     */
    void fail() {
        if (replay != null) {
            throw replay.end();
        }
        limit(OrderLimit.FAILURE);
    }

    /** Records that a barrier begins. */
    void barrier(final int context) {
        places.count();
        if (recorder != null) {
            recorder.barrier(context);
        }
    }

    /** Records that a communicator is closed. */
    void closed(final int context) {
        places.count();
        if (recorder != null) {
            recorder.closed(context);
        }
    }

    /** Records that a communicator is to be made. */
    void group(final int parent, final int color, final int key, final int... ranks) {
        places.count();
        if (recorder != null) {
            recorder.group(parent, color, key, ranks);
        }
    }

    /** Records that the communicator was made; null for none. */
    void made(final MessageCalls calls) {
        if (recorder != null && calls != null) {
            recorder.made(calls.context(), calls.members().ranks());
        } else if (recorder != null) {
            recorder.made(0);
        }
    }

    /**
     * Records that no replay can follow.
     *
     * @param limit the reason.
     */
    public void limit(final OrderLimit limit) {
        if (recorder != null) {
            recorder.limit(limit);
        }
    }
}
