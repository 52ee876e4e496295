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
package io.tombolo.engine.window;

import io.tombolo.engine.progress.FallbackProgress;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The thread that serves the windows of a rank while the application computes (S2.1, S2.2). It runs while the rank has a window that can be
 * locked. There is no such thread if {@code asyncProgress} has started an agent, or if only one thread may call the engine: then the rank
 * serves its windows only in its own calls.
 */
final class WindowAgent {
    private final FallbackProgress fallback;
    private final String name;
    private final long intervalNs;
    private final AtomicInteger windows = new AtomicInteger();
    // The latest thread. An earlier one that finds another thread here ends.
    private volatile Thread thread;

    /**
     * Creates an agent whose thread is not started.
     *
     * @param fallback   progress that the thread makes.
     * @param name       of the thread.
     * @param intervalNs nanoseconds between two checks whether other threads make progress; 0 for no thread.
     */
    WindowAgent(final FallbackProgress fallback, final String name, final long intervalNs) {
        this.fallback = fallback;
        this.name = name;
        this.intervalNs = intervalNs;
    }

    /**
     * Counts one more window that can be locked, and starts the thread for the first one.
     */
    void opened() {
        if (windows.getAndIncrement() == 0 && intervalNs > 0) {
            start();
        }
    }

    private void start() {
        boolean isStarted = false;
        try {
            final Thread first = new Thread(() -> fallback.serve(this::isWanted, intervalNs), name);
            first.setDaemon(true);
            thread = first;
            first.start();
            isStarted = true;
        } finally {
            // If the system refuses the thread, the window is not made. The next window tries again.
            if (!isStarted) {
                windows.decrementAndGet();
            }
        }
    }

    private boolean isWanted() {
        return Thread.currentThread() == thread && windows.get() > 0;
    }

    /**
     * Counts one window less. After the last one the thread ends by itself.
     */
    void closed() {
        windows.decrementAndGet();
    }
}
