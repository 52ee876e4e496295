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
package io.tombolo.engine.window;

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.EngineContext;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.TimeLimit;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.api.window.WindowOption;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.rma.WindowProtocol;
import io.tombolo.engine.wire.WindowPacket;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.RankFile;
import io.tombolo.ringbuffers.job.RankFileSection;
import io.tombolo.ringbuffers.job.WindowStateDescriptor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A job in one JVM with a window over private memory. The test decides which ranks make progress and so serve the others.
 */
public final class WindowJob implements AutoCloseable {
    private final LocalJob job;
    private final Window[] windows;
    private final UnsafeBuffer[] parts;
    private final RankThreads threads = new RankThreads();

    private WindowJob(final LocalJob job, final UnsafeBuffer[] parts) {
        this.job = job;
        this.windows = new Window[job.size()];
        this.parts = parts;
    }

    /** Creates a job without agents for windows: a rank serves when it is polled. */
    public static WindowJob create(final int size, final int length, final WindowOption... options) throws Exception {
        return create(size, length, context -> context.windowAgentUs(0), options);
    }

    public static WindowJob create(final int size, final int length, final Consumer<EngineContext> settings, final WindowOption... options)
        throws Exception {
        final LocalJob job = LocalJob.of(size, settings);
        try {
            final UnsafeBuffer[] parts = new UnsafeBuffer[size];
            for (int rank = 0; rank < size; rank++) {
                parts[rank] = new UnsafeBuffer(ByteBuffer.allocateDirect(length));
            }
            final WindowJob windows = new WindowJob(job, parts);
            windows.threads.run(job, engine ->
                windows.windows[engine.rank()] = engine.world().createWindow(parts[engine.rank()], options));
            return windows;
        } catch (final Exception | Error exception) {
            job.close();
            throw exception;
        }
    }

    /** Creates a job whose window lies in memory regions. */
    public static WindowJob createRegistered(final int size, final int length) throws Exception {
        final LocalJob job = LocalJob.of(size, context -> context.windowAgentUs(0));
        final UnsafeBuffer[] parts = new UnsafeBuffer[size];
        final WindowJob windows = new WindowJob(job, parts);
        windows.threads.run(job, engine -> {
            final MemoryRegion region = engine.allocate(length);
            parts[engine.rank()] = region.buffer();
            windows.windows[engine.rank()] = engine.world().createWindow(region);
        });
        return windows;
    }

    public LocalJob job() {
        return job;
    }

    public Window window(final int rank) {
        return windows[rank];
    }

    public UnsafeBuffer part(final int rank) {
        return parts[rank];
    }

    /** Returns a list of the window packets that come to a rank from now on: source and type. */
    public List<String> trace(final int rank) {
        final List<String> trace = Collections.synchronizedList(new ArrayList<>());
        final WindowProtocol protocol = (WindowProtocol) EngineAccess.messages(job.engine(rank)).protocol(Operation.Kind.WINDOW);
        protocol.trace((source, type, key) ->
            trace.add(source + " " + type + (WindowPacket.has(key, WindowPacket.LAST) ? " LAST" : "")));
        return trace;
    }

    /** Returns a word of the header of a rank's first window, as other processes see it. */
    public int shown(final int rank, final int offset) {
        try (RankFile file = RankFile.attach(JobDirectory.inspect(job.directory()), rank, 1)) {
            return file.section(RankFileSection.WINDOWS).getIntVolatile(WindowStateDescriptor.offset(0, job.size()) + offset);
        } catch (final IOException exception) {
            throw new UncheckedIOException(exception);
        }
    }

    public long count(final int rank, final Counter counter) {
        return EngineAccess.node(job.engine(rank)).counters().value(counter);
    }

    /** Runs work that waits, while all ranks are polled. */
    public void whileServed(final RankThreads.Work work) throws Exception {
        // Work that was started before may wait for something else.
        final RankThreads own = new RankThreads();
        final Thread thread = own.start(work);
        stepUntil(() -> !thread.isAlive());
        own.join();
    }

    /** Starts work that waits. The test has to poll the ranks that serve it. */
    public Thread start(final RankThreads.Work work) {
        return threads.start(work);
    }

    /** Polls all ranks until a condition holds. */
    public void stepUntil(final BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            TimeLimit.check();
            job.step();
        }
    }

    /** Waits for the started work, while all ranks are polled. */
    public void join(final Thread... started) throws Exception {
        for (final Thread thread : started) {
            stepUntil(() -> !thread.isAlive());
        }
        threads.join();
    }

    @Override
    public void close() {
        try {
            for (int rank = 0; rank < windows.length; rank++) {
                final Window window = windows[rank];
                if (job.engine(rank).isOpen()) {
                    threads.start(() -> WindowEnd.of(window));
                }
            }
            threads.join();
        } catch (final Exception exception) {
            throw new AssertionError("at the close", exception);
        } finally {
            job.close();
        }
    }
}
