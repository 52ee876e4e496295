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
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.completion.FailureMessages;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.order.OrderRecorder;
import io.tombolo.engine.order.OrderReplay;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.pt2pt.ExactBins;
import io.tombolo.engine.pt2pt.Messages;
import io.tombolo.engine.telemetry.Awaitable;
import io.tombolo.engine.telemetry.HandlerCalls;
import io.tombolo.engine.telemetry.Waits;
import io.tombolo.ringbuffers.fault.FaultPoint;
import io.tombolo.ringbuffers.flight.OrderLimit;
import io.tombolo.ringbuffers.job.RankFileSection;
import java.io.File;
import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;

/**
 * The calls that need the progress owner. Each becomes the owner if it can ({@link OwnerRole}), or hands an operation over and waits. No
 * code of the application runs under the role, and an owner that waits goes on serving the others. So a thread delays no other when it is
 * stopped inside a call, before or after its command is pushed, or when it waits in one.
 */
public final class Progress {
    /** Turns of a wait between which there are polls. */
    static final int TURNS_WITH_POLLS = WaitLoop.BRIEF_POLLS / WaitLoop.POLLS_A_TURN;
    private static final int FOLLOWER_SPINS = 256;
    private static final int FOLLOWER_TURNS = FOLLOWER_SPINS + 16;
    private static final int CHECK_INTERVAL = 1024;
    private static final long CLOSE_NS = 3_000_000_000L;

    private final Node node;
    private final Messages messages;
    private final Peer[] peers;
    private final WaitPolicy policy;
    private final ExactBins bins;
    private final FastPath fastPath;
    private final CommandStack commands = new CommandStack();
    private final Waiters waiters = new Waiters();
    private final DutyCycle duties;
    private final WaitLoop waitLoop;
    private final OwnerRole role;
    private final OwnerSleep sleep;
    private final FallbackProgress fallback;
    private final Agent agent;
    private final WaitSteps steps;
    private final EndpointProgress endpoints;
    private final Shutdown shutdown;
    private final FailureMessages failures;
    private final Waits waits;
    private final File rankFile;
    private final long rankFileLength;

    /**
     * Makes the progress of one rank: its owner's role, which is free, and all that needs it.
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
        this.bins = messages.receives().bins();
        this.policy = policy;
        this.duties = new DutyCycle(node, messages, commands, policy);
        this.waits = new Waits(node.section(RankFileSection.WAITS), level == ThreadLevel.SINGLE, node.flight());
        this.waitLoop = new WaitLoop(messages, commands, policy, duties);
        this.role = new OwnerRole(level, commands, duties::drainCommands, waiters::wakeOne, node.handlerCalls());
        this.sleep = new OwnerSleep(node, messages, duties, commands, role);
        this.fallback = new FallbackProgress(role, duties, commands, waiters, sleep, policy, node);
        this.agent = new Agent(role, duties, waiters, fallback);
        this.steps = new WaitSteps(policy, role, duties, sleep, waiters, waits);
        this.endpoints = new EndpointProgress(this, duties, role, sleep);
        this.fastPath = new FastPath(messages, duties, waitLoop, role);
        this.failures = new FailureMessages(node);
        this.rankFile = node.job().rankPath(node.rank(), node.job().incarnation()).toFile();
        this.rankFileLength = rankFile.length();
        node.job().onSweep(this::swept);
        this.shutdown = new Shutdown(messages, policy, duties, commands, waiters, role, sleep, waits);
    }

    /** Run by the watch thread. */
    private void swept() {
        node.flight().turn();
        node.flight().followJvm();
        // A fault in a file that was cut would end what this thread does for other ranks.
        if (rankFile.length() == rankFileLength) {
            waits.clock();
        }
    }

    /**
     * Returns what the threads of this rank wait for, as the rank file shows it.
     *
     * @return always the same.
     */
    public Waits waits() {
        return waits;
    }

    /**
     * Returns the calls that need no operation.
     *
     * @return always the same.
     */
    public FastPath fastPath() {
        return fastPath;
    }

    /**
     * Returns the shutdown of this rank.
     *
     * @return always the same.
     */
    public Shutdown shutdown() {
        return shutdown;
    }

    /**
     * Returns the progress that is made while no calling thread makes any.
     *
     * @return always the same.
     */
    public FallbackProgress fallback() {
        return fallback;
    }

    /**
     * Returns the agent, which makes progress all the time if a thread runs it.
     *
     * @return always the same.
     */
    public Agent agent() {
        return agent;
    }

    /**
     * Returns the steps of a wait for several operations, or for something that is no operation.
     *
     * @return always the same.
     */
    public WaitSteps waitSteps() {
        return steps;
    }

    /**
     * Starts an operation as the owner, or hands it to the owner if there is another. A receive without wildcards may wait in a bin.
     *
     * @param operation filled; begun by this call, and the owner's until it ends.
     */
    public void submit(final Operation operation) {
        if (role.isSingle()) {
            role.tryEnter();
            messages.start(operation);
            role.exit();
            return;
        }
        FaultPoint.COMMAND_FILLED.hit();
        if (operation.bin != Operation.NONE) {
            post(operation);
            return;
        }
        if (role.tryEnter()) {
            // Entering has started what this thread pushed before. Saves a CAS and an exchange.
            try {
                messages.start(operation);
            } finally {
                role.exit();
            }
            return;
        }
        commands.push(operation);
        FaultPoint.COMMAND_PUSHED.hit();
        callOwner();
    }

    private void callOwner() {
        if (role.tryEnter()) {
            role.exit();
        } else {
            sleep.wake();
        }
    }

    /**
     * Posts a receive into its bin, and calls the owner only if the message may be there.
     */
    private void post(final Operation receive) {
        role.checkOpen();
        // Loaded before the push: the receive may end at once.
        final int bin = receive.bin;
        final boolean isGuarded = bins.push(receive);
        FaultPoint.COMMAND_PUSHED.hit();
        // Again: either this thread sees that the engine closes, or the thread that closes it sees the receive.
        role.checkOpen();
        if (isGuarded) {
            commands.call(bin);
            callOwner();
        }
    }

    /**
     * Returns whether only one thread may call.
     *
     * @return true at {@link ThreadLevel#SINGLE}.
     */
    public boolean isSingle() {
        return role.isSingle();
    }

    /**
     * Returns the calls of endpoints and dispatchers.
     *
     * @return always the same.
     */
    public EndpointProgress endpoints() {
        return endpoints;
    }

    /**
     * Returns the texts of failed calls.
     *
     * @return always the same.
     */
    public FailureMessages failures() {
        return failures;
    }

    /**
     * Returns the number of ranks.
     *
     * @return size of the world.
     */
    public int size() {
        return peers.length;
    }

    /**
     * Polls once for what ends an operation, and makes progress.
     *
     * @param operation begun.
     * @return true if it has ended.
     */
    public boolean test(final Operation operation) {
        if (!operation.isDone() && role.tryEnter()) {
            try {
                waitLoop.pollOrWork(operation);
            } finally {
                role.exit();
            }
        }
        return operation.isDone();
    }

    /**
     * Polls once for what ends an operation; for one of several. Makes progress for others only at intervals, when there is other work, and
     * when the operation is one that cannot be polled for.
     *
     * @param operation begun.
     * @return true if it has ended.
     */
    public boolean look(final Operation operation) {
        if (!operation.isDone() && role.tryEnter()) {
            try {
                waitLoop.pollOneOfSeveral(operation);
            } finally {
                role.exit();
            }
        }
        return operation.isDone();
    }

    /**
     * Runs one turn of the duty cycle if the role is free, and a full one if that finds nothing.
     *
     * @return work done.
     */
    public int poll() {
        if (!role.tryEnter()) {
            return 0;
        }
        try {
            final int work = duties.doWork();
            return work > 0 ? work : duties.doAllWork();
        } finally {
            role.exit();
        }
    }

    /** Runs turns as {@link #poll()} does, unless the engine is closed, or another thread closes it meanwhile. */
    public void pollIfOpen() {
        if (isOpen()) {
            try {
                poll();
            } catch (final IllegalStateException failure) {
                if (isOpen()) {
                    throw failure;
                }
            }
        }
    }

    /**
     * Waits until an operation has ended.
     *
     * @param operation begun.
     * @param timeoutNs nanoseconds, or {@link Long#MAX_VALUE}.
     * @throws DeadlineException     if the time is up; the operation goes on.
     * @throws InterruptException    if the thread is interrupted; the operation goes on.
     * @throws IllegalStateException if the engine is closed.
     */
    public void await(final Operation operation, final long timeoutNs) {
        if (!awaitUntil(operation, Deadline.after(timeoutNs))) {
            throw Deadline.exception(timeoutNs, describe(operation), "the operation goes on");
        }
    }

    /**
     * Waits until an operation has ended, or the caller gives up.
     *
     * @param operation begun.
     * @param mayGiveUp asked at intervals; once it answers true the wait ends, and the operation goes on.
     * @throws InterruptException    if the thread is interrupted; the operation goes on.
     * @throws IllegalStateException if the engine is closed.
     */
    public void await(final Operation operation, final BooleanSupplier mayGiveUp) {
        awaitUntil(operation, Deadline.NONE, mayGiveUp);
    }

    /**
     * Waits until an operation has ended, or the time is up.
     *
     * @param operation begun.
     * @param deadline  from {@link Deadline}.
     * @return false if the time is up; the operation goes on.
     * @throws InterruptException    if the thread is interrupted; the operation goes on.
     * @throws IllegalStateException if the engine is closed.
     */
    public boolean awaitUntil(final Operation operation, final long deadline) {
        return awaitUntil(operation, deadline, null);
    }

    /**
     * Waits until an operation has ended, the time is up, or the caller gives up.
     *
     * @param operation begun.
     * @param deadline  from {@link Deadline}.
     * @param mayGiveUp asked at intervals; once it answers true the wait ends, and the operation goes on. May be null.
     * @return false if the time is up or the caller gives up; the operation goes on.
     * @throws InterruptException    if the thread is interrupted; the operation goes on.
     * @throws IllegalStateException if the engine is closed.
     */
    public boolean awaitUntil(final Operation operation, final long deadline, final BooleanSupplier mayGiveUp) {
        if (!operation.isDone()) {
            handlerCalls().refuse("await");
        }
        try {
            return awaitEnd(operation, deadline, mayGiveUp);
        } catch (final InterruptException ended) {
            limit(OrderLimit.INTERRUPTED);
            throw ended;
        }
    }

    private boolean awaitEnd(final Operation operation, final long deadline, final BooleanSupplier mayGiveUp) {
        int idle = 0;
        int follows = 0;
        Awaitable shown = null;
        try {
            while (!operation.isDone()) {
                final long leftNs = Deadline.leftNs(deadline);
                if (role.isClosing()) {
                    awaitClose(operation);
                } else if (role.tryEnter()) {
                    try {
                        idle = awaitAsOwner(operation, idle, leftNs, shown != null);
                    } finally {
                        role.exit();
                    }
                } else {
                    follows = awaitAsFollower(operation, follows, leftNs);
                }
                if (!operation.isDone()) {
                    if (mayGiveUp != null && mayGiveUp.getAsBoolean()) {
                        return false;
                    }
                    checkInterrupt(operation);
                    if (Deadline.isUp(deadline)) {
                        return false;
                    }
                    if (shown != null || policy.isToShow(idle) || follows >= FOLLOWER_TURNS) {
                        shown = show(mayGiveUp instanceof Awaitable call ? call : operation, deadline);
                    }
                }
            }
            return true;
        } finally {
            if (shown != null) {
                end(shown, operation, follows);
            }
        }
    }

    /** Shows a wait before its first sleep or park, and again before each further one. */
    private Awaitable show(final Awaitable awaited, final long deadline) {
        awaited.show(waits, deadline);
        return awaited;
    }

    private void end(final Awaitable shown, final Operation operation, final int follows) {
        waits.end(shown);
        if (follows >= FOLLOWER_TURNS) {
            operation.waiter(null);
            waiters.passOn(role);
        }
    }

    /**
     * Describes what a wait for an operation is for, for the message of an exception.
     *
     * @param operation begun.
     * @return part of a line, with an article.
     */
    public String describe(final Operation operation) {
        return "a " + WaitDescription.of(operation, node);
    }

    /**
     * Waits until an operation has ended, for one that ends soon by itself. An interrupt does not end the wait; its flag stays set.
     *
     * @param operation begun.
     * @throws IllegalStateException if the engine is closed.
     */
    public void awaitUninterrupted(final Operation operation) {
        awaitUninterrupted(operation, Deadline.NONE, null);
    }

    /**
     * Waits until an operation has ended, or the caller gives up. An interrupt does not end the wait; its flag stays set.
     *
     * @param operation begun.
     * @param mayGiveUp asked at intervals; once it answers true the wait ends, and the operation goes on. Null for an operation that ends
     *                   soon by itself.
     * @throws IllegalStateException if the engine is closed.
     */
    public void awaitUninterrupted(final Operation operation, final BooleanSupplier mayGiveUp) {
        awaitUninterrupted(operation, Deadline.NONE, mayGiveUp);
    }

    /**
     * Waits until an operation has ended, or the time is up. An interrupt does not end the wait; its flag stays set.
     *
     * @param operation begun.
     * @param deadline  from {@link Deadline}.
     * @throws IllegalStateException if the engine is closed.
     */
    void awaitUninterrupted(final Operation operation, final long deadline) {
        awaitUninterrupted(operation, deadline, null);
    }

    private void awaitUninterrupted(final Operation operation, final long deadline, final BooleanSupplier mayGiveUp) {
        boolean interrupted = Thread.interrupted();
        try {
            boolean goesOn = true;
            while (goesOn && !operation.isDone()) {
                try {
                    goesOn = awaitEnd(operation, deadline, mayGiveUp);
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
        // The thread that closes ends every operation. If only this thread may do so, there is nothing to wait for.
        final long deadline = System.nanoTime() + (role.isSingle() ? 0 : CLOSE_NS);
        while (!operation.isDone() && System.nanoTime() - deadline < 0) {
            Thread.yield();
        }
        if (!operation.isDone()) {
            role.checkOpen();
        }
    }

    /**
     * Polls and runs turns as the owner, until the operation has ended or the wait has to be checked: after each yield and sleep, and at
     * intervals while there is other work.
     *
     * @return turns without work so far.
     */
    private int awaitAsOwner(final Operation operation, final int idleBefore, final long timeLeftNs, final boolean isShown) {
        int idle = idleBefore;
        // A single poll where ranks share cores, or where nothing has come for a while.
        final int polls = idle > 0 || policy.isShared() ? 1 : WaitLoop.POLLS_A_TURN;
        if (policy.isShared() && idle > 0) {
            waitLoop.touchAllRings();
        }
        waitLoop.pollFor(operation, 0, polls);
        for (int turn = 1; !operation.isDone() && !role.isToLeave(); turn++) {
            idle = duties.doWorkByShare() > 0 ? 0 : idle(idle + 1, operation, timeLeftNs, isShown);
            if (!policy.isSpinning(idle)) {
                return idle;
            }
            if ((turn & CHECK_INTERVAL - 1) == 0) {
                duties.doAllWork();
                return idle;
            }
            if (polls > 1 && turn < TURNS_WITH_POLLS) {
                waitLoop.pollFor(operation, turn * polls, polls);
            }
        }
        return idle;
    }

    /**
     * Runs one step of idling: spins; later serves every peer and yields; at last sleeps, if the wait is shown.
     *
     * @return turns without work so far, 0 if there was some.
     */
    private int idle(final int idle, final Operation operation, final long timeLeftNs, final boolean isShown) {
        if (policy.isSpinning(idle)) {
            Thread.onSpinWait();
            return idle;
        }
        if (policy.isYielding(idle)) {
            if (duties.doWorkBeforeYield(idle, policy.isShared()) > 0) {
                return 0;
            }
            Thread.yield();
            return idle;
        }
        if (!isShown) {
            // A wait is shown first.
            return idle;
        }
        suspect(operation);
        return sleep.start(Math.min(policy.sleepNs(idle), timeLeftNs), operation) > 0 ? 0 : idle;
    }

    /**
     * Asks for a check whether the peer of an operation is alive. Another thread makes the check soon.
     *
     * @param operation begun.
     */
    public void suspect(final Operation operation) {
        final int other = operation.kind.isSend() ? operation.destination : operation.source;
        if (other >= 0 && other != node.rank()) {
            node.job().suspect(other);
        }
    }

    /**
     * Runs one step of a wait while another thread has the role: spins, later yields, at last parks.
     *
     * @return steps so far. A park that ended too soon does not count, so that it is repeated.
     */
    private int awaitAsFollower(final Operation operation, final int before, final long timeLeftNs) {
        if (before < FOLLOWER_SPINS) {
            Thread.onSpinWait();
            return before + 1;
        }
        if (before < FOLLOWER_TURNS) {
            Thread.yield();
            return before + 1;
        }
        if (before == FOLLOWER_TURNS) {
            operation.waiter(Thread.currentThread());
            // Partner: the load of the waiter in Operation.finish, which no fence keeps behind the store that ends the operation. A wake-up
            // that is lost to that race is made up for after the first park, which is short. The waiter stays set, so later parks race with
            // nothing.
            VarHandle.fullFence();
        }
        return operation.isDone() || !waiters.park(role, Math.min(timeLeftNs, Waiters.parkNs(before - FOLLOWER_TURNS))) ?
            before : before + 1;
    }

    private void checkInterrupt(final Operation operation) {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptException("interrupted while waiting for a " + WaitDescription.of(operation, node));
        }
    }

    /**
     * Returns the calls of the application's error handler. Code inside the handler must not wait.
     *
     * @return always the same.
     */
    public HandlerCalls handlerCalls() {
        return node.handlerCalls();
    }

    /**
     * Returns what records the order of calls.
     *
     * @return null if it is not recorded.
     */
    public OrderRecorder orderRecorder() {
        return node.orderRecorder();
    }

    /**
     * Records that no replay can follow, if the order of calls is recorded.
     *
     * @param reason for that.
     */
    public void limit(final OrderLimit reason) {
        if (node.orderRecorder() != null) {
            node.orderRecorder().limit(reason);
        }
    }

    /**
     * Returns the recorded order that the calls follow.
     *
     * @return null if this is no replay.
     */
    public OrderReplay orderReplay() {
        return node.orderReplay();
    }

    /**
     * Returns whether the job was aborted.
     *
     * @return true from then on.
     */
    public boolean isAborted() {
        return node.job().abortStatus() != 0;
    }

    /**
     * Returns whether the engine is open.
     *
     * @return false once its close has begun.
     */
    public boolean isOpen() {
        return !role.isClosing();
    }

    /**
     * Throws if the engine is closed or closing.
     *
     * @throws IllegalStateException if so.
     */
    public void checkOpen() {
        role.checkOpen();
    }

    /**
     * Wakes a peer if it sleeps: it may wait for something that does not come by message. Any thread.
     *
     * @param rank other rank.
     */
    public void wake(final int rank) {
        sleep.wake(rank);
    }
}
