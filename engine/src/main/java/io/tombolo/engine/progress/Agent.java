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

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Serves the rank until the engine closes: the work of an agent thread. The agent has the role of progress owner all the time, and other
 * threads park until it has ended what they wait for. A thread that waits for something that the agent cannot know of asks it to leave the
 * role. The agent comes back when nobody has served the peers for a while.
 */
public final class Agent {
    private static final long ABSENCE_NS = 1_000_000;

    private final OwnerRole role;
    private final DutyCycle duties;
    private final Waiters waiters;
    private final FallbackProgress fallback;
    private final BooleanSupplier isAsked;

    Agent(final OwnerRole role, final DutyCycle duties, final Waiters waiters, final FallbackProgress fallback) {
        this.role = role;
        this.duties = duties;
        this.waiters = waiters;
        this.fallback = fallback;
        this.isAsked = waiters::isAsked;
    }

    /**
     * Serves until the engine closes. Whatever is thrown meanwhile is reported, and the loop goes on.
     */
    public void serve() {
        while (!role.isClosing()) {
            try {
                if (role.tryEnter()) {
                    if (serveAsOwner()) {
                        stayAway();
                    }
                } else {
                    fallback.standBack();
                }
            } catch (final Throwable failure) {
                fallback.report(failure);
            }
        }
    }

    /** Serves as the owner, until the engine closes or the role is asked for. Returns true if it was asked for. */
    private boolean serveAsOwner() {
        waiters.askable(true);
        try {
            int idle = 0;
            while (!role.isToLeave() && !waiters.isAsked()) {
                idle = duties.doWork() > 0 ? 0 : fallback.idle(idle + 1, isAsked);
            }
            return waiters.isAsked();
        } finally {
            waiters.askable(false);
            role.exit();
        }
    }

    /** Stays away while another thread runs turns again and again, or has the role for long, and so serves the peers. */
    private void stayAway() {
        long seen = duties.turns() - 1;
        while (!role.isClosing() && (role.isHeld() || duties.turns() != seen)) {
            if (role.isHeld()) {
                fallback.standBack();
            }
            seen = duties.turns();
            LockSupport.parkNanos(this, ABSENCE_NS);
        }
    }
}
