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

import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.telemetry.HandlerCalls;
import io.tombolo.ringbuffers.fault.FaultPoint;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The role of progress owner. Only the thread that has it may touch rings, matcher and tables.
 * <p>
 * At level SINGLE the one thread always has the role, and entering takes no atomic operation. At level MULTIPLE a CAS takes the role and a
 * release store frees it. The leaving owner frees the role, then checks the commands again (full fence between; partner: the CAS of a push,
 * which comes before its thread's attempt to take the role), then wakes one waiter. So no command is left behind when a pusher and the
 * owner pass each other.
 */
public final class OwnerRole {
    private static final int FREE = 0;
    private static final int HELD = 1;
    private static final VarHandle ROLE;

    static {
        try {
            ROLE = MethodHandles.lookup().findVarHandle(OwnerRole.class, "role", int.class);
        } catch (final ReflectiveOperationException exception) {
            throw new ExceptionInInitializerError(exception);
        }
    }

    private final boolean single;
    private final CommandStack commands;
    private final Runnable startCommands;
    private final Runnable wakeWaiter;
    private final HandlerCalls handlerCalls;
    private volatile int role = FREE;
    private volatile boolean closing;
    private Thread singleThread;
    // Plain stores by the owner.
    private long changes;
    private Thread last;

    /**
     * Makes a role that is free.
     *
     * @param level         threads that may call.
     * @param commands      operations that other threads hand over.
     * @param startCommands takes and starts all commands; run by the owner.
     * @param wakeWaiter    wakes one thread that waits for the role; run by the owner that leaves.
     * @param handlerCalls  calls of the application's error handler; made by the owner that leaves.
     */
    public OwnerRole(
        final ThreadLevel level, final CommandStack commands, final Runnable startCommands, final Runnable wakeWaiter,
        final HandlerCalls handlerCalls) {
        this.single = level == ThreadLevel.SINGLE;
        this.commands = commands;
        this.startCommands = startCommands;
        this.wakeWaiter = wakeWaiter;
        this.handlerCalls = handlerCalls;
        handlerCalls.defer();
    }

    boolean isSingle() {
        return single;
    }

    /**
     * Returns a count that changes whenever somebody else does something under the role: another thread takes it, or its owner starts the
     * commands of another thread. If the count is the same when a thread next has the role, everything that it saw under the role after the
     * first reading still holds. A plain load, because a count that is too old differs as well.
     */
    long changes() {
        return changes;
    }

    HandlerCalls handlerCalls() {
        return handlerCalls;
    }

    boolean isHeld() {
        return role == HELD;
    }

    boolean isClosing() {
        return closing;
    }

    /**
     * Returns whether the owner has to leave for a moment, because the engine closes or a call of the error handler is due.
     */
    boolean isToLeave() {
        return closing || handlerCalls.areDue();
    }

    /**
     * Becomes the owner if the role is free, and starts the commands that wait.
     *
     * @return true if the caller must {@link #exit()}.
     * @throws IllegalStateException if the engine is closed, or is for a single thread and this is another one.
     */
    public boolean tryEnter() {
        checkOpen();
        if (single) {
            checkThread();
            return true;
        }
        if (!tryClaim()) {
            return false;
        }
        countChange();
        boolean entered = false;
        try {
            checkOpen();
            FaultPoint.OWNER_ENTERED.hit();
            startCommands.run();
            entered = true;
        } finally {
            if (!entered) {
                exit();
            }
        }
        return true;
    }

    private void countChange() {
        final Thread thread = Thread.currentThread();
        if (last != thread || !commands.isEmpty()) {
            last = thread;
            changes++;
        }
    }

    /**
     * Checks the thread of a call that changes what it shares with the owner.
     *
     * @throws IllegalStateException if the engine is for a single thread and this is another one.
     */
    void checkThread() {
        if (single && Thread.currentThread() != singleThread) {
            bindThread();
        }
    }

    private boolean tryClaim() {
        // Full CAS; partner: the store in exit, which hands over everything that the last owner wrote.
        return role == FREE && ROLE.compareAndSet(this, FREE, HELD);
    }

    private void bindThread() {
        if (singleThread != null) {
            throw new IllegalStateException("this engine is for a single thread, " + singleThread.getName() +
                ", and was called by " + Thread.currentThread().getName() + ": launch it with ThreadLevel.MULTIPLE");
        }
        singleThread = Thread.currentThread();
    }

    /**
     * Gives the role up, and calls the application's error handler if calls are due.
     */
    public void exit() {
        if (!single) {
            free();
        }
        if (handlerCalls.areDue()) {
            handlerCalls.make();
        }
    }

    private void free() {
        do {
            // Release store and full fence; partner: the CAS of a push, which comes before its thread's try-claim.
            ROLE.setRelease(this, FREE);
            VarHandle.fullFence();
        } while (!closing && !commands.isEmpty() && tryClaimForCommands());
        wakeWaiter.run();
    }

    private boolean tryClaimForCommands() {
        if (!tryClaim()) {
            return false;
        }
        changes++;
        boolean started = false;
        try {
            startCommands.run();
            started = true;
        } finally {
            if (!started) {
                role = FREE;
            }
        }
        return true;
    }

    void checkOpen() {
        if (closing) {
            throw new IllegalStateException("this engine is closed");
        }
    }

    /**
     * Returns whether this thread may do the owner's work in order to close the engine: any thread, unless the engine is for a single
     * thread, which is another one and alive.
     */
    boolean mayClose() {
        final Thread bound = singleThread;
        return !single || bound == null || bound == Thread.currentThread() || !bound.isAlive();
    }

    /**
     * Becomes the owner in order to drain before the engine closes.
     *
     * @return true if the caller must {@link #exit()}.
     */
    boolean tryEnterToClose() {
        return single ? mayClose() : tryEnter();
    }

    /**
     * Turns every thread away from now on.
     */
    void close() {
        closing = true;
    }

    /**
     * Takes the role for good, for the thread that closes the engine.
     *
     * @return true if no other thread is inside or will be.
     */
    boolean claimForGood() {
        return single ? mayClose() : tryClaim();
    }
}
