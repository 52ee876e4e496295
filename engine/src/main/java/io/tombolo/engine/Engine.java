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
import io.tombolo.engine.api.MemoryKind;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.SendExplanation;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.api.endpoint.InterfaceAdapter;
import io.tombolo.engine.communicator.CommunicatorFactory;
import io.tombolo.engine.communicator.Communicators;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.endpoint.EngineAdapter;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.progress.OwnerRequests;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.pt2pt.LoanReport;
import io.tombolo.engine.pt2pt.Messages;
import io.tombolo.engine.region.RegionAllocator;
import io.tombolo.engine.rma.WindowProtocol;
import io.tombolo.engine.srq.Endpoints;
import io.tombolo.engine.window.Windows;
import io.tombolo.ringbuffers.file.SystemLimits;
import io.tombolo.ringbuffers.job.CoreSharing;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.RankFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.DirectBuffer;

/**
 * One rank of a job, from {@link #launch} to {@link #close}.
 * <p>
 * Who must call in, and for how long, so that an operation gets on. To call in is to make any call that starts, tests, waits or polls,
 * at the rank that is named; with {@link EngineContext#asyncProgress(boolean) asyncProgress} the agent thread of that rank does it.
 * <table class="striped">
 * <caption>Operations and threads</caption>
 * <thead>
 * <tr><th scope="col">operation</th><th scope="col">who must call in, for how long</th><th scope="col">which thread may call</th>
 * <th scope="col">with asyncProgress</th></tr>
 * </thead>
 * <tbody>
 * <tr><th scope="row">{@link #launch launch}</th>
 * <td>this rank, until the job's directory is there, for at most the join timeout; no other rank is waited for</td>
 * <td>any</td>
 * <td>starts the agent</td></tr>
 * <tr><th scope="row">{@code send}, {@code isend} up to a packet's length</th>
 * <td>nobody: the message is on its way when the call returns. Where ring, packets or the receiver's budget are used up:
 * this rank until there is room, and the receiver, who makes it</td>
 * <td>its</td>
 * <td>the agents make room</td></tr>
 * <tr><th scope="row">{@code send}, {@code isend} in a {@link MemoryRegion}, from {@code tombolo.registered.limit} on</th>
 * <td>the receiver, until it has copied; this rank only to see that it is complete</td>
 * <td>its</td>
 * <td>the receiver's agent copies</td></tr>
 * <tr><th scope="row">{@code send}, {@code isend} of other memory, longer than a packet</th>
 * <td>nobody while it fits staging lanes that are free: it is copied in the call. Else this rank, until the last part is staged, and the
 * receiver, who empties the lanes</td>
 * <td>its</td>
 * <td>both agents move the parts</td></tr>
 * <tr><th scope="row">{@code ssend}, {@code issend}</th>
 * <td>the receiver, until a receive has matched it, and has it if it is longer than a packet; this rank to see that it is complete, and as
 * for {@code send}</td>
 * <td>its</td>
 * <td>the receiver's agent matches and answers</td></tr>
 * <tr><th scope="row">{@code rsend}, {@code irsend}</th>
 * <td>as for {@code send}; the receive is posted</td>
 * <td>its</td>
 * <td>as for {@code send}</td></tr>
 * <tr><th scope="row">{@code bsend}, {@code ibsend}</th>
 * <td>nobody: the message is copied in the call; the copy goes on as for {@code isend}, while this rank calls in</td>
 * <td>its</td>
 * <td>the agent sends the copy</td></tr>
 * <tr><th scope="row">{@code sendInit}, {@code recvInit}, {@code psendInit}, {@code precvInit}</th>
 * <td>nobody else; nothing is sent or posted</td>
 * <td>its; a request by one at a time</td>
 * <td>the same</td></tr>
 * <tr><th scope="row">{@link io.tombolo.engine.api.Request#start() start}</th>
 * <td>as for {@code isend} or {@code irecv}; of a partitioned send nobody</td>
 * <td>its; a request by one at a time</td>
 * <td>as for {@code isend} or {@code irecv}</td></tr>
 * <tr><th scope="row">{@link io.tombolo.engine.api.Request#pready pready}</th>
 * <td>as for {@code isend}, for each partition</td>
 * <td>its; several at a time</td>
 * <td>as for {@code isend}</td></tr>
 * <tr><th scope="row">{@link io.tombolo.engine.api.Request#parrived parrived}</th>
 * <td>this rank, once: one turn for all its operations</td>
 * <td>its; several at a time</td>
 * <td>the call only looks</td></tr>
 * <tr><th scope="row">{@link #attachBuffer attachBuffer}</th>
 * <td>nobody else</td>
 * <td>its</td>
 * <td>the same</td></tr>
 * <tr><th scope="row">{@link #detachBuffer detachBuffer}</th>
 * <td>this rank, in the call, until the copies have left; the receivers, as for {@code send}</td>
 * <td>its</td>
 * <td>the call only waits</td></tr>
 * <tr><th scope="row">{@code tryClaim}, {@code claim}</th>
 * <td>nobody else while there are packets or regions to lend; else this rank, in the call, once or until some have come back, and the
 * receivers, who give them back</td>
 * <td>its; a claim by one at a time</td>
 * <td>the agents bring them back, the call waits for them</td></tr>
 * <tr><th scope="row">{@link io.tombolo.engine.api.Claim#commit commit}, {@link io.tombolo.engine.api.Claim#abort abort} of a claim</th>
 * <td>nobody: the message is on its way when the call returns. Where the ring is full: this rank in the call, and the receiver; where
 * {@code tombolo.exposure.limit} parts it: this rank, until the receiver has it</td>
 * <td>its; a claim by one at a time</td>
 * <td>the call only waits</td></tr>
 * <tr><th scope="row">{@code recv}, {@code irecv}, also of a {@link io.tombolo.engine.api.Message}</th>
 * <td>this rank, until it is complete; the sender as above</td>
 * <td>its</td>
 * <td>complete without a call</td></tr>
 * <tr><th scope="row">{@code forward}</th>
 * <td>this rank, until the message has arrived and its destination has it, and the destination; the sender as above</td>
 * <td>its; the receive by one at a time</td>
 * <td>the agents pass it on</td></tr>
 * <tr><th scope="row">{@code sendrecv}</th>
 * <td>this rank, in the call, until both halves are complete</td>
 * <td>its</td>
 * <td>the call only waits</td></tr>
 * <tr><th scope="row">{@code probe}, {@code iprobe}, {@code mprobe}, {@code improbe}</th>
 * <td>this rank, in the call: until there is a message, or once</td>
 * <td>its</td>
 * <td>the agent looks, the call waits for it</td></tr>
 * <tr><th scope="row">{@link io.tombolo.engine.api.Message#buffer buffer} of a message in place</th>
 * <td>nobody else for one up to a packet, or in a region of its sender; else this rank, in the call, until it is fetched, and the sender as
 * above</td>
 * <td>its; a message by one at a time</td>
 * <td>the agents fetch, the call waits for it</td></tr>
 * <tr><th scope="row">{@link io.tombolo.engine.api.Message#close close} of a message in place</th>
 * <td>nobody else</td>
 * <td>its; a message by one at a time</td>
 * <td>the same</td></tr>
 * <tr><th scope="row">{@link io.tombolo.engine.api.Request#cancel cancel}</th>
 * <td>this rank, in the call; for a send that has left, the receiver, who decides when it calls in. What was cancelled still has to be
 * awaited</td>
 * <td>its</td>
 * <td>the agents decide, the call waits for its own</td></tr>
 * <tr><th scope="row">{@link io.tombolo.engine.api.Request#free free}</th>
 * <td>nobody else; the operation goes on as it would</td>
 * <td>its; a request by one at a time</td>
 * <td>the same</td></tr>
 * <tr><th scope="row">{@link io.tombolo.engine.api.Request#test test}, {@code testAll}, {@code testAny}, {@link #poll poll}</th>
 * <td>this rank, once: one turn for all its operations</td>
 * <td>its; a request by one at a time</td>
 * <td>the call only looks</td></tr>
 * <tr><th scope="row">{@link io.tombolo.engine.api.Request#await() await}, {@code waitAll}, {@code waitAny}, {@code waitSome}</th>
 * <td>this rank, until complete or the time given is up: turns for all its operations</td>
 * <td>its; a request by one at a time</td>
 * <td>the call only waits</td></tr>
 * <tr><th scope="row">{@code barrier}, {@code dup}, {@code split}</th>
 * <td>every rank of the communicator, in the call, until all have come</td>
 * <td>its, one at a time</td>
 * <td>every rank still has to call it</td></tr>
 * <tr><th scope="row">{@link io.tombolo.engine.api.Communicator#close close} of a communicator</th>
 * <td>nobody else; messages that nobody has received are dropped</td>
 * <td>its</td>
 * <td>the agent drops them, the call waits for it</td></tr>
 * <tr><th scope="row">{@code createWindow}, {@code allocateWindow}, {@link io.tombolo.engine.api.window.Window#fence fence},
 * {@link io.tombolo.engine.api.window.Window#close close} of a window</th>
 * <td>every rank of the communicator, in the call, until all have come; a fence and a close also until the own part is not locked</td>
 * <td>its, one at a time</td>
 * <td>every rank still has to call it</td></tr>
 * <tr><th scope="row">{@code lock}, {@code lockAll} of a window</th>
 * <td>nobody else: the lock is only queued; one of the own part, or with allocated memory: this rank, in the call, until it has it</td>
 * <td>its; a target by one at a time</td>
 * <td>the call only waits</td></tr>
 * <tr><th scope="row">{@code put}, {@code get}, {@code accumulate}, {@code getAccumulate}, {@code fetchAndOp}, {@code compareAndSwap}</th>
 * <td>nobody else: queued, or done in the call where memory was allocated; those that return a value: as for {@code flush}</td>
 * <td>its; a target by one at a time</td>
 * <td>the same</td></tr>
 * <tr><th scope="row">{@code unlock}, {@code unlockAll}, {@code flush}, {@code flushAll}, {@code flushLocal}, {@code flushLocalAll}</th>
 * <td>this rank, in the call, until all is complete; the target need not call in: its agent for windows serves, which a window that can be
 * locked starts; at {@code SINGLE} there is none, and the target has to call in. With allocated memory nobody at the target</td>
 * <td>its; a target by one at a time</td>
 * <td>the call only waits, the target's agent serves</td></tr>
 * <tr><th scope="row">{@code post}, {@code start}, {@code complete} of a window; its {@code await}, {@code test}</th>
 * <td>this rank, in the call: a start until its targets have posted, a complete until its accesses are, an await until all have completed,
 * a test once; the other side calls its half</td>
 * <td>its, one at a time</td>
 * <td>the other side still has to call its half</td></tr>
 * <tr><th scope="row">{@link #allocate allocate}, {@link MemoryRegion#close close} of a region, {@code putBytes}, {@code getBytes}</th>
 * <td>nobody else</td>
 * <td>any</td>
 * <td>the same</td></tr>
 * <tr><th scope="row">{@link #explain explain}</th>
 * <td>nobody else</td>
 * <td>its</td>
 * <td>the same</td></tr>
 * <tr><th scope="row">{@code errors}, {@code promises}</th>
 * <td>nobody else; for operations that end from now on</td>
 * <td>its</td>
 * <td>the same</td></tr>
 * <tr><th scope="row">{@link io.tombolo.engine.api.Communicator#priority priority}</th>
 * <td>nobody else; for messages that wait already, too</td>
 * <td>its</td>
 * <td>the agent sets it, the call waits for it</td></tr>
 * <tr><th scope="row">seeing that a rank has died, left or aborted</th>
 * <td>this rank: its operations end when it calls in</td>
 * <td>its</td>
 * <td>operations end without a call</td></tr>
 * <tr><th scope="row">{@link #abort abort}</th>
 * <td>this rank, in the call; the others see it as above</td>
 * <td>any</td>
 * <td>the same</td></tr>
 * <tr><th scope="row">{@link #close close} of the engine</th>
 * <td>this rank, in the call, until its sends have been taken, for at most the close timeout; the receivers, who take them</td>
 * <td>any; under {@code SINGLE} a thread other than the rank's waits for no sends</td>
 * <td>the agent ends</td></tr>
 * <tr><th scope="row">endpoints, receive queues, event dispatchers of {@link #adapter adapter}</th>
 * <td>see the table of {@link InterfaceAdapter}</td>
 * <td>its</td>
 * <td>the agents deliver</td></tr>
 * </tbody>
 * </table>
 * "Its" threads are those of the rank: under {@link io.tombolo.engine.api.ThreadLevel#SINGLE} the one that called first, and a second
 * one gets an {@link IllegalStateException} that names both; under {@link io.tombolo.engine.api.ThreadLevel#MULTIPLE} any thread at
 * any time. Of those one makes progress for all, the others hand their operations to it, and a thread that is stopped inside a call
 * delays no other. The agent of {@code asyncProgress} needs {@code MULTIPLE} and is that one thread from the launch to the close.
 * <p>
 * A virtual thread may call like any other. While it waits it leaves its carrier to others; where no agent wakes it, it looks for what has
 * come every 1.8 ms at the latest.
 */
public final class Engine implements AutoCloseable {
    private static final String CLOSED_PACKAGE = "jdk.internal.misc";
    private static final long SHUT_DOWN_TIMEOUT_NS = 2_000_000_000L;

    private final JobDirectory job;
    private final Node node;
    private final Messages messages;
    private final Progress progress;
    private final OwnerRequests ownerRequests;
    private final Communicator world;
    private final RegionAllocator allocator;
    private final EngineAdapter adapter;
    private final long closeTimeoutNs;
    private final Thread agent;
    private final AtomicBoolean closed = new AtomicBoolean();

    Engine(final EngineContext context, final JobDirectory job, final RankFile file) {
        this.job = job;
        this.node = new Node(job, file, context.windowShift(), context.errorHandler());
        this.messages = new Messages(node, context.claimBytes(), context.fetchBytes());
        final Endpoints endpoints = EngineAdapter.endpoints(node, messages, context.endpoints(), context.threadLevel());
        this.progress = new Progress(node, messages, context.threadLevel(), context.waitPolicy(
            new CoreSharing(job, Runtime.getRuntime().availableProcessors(), context.asyncProgress() ? 2 : 1), node.doorbell().canWake()));
        this.ownerRequests = new OwnerRequests(progress);
        final WindowProtocol windows = new WindowProtocol(
            node, messages.peers(), messages.connector(), messages.regions(), messages.longSends(), messages.longReceives());
        messages.add(windows, Operation.Kind.WINDOW, WindowProtocol.types());
        this.allocator = new RegionAllocator(node, messages.regions(), endpoints.resources().memories(), endpoints.resources().zone());
        this.adapter = new EngineAdapter(progress, allocator, endpoints);
        final Communicators communicators = new Communicators(progress, node);
        this.world = new CommunicatorFactory(
            communicators, new Windows(communicators, node, windows, progress, windowAgentNs(context)), node, messages.regions(), allocator,
            context.claimBytes()).world();
        this.closeTimeoutNs = context.closeTimeoutNs();
        this.agent = context.asyncProgress() ? agentThread(progress, job.rank()) : null;
    }

    private static Thread agentThread(final Progress progress, final int rank) {
        final Thread thread = new Thread(progress.agent()::serve, "tombolo-agent-" + rank);
        thread.setDaemon(true);
        return thread;
    }

    /** A rank that has an agent, or one thread alone, has no agent for windows. */
    private static long windowAgentNs(final EngineContext context) {
        final boolean mayServe = context.threadLevel() == ThreadLevel.MULTIPLE && !context.asyncProgress();
        return mayServe ? TimeUnit.MICROSECONDS.toNanos(context.windowAgentUs()) : 0;
    }

    /**
     * Joins a job with the settings of the environment: {@link EngineContext}.
     *
     * @return a live rank.
     */
    public static Engine launch() {
        return launch(new EngineContext());
    }

    /**
     * Joins a job. Ranks start in any order; nobody waits for the others here.
     *
     * @param context settings; concluded by this call.
     * @return a live rank.
     * @throws IllegalArgumentException if a setting is out of its range.
     * @throws IllegalStateException    if the JVM was started without {@link #requiredFlag()}; nothing has been made.
     * @throws UncheckedIOException     if the job directory cannot be made or joined; one line says why.
     */
    public static Engine launch(final EngineContext context) {
        if (!Object.class.getModule().isOpen(CLOSED_PACKAGE, DirectBuffer.class.getModule())) {
            throw new IllegalStateException("start this JVM with " + requiredFlag());
        }
        context.conclude();
        try {
            return EngineStartup.join(context);
        } catch (final IOException exception) {
            throw SystemLimits.unchecked(exception);
        }
    }

    /**
     * Returns the flag without which Agrona cannot reach mapped memory. It opens a package of the JDK to the module in which Agrona is: an
     * unnamed one on the class path, {@code org.agrona} on the module path.
     *
     * @return the option of {@code java}, for the way in which this JVM was started.
     */
    public static String requiredFlag() {
        final Module agrona = DirectBuffer.class.getModule();
        return "--add-opens java.base/" + CLOSED_PACKAGE + "=" + (agrona.isNamed() ? agrona.getName() : "ALL-UNNAMED");
    }

    void startAgent() {
        if (agent != null) {
            agent.start();
        }
    }

    /**
     * Returns the communicator of all ranks.
     *
     * @return always the same.
     */
    public Communicator world() {
        return world;
    }

    /**
     * Returns this process's number.
     *
     * @return rank in the world.
     */
    public int rank() {
        return job.rank();
    }

    /**
     * Returns the number of ranks.
     *
     * @return size of the world.
     */
    public int size() {
        return job.size();
    }

    /**
     * Returns the directory of the job.
     *
     * @return path.
     */
    public Path directory() {
        return job.path();
    }

    /**
     * Makes a memory region: messages that lie in it are copied once, by their receiver. Its space is reserved at once.
     *
     * @param length bytes, positive.
     * @return a region of zeros, to be closed by the caller.
     * @throws UncheckedIOException  if there is no space; the message says how much is needed, and where.
     * @throws IllegalStateException if the engine is closed or has as many regions as it may.
     */
    public MemoryRegion allocate(final long length) {
        if (length <= 0) {
            throw new IllegalArgumentException("length=" + length + " must be positive");
        }
        checkOpen();
        return allocator.allocate(length);
    }

    /**
     * Returns what makes endpoints, receive queues and event dispatchers.
     *
     * @return always the same.
     */
    public InterfaceAdapter adapter() {
        return adapter;
    }

    /**
     * Makes the buffer that {@code bsend} copies messages into, in private memory. A message takes its length, rounded up to 8, until it
     * has left: until it is in the ring, in a packet or, if it is longer, in staging lanes. Room comes free in the order of the sends.
     *
     * @param bytes 1 to {@link Integer#MAX_VALUE}.
     * @throws IllegalStateException if there is one.
     */
    public void attachBuffer(final long bytes) {
        checkOpen();
        ownerRequests.attachBuffer(bytes);
    }

    /**
     * Lets the attached buffer go, if there is one, after all messages have left it; makes progress until then.
     *
     * @throws io.tombolo.engine.api.InterruptException if the thread is interrupted; the buffer stays attached.
     */
    public void detachBuffer() {
        checkOpen();
        ownerRequests.detachBuffer();
    }

    /**
     * Tells which way a message would go, and why: asks what {@code send} asks.
     *
     * @param destination rank in the world.
     * @param length      of the message, in bytes.
     * @param memory      that it lies in.
     * @return new: the way of a standard send as of now, what decided, and what would change it. One that the destination keeps no room for
     *     now, and that has to wait for room in the ring, goes eager all the same if there is credit by then.
     */
    public SendExplanation explain(final int destination, final long length, final MemoryKind memory) {
        checkOpen();
        Objects.checkIndex(destination, size());
        if (length < 0) {
            throw new IllegalArgumentException("length=" + length + " must not be negative");
        }
        return messages.sends().choice().explain(
            length, Objects.requireNonNull(memory, "memory"), ownerRequests.coversEager(destination, length));
    }

    /**
     * Makes progress once, without waiting.
     *
     * @return work done; 0 if there was nothing to do, or another thread is doing it.
     * @throws IllegalStateException if the engine is closed, or in a call of the error handler.
     */
    public int poll() {
        node.handlerCalls().refuse("poll");
        return progress.poll();
    }

    /**
     * Ends the whole job: every operation of every rank ends {@code ABORTED}, and every process is expected to leave.
     *
     * @param status exit status that a launcher returns, 1 to 255.
     * @param reason one line for people.
     */
    public void abort(final int status, final String reason) {
        checkOpen();
        job.abort(status, reason);
    }

    /**
     * Returns whether the engine can be used.
     *
     * @return false from {@link #close} on.
     */
    public boolean isOpen() {
        return !closed.get();
    }

    /**
     * Returns what this rank sends and receives, for {@code EngineAccess} of the tests. Belongs to the progress owner.
     */
    Messages messages() {
        return messages;
    }

    /**
     * Returns this rank's node, for {@code EngineAccess} of the tests.
     */
    Node node() {
        return node;
    }

    private void checkOpen() {
        if (closed.get()) {
            throw new IllegalStateException("this engine is closed");
        }
    }

    /**
     * Leaves the job: waits for pending sends for at most the close timeout ({@link EngineContext#closeTimeout}), then ends what is left as
     * {@code CLOSED}, and gives back what open messages and claims hold; both are reported in one line. Idempotent; may be called by any
     * thread. Other ranks are not waited for: what they have sent and this rank has not received is lost.
     *
     * @throws IllegalStateException in a call of the error handler.
     * @throws UncheckedIOException  if a file of the job was cut: the rank has left as far as that was possible.
     */
    @Override
    public void close() {
        checkClose();
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try {
            leave();
        } catch (final InternalError cut) {
            throw leaveAfter(cut);
        }
    }

    /** Ends the threads and gives the lock back; memory that a thread may still be in stays mapped. */
    private UncheckedIOException leaveAfter(final InternalError cut) {
        final UncheckedIOException failure = new UncheckedIOException(new IOException(
            "a file of the job in " + directory() + " was cut, or there is no space left for it: rank " + rank() +
                " has ended without sending what was pending", cut));
        try {
            progress.shutdown().finish(SHUT_DOWN_TIMEOUT_NS);
        } catch (final InternalError again) {
            failure.addSuppressed(again);
        }
        try {
            job.close();
        } catch (final InternalError again) {
            failure.addSuppressed(again);
        }
        return failure;
    }

    private void leave() {
        final int pending = progress.shutdown().drain(closeTimeoutNs);
        final boolean alone = progress.shutdown().finish(SHUT_DOWN_TIMEOUT_NS);
        node.handlerCalls().stopDeferring();
        report(pending, alone ? messages.endLoans() : new LoanReport());
        job.leave();
        try {
            if (pending == 0) {
                messages.regions().deleteAll();
            }
            job.destroyIfLast();
        } catch (final IOException | UncheckedIOException exception) {
            node.error(exception);
        }
        release(alone);
    }

    /** Throws if the error handler calls: the engine would end under whoever has called that. */
    void checkClose() {
        node.handlerCalls().refuse("close");
    }

    private void report(final int pending, final LoanReport loans) {
        if (pending > 0 || loans.count() > 0) {
            node.error(new IllegalStateException("rank " + rank() + " leaves with " +
                (pending > 0 ? pending + " sends that nobody has received" : "") + (pending > 0 && loans.count() > 0 ? ", and with " : "") +
                (loans.count() > 0 ? loans.count() + " loans that were not given back: " + loans : "")));
        }
    }

    /** Goes without a word, as a process does that is killed: for {@link LocalJob}. */
    void abandon() {
        checkClose();
        if (closed.compareAndSet(false, true)) {
            final boolean alone = progress.shutdown().finish(SHUT_DOWN_TIMEOUT_NS);
            node.handlerCalls().stopDeferring();
            job.simulateDeath(rank());
            release(alone);
        }
    }

    private void release(final boolean isAlone) {
        job.close();
        if (isAlone) {
            messages.close();
            node.close();
        }
    }

    @Override
    public String toString() {
        return "rank " + rank() + " of " + size() + " in " + directory();
    }
}
