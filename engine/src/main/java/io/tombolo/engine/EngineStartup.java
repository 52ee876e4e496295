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

import io.tombolo.ringbuffers.file.SystemLimits;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.RankFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneId;

/**
 * Lets a rank join its job. If a step fails, the rank leaves the job again and nothing of it stays behind.
 */
final class EngineStartup {
    /** Most files that a rank has open at a time, not counting a lock or a socket for each peer. */
    private static final int OWN_FILES = 8;

    private EngineStartup() {
    }

    static Engine join(final EngineContext context) throws IOException {
        SystemLimits.checkOpenFiles(OWN_FILES + context.size());
        if (SystemLimits.areFilesFew()) {
            prepareToLog();
        }
        final JobDirectory job = JobDirectory.join(
            directory(context), context.group(), context.request(), context.size(), context.geometry(), context.joinTimeoutNs());
        try {
            final Engine engine = engine(context, job);
            start(engine, job);
            return engine;
        } catch (final IOException | RuntimeException | Error failure) {
            job.withdraw(failure);
            throw failure;
        }
    }

    /**
     * Lets the JDK load now what it loads for its first log line. If no file could be opened then, the whole JVM would lose its time zones.
     */
    private static void prepareToLog() {
        ZoneId.systemDefault().getRules();
        System.getLogger("io.tombolo.engine").isLoggable(System.Logger.Level.WARNING);
    }

    private static Engine engine(final EngineContext context, final JobDirectory job) throws IOException {
        final RankFile file = RankFile.create(job);
        try {
            return new Engine(context, job, file);
        } catch (final IOException | RuntimeException | Error failure) {
            file.doorbell().close();
            throw failure;
        }
    }

    private static void start(final Engine engine, final JobDirectory job) {
        try {
            job.markLive();
            engine.startAgent();
        } catch (final RuntimeException | Error failure) {
            engine.close();
            throw failure;
        }
    }

    private static Path directory(final EngineContext context) throws IOException {
        return context.directory() != null ? context.directory() :
            JobDirectory.defaultParent().resolve("solo-" + ProcessHandle.current().pid() + "-" + System.nanoTime());
    }
}
