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

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.EngineContext;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.api.window.WindowOption;
import java.util.function.Consumer;

/**
 * A job in one JVM with a window that its ranks have allocated. No rank serves another.
 */
public final class DirectWindows implements AutoCloseable {
    private final LocalJob job;
    private final Window[] windows;
    private boolean isClosed;

    private DirectWindows(final LocalJob job) {
        this.job = job;
        this.windows = new Window[job.size()];
    }

    public static DirectWindows create(final int size, final long length, final WindowOption... options) throws Exception {
        return create(size, length, context -> { }, options);
    }

    public static DirectWindows create(
        final int size, final long length, final Consumer<EngineContext> settings, final WindowOption... options) throws Exception {
        final DirectWindows windows = new DirectWindows(LocalJob.of(size, settings));
        boolean made = false;
        try {
            windows.run(engine -> windows.windows[engine.rank()] = engine.world().allocateWindow(length, options));
            made = true;
            return windows;
        } finally {
            if (!made) {
                windows.job.close();
            }
        }
    }

    public LocalJob job() {
        return job;
    }

    public Window window(final int rank) {
        return windows[rank];
    }

    /** Runs work at all ranks at once. */
    public void run(final RankThreads.RankWork work) throws Exception {
        new RankThreads().run(job, work);
    }

    /** Closes the window at the living ranks; at least one rank is dead. */
    public void closeWindow(final int... ranks) throws Exception {
        isClosed = true;
        final RankThreads threads = new RankThreads();
        for (final int rank : ranks) {
            threads.start(() -> assertThat(WindowEnd.of(windows[rank])).isEqualTo(ranks.length == windows.length));
        }
        threads.join();
    }

    @Override
    public void close() {
        try {
            if (!isClosed) {
                run(engine -> WindowEnd.of(windows[engine.rank()]));
            }
        } catch (final Exception exception) {
            throw new AssertionError("window not closed", exception);
        } finally {
            job.close();
        }
    }
}
