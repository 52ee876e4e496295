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

import io.tombolo.engine.api.Member;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;

/**
 * The calls of the application's error handler and member listener that are due. A thread makes them when it leaves the role of progress
 * owner, one at a time, so that no code of the application runs in the middle of the engine's work. The handler may therefore call the
 * engine. Calls that would wait are refused, because other threads may be waiting for the thread that runs the handler.
 * <p>
 * <b>Threading:</b> any thread.
 */
public final class HandlerCalls {
    /** Most errors that wait for a handler which does not return. Of the errors that come then, only the last one is kept. */
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
    // Without a limit, as none may be lost: it grows by two for each process that joins while the listener does not return.
    private final Queue<Member> members = new ConcurrentLinkedQueue<>();
    private volatile Consumer<Member> listener = member -> { };
    // The last error for which the queue had no room.
    private final AtomicReference<Throwable> unqueued = new AtomicReference<>();
    // The thread that runs the handler. Set by CAS; a thread that asks whether it is the one may use a plain load.
    private Thread caller;
    // Loaded plain on the message path: a thread that sees it late leaves the call to the next one.
    private boolean isAnyDue;
    private volatile boolean isDeferred;

    /**
     * Creates a queue that makes each call at once, until {@link #defer}.
     *
     * @param handler must not throw.
     */
    public HandlerCalls(final Consumer<Throwable> handler) {
        this.handler = handler;
    }

    /**
     * Sets what is told of members.
     *
     * @param newListener must not throw.
     */
    public void listener(final Consumer<Member> newListener) {
        listener = newListener;
    }

    /**
     * Defers calls from now on, until a thread {@link #make makes} them.
     */
    public void defer() {
        isDeferred = true;
    }

    /**
     * Makes the calls that are due, and makes later calls at once. For an engine that closes: no thread has the role any more.
     */
    public void stopDeferring() {
        isDeferred = false;
        make();
    }

    void add(final Throwable error) {
        if (!errors.offer(error)) {
            unqueued.set(error);
        }
        callSoon();
    }

    /**
     * Queues a call of the listener.
     *
     * @param event what has happened to a member.
     */
    public void add(final Member event) {
        members.add(event);
        callSoon();
    }

    private void callSoon() {
        // Volatile store; partner: the load in make, behind the store that lets others call.
        IS_ANY_DUE.setVolatile(this, true);
        if (!isDeferred) {
            make();
        }
    }

    /**
     * Returns whether calls are due that no thread is making.
     *
     * @return true if a thread should {@link #make make} them.
     */
    public boolean areDue() {
        return isAnyDue && caller == null;
    }

    /**
     * Makes the calls that are due. The caller must not have the role of progress owner. If another thread makes calls now, or the handler
     * itself calls this, the calls are left to that thread.
     */
    public void make() {
        while ((boolean) IS_ANY_DUE.getVolatile(this) && CALLER.compareAndSet(this, null, Thread.currentThread())) {
            try {
                IS_ANY_DUE.setVolatile(this, false);
                for (Throwable error = next(); error != null; error = next()) {
                    handler.accept(error);
                }
                for (Member event = members.poll(); event != null; event = members.poll()) {
                    listener.accept(event);
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
     * Returns whether the current thread is in a call of the handler.
     *
     * @return true in the handler.
     */
    public boolean isInHandler() {
        final Thread thread = caller;
        return thread != null && thread == Thread.currentThread();
    }

    /**
     * Refuses a call from a handler that may wait or that ends something.
     *
     * @param call name of the call, for the message.
     * @throws IllegalStateException if the current thread is in a call of the handler.
     */
    public void refuse(final String call) {
        if (isInHandler()) {
            throw new IllegalStateException(call + ": not allowed in the errorHandler and the memberListener, which must not wait: use " +
                "a call that returns at once, as isend, irecv and tryClaim do, or let another thread do it");
        }
    }
}
