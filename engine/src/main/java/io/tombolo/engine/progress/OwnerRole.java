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
 * The role of progress owner: which thread may touch rings, matcher and tables.
 * <p>
 * <b>SINGLE:</b> the one thread always has it; no atomic operation on the way in. <b>MULTIPLE:</b> taken by CAS, freed by a release store.
 * Hand-over: the leaving owner frees the role, then looks at the commands again (full fence between; partner: the CAS of a push, which
 * comes before its thread's try-claim), then wakes one waiter; so no command is left behind when pusher and owner pass each other.
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
    // Written by the owner, in plain.
    private long changes;
    private Thread last;

    /**
     * A role that nobody has.
     *
     * @param level         who may call.
     * @param commands      what other threads hand over.
     * @param startCommands takes and starts all commands; run by the owner.
     * @param wakeWaiter    wakes one thread that waits for the role; run by the owner that leaves.
     * @param handlerCalls  of the application's error handler; made by the owner that leaves.
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
     * Returns a count that changes whenever somebody else does something under the role: another thread takes it, or one that has it starts
     * the commands of another. What a thread saw under the role after it read this holds as long as the count is the same when it next has
     * the role. Read in plain: a count that is too old differs.
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
     * Returns whether the owner has to leave for a moment: the engine closes, or the application's error handler is to be called.
     */
    boolean isToLeave() {
        return closing || handlerCalls.areDue();
    }

    /**
     * Becomes the owner, if the role is free; commands that wait are started then.
     *
     * @return true if the caller must {@link #exit()}.
     * @throws IllegalStateException if the engine is closed, or a second thread calls one that is for a single thread.
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
     * Throws if the engine is for a single thread and this is another one; for calls that change what they share with the owner.
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
     * Gives the role up, and calls the application's error handler, if there is something to tell.
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
     * Returns whether this thread may do the owner's work in order to close: any thread, unless another, living one is the single one.
     */
    boolean mayClose() {
        final Thread bound = singleThread;
        return !single || bound == null || bound == Thread.currentThread() || !bound.isAlive();
    }

    /**
     * Becomes the owner in order to drain before closing.
     *
     * @return true if the caller must {@link #exit()}.
     */
    boolean tryEnterToClose() {
        return single ? mayClose() : tryEnter();
    }

    /**
     * Turns everybody away from now on.
     */
    void close() {
        closing = true;
    }

    /**
     * Takes the role for good, for the thread that closes.
     *
     * @return true if no other thread is inside, or will be.
     */
    boolean claimForGood() {
        return single ? mayClose() : tryClaim();
    }
}
