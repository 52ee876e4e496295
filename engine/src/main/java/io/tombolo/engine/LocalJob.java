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

import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.ringbuffers.file.SystemLimits;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.JobLocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * All ranks of a job in one JVM, for unit tests. Files and rings are real, but the ranks are not processes. A test drives each rank by a
 * thread of its own, or all ranks by {@link #step()}.
 */
public final class LocalJob implements AutoCloseable {
    private final Path directory;
    private final Engine[] engines;
    private final Consumer<EngineContext> settings;

    private LocalJob(final Path directory, final int size, final Consumer<EngineContext> settings) {
        this.directory = directory;
        this.engines = new Engine[size];
        this.settings = settings;
    }

    /**
     * Launches a job with default settings. Any thread may call any rank.
     *
     * @param size number of ranks.
     * @return a running job; the caller closes it.
     */
    public static LocalJob of(final int size) {
        return of(size, context -> { });
    }

    /**
     * Launches a job.
     *
     * @param size     number of ranks.
     * @param settings changes the settings of each rank.
     * @return a running job; the caller closes it.
     */
    public static LocalJob of(final int size, final Consumer<EngineContext> settings) {
        try {
            return in(JobLocation.fresh(JobDirectory.defaultParent(), "local-").path(), size, settings);
        } catch (final IOException exception) {
            throw SystemLimits.unchecked(exception);
        }
    }

    /**
     * Launches a job in a directory that the caller chooses. A job whose messages do not fit the shared memory of a container needs one.
     *
     * @param directory made if it is missing, and then removed by {@link #close}. If it exists, {@link #close} removes only the files of
     *                  the job.
     * @param size      number of ranks.
     * @param settings  changes the settings of each rank, except the directory.
     * @return a running job; the caller closes it.
     */
    public static LocalJob in(final Path directory, final int size, final Consumer<EngineContext> settings) {
        final LocalJob job = new LocalJob(directory, size, settings);
        try {
            for (int rank = 0; rank < size; rank++) {
                job.launch(rank);
            }
        } catch (final RuntimeException | Error failure) {
            job.closeAfter(failure);
            throw failure;
        }
        return job;
    }

    private void launch(final int rank) {
        final EngineContext context =
            new EngineContext().group("").name("").keep(false).rank(rank).size(engines.length).threadLevel(ThreadLevel.MULTIPLE)
                .asyncProgress(false);
        settings.accept(context);
        engines[rank] = Engine.launch(context.directory(directory));
    }

    private void closeAfter(final Throwable failure) {
        try {
            close();
        } catch (final RuntimeException exception) {
            failure.addSuppressed(exception);
        }
    }

    /**
     * Returns the engine of a rank.
     *
     * @param rank from 0.
     * @return the same object each time.
     */
    public Engine engine(final int rank) {
        return engines[rank];
    }

    /**
     * Returns the number of ranks.
     *
     * @return size of the job.
     */
    public int size() {
        return engines.length;
    }

    /**
     * Returns the directory of the job.
     *
     * @return path.
     */
    public Path directory() {
        return directory;
    }

    /**
     * Makes progress once at every open rank, in the order of their numbers.
     *
     * @return work done; 0 if no rank had any.
     */
    public int step() {
        int work = 0;
        for (final Engine engine : engines) {
            if (engine.isOpen()) {
                work += engine.poll();
            }
        }
        return work;
    }

    /**
     * Ends a rank as {@code kill -9} ends a process: it tells its peers nothing.
     *
     * @param rank number of the rank.
     */
    public void kill(final int rank) {
        engines[rank].abandon();
    }

    /**
     * Lets a rank join again, as its next incarnation, with the settings of the job.
     *
     * @param rank number of a rank that was killed or closed.
     * @return its new engine, which {@link #engine} returns from now on.
     * @throws IllegalStateException if the rank is alive.
     */
    public Engine revive(final int rank) {
        if (engines[rank].isOpen()) {
            throw new IllegalStateException("rank " + rank + " is alive: kill or close it first");
        }
        launch(rank);
        return engines[rank];
    }

    /**
     * Closes all ranks and removes the files of the job.
     */
    @Override
    public void close() {
        for (final Engine engine : engines) {
            if (engine != null) {
                engine.checkClose();
            }
        }
        for (final Engine engine : engines) {
            if (engine != null) {
                engine.close();
            }
        }
        try {
            if (Files.exists(directory)) {
                JobLocation.at(directory).remove();
            }
        } catch (final IOException exception) {
            throw SystemLimits.unchecked(exception);
        }
    }
}
