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
package io.tombolo.engine.progress;

import io.tombolo.engine.completion.Operation;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that are parked until the role of progress owner comes free. A leaving owner unparks one; a thread that finds no place parks all
 * the same, with the backstop that every park here has.
 */
final class Waiters {
    private static final int PLACES = 64;

    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicReferenceArray<Thread> places = new AtomicReferenceArray<>(PLACES);

    /**
     * Parks this thread while the role is held by another and the operation, if there is one, has not ended.
     */
    void park(final Operation operation, final OwnerRole role, final long longestNs) {
        final int place = register(Thread.currentThread());
        if (operation == null) {
            if (role.isHeld()) {
                LockSupport.parkNanos(this, longestNs);
            }
        } else {
            operation.waiter(Thread.currentThread());
            if (!operation.isDone() && role.isHeld()) {
                LockSupport.parkNanos(this, longestNs);
            }
            operation.waiter(null);
        }
        unregister(place);
    }

    private int register(final Thread thread) {
        waiting.incrementAndGet();
        for (int place = 0; place < PLACES; place++) {
            if (places.get(place) == null && places.compareAndSet(place, null, thread)) {
                return place;
            }
        }
        return PLACES;
    }

    private void unregister(final int place) {
        waiting.decrementAndGet();
        if (place < PLACES) {
            places.set(place, null);
        }
    }

    boolean areWaiting() {
        return waiting.get() > 0;
    }

    void wakeOne() {
        // A waiter that registers after this look finds the role free, or parks for the backstop at most.
        if (waiting.get() == 0) {
            return;
        }
        for (int place = 0; place < PLACES; place++) {
            final Thread thread = places.get(place);
            if (thread != null) {
                LockSupport.unpark(thread);
                return;
            }
        }
    }

    void wakeAll() {
        for (int place = 0; place < PLACES; place++) {
            final Thread thread = places.get(place);
            if (thread != null) {
                LockSupport.unpark(thread);
            }
        }
    }
}
