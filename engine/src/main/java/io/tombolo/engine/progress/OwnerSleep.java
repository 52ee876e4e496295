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

import io.tombolo.engine.node.Node;
import io.tombolo.engine.pt2pt.Messages;
import io.tombolo.ringbuffers.counters.Counter;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The sleep of the progress owner, which a peer, another thread of the rank or an interrupt ends. The owner alone calls {@link #start}; any
 * thread may wake it.
 */
final class OwnerSleep {
    /** For an owner that waits for work and nothing else. */
    static final BooleanSupplier NEVER = () -> false;

    private static final long BACKLOG_SLEEP_NS = 1_000_000;

    private final Node node;
    private final Messages messages;
    private final DutyCycle duties;
    private final CommandStack commands;
    private final OwnerRole role;
    private final AtomicInteger ringers = new AtomicInteger();
    private volatile Thread sleeper;

    OwnerSleep(final Node node, final Messages messages, final DutyCycle duties, final CommandStack commands, final OwnerRole role) {
        this.node = node;
        this.messages = messages;
        this.duties = duties;
        this.commands = commands;
        this.role = role;
    }

    /**
     * Sleeps, unless a last check finds work, or that the wait is over.
     *
     * @param longestNs nanoseconds.
     * @param isOver    asked after the sleep has been announced: either this check sees that the wait is over, or the thread that ends it
     *                  sees the announcement.
     * @return more than 0 if there was work before or after the sleep, somebody rang, or the wait is over.
     */
    int start(final long longestNs, final BooleanSupplier isOver) {
        // Nobody rings when a return ring gets room, so a backlog shortens the sleep.
        final long timeoutNs = messages.hasBacklog() ? Math.min(longestNs, BACKLOG_SLEEP_NS) : longestNs;
        int work = 0;
        sleeper = Thread.currentThread();
        node.doorbell().prepareSleep();
        if (timeoutNs > 0) {
            // First: it may file receives, which the last check does not count as work.
            duties.publishState();
            work = duties.doAllWork();
            if (work == 0) {
                work = isOver.getAsBoolean() ? 1 : sleep(timeoutNs);
            }
        }
        node.doorbell().awake();
        sleeper = null;
        return work;
    }

    private int sleep(final long timeoutNs) {
        if (!commands.isEmpty() || role.isToLeave()) {
            return 0;
        }
        node.counters().increment(Counter.IDLE_SLEEPS);
        node.flight().sleep();
        return checkAfter(node.doorbell().sleep(timeoutNs));
    }

    private int checkAfter(final boolean rung) {
        if (rung) {
            node.flight().awake();
            node.counters().increment(Counter.WAKE_UPS_RECEIVED);
            return 1;
        }
        final int work = duties.doAllWork();
        if (work > 0) {
            node.counters().increment(Counter.LOST_WAKE_UPS);
        }
        return work;
    }

    /**
     * Wakes the owner, if it sleeps.
     */
    void wake() {
        // Volatile load; partner: the store in start, which comes before the owner's last check of the commands.
        if (sleeper == null) {
            return;
        }
        // Counted, so that the doorbell is not unmapped while a thread rings it. Full fence; partner: the loads in awaitRingers.
        ringers.incrementAndGet();
        try {
            if (!role.isClosing()) {
                ring();
            }
        } finally {
            // Whatever is thrown: the thread that closes waits for this.
            ringers.decrementAndGet();
        }
    }

    /**
     * Wakes a peer, if it sleeps.
     *
     * @param rank of the peer.
     */
    void wake(final int rank) {
        // Counted as in wake().
        ringers.incrementAndGet();
        try {
            if (!role.isClosing()) {
                node.ring(rank);
            }
        } finally {
            ringers.decrementAndGet();
        }
    }

    /**
     * Rings the doorbell of this rank if it sleeps. The caller knows that it is still mapped.
     */
    void ring() {
        if (node.doorbell().isAsleep()) {
            node.doorbell().ring();
            LockSupport.unpark(sleeper);
        }
    }

    /**
     * Waits until no thread is about to ring. Called after the role has been closed.
     */
    void awaitRingers() {
        while (ringers.get() > 0) {
            Thread.onSpinWait();
        }
    }
}
