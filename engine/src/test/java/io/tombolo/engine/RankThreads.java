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

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Threads of a test, for example one for each rank. An exception in one of them fails the test.
 */
public final class RankThreads {
    /** Longest wait for threads and processes: ends what hangs. The profile "nightly" sets more, as its tests are long. */
    static final long GUARD_SECONDS = Long.getLong("tombolo.test.guard", 30);

    private final BlockingQueue<FutureTask<Void>> ended = new LinkedBlockingQueue<>();
    private int started;

    /** The work of a thread. */
    @FunctionalInterface
    public interface Work {
        void run() throws Exception;
    }

    /** The work of a rank. */
    @FunctionalInterface
    public interface RankWork {
        void run(Engine engine) throws Exception;
    }

    /** Starts a daemon thread. */
    public Thread start(final Work work) {
        final FutureTask<Void> task = new FutureTask<>(() -> {
            work.run();
            return null;
        }) {
            @Override
            protected void done() {
                ended.add(this);
            }
        };
        started++;
        final Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Waits for all threads. Fails as soon as one of them throws, because the others may wait for it for ever. */
    public void join() throws Exception {
        for (; started > 0; started--) {
            final FutureTask<Void> task = ended.poll(GUARD_SECONDS, TimeUnit.SECONDS);
            assertThat(task).as("a thread has ended in time").isNotNull();
            try {
                task.get();
            } catch (final ExecutionException exception) {
                throw new AssertionError("in a thread", exception.getCause());
            }
        }
    }

    /** Runs the same work at all ranks, each in a thread of its own, and waits for them. */
    public void run(final LocalJob job, final RankWork work) throws Exception {
        for (int rank = 0; rank < job.size(); rank++) {
            final Engine engine = job.engine(rank);
            start(() -> work.run(engine));
        }
        join();
    }
}
