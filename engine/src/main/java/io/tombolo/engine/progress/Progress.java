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

import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.Outcome;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.peer.PeerState;
import io.tombolo.engine.pt2pt.Messages;
import io.tombolo.engine.pt2pt.Receives;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.fault.FaultPoint;
import io.tombolo.ringbuffers.pair.RingConsumer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The calls that need the progress owner: each becomes it if it can ({@link OwnerRole}), or hands an operation over and waits. No code of
 * the application ever runs under the role, and an owner that waits goes on serving the others: a thread that is stopped inside a call,
 * before or after its command is pushed, or that waits in one, delays no other.
 */
public final class Progress {
    private static final int DIRECT_SPINS = 256;
    private static final int DIRECT_TURN = 32;
    private static final int FOLLOWER_SPINS = 256;
    private static final int FOLLOWER_YIELDS = 16;
    private static final long FOLLOWER_PARK_NS = 1_000_000;
    private static final long DRAIN_PARK_NS = 50_000;
    private static final long CLOSE_NS = 1_000_000_000;

    private final Node node;
    private final Messages messages;
    private final Peer[] peers;
    private final WaitPolicy policy;
    private final CommandStack commands = new CommandStack();
    private final Waiters waiters = new Waiters();
    private final DutyCycle duties;
    private final OwnerRole role;
    private final AtomicInteger ringers = new AtomicInteger();
    private volatile Thread sleeper;

    /**
     * An idle cycle.
     *
     * @param node     of this rank.
     * @param messages of this rank.
     * @param level    who may call.
     * @param policy   how to wait.
     */
    public Progress(final Node node, final Messages messages, final ThreadLevel level, final WaitPolicy policy) {
        this.node = node;
        this.messages = messages;
        this.peers = messages.peers();
        this.policy = policy;
        this.duties = new DutyCycle(node, messages, commands);
        this.role = new OwnerRole(level, commands, duties::drainCommands, waiters::wakeOne);
    }

    /**
     * Sends a message that fits a record without an operation, if that is possible right now.
     *
     * @param destination rank.
     * @param key         envelope.
     * @param base        array, or null.
     * @param offset      offset in the array, or address; range checked.
     * @param length      bytes.
     * @return false if an operation is needed.
     */
    public boolean trySendShort(final int destination, final long key, final Object base, final long offset, final long length) {
        if (!role.tryEnter()) {
            return false;
        }
        final boolean sent = messages.sends().trySendShort(peers[destination], key, base, offset, length);
        role.exit();
        return sent;
    }

    /**
     * Receives a short message from one source without an operation, if it comes soon and nothing is queued before it.
     *
     * @param source   rank.
     * @param key      envelope that is wanted.
     * @param keyMask  bits of it that must agree.
     * @param base     array, or null.
     * @param offset   offset in the array, or address; range checked.
     * @param capacity bytes at most.
     * @param status   is filled, or null.
     * @return length of the message, or {@link Receives#NONE} if an operation is needed.
     */
    public int tryReceiveShort(
        final int source, final long key, final long keyMask, final Object base, final long offset, final long capacity,
        final Status status) {
        final Peer peer = peers[source];
        if (!role.tryEnter()) {
            return Receives.NONE;
        }
        final int length = receiveDirect(peer, key, keyMask, base, offset, capacity, status);
        role.exit();
        return length;
    }

    private int receiveDirect(
        final Peer peer, final long key, final long keyMask, final Object base, final long offset, final long capacity,
        final Status status) {
        if (!peer.isInboundOpen()) {
            return Receives.NONE;
        }
        duties.expect(peer);
        final int spins = policy.spins() == 0 ? 1 : DIRECT_SPINS;
        for (int spin = 0; spin < spins && messages.receives().isDirect(); spin++) {
            final int length = messages.receives().tryReceiveShort(peer, key, keyMask, base, offset, capacity, status);
            if (length != Receives.NONE) {
                return length;
            }
            if (peer.inboundRing().poll() != RingConsumer.EMPTY) {
                return Receives.NONE;
            }
            if ((spin & DIRECT_TURN - 1) == DIRECT_TURN - 1) {
                peer.flush();
                if (!commands.isEmpty() || duties.doWork() > 0) {
                    return Receives.NONE;
                }
            }
            Thread.onSpinWait();
        }
        return Receives.NONE;
    }

    /**
     * Hands an operation to the owner, and does the owner's work if nobody else does.
     *
     * @param operation filled; begun by this call.
     */
    public void submit(final Operation operation) {
        if (role.isSingle()) {
            role.tryEnter();
            messages.start(operation);
            return;
        }
        role.checkOpen();
        FaultPoint.COMMAND_FILLED.hit();
        commands.push(operation);
        FaultPoint.COMMAND_PUSHED.hit();
        if (role.tryEnter()) {
            role.exit();
        } else {
            wakeOwner();
        }
    }

    private void wakeOwner() {
        // Volatile load; partner: the store in sleep, which comes before the owner's last look at the commands.
        if (sleeper == null) {
            return;
        }
        // Counted: the doorbell is not unmapped under a thread that rings it. Full fence; partner: the loads in shutDown.
        ringers.incrementAndGet();
        if (!role.isClosing()) {
            ringOwner();
        }
        ringers.decrementAndGet();
    }

    private void ringOwner() {
        if (node.doorbell().isAsleep()) {
            node.doorbell().ring();
            LockSupport.unpark(sleeper);
        }
    }

    /**
     * Looks once, making progress.
     *
     * @param operation begun.
     * @return true if it has ended.
     */
    public boolean test(final Operation operation) {
        if (!operation.isDone()) {
            poll();
        }
        return operation.isDone();
    }

    /**
     * One turn of the duty cycle, if the role is free.
     *
     * @return work done.
     */
    public int poll() {
        if (!role.tryEnter()) {
            return 0;
        }
        int work = duties.doWork();
        if (work == 0) {
            work = duties.doAllWork();
        }
        role.exit();
        return work;
    }

    /**
     * Waits until an operation has ended.
     *
     * @param operation begun.
     * @param timeoutNs nanoseconds, or {@link Long#MAX_VALUE}.
     * @throws DeadlineException  if the time is up; the operation goes on.
     * @throws InterruptException if the thread is interrupted; the operation goes on.
     */
    public void await(final Operation operation, final long timeoutNs) {
        final boolean hasDeadline = timeoutNs != Long.MAX_VALUE;
        final long deadline = hasDeadline ? System.nanoTime() + timeoutNs : 0;
        int idle = 0;
        while (!operation.isDone()) {
            if (role.isClosing()) {
                awaitClose(operation);
            } else if (role.tryEnter()) {
                try {
                    idle = awaitAsOwner(operation, hasDeadline, deadline, idle);
                } finally {
                    role.exit();
                }
            } else {
                idle = awaitAsFollower(operation, idle);
            }
            if (!operation.isDone()) {
                checkWait(operation, hasDeadline, deadline);
            }
        }
    }

    /**
     * Waits until an operation is done, whatever the interrupt flag, which stays as it is: for what ends soon by itself.
     *
     * @param operation started.
     * @throws IllegalStateException if the engine is closed.
     */
    public void awaitUninterrupted(final Operation operation) {
        boolean interrupted = Thread.interrupted();
        try {
            while (!operation.isDone()) {
                try {
                    await(operation, Long.MAX_VALUE);
                } catch (final InterruptException exception) {
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void awaitClose(final Operation operation) {
        // The thread that closes ends every operation; if it cannot, there is nothing to wait for.
        final long deadline = System.nanoTime() + CLOSE_NS;
        while (!operation.isDone() && System.nanoTime() - deadline < 0) {
            Thread.yield();
        }
        if (!operation.isDone()) {
            role.checkOpen();
        }
    }

    private int awaitAsOwner(final Operation operation, final boolean hasDeadline, final long deadline, final int idleBefore) {
        int idle = idleBefore;
        while (!operation.isDone() && !role.isClosing()) {
            if (duties.doWork() > 0) {
                idle = 0;
            } else if (!idle(++idle, hasDeadline, deadline, operation)) {
                return idle;
            }
        }
        return idle;
    }

    /**
     * One step of idling.
     *
     * @return false if the wait has to be checked for its deadline or an interrupt.
     */
    private boolean idle(final int idle, final boolean hasDeadline, final long deadline, final Operation operation) {
        if (policy.isSpinning(idle)) {
            Thread.onSpinWait();
            return (idle & 1023) != 0;
        }
        duties.doAllWork();
        if (operation.isDone()) {
            return true;
        }
        if (policy.isYielding(idle)) {
            Thread.yield();
        } else {
            suspect(operation);
            final long sleepNs = policy.sleepNs(idle);
            sleep(hasDeadline ? Math.min(sleepNs, deadline - System.nanoTime()) : sleepNs);
        }
        return false;
    }

    private void suspect(final Operation operation) {
        final int other = operation.kind == Operation.Kind.SEND ? operation.destination : operation.source;
        if (other >= 0 && other != node.rank()) {
            node.job().suspect(other);
        }
    }

    private void sleep(final long timeoutNs) {
        sleeper = Thread.currentThread();
        node.doorbell().prepareSleep();
        if (timeoutNs > 0 && duties.doAllWork() == 0 && commands.isEmpty() && !role.isClosing()) {
            node.counters().increment(Counter.IDLE_SLEEPS);
            node.doorbell().sleep(timeoutNs);
        }
        node.doorbell().awake();
        sleeper = null;
    }

    private int awaitAsFollower(final Operation operation, final int idleBefore) {
        final int idle = idleBefore + 1;
        if (idle < FOLLOWER_SPINS) {
            Thread.onSpinWait();
        } else if (idle < FOLLOWER_SPINS + FOLLOWER_YIELDS) {
            Thread.yield();
        } else {
            final Thread thread = Thread.currentThread();
            final int place = waiters.register(thread);
            operation.waiter(thread);
            if (!operation.isDone() && role.isHeld()) {
                LockSupport.parkNanos(this, FOLLOWER_PARK_NS);
            }
            operation.waiter(null);
            waiters.unregister(place);
        }
        return idle;
    }

    private void checkWait(final Operation operation, final boolean hasDeadline, final long deadline) {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptException("interrupted while waiting for a " + describe(operation));
        }
        if (hasDeadline && System.nanoTime() - deadline >= 0) {
            throw new DeadlineException("time is up while waiting for a " + describe(operation));
        }
    }

    private static String describe(final Operation operation) {
        return operation.kind == Operation.Kind.SEND ?
            "send to rank " + operation.destination + " with tag " + operation.tag + " and length " + operation.length :
            "receive from rank " + operation.source + " with tag " + operation.tag;
    }

    /**
     * One step of the wait policy for a thread that waits for more than one operation.
     *
     * @param idle steps without work so far.
     */
    public void pause(final int idle) {
        if (policy.isSpinning(idle)) {
            Thread.onSpinWait();
        } else if (policy.isYielding(idle) || !role.tryEnter()) {
            Thread.yield();
        } else {
            sleep(policy.sleepNs(idle));
            role.exit();
        }
    }

    /**
     * Serves the rank until the engine closes: the work of an agent thread.
     */
    public void serve() {
        int idle = 0;
        while (!role.isClosing()) {
            if (role.tryEnter()) {
                idle = serveAsOwner();
                role.exit();
            } else {
                Thread.yield();
            }
        }
    }

    private int serveAsOwner() {
        int idle = 0;
        while (!role.isClosing()) {
            if (duties.doWork() > 0) {
                idle = 0;
            } else if (policy.isSpinning(++idle)) {
                Thread.onSpinWait();
            } else if (duties.doAllWork() > 0) {
                idle = 0;
            } else if (policy.isYielding(idle)) {
                Thread.yield();
            } else {
                sleep(policy.sleepNs(idle));
            }
        }
        return idle;
    }

    /**
     * Makes progress until no send is pending or the time is up; the first step of closing. If another thread is the owner, it is the one
     * that makes the progress.
     *
     * @param timeoutNs nanoseconds.
     * @return sends that are still pending.
     */
    public int drain(final long timeoutNs) {
        final long deadline = System.nanoTime() + timeoutNs;
        int idle = 0;
        int pending = messages.pendingSends();
        while (pending > 0 && System.nanoTime() - deadline < 0 && role.mayClose()) {
            if (role.isSingle() || role.tryEnter()) {
                duties.doWork();
                duties.doAllWork();
                role.exit();
            }
            pending = messages.pendingSends();
            if (pending > 0) {
                pauseBriefly(++idle);
            }
        }
        if (role.mayClose() && (role.isSingle() || role.tryEnter())) {
            duties.doAllWork();
            role.exit();
        }
        return pending;
    }

    private void pauseBriefly(final int idle) {
        if (policy.isSpinning(idle)) {
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(this, DRAIN_PARK_NS);
        }
    }

    /**
     * Ends everything. The role is taken for good, unless its owner does not come back in time.
     *
     * @param timeoutNs how long to wait for the owner, in nanoseconds.
     * @return true if no thread is inside any more, so that memory may be unmapped.
     */
    public boolean shutDown(final long timeoutNs) {
        role.close();
        final long deadline = System.nanoTime() + timeoutNs;
        boolean alone = role.claimForGood();
        while (!alone && !role.isSingle() && System.nanoTime() - deadline < 0) {
            ringOwner();
            waiters.wakeAll();
            Thread.yield();
            alone = role.claimForGood();
        }
        while (ringers.get() > 0) {
            Thread.onSpinWait();
        }
        if (alone) {
            duties.drainCommands();
            messages.endAll(PeerState.LEFT, Outcome.CLOSED);
        }
        waiters.wakeAll();
        return alone;
    }
}
