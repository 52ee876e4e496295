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
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.progress.Progress;
import io.tombolo.engine.pt2pt.Messages;
import io.tombolo.engine.transfer.LocalRegions;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.RankFile;
import io.tombolo.ringbuffers.region.RegionFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One rank of a job, from {@link #launch} to {@link #close}.
 *
 * <table>
 * <caption>Operations and threads</caption>
 * <tr><th>operation</th><th>who must call in, and for how long</th></tr>
 * <tr><td>send, isend up to a packet</td><td>nobody: the message has left when the call returns, unless the ring was full</td></tr>
 * <tr><td>send, isend of private memory, up to a staging lane</td><td>nobody while a lane is free: it is copied in the call</td></tr>
 * <tr><td>longer ones of private memory</td><td>the sender until the last part is staged, and the receiver</td></tr>
 * <tr><td>from a memory region</td><td>the receiver; the sender only to see that it is complete</td></tr>
 * <tr><td>recv, irecv, probe</td><td>the receiver</td></tr>
 * <tr><td>barrier, dup, split</td><td>all ranks of the group</td></tr>
 * </table>
 * "Call in" is any call of the engine that waits, tests, starts or polls, by any thread of the rank; with {@code asyncProgress} the agent
 * thread does it for the application.
 */
public final class Engine implements AutoCloseable {
    /** The flag without which Agrona cannot reach mapped memory. */
    public static final String REQUIRED_FLAG = "--add-opens java.base/jdk.internal.misc=ALL-UNNAMED";

    private static final long SHUT_DOWN_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(2);

    private final JobDirectory job;
    private final Node node;
    private final Messages messages;
    private final Progress progress;
    private final Communicator world;
    private final long closeTimeoutNs;
    private final Thread agent;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Engine(final EngineContext context, final JobDirectory job, final RankFile file) {
        this.job = job;
        this.node = new Node(job, file, context.errorHandler());
        this.messages = new Messages(node);
        this.progress = new Progress(node, messages, context.threadLevel(), context.waitPolicy());
        this.world = new Communicators(progress, job.rank(), job.size()).world();
        this.closeTimeoutNs = context.closeTimeoutNs();
        this.agent = context.asyncProgress() ? new Thread(progress::serve, "tombolo-agent-" + job.rank()) : null;
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
     * @throws IllegalStateException    if the JVM was started without {@link #REQUIRED_FLAG}.
     * @throws UncheckedIOException     if the job directory cannot be made or joined; one line says why.
     */
    public static Engine launch(final EngineContext context) {
        if (!Object.class.getModule().isOpen("jdk.internal.misc", Engine.class.getModule())) {
            throw new IllegalStateException("start this JVM with " + REQUIRED_FLAG);
        }
        context.conclude();
        try {
            return join(context);
        } catch (final IOException exception) {
            throw new UncheckedIOException(exception.getMessage(), exception);
        }
    }

    private static Engine join(final EngineContext context) throws IOException {
        final JobDirectory job = JobDirectory.join(
            directory(context), context.rank(), context.size(), context.geometry(), context.joinTimeoutNs());
        try {
            final Engine engine = new Engine(context, job, RankFile.create(job));
            job.live();
            if (engine.agent != null) {
                engine.agent.setDaemon(true);
                engine.agent.start();
            }
            return engine;
        } catch (final IOException | RuntimeException exception) {
            job.close();
            throw exception;
        }
    }

    private static Path directory(final EngineContext context) throws IOException {
        return context.directory() != null ? context.directory() :
            JobDirectory.defaultParent().resolve("solo-" + ProcessHandle.current().pid() + "-" + System.nanoTime());
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
        final LocalRegions regions = messages.regions();
        final int id = regions.reserve();
        try {
            return new SharedRegion(regions, regions.add(id, RegionFile.create(node.heapPath(rank(), id), rank(), id, length)));
        } catch (final IOException exception) {
            regions.cancelReserve();
            throw new UncheckedIOException(exception.getMessage(), exception);
        }
    }

    /**
     * Makes progress once, without waiting.
     *
     * @return work done; 0 if there was nothing to do, or another thread is doing it.
     */
    public int poll() {
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
     * Returns what this rank sends and receives, for the tests of this package. Belongs to the progress owner.
     */
    Messages messages() {
        return messages;
    }

    /**
     * Returns this rank's node, for the tests of this package.
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
     * Leaves the job: waits for pending sends for at most the close timeout, then ends what is left as {@code CLOSED}. Idempotent; may be
     * called by any thread. Other ranks are not waited for: what they have sent and this rank has not received is lost.
     */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        final int pending = progress.drain(closeTimeoutNs);
        if (pending > 0) {
            node.error(new IllegalStateException("rank " + rank() + " leaves with " + pending + " sends that nobody has received"));
        }
        final boolean alone = progress.shutDown(SHUT_DOWN_TIMEOUT_NS);
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

    /**
     * Goes without a word, as a process does that is killed: for {@link LocalJob}.
     */
    void abandon() {
        if (closed.compareAndSet(false, true)) {
            final boolean alone = progress.shutDown(SHUT_DOWN_TIMEOUT_NS);
            job.simulateDeath(rank());
            release(alone);
        }
    }

    private void release(final boolean alone) {
        job.close();
        if (alone) {
            messages.close();
            node.close();
        }
    }

    @Override
    public String toString() {
        return "rank " + rank() + " of " + size() + " in " + directory();
    }
}
