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

import io.tombolo.engine.api.Request;
import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;

/**
 * The wait policy in single steps, for threads that wait for more than one operation, or for what is none: each looks whether it has what
 * it waits for, and if not, makes a step. The steps sleep as {@link Progress#await} does, because nothing is missed in between: whatever
 * such a thread can wait for changes under the role of the progress owner, or is looked at once more when the sleep is announced. Where
 * nobody ends the sleep, the caller limits it.
 * <p>
 * Where another thread is the owner, a step is a park. It is as long where the owner unparks the thread, and short where it cannot know
 * what the thread waits for; an agent leaves the role to such a thread.
 */
public final class WaitSteps {
    private static final long SHORT_NS = 1_000_000;
    // As a wait for one does, in which there are looks between the first turns alone; where there are many, each is looked for once.
    private static final int STEPS_WITH_LOOKS = Progress.TURNS_WITH_POLLS;
    private static final int LOOKS_A_STEP = 64;

    private final WaitPolicy policy;
    private final OwnerRole role;
    private final OwnerSleep sleep;
    private final Waiters waiters;
    private final BooleanSupplier isAnyComplete = this::isAnyComplete;
    // The owner's.
    private Request[] awaited;

    WaitSteps(final WaitPolicy policy, final OwnerRole role, final OwnerSleep sleep, final Waiters waiters) {
        this.policy = policy;
        this.role = role;
        this.sleep = sleep;
        this.waiters = waiters;
    }

    /**
     * Returns whether a wait of so many steps still spins, so that checks that cost more belong into every so many of them.
     *
     * @param idle steps without work so far.
     * @return true before the first yield.
     */
    public boolean isSpinning(final int idle) {
        return policy.isSpinning(idle);
    }

    /**
     * Returns a mark to be taken before each look, for the step after it.
     *
     * @return tells whether other threads have done something since.
     */
    public long mark() {
        return role.changes();
    }

    /**
     * One step of a wait for something that changes under the role alone, and is looked at under it. The look makes progress first, so that
     * nothing happens behind it.
     *
     * @param idle steps without work so far.
     * @param mark as it was before the look.
     * @return steps without work, 0 if there was some.
     */
    public int step(final int idle, final long mark) {
        refuseInHandler();
        if (isAwake(idle) || !tryEnter()) {
            return idle;
        }
        try {
            // Others may have done what is waited for since, and who looks again may meet them again: so not without a sleep.
            final long longestNs = role.changes() == mark ? Long.MAX_VALUE : SHORT_NS;
            return start(idle, longestNs, OwnerSleep.NEVER);
        } finally {
            role.exit();
        }
    }

    /**
     * One step of a wait for something that changes anywhere, by somebody who wakes this rank then, if it sleeps; or who does not, if the
     * step is short.
     *
     * @param idle      steps without work so far.
     * @param longestNs nanoseconds, or {@link Long#MAX_VALUE}.
     * @param isOver    looks whether there is nothing to wait for any more; asked again when the sleep is announced.
     * @return steps without work, 0 if there was some.
     */
    public int step(final int idle, final long longestNs, final BooleanSupplier isOver) {
        refuseInHandler();
        if (isAwake(idle) || !tryEnter()) {
            return idle;
        }
        try {
            return start(idle, longestNs, isOver);
        } finally {
            role.exit();
        }
    }

    /**
     * One step of a wait for one of several requests, of which those that are idle or null do not count. The first ones look for each of
     * them, and end when one is complete.
     *
     * @param idle     steps without work so far.
     * @param requests array, in which none was complete at the last look.
     * @return steps without work, 0 if there was some.
     */
    public int step(final int idle, final Request[] requests) {
        refuseInHandler();
        if (idle <= STEPS_WITH_LOOKS && policy.isSpinning(idle)) {
            lookFor(requests);
            return idle;
        }
        if (isAwake(idle)) {
            return idle;
        }
        final long longestNs = suspectAll(requests) ? Long.MAX_VALUE : SHORT_NS;
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

    /** In case that the call has not done so. */
    private void refuseInHandler() {
        role.handlerCalls().refuse("wait");
    }

    /** Looks for all of them in turn, as for one in {@link DutyCycle#lookFor}: a whole turn costs more than the looks. */
    private void lookFor(final Request[] requests) {
        for (int looks = 0; looks < LOOKS_A_STEP; looks += requests.length) {
            for (final Request request : requests) {
                if (request != null && request.isActive() && request.work().look()) {
                    return;
                }
            }
            if (isAnyComplete(requests)) {
                return;
            }
            Thread.onSpinWait();
        }
    }

    private boolean isAwake(final int idle) {
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
     * Has it looked into whether the peers live.
     *
     * @return whether all requests are of this engine.
     */
    private boolean suspectAll(final Request[] requests) {
        boolean isOwn = true;
        for (final Request request : requests) {
            if (request != null && request.isActive()) {
                request.work().suspect();
                isOwn &= request.work().worker() == this;
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
        name(requests, Thread.currentThread());
        // As in Progress: the first park is short, as the look at the waiter may have come before its name; that stays for the next, unless
        // the first has ended too soon to tell.
        VarHandle.fullFence();
        if (!isAnyComplete(requests) && waiters.park(role, SHORT_NS) && !isAnyComplete(requests)) {
            waiters.park(role, Math.min(longestNs, Waiters.LONGEST_PARK_NS));
        }
        name(requests, null);
        waiters.passOn(role);
    }

    private static void name(final Request[] requests, final Thread thread) {
        for (final Request request : requests) {
            if (request != null && request.isActive()) {
                request.work().waiter(thread);
            }
        }
    }
}
