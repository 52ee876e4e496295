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
 * Threads of a test. If one of them throws, the test fails.
 */
public final class RankThreads {
    private final BlockingQueue<FutureTask<Void>> ended = new LinkedBlockingQueue<>();
    private int started;

    /** Work of a thread. */
    @FunctionalInterface
    public interface Work {
        void run() throws Exception;
    }

    /** Work of a rank. */
    @FunctionalInterface
    public interface RankWork {
        void run(Engine engine) throws Exception;
    }

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

    /** Waits for all threads, or until one throws, because the others may wait for that one for ever. */
    public void join() throws Exception {
        for (; started > 0; started--) {
            final FutureTask<Void> task = ended.poll(30, TimeUnit.SECONDS);
            assertThat(task).as("a thread that ends").isNotNull();
            try {
                task.get();
            } catch (final ExecutionException exception) {
                throw new AssertionError("in a thread", exception.getCause());
            }
        }
    }

    /** Runs something at all ranks, each in a thread of its own, and waits for them. */
    public void run(final LocalJob job, final RankWork work) throws Exception {
        for (int rank = 0; rank < job.size(); rank++) {
            final Engine engine = job.engine(rank);
            start(() -> work.run(engine));
        }
        join();
    }
}
