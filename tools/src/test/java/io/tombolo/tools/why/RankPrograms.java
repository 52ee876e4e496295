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
package io.tombolo.tools.why;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.Engine;
import io.tombolo.engine.EngineContext;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.ThreadLevel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The ranks of a job, each in a thread of this JVM that alone calls its engine. Closing it interrupts them.
 */
public final class RankPrograms implements AutoCloseable {
    private static final long GUARD_SECONDS = 30;

    private final List<Thread> threads = new ArrayList<>();

    private final Path directory;

    private RankPrograms(final Path directory) {
        this.directory = directory;
    }

    /** Starts a program at each rank. */
    public static RankPrograms start(final Path directory, final int size, final Consumer<Engine> program) {
        final RankPrograms programs = new RankPrograms(directory);
        for (int rank = 0; rank < size; rank++) {
            final int each = rank;
            programs.threads.add(new Thread(() -> run(directory, each, size, program), "rank-" + rank));
        }
        programs.threads.forEach(Thread::start);
        return programs;
    }

    private static void run(final Path directory, final int rank, final int size, final Consumer<Engine> program) {
        final EngineContext context = new EngineContext().directory(directory).rank(rank).size(size).threadLevel(ThreadLevel.SINGLE)
            .closeTimeout(1, TimeUnit.MILLISECONDS).errorHandler(error -> { });
        try (Engine engine = Engine.launch(context)) {
            program.accept(engine);
        } catch (final InterruptException | MessagingException end) {
            // The test ends, or another rank has ended before this one.
            return;
        }
    }

    public Path directory() {
        return directory;
    }

    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
        threads.forEach(RankPrograms::join);
    }

    private static void join(final Thread thread) {
        try {
            thread.join(TimeUnit.SECONDS.toMillis(GUARD_SECONDS));
        } catch (final InterruptedException interrupt) {
            throw new AssertionError("the test has exceeded its time limit", interrupt);
        }
        assertThat(thread.isAlive()).isFalse();
    }
}
