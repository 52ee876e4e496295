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
package io.tombolo.engine.rma;

import io.tombolo.engine.api.window.LockType;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.counters.Counters;

/**
 * The lock of this rank's part of a window: its state, the number of holders, and the queue of waiting origins (S2.12 to S2.18). A shared
 * request may pass waiting exclusive ones, up to a limit for the oldest of those (S2.32). One thread at a time, the progress owner; no
 * other thread or process writes the lock, so there are no races (S2.29).
 */
final class PartLock {
    private final long mostBypasses;
    private final Counters counters;
    private PartState state = PartState.FREE;
    private int holders;
    private OriginGrant firstWaiting;
    private OriginGrant lastWaiting;
    private int waiting;
    // Shared requests that have passed the oldest waiting exclusive one.
    private long bypasses;
    private boolean isGranting;

    PartLock(final long mostBypasses, final Counters counters) {
        this.mostBypasses = mostBypasses;
        this.counters = counters;
    }

    PartState state() {
        return state;
    }

    int holders() {
        return holders;
    }

    int waiting() {
        return waiting;
    }

    long bypasses() {
        return bypasses;
    }

    /**
     * Grants the lock or queues the request.
     *
     * @param origin that neither holds the lock nor waits for it.
     */
    void request(final OriginGrant origin) {
        final OriginGrant passed = oldestExclusive();
        final int row = GrantTable.TRANSITIONS.require(state, event(origin.wanted(), passed != null));
        if (GrantTable.action(row) == GrantAction.GRANT) {
            grant(origin, row, passed != null);
            return;
        }
        origin.next = null;
        if (lastWaiting == null) {
            firstWaiting = origin;
        } else {
            lastWaiting.next = origin;
        }
        lastWaiting = origin;
        waiting++;
        counters.increment(Counter.WINDOW_LOCKS_QUEUED);
        origin.queued();
    }

    private GrantEvent event(final LockType type, final boolean passes) {
        if (type == LockType.EXCLUSIVE) {
            return GrantEvent.EXCLUSIVE_REQUEST;
        }
        return passes && bypasses >= mostBypasses ? GrantEvent.SHARED_REQUEST_BARRED : GrantEvent.SHARED_REQUEST;
    }

    private OriginGrant oldestExclusive() {
        OriginGrant origin = firstWaiting;
        while (origin != null && origin.wanted() != LockType.EXCLUSIVE) {
            origin = origin.next;
        }
        return origin;
    }

    private void grant(final OriginGrant origin, final int row, final boolean passes) {
        if (passes) {
            bypasses++;
            counters.increment(Counter.WINDOW_LOCKS_BYPASSED);
        }
        state = GrantTable.TRANSITIONS.to(row);
        holders++;
        counters.increment(Counter.WINDOW_LOCKS_GRANTED);
        origin.granted();
    }

    /**
     * Releases the lock of an origin, and grants it to those who may have it now.
     *
     * @param origin that holds the lock.
     */
    void release(final OriginGrant origin) {
        final int row = GrantTable.TRANSITIONS.require(state, holders == 1 ? GrantEvent.LAST_RELEASE : GrantEvent.RELEASE);
        state = GrantTable.TRANSITIONS.to(row);
        holders--;
        origin.released();
        if (GrantTable.action(row) == GrantAction.GRANT_NEXT) {
            grantNext();
        }
    }

    /**
     * Removes a waiting request, and grants the lock to those that only this request held up.
     *
     * @param origin that waits.
     */
    void withdraw(final OriginGrant origin) {
        unlink(origin, before(origin));
        grantNext();
    }

    private OriginGrant before(final OriginGrant origin) {
        OriginGrant before = null;
        for (OriginGrant at = firstWaiting; at != origin; at = at.next) {
            before = at;
        }
        return before;
    }

    private void unlink(final OriginGrant origin, final OriginGrant before) {
        if (origin == oldestExclusive()) {
            bypasses = 0;
        }
        if (before == null) {
            firstWaiting = origin.next;
        } else {
            before.next = origin.next;
        }
        if (lastWaiting == origin) {
            lastWaiting = before;
        }
        origin.next = null;
        waiting--;
    }

    /**
     * Grants the lock to waiting origins, the oldest first. Begins again after each grant: an origin whose only access came with its
     * request has released the lock at once.
     */
    private void grantNext() {
        if (isGranting) {
            return;
        }
        isGranting = true;
        OriginGrant granted = grantOne();
        while (granted != null) {
            granted = grantOne();
        }
        isGranting = false;
    }

    private OriginGrant grantOne() {
        OriginGrant before = null;
        boolean passes = false;
        for (OriginGrant origin = firstWaiting; origin != null; origin = origin.next) {
            final int row = GrantTable.TRANSITIONS.require(state, event(origin.wanted(), passes));
            if (GrantTable.action(row) == GrantAction.GRANT) {
                unlink(origin, before);
                grant(origin, row, passes);
                return origin;
            }
            passes |= origin.wanted() == LockType.EXCLUSIVE;
            before = origin;
        }
        return null;
    }
}
