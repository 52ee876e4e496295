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
package io.tombolo.engine.telemetry;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;

/**
 * When the application's error handler is called: by a thread that leaves the role of progress owner, so that no code of the application
 * runs in the middle of the engine's work, and one error at a time. What the handler calls of the engine therefore finds everything in its
 * place; calls that would wait are refused, since the calling thread may be the one that others wait for.
 * <p>
 * <b>Threading:</b> any thread.
 */
public final class HandlerCalls {
    /** Errors that wait for a handler which does not return; of those that come then only the last is told. */
    static final int MOST_WAITING = 1024;

    private static final VarHandle CALLER;
    private static final VarHandle IS_ANY_DUE;

    static {
        try {
            CALLER = MethodHandles.lookup().findVarHandle(HandlerCalls.class, "caller", Thread.class);
            IS_ANY_DUE = MethodHandles.lookup().findVarHandle(HandlerCalls.class, "isAnyDue", boolean.class);
        } catch (final ReflectiveOperationException exception) {
            throw new ExceptionInInitializerError(exception);
        }
    }

    private final Consumer<Throwable> handler;
    // Taken out by the caller alone.
    private final ManyToOneConcurrentArrayQueue<Throwable> errors = new ManyToOneConcurrentArrayQueue<>(MOST_WAITING);
    // The last error for which there was no room in the queue.
    private final AtomicReference<Throwable> unqueued = new AtomicReference<>();
    // The thread that runs the handler: changed by CAS, and read in plain by whoever asks whether it is the one.
    private Thread caller;
    // Read in plain on the message path: who sees it late leaves the call to the next.
    private boolean isAnyDue;
    private volatile boolean isPutOff;

    /**
     * Calls at once, until they are to be put off.
     *
     * @param handler does not throw.
     */
    public HandlerCalls(final Consumer<Throwable> handler) {
        this.handler = handler;
    }

    /**
     * Puts calls off from now on, until somebody {@link #make makes} them.
     */
    public void putOff() {
        isPutOff = true;
    }

    /**
     * Makes the calls that are due, and from now on each at once: nobody has the role any more.
     */
    public void putOffNoMore() {
        isPutOff = false;
        make();
    }

    void add(final Throwable error) {
        if (!errors.offer(error)) {
            unqueued.set(error);
        }
        // Volatile store; partner: the load in make, behind the store that lets others call.
        IS_ANY_DUE.setVolatile(this, true);
        if (!isPutOff) {
            make();
        }
    }

    /**
     * Returns whether calls are due, and no thread makes them.
     *
     * @return true if so.
     */
    public boolean areDue() {
        return isAnyDue && caller == null;
    }

    /**
     * Makes the calls that are due. Not under the role. If another thread is about it, or the handler itself calls this, they are left to
     * that thread.
     */
    public void make() {
        while ((boolean) IS_ANY_DUE.getVolatile(this) && CALLER.compareAndSet(this, null, Thread.currentThread())) {
            try {
                IS_ANY_DUE.setVolatile(this, false);
                for (Throwable error = next(); error != null; error = next()) {
                    handler.accept(error);
                }
            } finally {
                CALLER.setVolatile(this, null);
            }
        }
    }

    private Throwable next() {
        final Throwable error = errors.poll();
        return error != null ? error : unqueued.getAndSet(null);
    }

    /**
     * Returns whether the handler is running, and calls from there.
     *
     * @return true in a call of the handler.
     */
    public boolean isInHandler() {
        final Thread thread = caller;
        return thread != null && thread == Thread.currentThread();
    }

    /**
     * Refuses a call that may wait, or ends something, if it comes from the handler.
     *
     * @param call name of it.
     * @throws IllegalStateException if so.
     */
    public void refuse(final String call) {
        if (isInHandler()) {
            throw new IllegalStateException(call + ": not allowed in the errorHandler, which must not wait: use a call that returns at " +
                "once, as isend, irecv and tryClaim do, or let another thread do it");
        }
    }
}
