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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The one daemon thread of this JVM that touches lock files: applications have no reference to it, so no interrupt can close a
 * channel and with it drop a lock. It runs what callers hand to it and sweeps the {@link PeerWatch}es; without a watch it parks
 * without a limit.
 */
final class WatchThread {
    // How long a death may stay unseen. A sweep costs 250 us, most of it the wake-up's: at 50 ms half a per cent of a core (bench idle).
    static final long SWEEP_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final System.Logger LOGGER = System.getLogger(WatchThread.class.getName());
    private static final LinkedBlockingQueue<Runnable> TASKS = new LinkedBlockingQueue<>();
    private static final List<PeerWatch> WATCHES = new ArrayList<>();
    private static final Thread THREAD = start();

    private WatchThread() {
    }

    /** A task that may touch lock files. */
    @FunctionalInterface
    interface Task<T> {
        T run() throws IOException;
    }

    /** Run a task on the watch thread and wait for it, whatever the interrupt flag of the caller, which stays as it is. */
    static <T> T call(final Task<T> task) throws IOException {
        if (Thread.currentThread() == THREAD) {
            return task.run();
        }
        final CompletableFuture<T> result = new CompletableFuture<>();
        TASKS.add(() -> complete(task, result));
        try {
            return result.join();
        } catch (final CompletionException e) {
            if (e.getCause() instanceof IOException) {
                throw (IOException) e.getCause();
            }
            if (e.getCause() instanceof RuntimeException) {
                throw (RuntimeException) e.getCause();
            }
            throw e;
        }
    }

    static void add(final PeerWatch watch) throws IOException {
        call(() -> WATCHES.add(watch));
    }

    /** After this returned, the watch is never swept again. */
    static void remove(final PeerWatch watch) throws IOException {
        call(() -> WATCHES.remove(watch));
    }

    private static <T> void complete(final Task<T> task, final CompletableFuture<T> result) {
        try {
            result.complete(task.run());
        } catch (final IOException | RuntimeException | Error e) {
            result.completeExceptionally(e);
        }
    }

    private static Thread start() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        final Thread thread = new Thread(group, WatchThread::run, "tombolo-watch", 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        thread.start();
        return thread;
    }

    private static void run() {
        long nextSweepNs = System.nanoTime();
        while (true) {
            final Runnable task = next(nextSweepNs - System.nanoTime());
            if (task != null) {
                task.run();
            }
            if (System.nanoTime() - nextSweepNs >= 0) {
                sweep();
                nextSweepNs = System.nanoTime() + SWEEP_INTERVAL_NS;
            }
        }
    }

    private static Runnable next(final long waitNs) {
        try {
            return WATCHES.isEmpty() ? TASKS.take() : TASKS.poll(Math.max(0, waitNs), TimeUnit.NANOSECONDS);
        } catch (final InterruptedException ignored) {
            // Taking the exception has cleared the flag: no channel operation ever sees it.
            return null;
        }
    }

    private static void sweep() {
        for (final PeerWatch watch : WATCHES) {
            try {
                watch.sweep();
            } catch (final IOException | RuntimeException e) {
                LOGGER.log(System.Logger.Level.WARNING, "cannot watch the peers of " + watch, e);
            }
        }
    }
}
