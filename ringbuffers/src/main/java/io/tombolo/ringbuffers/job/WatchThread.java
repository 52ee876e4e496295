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
 * The one daemon thread of this class loader that touches lock files: applications have no reference to it, so no interrupt can close a
 * channel and with it drop a lock. It runs what callers hand to it and sweeps the {@link PeerWatch}es.
 * <p>
 * It starts with the first call and ends when nobody keeps it any more, so that a class loader that is dropped is collected. Nothing that
 * is thrown ends it before: deaths are seen again as soon as there is memory again.
 */
final class WatchThread {
    // How long a death may stay unseen. Each sweep wakes the thread up, which is most of its cost.
    static final long SWEEP_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final System.Logger LOGGER = System.getLogger(WatchThread.class.getName());
    private static final Object GATE = new Object();
    private static final Queue<Call<?>> CALLS = new ConcurrentLinkedQueue<>();
    private static final List<PeerWatch> WATCHES = new ArrayList<>();
    // Guarded by the gate.
    private static Thread thread;
    // Of the thread itself.
    private static int keepers;

    private WatchThread() {
    }

    /** A task that may touch lock files. */
    @FunctionalInterface
    interface Task<T> {
        T run() throws IOException;
    }

    /** Run a task on the watch thread and wait for it, whatever the interrupt flag of the caller, which stays as it is. */
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

    /** In a task: one more that needs the thread to stay. */
    static void keep() {
        keepers++;
    }

    /** In a task: one less. After the last one the thread ends. */
    static void letGo() {
        keepers--;
    }

    static void add(final PeerWatch watch) throws IOException {
        call(() -> WATCHES.add(watch));
    }

    /** After this returned, the watch is never swept again. */
    static void remove(final PeerWatch watch) throws IOException {
        call(() -> WATCHES.remove(watch));
    }

    /** With nothing of the caller's: neither its loader nor its access context, which would keep the loaders of all its callers. */
    @SuppressWarnings("removal")
    private static Thread start() {
        return AccessController.doPrivileged((PrivilegedAction<Thread>) () -> {
            ThreadGroup group = Thread.currentThread().getThreadGroup();
            while (group.getParent() != null) {
                group = group.getParent();
            }
            final Thread worker = new Thread(group, WatchThread::run, "tombolo-watch", 0, false);
            worker.setDaemon(true);
            worker.setContextClassLoader(null);
            worker.start();
            return worker;
        });
    }

    private static void run() {
        long nextSweepNs = System.nanoTime();
        while (!isOver()) {
            try {
                pause(nextSweepNs);
                runCalls();
                if (System.nanoTime() - nextSweepNs >= 0) {
                    nextSweepNs = System.nanoTime() + SWEEP_INTERVAL_NS;
                    sweep();
                }
            } catch (final Throwable ignored) {
                // Of no watch, such as a stack or a heap that is full: the next turn may go better.
                LockSupport.parkNanos(SWEEP_INTERVAL_NS);
            }
        }
    }

    private static boolean isOver() {
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
        // Nobody interrupts this thread; if somebody has, no channel operation ever sees it.
        Thread.interrupted();
    }

    private static void runCalls() {
        for (Call<?> call = CALLS.poll(); call != null; call = CALLS.poll()) {
            call.run();
        }
    }

    private static void sweep() {
        for (int i = 0; i < WATCHES.size(); i++) {
            final PeerWatch watch = WATCHES.get(i);
            try {
                watch.sweep();
                watch.failure(null);
            } catch (final Throwable failure) {
                report(watch, failure);
            }
        }
    }

    /** Once as long as it stays the same, which may be at every sweep. */
    private static void report(final PeerWatch watch, final Throwable failure) {
        try {
            if (watch.failure(failure)) {
                LOGGER.log(System.Logger.Level.WARNING, "cannot watch the peers of " + watch, failure);
            }
        } catch (final Throwable ignored) {
            // No memory for a line: it is said at a later sweep.
            watch.failure(null);
        }
    }

    /** A task and its end. Nothing is allocated once it is made: an end without memory is an end, too. */
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
            // Volatile store: pairs with the load in await(), so that the caller sees the result.
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
