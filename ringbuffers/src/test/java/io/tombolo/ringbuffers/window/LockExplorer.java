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
package io.tombolo.ringbuffers.window;

import io.tombolo.ringbuffers.fault.FaultPoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Runs the real lock through all interleavings of ranks, up to a bound: before each access to shared memory a rank may be preempted or die,
 * up to a number of times in one run. A rank that has nothing to do yields to the next one; that does not count as a preemption. (Musuvathi
 * and Qadeer, Iterative context bounding, 2007.)
 */
final class LockExplorer {
    private static final int MOST_STEPS = 5_000;

    private final int ranks;
    private final int bypassLimit;
    private final int preemptions;
    private final int kills;
    private final Script script;
    private final Rank[] all;

    private int[] prefix = {};
    private Run run;
    private long runs;

    LockExplorer(final int ranks, final int bypassLimit, final int preemptions, final int kills, final Script script) {
        this.ranks = ranks;
        this.bypassLimit = bypassLimit;
        this.preemptions = preemptions;
        this.kills = kills;
        this.script = script;
        this.all = new Rank[ranks];
        Arrays.setAll(all, Rank::new);
    }

    /** A step of a rank's script. */
    interface Script {
        void run(Rank rank);
    }

    /** Ends the thread of a rank at its next access. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1L;

        Killed() {
            super(null, null, false, false);
        }
    }

    /** Explores all runs and returns their number. */
    long explore() throws InterruptedException {
        FaultPoint.LOCK_STEP.action(() -> {
            if (Thread.currentThread() instanceof Rank) {
                ((Rank) Thread.currentThread()).step();
            }
        });
        for (final Rank rank : all) {
            rank.start();
        }
        do {
            run = new Run();
            run.execute();
            runs++;
        } while (nextPrefix());
        return runs;
    }

    private boolean nextPrefix() {
        for (int depth = run.depth - 1; depth >= 0; depth--) {
            if (run.choices[depth] + 1 < run.options[depth]) {
                prefix = Arrays.copyOf(run.choices, depth + 1);
                prefix[depth]++;
                return true;
            }
        }
        return false;
    }

    /** One interleaving; one rank runs at a time. */
    private final class Run {
        final UnsafeBuffer memory = memory(ranks, bypassLimit);
        final Semaphore end = new Semaphore(0);
        int[] choices = new int[256];
        int[] options = new int[256];
        int depth;
        int steps;
        int preemptionsLeft = preemptions;
        int killsLeft = kills;
        final List<String> trace = new ArrayList<>();
        String failure;

        void execute() throws InterruptedException {
            for (final Rank rank : all) {
                rank.begin(this);
            }
            all[0].turn.release();
            end.acquire();
            if (failure == null) {
                checkEnd();
            }
            if (failure != null) {
                throw new AssertionError(failure + " in run " + runs + " with choices " +
                    Arrays.toString(Arrays.copyOf(choices, depth)) + ": " + trace);
            }
        }

        private void checkEnd() {
            final WindowLock observer = new WindowLock(memory, 0);
            observer.recover(this::isDead);
            final boolean heldAtDeath = Arrays.stream(all).anyMatch(rank -> rank.dead && (rank.shared || rank.exclusive));
            if (!observer.isFree()) {
                failure = "the lock is not free at the end: " + LockReading.of(memory);
            } else if (heldAtDeath && !observer.isTainted()) {
                failure = "a holder died and the window is not tainted";
            } else if (observer.isTainted() && Arrays.stream(all).noneMatch(rank -> rank.dead)) {
                failure = "nobody died and the window is tainted";
            }
        }

        boolean isDead(final int rank, final int incarnation) {
            return all[rank].dead;
        }

        /** Chooses an option: 0 goes on, then one for each other rank, then death. */
        int choose(final int count) {
            if (depth == choices.length) {
                choices = Arrays.copyOf(choices, 2 * depth);
                options = Arrays.copyOf(options, 2 * depth);
            }
            options[depth] = count;
            choices[depth] = depth < prefix.length ? prefix[depth] : 0;
            return choices[depth++];
        }

        /** Returns the rank that goes on. After a death, sleeping ranks also check again, as their timeout makes them do. */
        Rank after(final Rank rank) {
            final Rank next = awakeAfter(rank);
            if (next != null || Arrays.stream(all).allMatch(other -> other.done)) {
                return next;
            }
            if (Arrays.stream(all).noneMatch(other -> other.dead)) {
                fail("all sleep: " + LockReading.of(memory));
            }
            for (final Rank other : all) {
                other.isRung = true;
            }
            return awakeAfter(rank);
        }

        private Rank awakeAfter(final Rank rank) {
            for (int i = 1; i <= ranks; i++) {
                final Rank next = all[(rank.rank + i) % ranks];
                if (!next.done && !next.isAsleep()) {
                    return next;
                }
            }
            return null;
        }

        void fail(final String what) {
            if (failure == null) {
                failure = what;
            }
            for (final Rank rank : all) {
                rank.dead = true;
            }
        }
    }

    static UnsafeBuffer memory(final int ranks, final int bypassLimit) {
        final int length = WindowFileDescriptor.dataOffset(ranks);
        final UnsafeBuffer memory = new UnsafeBuffer(BufferUtil.allocateDirectAligned(length, 4096));
        memory.putInt(WindowFileDescriptor.SIZE_OFFSET, ranks);
        memory.putInt(WindowFileDescriptor.BYPASS_LIMIT_OFFSET, bypassLimit);
        for (int i = 0; i < ranks; i++) {
            memory.putInt(WindowFileDescriptor.rankOffset(ranks, i) + WindowFileDescriptor.INCARNATION_OFFSET, i + 1);
        }
        return memory;
    }

    /** A rank, whose thread is used for all runs, because starting threads would take most of the time. */
    final class Rank extends Thread {
        final int rank;
        private final Semaphore turn = new Semaphore(0);
        private WindowLock lock;
        private Run run;
        private volatile boolean done;
        private volatile boolean dead;
        // Since this rank has said that it sleeps.
        private volatile boolean isRung;
        private volatile boolean sleeps;
        private volatile boolean shared;
        private volatile boolean exclusive;
        private boolean started;

        Rank(final int rank) {
            super("rank-" + rank);
            this.rank = rank;
            setDaemon(true);
        }

        /** Resets the rank between runs, while it waits for its turn, which publishes the values set here. */
        void begin(final Run next) {
            run = next;
            lock = new WindowLock(next.memory, rank);
            done = false;
            dead = false;
            sleeps = false;
            shared = false;
            exclusive = false;
            started = false;
        }

        @Override
        public void run() {
            while (true) {
                turn.acquireUninterruptibly();
                play();
            }
        }

        private void play() {
            started = true;
            try {
                script.run(this);
            } catch (final Killed ignored) {
                run.trace.add(rank + " dies");
            } catch (final RuntimeException | Error e) {
                run.fail("rank " + rank + ": " + e);
            }
            done = true;
            pass(run.after(this));
        }

        private void pass(final Rank next) {
            if (next == null) {
                run.end.release();
            } else {
                next.turn.release();
            }
        }

        private void handTo(final Rank next) {
            if (next != this) {
                run.trace.add(rank + " stops, " + next.rank + " goes on");
                pass(next);
                turn.acquireUninterruptibly();
            }
            if (dead) {
                throw new Killed();
            }
        }

        /** Called before each access to shared memory. */
        void step() {
            if (!started || dead) {
                if (dead) {
                    throw new Killed();
                }
                return;
            }
            if (++run.steps > MOST_STEPS) {
                run.fail("nobody gets on: " + LockReading.of(run.memory));
                throw new Killed();
            }
            final List<Rank> others = new ArrayList<>();
            if (run.preemptionsLeft > 0) {
                for (final Rank other : all) {
                    if (other != this && !other.done && !other.isAsleep()) {
                        others.add(other);
                    }
                }
            }
            final int count = 1 + others.size() + (run.killsLeft > 0 ? 1 : 0);
            final int choice = count == 1 ? 0 : run.choose(count);
            if (choice > others.size()) {
                run.killsLeft--;
                dead = true;
                throw new Killed();
            } else if (choice > 0) {
                run.preemptionsLeft--;
                handTo(others.get(choice - 1));
            }
        }

        /** Requests the lock, sleeps until another rank wakes it, and enters. */
        void enter(final LockMode type) {
            if (!lock.request(type)) {
                wakeBehindStep();
                while (!sleep()) {
                    if (lock.recover(run::isDead)) {
                        wake(lock.next());
                    }
                }
                wake(lock.next());
            }
            inside(type);
        }

        /** Sleeps as the engine does: announces the sleep, checks once more, and sleeps. */
        private boolean sleep() {
            isRung = false;
            final boolean granted = lock.poll();
            wakeBehindStep();
            if (!granted) {
                sleeps = true;
                handTo(run.after(this));
                sleeps = false;
            }
            return granted;
        }

        private boolean isAsleep() {
            return sleeps && !isRung;
        }

        private void wakeBehindStep() {
            if (lock.hasSteppedBack()) {
                wake(lock.next());
            }
        }

        private void wake(final int other) {
            if (other != WindowLock.NOBODY) {
                all[other].isRung = true;
            }
        }

        /** Requests the lock, polls a number of times, and gives up. */
        boolean tryEnter(final LockMode type, final int looks) {
            boolean granted = lock.request(type);
            for (int i = 0; i < looks && !granted; i++) {
                handTo(run.after(this));
                granted = lock.poll();
                wakeBehindStep();
            }
            if (!granted) {
                lock.abandon();
            }
            wake(lock.next());
            if (granted) {
                inside(type);
            }
            return granted;
        }

        private void inside(final LockMode type) {
            run.trace.add(rank + " has it " + type);
            for (final Rank other : all) {
                if (other != this && !other.dead && (other.exclusive || type == LockMode.EXCLUSIVE && other.shared)) {
                    run.fail("ranks " + rank + " and " + other.rank + " are inside at once");
                }
            }
            shared = type == LockMode.SHARED;
            exclusive = type == LockMode.EXCLUSIVE;
            // Another rank may come while this one has the lock.
            step();
        }

        /** Releases the lock. */
        void leave() {
            run.trace.add(rank + " lets go");
            shared = false;
            exclusive = false;
            wake(lock.release());
        }
    }
}
