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
package io.tombolo.jmh.stream;

import java.util.ArrayList;
import java.util.List;

/**
 * Threads that send messages all the time to the one thread that owns this object. That thread makes, uses and closes it.
 */
public abstract class StreamLoad implements AutoCloseable {
    /** Messages of a call of {@link #receive()}. */
    public static final int BATCH = 1024;

    private static final int LOOKS_BEFORE_YIELD = 100;

    private final List<Thread> senders = new ArrayList<>();
    private volatile boolean isStopped;
    private volatile Throwable failure;

    StreamLoad() {
    }

    /** Starts a thread that sends until {@link #isStopped()}. */
    final void start(final Runnable sender) {
        final Thread thread = new Thread(sender, "stream-sender-" + senders.size());
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((ended, cause) -> failure = cause);
        senders.add(thread);
        thread.start();
    }

    /** Tells the senders whether they are to end. */
    final boolean isStopped() {
        return isStopped;
    }

    /**
     * Pauses between two looks that find nothing; takes their number so far, and returns what the next call takes. Throws if a sender has
     * failed: nothing would come any more.
     */
    final int pause(final int looks) {
        if (looks < LOOKS_BEFORE_YIELD) {
            Thread.onSpinWait();
            return looks + 1;
        }
        final Throwable cause = failure; // partner: the store of the failed thread
        if (cause != null) {
            throw new IllegalStateException("a sender has failed", cause);
        }
        Thread.yield();
        return 0;
    }

    /**
     * Receives {@link #BATCH} messages.
     */
    public abstract void receive();

    /** Receives what has come, without waiting. */
    abstract void drain();

    /** Frees the memory, when all senders have ended. */
    abstract void free();

    /**
     * Ends the senders and frees the memory.
     */
    @Override
    public final void close() {
        isStopped = true;
        while (senders.stream().anyMatch(Thread::isAlive)) {
            drain(); // a sender may wait for room
            Thread.yield();
        }
        free();
    }
}
