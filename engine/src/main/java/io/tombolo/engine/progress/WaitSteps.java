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
package io.tombolo.engine.progress;

import static io.tombolo.engine.access.ApiAccess.MESSAGING;

import io.tombolo.engine.api.Request;
import io.tombolo.engine.completion.AwaitedOperation;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.telemetry.ShownWait;
import io.tombolo.engine.telemetry.Waits;
import io.tombolo.ringbuffers.wait.WaitCall;
import io.tombolo.ringbuffers.wait.WaitKind;
import io.tombolo.ringbuffers.wait.WaitMode;
import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;

/**
 * Single steps of a wait, for threads that wait for several operations, or for something that is no operation. Such a thread checks its
 * condition, and if it does not hold, takes a step. A step spins, yields or sleeps as {@link Progress#await} does. Nothing is missed in
 * between: the condition changes under the role of the progress owner, or is checked again when the sleep is announced. If nobody ends the
 * sleep, the caller limits it.
 * <p>
 * While another thread is the owner, a step is a park. The park is long if the owner unparks the thread. It is short if the owner cannot
 * know what the thread waits for; an agent leaves the role to such a thread.
 */
public final class WaitSteps {
    private static final long SHORT_NS = 1_000_000;
    // As in a wait for one operation, the first steps poll and run no turn.
    private static final int STEPS_WITH_POLLS = Progress.TURNS_WITH_POLLS;
    // Shared by the requests; each is polled for at least once.
    private static final int POLLS_A_STEP = 64;

    private final WaitPolicy policy;
    private final OwnerRole role;
    private final DutyCycle duties;
    private final OwnerSleep sleep;
    private final Waiters waiters;
    private final Waits waits;
    private final BooleanSupplier isAnyComplete = this::isAnyComplete;
    // Written and read by the owner.
    private Request[] awaited;

    WaitSteps(
        final WaitPolicy policy, final OwnerRole role, final DutyCycle duties, final OwnerSleep sleep, final Waiters waiters,
        final Waits waits) {
        this.policy = policy;
        this.role = role;
        this.duties = duties;
        this.sleep = sleep;
        this.waiters = waiters;
        this.waits = waits;
    }

    /**
     * Returns whether a wait still spins. A caller whose check is costly makes it only every few steps then.
     *
     * @param idle steps without work so far.
     * @return true before the first yield.
     */
    public boolean isSpinning(final int idle) {
        return policy.isSpinning(idle);
    }

    /**
     * Yields, where ranks share cores: a caller whose check is cheap looks a few times before the first turn.
     *
     * @param idle yields so far.
     * @return false, at once, if ranks have cores of their own, or a wait yields no more.
     */
    public boolean tryYield(final int idle) {
        if (policy.isSpinning(1) || !policy.isYielding(idle + 1)) {
            return false;
        }
        Thread.yield();
        return true;
    }

    /**
     * Runs one turn, as a wait does between two looks at what it waits for. Does nothing if another thread is the owner.
     *
     * @return work done.
     */
    public int turn() {
        if (!role.tryEnter()) {
            return 0;
        }
        try {
            return duties.doWorkByShare();
        } finally {
            role.exit();
        }
    }

    /**
     * Returns a mark, which the caller takes before each check and passes to the step after it.
     *
     * @return value from which the step sees whether other threads have done something since.
     */
    public long mark() {
        return role.changes();
    }

    /**
     * Runs one step of a wait for a condition that changes only under the role, and that the caller checks under the role. The caller makes
     * progress first, then checks, so that the progress cannot change the condition after the check.
     *
     * @param idle   steps without work so far.
     * @param mark   taken before the check.
     * @param leftNs time that is left for the wait in nanoseconds, or {@link Long#MAX_VALUE}.
     * @return steps without work so far, 0 if there was some.
     */
    public int step(final int idle, final long mark, final long leftNs) {
        refuseInHandler();
        if (spinOrYield(idle) || !tryEnter()) {
            return idle;
        }
        try {
            // Other threads may have changed the condition since. A new check at once may meet them again, so there is a short sleep.
            final long longestNs = role.changes() == mark ? leftNs : Math.min(leftNs, SHORT_NS);
            return start(idle, longestNs, OwnerSleep.NEVER);
        } finally {
            role.exit();
        }
    }

    /**
     * Runs one step of a wait for a condition that may change anywhere. Whoever changes it wakes this rank if it sleeps; if not, the caller
     * keeps the step short.
     *
     * @param idle      steps without work so far.
     * @param longestNs nanoseconds, or {@link Long#MAX_VALUE}.
     * @param isOver    checks the condition; asked again when the sleep is announced.
     * @return steps without work so far, 0 if there was some.
     */
    public int step(final int idle, final long longestNs, final BooleanSupplier isOver) {
        refuseInHandler();
        if (spinOrYield(idle) || !tryEnter()) {
            return idle;
        }
        try {
            return start(idle, longestNs, isOver);
        } finally {
            role.exit();
        }
    }

    /**
     * Runs one step of a wait for one of several requests. Requests that are idle or null do not count. The first steps poll for each of
     * them, and end when one is complete.
     *
     * @param idle     steps without work so far.
     * @param requests of which none was complete at the last check.
     * @param leftNs   time that is left for the wait in nanoseconds, or {@link Long#MAX_VALUE}.
     * @return steps without work so far, 0 if there was some. After the last step the caller {@linkplain #end ends} the wait.
     */
    public int step(final int idle, final Request[] requests, final long leftNs) {
        refuseInHandler();
        if (idle <= STEPS_WITH_POLLS && policy.isSpinning(idle)) {
            pollFor(requests);
            return idle;
        }
        if (isToShow(idle)) {
            show(requests, leftNs);
        }
        if (spinOrYield(idle)) {
            return idle;
        }
        final long longestNs = suspectAll(requests) ? leftNs : Math.min(leftNs, SHORT_NS);
        if (!role.tryEnter()) {
            follow(requests, longestNs);
            return idle;
        }
        try {
            awaited = requests;
            return start(idle, longestNs, isAnyComplete);
        } finally {
            awaited = null;
            role.exit();
        }
    }

    /**
     * Ends a wait for one of several requests.
     *
     * @param requests of the steps.
     */
    public void end(final Request[] requests) {
        waits.end(requests);
    }

    /**
     * Returns whether a wait is to be shown: its next step sleeps or parks, or it has spun for long. A caller that waits for something that
     * is no request shows it before the step, by {@link Waits}, and ends it after the last one.
     *
     * @param idle of the next step.
     * @return true from the last yield on.
     */
    public boolean isToShow(final int idle) {
        return policy.isToShow(idle);
    }

    private void show(final Request[] requests, final long leftNs) {
        int queued = 0;
        for (final Request request : requests) {
            final Operation operation = awaited(request);
            queued += operation != null && operation.isQueued() ? 1 : 0;
        }
        final ShownWait wait = waits.begin(requests, queued, WaitCall.WAIT_ANY, WaitMode.ANY, Deadline.after(leftNs));
        for (final Request request : requests) {
            final Operation operation = awaited(request);
            if (operation != null) {
                operation.addTo(wait);
            } else if (request != null && request.isActive()) {
                wait.add(WaitKind.OTHER, WaitKind.NO_RANK, WaitKind.NO_TAG, 0, 0, 0);
            }
        }
        wait.publish();
    }

    /** Returns null if a request is not active, or of another engine, whose ranks are others. */
    private Operation awaited(final Request request) {
        return request != null && request.isActive() && MESSAGING.delegate(request) instanceof AwaitedOperation delegate &&
            MESSAGING.delegate(request).worker() == this ? delegate.awaited() : null;
    }

    /** Refuses a wait inside the error handler, in case the caller has not done so. */
    private void refuseInHandler() {
        role.handlerCalls().refuse("wait");
    }

    /** Polls for all requests one after the other, as {@link WaitLoop#pollOneOfSeveral} does: a whole turn costs more than the polls. */
    private void pollFor(final Request[] requests) {
        for (int polls = 0; polls < POLLS_A_STEP; polls += requests.length) {
            for (final Request request : requests) {
                if (request != null && request.isActive() && MESSAGING.delegate(request).look()) {
                    return;
                }
            }
            if (isAnyComplete(requests)) {
                return;
            }
            Thread.onSpinWait();
        }
    }

    private boolean spinOrYield(final int idle) {
        if (policy.isSpinning(idle)) {
            Thread.onSpinWait();
            return true;
        }
        if (policy.isYielding(idle)) {
            Thread.yield();
            return true;
        }
        return false;
    }

    private boolean tryEnter() {
        if (role.tryEnter()) {
            return true;
        }
        if (waiters.ask()) {
            sleep.wake();
        }
        waiters.park(role, SHORT_NS);
        waiters.passOn(role);
        return false;
    }

    private int start(final int idle, final long longestNs, final BooleanSupplier isOver) {
        return sleep.start(Math.min(policy.sleepNs(idle), longestNs), isOver) > 0 ? 0 : idle;
    }

    /**
     * Asks for a check whether the peers of all requests are alive.
     *
     * @return true if all requests are of this engine.
     */
    private boolean suspectAll(final Request[] requests) {
        boolean isOwn = true;
        for (final Request request : requests) {
            if (request != null && request.isActive()) {
                MESSAGING.delegate(request).suspect();
                isOwn &= MESSAGING.delegate(request).worker() == this;
            }
        }
        return isOwn;
    }

    private boolean isAnyComplete() {
        return isAnyComplete(awaited);
    }

    private static boolean isAnyComplete(final Request[] requests) {
        for (final Request request : requests) {
            if (request != null && request.isActive() && request.isComplete()) {
                return true;
            }
        }
        return false;
    }

    private void follow(final Request[] requests, final long longestNs) {
        setWaiter(requests, Thread.currentThread());
        // As in Progress.awaitAsFollower: the load of the waiter may have come before it was set, so the first park is short. The second
        // follows only if the first lasted its whole time.
        VarHandle.fullFence();
        if (!isAnyComplete(requests) && waiters.park(role, SHORT_NS) && !isAnyComplete(requests)) {
            waiters.park(role, Math.min(longestNs, Waiters.LONGEST_PARK_NS));
        }
        setWaiter(requests, null);
        waiters.passOn(role);
    }

    private static void setWaiter(final Request[] requests, final Thread thread) {
        for (final Request request : requests) {
            if (request != null && request.isActive()) {
                MESSAGING.delegate(request).waiter(thread);
            }
        }
    }
}
