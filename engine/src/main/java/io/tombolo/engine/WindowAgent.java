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
package io.tombolo.engine;

import io.tombolo.engine.progress.StandIn;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The thread that serves windows while the application's threads do not call in: one for all windows of a rank that can be locked, from
 * the first of them to the last (S2.1, S2.2). Not needed where {@code asyncProgress} has an agent anyway.
 */
final class WindowAgent {
    private final StandIn standIn;
    private final String name;
    private final long intervalNs;
    private final AtomicReference<Service> service = new AtomicReference<>(new Service(0, null));

    private record Service(int windows, Thread thread) {
    }

    /**
     * No thread.
     *
     * @param standIn    that it runs.
     * @param name       of the thread.
     * @param intervalNs between two looks at whether others make progress, or 0 if there is to be none.
     */
    WindowAgent(final StandIn standIn, final String name, final long intervalNs) {
        this.standIn = standIn;
        this.name = name;
        this.intervalNs = intervalNs;
    }

    /**
     * One more window that can be locked.
     */
    void opened() {
        Service before;
        Service after;
        do {
            before = service.get();
            after = new Service(before.windows + 1, before.windows == 0 && intervalNs > 0 ? new Thread(this::serve, name) : before.thread);
        } while (!service.compareAndSet(before, after));
        if (after.thread != before.thread) {
            after.thread.setDaemon(true);
            after.thread.start();
        }
    }

    private void serve() {
        standIn.serve(() -> Thread.currentThread() == service.get().thread, intervalNs);
    }

    /**
     * One window less. With the last one the thread sees before long that it is not wanted, and ends.
     */
    void closed() {
        service.updateAndGet(before -> new Service(before.windows - 1, before.windows == 1 ? null : before.thread));
    }
}
