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

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.telemetry.HandlerCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The role of progress owner passes from thread to thread.
 */
@Timeout(30)
class OwnerRoleTest {
    private static final int GAMES = 20;
    private static final int ROUNDS = 50;

    private final Waiters waiters = new Waiters();
    private final CommandStack commands = new CommandStack();
    private final OwnerRole role = new OwnerRole(
        ThreadLevel.MULTIPLE, commands, commands::takeAll, waiters::wakeOne, new HandlerCalls(error -> { }));
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    private <T> T elsewhere(final Callable<T> action) throws Exception {
        return threads.submit(action).get(30, TimeUnit.SECONDS);
    }

    private boolean pass() {
        final boolean entered = role.tryEnter();
        role.exit();
        return entered;
    }

    /** No park times out in this test, so a lost wake-up leaves a thread parked. */
    @Test
    void shouldLoseNoWakeUp() throws Exception {
        for (int game = 0; game < GAMES; game++) {
            final AtomicInteger working = new AtomicInteger(2);
            final List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                ends.add(threads.submit(() -> work(working)));
                ends.add(threads.submit(() -> waitForElse(working)));
            }
            for (final Future<?> end : ends) {
                end.get(30, TimeUnit.SECONDS);
            }
            assertThat(waiters.areWaiting()).isFalse();
        }
    }

    /** Waits for the role, or for another condition that makes the role unnecessary. */
    private void waitForElse(final AtomicInteger working) {
        while (working.get() > 0) {
            waiters.park(role, Long.MAX_VALUE);
            waiters.passOn(role);
        }
    }

    private void work(final AtomicInteger working) {
        for (int round = 0; round < ROUNDS; round++) {
            takeTurn();
        }
        if (working.decrementAndGet() == 0) {
            waiters.wakeAll();
        }
    }

    private void takeTurn() {
        while (!role.tryEnter()) {
            waiters.park(role, Long.MAX_VALUE);
        }
        Thread.yield();
        role.exit();
    }

    @Test
    void shouldCountChangesOfTheOwner() throws Exception {
        assertThat(pass()).isTrue();
        final long mark = role.changes();
        assertThat(pass()).isTrue();
        assertThat(role.changes()).isEqualTo(mark);
        assertThat(elsewhere(this::pass)).isTrue();
        final long seen = role.changes();
        assertThat(pass()).isTrue();
        assertThat(seen).isNotEqualTo(mark);
        assertThat(role.changes()).isNotEqualTo(seen);
    }

    @Test
    void shouldCountCommandsOfOtherThreadsAsChanges() throws Exception {
        assertThat(pass()).isTrue();
        final long mark = role.changes();
        elsewhere(() -> {
            commands.push(new Operation());
            return null;
        });
        assertThat(pass()).isTrue();
        assertThat(role.changes()).isNotEqualTo(mark);
        final long again = role.changes();
        role.tryEnter();
        elsewhere(() -> {
            commands.push(new Operation());
            return null;
        });
        role.exit();
        assertThat(commands.isEmpty()).isTrue();
        assertThat(role.changes()).isNotEqualTo(again);
    }

    /** The next park is longer only if this one has lasted its whole time. */
    @Test
    void shouldReturnWhetherAParkLastedItsWholeTime() throws Exception {
        assertThat(waiters.park(role, TimeUnit.DAYS.toNanos(1))).isFalse();
        assertThat(elsewhere(role::tryEnter)).isTrue();
        LockSupport.unpark(Thread.currentThread());
        assertThat(waiters.park(role, TimeUnit.DAYS.toNanos(1))).isFalse();
        boolean isWhole = false;
        while (!isWhole) {
            // A park may end early without a reason.
            isWhole = waiters.park(role, TimeUnit.MICROSECONDS.toNanos(100));
        }
    }

    @Test
    void shouldParkLongerEachTimeUpToTheLimit() {
        assertThat(Waiters.parkNs(0)).isEqualTo(1_000_000);
        assertThat(Waiters.parkNs(1)).isEqualTo(2_000_000);
        assertThat(Waiters.parkNs(5)).isEqualTo(Waiters.LONGEST_PARK_NS);
        assertThat(Waiters.parkNs(Integer.MAX_VALUE)).isEqualTo(Waiters.LONGEST_PARK_NS);
    }
}
