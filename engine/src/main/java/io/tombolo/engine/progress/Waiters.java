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

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that are parked until the role of progress owner is free. A leaving owner unparks one, which takes the role or
 * {@link #passOn passes the wake-up on}. Parks double up to a backstop. A thread that finds no place here is woken by nobody, so its parks
 * stay short.
 * <p>
 * No wake-up is lost. The owner frees the role, then checks for waiters; a waiter takes its place, then checks the role. Both have a full
 * fence in between, so one of the two sees the other. A waiter that the owner has seen leaves its place, then checks the role again: it is
 * free, or taken by a thread that will check for waiters in its turn.
 */
final class Waiters {
    /** Longest park, the backstop for a lost wake-up. */
    static final long LONGEST_PARK_NS = 32_000_000;

    private static final long FIRST_PARK_NS = 1_000_000;
    private static final int MOST_DOUBLINGS = 5;
    private static final int PLACES = 64;

    // Whether the owner leaves the role on request, and whether it has been asked to.
    private volatile boolean askable;
    private volatile boolean asked;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicReferenceArray<Thread> places = new AtomicReferenceArray<>(PLACES);

    /**
     * Returns how long a park may be.
     *
     * @param before parks of the same wait.
     * @return nanoseconds.
     */
    static long parkNs(final int before) {
        return FIRST_PARK_NS << Math.min(MOST_DOUBLINGS, before);
    }

    /**
     * Parks this thread while another has the role, until it is unparked or the time is up. The caller then tries to take the role, or
     * passes the wake-up on.
     *
     * @return true if the park lasted the whole time; false if the role was free or the thread was unparked, perhaps for another reason.
     */
    boolean park(final OwnerRole role, final long longestNs) {
        final int place = register(Thread.currentThread());
        final long parkNs = place < PLACES ? longestNs : Math.min(longestNs, FIRST_PARK_NS);
        final long start = System.nanoTime();
        // Volatile load after a full CAS; partner: the loads of the places in wakeOne, after the full fence of exit.
        if (role.isHeld()) {
            LockSupport.parkNanos(this, parkNs);
        }
        unregister(place);
        return System.nanoTime() - start >= parkNs;
    }

    /**
     * Wakes another thread if the role is free. For a thread that may have been woken to take the role but does not need it.
     */
    void passOn(final OwnerRole role) {
        // Volatile load after the volatile store in unregister; partner as in park.
        if (!role.isHeld()) {
            wakeOne();
        }
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

    /**
     * Asks the owner to leave the role to a thread that waits for something unknown to the owner.
     *
     * @return true if the owner does so, once it is awake.
     */
    boolean ask() {
        if (askable) {
            // Partner: the owner's load of this word, after the announcement of its sleep.
            asked = true;
            return true;
        }
        return false;
    }

    /** Sets whether the owner leaves on request. Called by the owner, after it has taken the role and before it leaves. */
    void askable(final boolean isAskable) {
        asked = false;
        askable = isAskable;
    }

    boolean isAsked() {
        return asked;
    }

    boolean areWaiting() {
        return waiting.get() > 0;
    }

    void wakeOne() {
        // A waiter that takes its place after this load finds the role free, or taken by a thread that will check for waiters.
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
