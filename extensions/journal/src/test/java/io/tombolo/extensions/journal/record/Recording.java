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
package io.tombolo.extensions.journal.record;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * A recorder on a thread of its own.
 */
final class Recording {
    private final StopRequest stop = new StopRequest();
    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private final FutureTask<RecorderTotals> task;

    private Recording(final RecorderOptions options) throws IOException {
        final Recorder recorder = new Recorder(options, warnings::add);
        this.task = new FutureTask<>(() -> {
            try (recorder) {
                return recorder.run(stop);
            }
        });
        final Thread thread = new Thread(task, "recorder");
        thread.setDaemon(true);
        thread.start();
    }

    static Recording start(final Path job, final Path journal) throws IOException {
        return start(job, journal, 0);
    }

    static Recording start(final Path job, final Path journal, final long floor) throws IOException {
        return new Recording(
            new RecorderOptions(job, journal, floor, RecorderOptions.NO_LIMIT, RecorderOptions.NO_LIMIT, false));
    }

    static Recording launch(final Path job, final Path journal) throws IOException {
        return new Recording(new RecorderOptions(job, journal, 0, RecorderOptions.NO_LIMIT, RecorderOptions.NO_LIMIT, true));
    }

    /** Waits until the recorder ends by itself. */
    RecorderTotals await() throws IOException, InterruptedException {
        try {
            return task.get();
        } catch (final ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new AssertionError(e.getCause());
        }
    }

    RecorderTotals stop() throws IOException, InterruptedException {
        stop.give();
        return await();
    }

    List<String> warnings() {
        return warnings;
    }
}
