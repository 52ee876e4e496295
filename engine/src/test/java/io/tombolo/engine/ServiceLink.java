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

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.PeerFailedException;
import io.tombolo.engine.api.Request;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What one process of {@link ServicesSoakTest} sends to one other service, and what it knows of it. A receive with a tag that nobody uses
 * waits for the end of the other.
 */
final class ServiceLink {
    /** Most sends under way that may not be complete. */
    static final int WINDOW = 4;
    private static final int NEVER_TAG = 9;
    private static final int SHORT = 200;
    private static final int EAGER = 8192;
    private static final int WAYS_TO_SEND = 6;
    private static final int TAGS = 4;
    static final String NEXT = "a new operation";
    private static final String PENDING = "a pending operation";

    private final Communicator world;
    private final ServiceBoard board;
    private final int self;
    private final int serial;
    private final int other;
    private final CallTimes times;
    private final ServiceReports reports;
    private final boolean hasPending;
    private final MemoryRegion region;
    private final UnsafeBuffer[] memories = new UnsafeBuffer[2];
    private final Request[] sends = new Request[WINDOW];
    private final int[] numbers = new int[WINDOW];
    private final Request waiter = new Request();
    private final BitSet completed = new BitSet();
    private int epoch;
    private int next;
    // The last incarnation whose end was told.
    private int told;
    private final long since = System.nanoTime();
    private int heard;
    private boolean isGone;
    private long goneSince;
    private long pauseSaid;

    ServiceLink(
        final Engine engine, final ServiceBoard board, final int self, final int serial, final int other, final CallTimes times,
        final ServiceReports reports, final boolean hasPending) {
        this.world = engine.world();
        this.board = board;
        this.self = self;
        this.serial = serial;
        this.other = other;
        this.times = times;
        this.reports = reports;
        this.hasPending = hasPending;
        this.region = engine.allocate((long) WINDOW * ServiceMessage.LONGEST);
        this.memories[0] = region.buffer();
        this.memories[1] = new UnsafeBuffer(ByteBuffer.allocateDirect(WINDOW * ServiceMessage.LONGEST));
        for (int i = 0; i < WINDOW; i++) {
            sends[i] = new Request();
        }
    }

    boolean isGone() {
        return isGone;
    }

    long goneSince() {
        return goneSince;
    }

    /** Sends a message to a process that may be new. */
    void hello() {
        goneSince = System.nanoTime();
        final int before = epoch;
        sendShort(0);
        if (epoch != before && !isGone) {
            sendShort(0);
        }
    }

    void hear(final int from) {
        heard = Math.max(heard, from);
        final int ended = board.serial(other, told);
        isGone &= heard <= ended || ended == 0 && heard <= board.ended(other);
        // First what the listener was told of: a receive that starts now waits for the next process.
        look();
        if (hasPending && !isGone && !waiter.isActive()) {
            start(() -> world.irecv(memories[1], 0, 0, other, NEVER_TAG, waiter));
        }
    }

    /** Sends a message in a random way. */
    void sendOne(final Random random, final Runnable serving) {
        look();
        if (isGone) {
            return;
        }
        final int slot = freeSlot();
        final int way = random.nextInt(WAYS_TO_SEND);
        if (slot < 0 || way < 2) {
            sendShort(random.nextInt(SHORT));
            return;
        }
        final int most = way == 2 || way == 3 ? EAGER : ServiceMessage.LONGEST;
        final int length = ServiceMessage.SHORTEST + random.nextInt(most - ServiceMessage.SHORTEST);
        final UnsafeBuffer memory = memories[way & 1];
        final int offset = slot * ServiceMessage.LONGEST;
        final int tag = 1 + random.nextInt(TAGS);
        header(0).write(memory, offset, length);
        numbers[slot] = next++;
        start(way == 3
            ? () -> times.run("issend", () -> world.issend(memory, offset, length, other, tag, sends[slot]))
            : () -> times.run("isend", () -> world.isend(memory, offset, length, other, tag, sends[slot])));
        // With an agent, a send that failed in the background could be overtaken by one to the next process.
        while (!hasPending && sends[slot].isActive()) {
            serving.run();
            look();
        }
    }

    private int freeSlot() {
        for (int slot = 0; slot < WINDOW; slot++) {
            if (!sends[slot].isActive()) {
                return slot;
            }
        }
        return -1;
    }

    private ServiceMessage header(final long kind) {
        return new ServiceMessage(self, serial, epoch, next, kind);
    }

    private void sendShort(final int more) {
        look();
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[ServiceMessage.SHORTEST + more]);
        header(0).write(buffer, 0, buffer.capacity());
        final int number = next++;
        start(() -> {
            times.run("send", () -> world.send(buffer, 0, buffer.capacity(), other, 1));
            complete(number);
        });
    }

    /** Sends the last message before a pause, and says whether it has been received. */
    boolean sayPause(final long phase) {
        look();
        if (pauseSaid == phase && isAllSent()) {
            return true;
        }
        final int slot = freeSlot();
        if (pauseSaid == phase || isGone || slot < 0) {
            return false;
        }
        pauseSaid = phase;
        final int offset = slot * ServiceMessage.LONGEST;
        header(phase).write(memories[1], offset, ServiceMessage.SHORTEST);
        numbers[slot] = next++;
        start(() -> world.issend(memories[1], offset, ServiceMessage.SHORTEST, other, 1, sends[slot]));
        return false;
    }

    private void start(final Runnable operation) {
        try {
            operation.run();
        } catch (final PeerFailedException failure) {
            told(failure, NEXT);
        }
    }

    private void complete(final int number) {
        completed.set(number);
        board.sent(self, serial, other, epoch, completed.nextClearBit(0));
    }

    boolean isAllSent() {
        for (final Request send : sends) {
            if (send.isActive()) {
                return false;
            }
        }
        return true;
    }

    /** Finishes what is complete. */
    void look() {
        if (reports.ended(other) > told) {
            endEpoch(reports.ended(other));
        }
        if (waiter.isActive() && waiter.isComplete()) {
            lookAtWaiter();
        }
        for (int slot = 0; slot < WINDOW; slot++) {
            final Request send = sends[slot];
            if (send.isActive() && send.isComplete()) {
                final int number = numbers[slot];
                try {
                    send.await();
                    complete(number);
                } catch (final PeerFailedException failure) {
                    told(failure, PENDING);
                }
            }
        }
    }

    private void lookAtWaiter() {
        try {
            waiter.await();
            ServiceRank.violation("a receive ended without a message");
        } catch (final PeerFailedException failure) {
            told(failure, PENDING);
        }
    }

    /** Waits for a moment in the engine. Returns false if nothing waits. */
    boolean idle() {
        if (!waiter.isActive()) {
            return false;
        }
        try {
            waiter.await(1, TimeUnit.MILLISECONDS);
        } catch (final DeadlineException late) {
            return true;
        } catch (final PeerFailedException failure) {
            told(failure, PENDING);
        }
        return true;
    }

    /** Learns of an end from an operation. */
    void told(final PeerFailedException failure, final String how) {
        if (failure.rank() != other || failure.incarnation() == 0) {
            ServiceRank.violation("told of " + failure.rank() + "." + failure.incarnation() + " instead of " + other);
        }
        if (failure.incarnation() > told) {
            final int process = board.serial(other, failure.incarnation());
            if (process > board.ended(other)) {
                ServiceRank.violation("expelled: " + other + "." + process + " lives, but " + failure.getMessage());
            }
            final long killed = process == 0 ? 0 : board.killTime(other, process);
            // One that was dead when this process began is no measure.
            if (killed > since) {
                TestOutput.say("time told after kill, by " + how + ((board.stops() & 1) == 1 ? " during a stop " : " ") +
                    (System.nanoTime() - killed) / 1000);
            }
            endEpoch(failure.incarnation());
        } else if (isGone) {
            endEpoch(told);
        }
    }

    /** Begins a new epoch: later messages go to a later process. */
    private void endEpoch(final int incarnation) {
        told = incarnation;
        final int process = board.serial(other, incarnation);
        isGone = heard <= (process == 0 ? board.ended(other) : process);
        goneSince = System.nanoTime();
        drain();
        epoch++;
        next = 0;
        completed.clear();
        pauseSaid = 0;
        board.sent(self, serial, other, epoch, 0);
    }

    /** All operations that were under way with the old process have ended with it. */
    private void drain() {
        for (final Request send : sends) {
            if (send.isActive()) {
                finish(send);
            }
        }
        if (waiter.isActive()) {
            finish(waiter);
        }
    }

    private void finish(final Request request) {
        try {
            request.await(30, TimeUnit.SECONDS);
        } catch (final PeerFailedException expected) {
            if (expected.rank() != other) {
                ServiceRank.violation("told of " + expected.rank() + " instead of " + other);
            }
        } catch (final DeadlineException late) {
            ServiceRank.violation("hangs: an operation with " + other + " goes on after its end was told");
        }
    }
}
