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
 * A whole job in one JVM, for unit tests: real files and real rings, but no processes. Each rank may have threads of its own, or one thread
 * makes progress for all ranks with {@link #step()}.
 */
public final class LocalJob implements AutoCloseable {
    private final Path directory;
    private final Engine[] engines;

    private LocalJob(final Path directory, final Engine[] engines) {
        this.directory = directory;
        this.engines = engines;
    }

    /**
     * Launches a job with default settings. Any thread may call any rank.
     *
     * @param size number of ranks.
     * @return running job, which the caller closes.
     */
    public static LocalJob of(final int size) {
        return of(size, context -> { });
    }

    /**
     * Launches a job.
     *
     * @param size     number of ranks.
     * @param settings changes the settings of each rank.
     * @return running job, which the caller closes.
     */
    public static LocalJob of(final int size, final Consumer<EngineContext> settings) {
        try {
            return in(JobLocation.fresh(JobDirectory.defaultParent(), "local-").path(), size, settings);
        } catch (final IOException exception) {
            throw SystemLimits.unchecked(exception);
        }
    }

    /**
     * Launches a job in a given directory, such as one with more space than the shared memory of a container.
     *
     * @param directory is made if it is missing. {@link #close} removes the files of the job, and the directory if this call has made it.
     * @param size      number of ranks.
     * @param settings  changes the settings of each rank, except the directory.
     * @return running job, which the caller closes.
     */
    public static LocalJob in(final Path directory, final int size, final Consumer<EngineContext> settings) {
        final LocalJob job = new LocalJob(directory, new Engine[size]);
        try {
            for (int rank = 0; rank < size; rank++) {
                final EngineContext context =
                    new EngineContext().rank(rank).size(size).threadLevel(ThreadLevel.MULTIPLE).asyncProgress(false);
                settings.accept(context);
                job.engines[rank] = Engine.launch(context.directory(directory));
            }
        } catch (final RuntimeException | Error failure) {
            job.giveUp(failure);
            throw failure;
        }
        return job;
    }

    private void giveUp(final Throwable why) {
        try {
            close();
        } catch (final RuntimeException exception) {
            why.addSuppressed(exception);
        }
    }

    /**
     * Returns the engine of a rank.
     *
     * @param rank from 0.
     * @return engine.
     */
    public Engine engine(final int rank) {
        return engines[rank];
    }

    /**
     * Returns the number of ranks.
     *
     * @return number of ranks.
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
     * Makes progress once at every rank, in the order of their numbers.
     *
     * @return amount of work done.
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
     * Ends a rank like {@code kill -9} ends a process: it tells no other rank.
     *
     * @param rank to end.
     */
    public void kill(final int rank) {
        engines[rank].abandon();
    }

    /**
     * Closes all ranks and removes the files that they have made.
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
