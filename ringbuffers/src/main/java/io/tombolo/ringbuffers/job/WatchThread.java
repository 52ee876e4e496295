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
package io.tombolo.ringbuffers.job;

import java.io.IOException;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The daemon thread, one for each class loader, that touches lock files. Applications have no reference to it, so no interrupt can close a
 * channel and so drop a lock. It runs the tasks of callers and sweeps the {@link PeerWatch}es.
 * <p>
 * It starts with the first call and ends when its last user has released it, so that an unused class loader can be collected. No exception
 * or error ends it earlier: after an {@link OutOfMemoryError} it goes on watching as soon as there is memory.
 */
final class WatchThread {
    // Longest time for which a death stays unseen. A sweep costs mainly the wake-up of the thread.
    static final long SWEEP_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(25);

    private static final System.Logger LOGGER = System.getLogger(WatchThread.class.getName());
    private static final String NAME = "tombolo watch";
    private static final Object GATE = new Object();
    private static final Queue<Call<?>> CALLS = new ConcurrentLinkedQueue<>();
    private static final List<PeerWatch> WATCHES = new ArrayList<>();
    // Guarded by the gate.
    private static Thread thread;
    // Used by the thread itself only.
    private static int keepers;

    private WatchThread() {
    }

    /** A task that may touch lock files. */
    @FunctionalInterface
    interface Task<T> {
        T run() throws IOException;
    }

    /** Runs a task on the watch thread and waits for it. The interrupt flag of the caller has no effect and does not change. */
    static <T> T call(final Task<T> task) throws IOException {
        final Call<T> call = new Call<>(task);
        final Thread worker;
        synchronized (GATE) {
            if (Thread.currentThread() == thread) {
                return task.run();
            }
            if (thread == null) {
                thread = start();
            }
            CALLS.add(call);
            worker = thread;
        }
        LockSupport.unpark(worker);
        return call.await();
    }

    /** Adds a user of the thread. Call it in a task. */
    static void retain() {
        keepers++;
    }

    /** Removes a user of the thread, which ends after the last one. Call it in a task. */
    static void release() {
        keepers--;
    }

    static void add(final PeerWatch watch) throws IOException {
        call(() -> {
            WATCHES.add(watch);
            return rename();
        });
    }

    /** After this returned, the watch is never swept again. */
    static void remove(final PeerWatch watch) throws IOException {
        call(() -> {
            WATCHES.remove(watch);
            return rename();
        });
    }

    /** Names the thread after the first of its ranks. */
    private static Void rename() {
        final int others = WATCHES.size() - 1;
        Thread.currentThread().setName(
            others < 0 ? NAME : NAME + " " + WATCHES.get(0).rankName() + (others > 0 ? " and " + others + " more" : ""));
        return null;
    }

    /** Starts the thread without the class loader and access context of the caller, which it would keep from being collected. */
    @SuppressWarnings("removal")
    private static Thread start() {
        return AccessController.doPrivileged((PrivilegedAction<Thread>) () -> {
            ThreadGroup group = Thread.currentThread().getThreadGroup();
            while (group.getParent() != null) {
                group = group.getParent();
            }
            final Thread worker = new Thread(group, WatchThread::run, NAME, 0, false);
            worker.setDaemon(true);
            worker.setContextClassLoader(null);
            worker.start();
            return worker;
        });
    }

    private static void run() {
        long nextSweepNs = System.nanoTime();
        int first = 0;
        while (true) {
            try {
                if (endIfIdle()) {
                    return;
                }
                pause(nextSweepNs);
                runCalls();
                if (System.nanoTime() - nextSweepNs >= 0) {
                    nextSweepNs = System.nanoTime() + SWEEP_INTERVAL_NS;
                    // Each watch comes first in its turn: the JVM may throw the error of a file that was cut anywhere, and so end a sweep.
                    first++;
                    sweep(first);
                }
            } catch (final Throwable ignored) {
                // Stack or heap may be exhausted: the next turn may succeed.
                LockSupport.parkNanos(SWEEP_INTERVAL_NS);
            }
        }
    }

    private static boolean endIfIdle() {
        synchronized (GATE) {
            if (keepers > 0 || !CALLS.isEmpty()) {
                return false;
            }
            thread = null;
            return true;
        }
    }

    private static void pause(final long nextSweepNs) {
        if (CALLS.isEmpty()) {
            if (WATCHES.isEmpty()) {
                LockSupport.park();
            } else {
                LockSupport.parkNanos(nextSweepNs - System.nanoTime());
            }
        }
        // If this thread was interrupted nevertheless, no channel operation may see it.
        Thread.interrupted();
    }

    private static void runCalls() {
        for (Call<?> call = CALLS.poll(); call != null; call = CALLS.poll()) {
            call.run();
        }
    }

    private static void sweep(final int first) {
        for (int i = 0; i < WATCHES.size(); i++) {
            final PeerWatch watch = WATCHES.get(Math.floorMod(first + i, WATCHES.size()));
            try {
                watch.sweep();
                watch.failure(null);
            } catch (final Throwable failure) {
                report(watch, failure);
            }
        }
    }

    /** Logs a failure once, as long as its class stays the same. */
    private static void report(final PeerWatch watch, final Throwable failure) {
        try {
            if (watch.failure(failure)) {
                LOGGER.log(System.Logger.Level.WARNING, "cannot watch the peers of " + watch, failure);
            }
        } catch (final Throwable ignored) {
            // No memory for a log record: a later sweep logs it.
            watch.failure(null);
        }
    }

    /** A task and its result. It allocates only when created, so that a task can end even without memory. */
    private static final class Call<T> {
        private final Task<T> task;
        private final Thread caller = Thread.currentThread();
        private T result;
        private Throwable thrown;
        private volatile boolean isDone;

        Call(final Task<T> task) {
            this.task = task;
        }

        void run() {
            try {
                result = task.run();
            } catch (final Throwable failure) {
                thrown = failure;
            }
            // Volatile store; partner: the load in await(). The caller sees the result.
            isDone = true;
            LockSupport.unpark(caller);
        }

        T await() throws IOException {
            boolean isInterrupted = false;
            while (!isDone) {
                LockSupport.park(this);
                isInterrupted |= Thread.interrupted();
            }
            if (isInterrupted) {
                caller.interrupt();
            }
            if (thrown instanceof IOException exception) {
                throw exception;
            }
            if (thrown instanceof RuntimeException exception) {
                throw exception;
            }
            if (thrown instanceof Error error) {
                throw error;
            }
            return result;
        }
    }
}
