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

import io.tombolo.ringbuffers.wait.WaitCall;
import io.tombolo.ringbuffers.wait.WaitMode;
import io.tombolo.ringbuffers.wait.WaitWriter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.agrona.concurrent.AtomicBuffer;

/**
 * Shows in the rank file what the threads of this rank wait for. A thread shows a wait before its first sleep, and again before each
 * further one, and {@linkplain #end ends} it when the call returns. A wait that lasts for longer than {@value #SITE_MS} ms gets its call
 * site. If a thread waits inside of another wait, the outer one is shown.
 * <p>
 * <b>Threading:</b> any thread. Allocates nothing, except for a call site. Takes no lock.
 */
public final class Waits implements AutoCloseable {
    /** Age in milliseconds of a wait that gets a call site, which allocates; the first sleep of a wait is as long. */
    public static final int SITE_MS = 5;

    private static final long SITE_NS = TimeUnit.MILLISECONDS.toNanos(SITE_MS);
    private static final int THREADS = 64;
    private static final int NONE = -1;

    private final WaitWriter writer;
    // Null if the JVM has no flight recorder.
    private final JvmEvents jvm;
    private final AtomicReferenceArray<Thread> threads = new AtomicReferenceArray<>(THREADS);
    private final ShownWait[] waits = new ShownWait[THREADS];
    private final ShownWait none = new ShownWait(this, true);
    // Threads that have a wait here.
    private final AtomicInteger count = new AtomicInteger();
    // Threads that may be storing in the rank file.
    private final AtomicInteger users = new AtomicInteger();
    private volatile boolean isClosed;

    /**
     * Begins to show waits.
     *
     * @param section  of the rank file, zero.
     * @param isSingle whether one thread alone may call the engine.
     * @param flight   recorder of the rank, which knows the recordings of the JVM.
     */
    public Waits(final AtomicBuffer section, final boolean isSingle, final FlightRecorder flight) {
        this(section, isSingle, flight.jvm());
    }

    /** Shows waits in the rank file alone. */
    Waits(final AtomicBuffer section, final boolean isSingle) {
        this(section, isSingle, (JvmEvents) null);
    }

    private Waits(final AtomicBuffer section, final boolean isSingle, final JvmEvents jvm) {
        this.jvm = jvm;
        this.writer = new WaitWriter(section, isSingle);
        for (int i = 0; i < THREADS; i++) {
            waits[i] = new ShownWait(this, false);
        }
    }

    /** Shows that the process runs. Called by the watch thread, about every 25 ms. */
    public void clock() {
        if (enter()) {
            try {
                writer.clock(System.nanoTime());
            } finally {
                leave();
            }
        }
    }

    /**
     * Begins a wait of this thread, or another state of the wait that it has begun. The caller adds entries and publishes it. Nothing is
     * shown if the wait of this thread is shown already, or an outer one; then this finds its call site when that is due.
     *
     * @param owner      ends the wait, by identity.
     * @param state      of the owner; when it changes, a new wait begins.
     * @param call       in which the thread waits.
     * @param mode       whether it waits for all entries or for any of them.
     * @param deadlineNs {@link System#nanoTime()} at which the time of the wait is up, or {@link Long#MAX_VALUE}.
     * @return wait to fill, never null.
     */
    public ShownWait begin(final Object owner, final int state, final WaitCall call, final WaitMode mode, final long deadlineNs) {
        int index = find();
        if (index == NONE) {
            index = isClosed ? NONE : take();
        } else if (!waits[index].isOf(owner) || waits[index].isIn(owner, state)) {
            findSite(waits[index]);
            index = NONE;
        }
        if (index == NONE) {
            return none;
        }
        waits[index].begin(owner, state, call, mode, System.nanoTime(), deadlineNs, jvm);
        return waits[index];
    }

    /**
     * Ends the wait of this thread, if it is of this owner.
     *
     * @param owner of {@link #begin}.
     */
    public void end(final Object owner) {
        if (count.get() > 0) {
            endShown(owner);
        }
    }

    private void endShown(final Object owner) {
        final int index = find();
        if (index == NONE || !waits[index].isOf(owner)) {
            return;
        }
        if (enter()) {
            try {
                waits[index].clear(writer);
            } finally {
                leave();
            }
        }
        try {
            waits[index].ended(jvm);
        } finally {
            threads.set(index, null);
            count.decrementAndGet();
        }
    }

    void publish(final ShownWait wait) {
        if (enter()) {
            try {
                wait.write(writer);
            } finally {
                leave();
            }
        }
    }

    private void findSite(final ShownWait wait) {
        if (wait.takeSite(System.nanoTime(), SITE_NS)) {
            final CallSite site = CallSite.find();
            if (site != null && enter()) {
                try {
                    wait.write(writer, site);
                } finally {
                    leave();
                }
            }
        }
    }

    private int find() {
        if (count.get() > 0) {
            final Thread thread = Thread.currentThread();
            for (int i = 0; i < THREADS; i++) {
                if (threads.getPlain(i) == thread) {
                    return i;
                }
            }
        }
        return NONE;
    }

    /** Returns {@link #NONE} if too many threads wait. */
    private int take() {
        final Thread thread = Thread.currentThread();
        for (int i = 0; i < THREADS; i++) {
            if (threads.getPlain(i) == null && threads.compareAndSet(i, null, thread)) {
                count.incrementAndGet();
                return i;
            }
        }
        return NONE;
    }

    private boolean enter() {
        // Full fence; partner: the load in close, after the store of the flag. One of the two sides sees the other.
        users.incrementAndGet();
        if (isClosed) {
            users.decrementAndGet();
            return false;
        }
        return true;
    }

    private void leave() {
        users.decrementAndGet();
    }

    /** Ends all waits, for a rank that leaves: nobody is shown any more. */
    public void endAll() {
        close();
        writer.clear();
    }

    /** Stores nothing in the rank file from now on. What is there stays. Waits until no thread stores. Idempotent. */
    @Override
    public void close() {
        isClosed = true;
        while (users.get() > 0) {
            Thread.onSpinWait();
        }
    }
}
