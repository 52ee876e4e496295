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
 * The thread that serves windows while the application's threads do not call in: one for all windows of a rank that can be locked, from
 * the first of them to the last (S2.1, S2.2). Not needed where {@code asyncProgress} has an agent anyway, and impossible where one thread
 * alone may call: there the rank serves when it calls in.
 */
final class WindowAgent {
    private final FallbackProgress fallback;
    private final String name;
    private final long intervalNs;
    private final AtomicInteger windows = new AtomicInteger();
    // Whoever opened the first window last: a thread that finds another here ends.
    private volatile Thread thread;

    /**
     * No thread.
     *
     * @param fallback   progress that the thread makes.
     * @param name       of the thread.
     * @param intervalNs between two looks at whether others make progress, or 0 if there is to be none.
     */
    WindowAgent(final FallbackProgress fallback, final String name, final long intervalNs) {
        this.fallback = fallback;
        this.name = name;
        this.intervalNs = intervalNs;
    }

    /**
     * One more window that can be locked.
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
            // The system may have no thread left: then the window is not there, and the next one tries again.
            if (!isStarted) {
                windows.decrementAndGet();
            }
        }
    }

    private boolean isWanted() {
        return Thread.currentThread() == thread && windows.get() > 0;
    }

    /**
     * One window less.
     */
    void closed() {
        // After the last one the thread sees this before long, and ends.
        windows.decrementAndGet();
    }
}
