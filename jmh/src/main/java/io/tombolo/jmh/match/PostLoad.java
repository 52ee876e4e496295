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
package io.tombolo.jmh.match;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Promise;
import io.tombolo.engine.api.Request;
import io.tombolo.ringbuffers.job.GeometrySetting;

/**
 * Receives that several threads of a rank post at the same time, and that messages of the rank to itself complete. The communicator either
 * allows wildcards, and its receives go to the matcher, or promises to use none, and its receives go to bins.
 */
public final class PostLoad implements AutoCloseable {
    /** Receives that a thread posts before any is completed. */
    public static final int BATCH = 256;

    private static final int SPARE_NODES = 1 << 14;

    /** Structure that pairs receives and messages. */
    public enum Structure {
        /** The matcher: the progress owner posts, if need be for other threads. */
        MATCHER,
        /** Bins, to which every thread posts. */
        BINS
    }

    private final LocalJob job;
    private final Communicator communicator;
    private final Request[][] requests;
    private final long[][] words;

    /**
     * Launches a rank and posts the receives that stay posted.
     *
     * @param structure structure that pairs receives and messages.
     * @param threads   number of threads that will post.
     * @param depth     number of receives that stay posted.
     */
    public PostLoad(final Structure structure, final int threads, final int depth) {
        job = LocalJob.of(1, context -> context.size(GeometrySetting.MATCH_NODES, Integer.highestOneBit(depth + SPARE_NODES) << 1));
        final Communicator world = job.engine(0).world();
        communicator = structure == Structure.BINS ? world.dup(Promise.NO_ANY_SOURCE, Promise.NO_ANY_TAG) : world.dup();
        words = new long[threads][BATCH];
        requests = new Request[threads][BATCH];
        for (final Request[] batch : requests) {
            for (int i = 0; i < BATCH; i++) {
                batch[i] = new Request();
            }
        }
        for (int i = 0; i < depth; i++) {
            communicator.irecv(words[0], 0, 1, 0, threads + i, new Request());
        }
    }

    /**
     * Posts {@link #BATCH} receives.
     *
     * @param thread number of the calling thread, from 0; its tag.
     */
    public void post(final int thread) {
        for (int i = 0; i < BATCH; i++) {
            communicator.irecv(words[thread], i, 1, 0, thread, requests[thread][i]);
        }
    }

    /**
     * Sends each posted receive its message and waits for it.
     *
     * @param thread number of the calling thread, from 0; its tag.
     */
    public void fulfil(final int thread) {
        for (int i = 0; i < BATCH; i++) {
            words[thread][0] = i;
            communicator.send(words[thread], 0, 1, 0, thread);
        }
        for (final Request request : requests[thread]) {
            request.await();
        }
    }

    /** Cancels the receives that stay posted and ends the rank. */
    @Override
    public void close() {
        job.close();
    }
}
