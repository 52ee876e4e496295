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
package io.tombolo.jmh.collective;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.engine.api.collective.Elements;
import io.tombolo.engine.api.collective.ReduceOp;
import java.util.ArrayList;
import java.util.List;

/**
 * Ranks that call a collective operation again and again. Rank 0 is the thread that owns this object; that thread makes, uses and closes
 * it. Each other rank is a thread of its own. Each engine is for a single thread.
 */
public final class CollectiveLoad implements AutoCloseable {
    /** Calls of {@link #run()}. */
    public static final int BATCH = 64;

    /** No rank is as many calls ahead of rank 0: each one waits for rank 0 earlier. */
    private static final int CALLS_TO_END = 1024;

    private static final int BCAST_BYTES = 1024;

    /** Operations. */
    public enum Operation {
        /** A barrier. */
        BARRIER,
        /** The sum of one number of each rank. */
        ALLREDUCE_8,
        /** 1 KiB of one rank to all others; the root rotates. */
        BCAST_1024
    }

    private final Operation operation;
    private final int ranks;
    private final LocalJob job;
    private final Member own;
    private final List<Thread> others = new ArrayList<>();
    private volatile long last = Long.MAX_VALUE;

    /** A rank with its elements. */
    private final class Member {
        private final Communicator world;
        private final double[] value = {1};
        private final Elements send = Elements.of(value);
        private final Elements receive = Elements.of(new double[1]);
        private final Elements bytes = Elements.of(new byte[BCAST_BYTES]);
        private long calls;

        Member(final int rank) {
            world = job.engine(rank).world();
        }

        void call() {
            calls++;
            switch (operation) {
                case BARRIER -> world.barrier();
                case ALLREDUCE_8 -> {
                    value[0] = calls;
                    world.allreduce(send, receive, ReduceOp.SUM);
                }
                case BCAST_1024 -> world.bcast(bytes, (int) (calls % ranks));
                default -> throw new IllegalStateException("operation=" + operation);
            }
        }

        void callToEnd() {
            while (calls < last) { // partner: the store in close
                call();
            }
        }
    }

    /**
     * Launches the ranks and starts the threads of all but rank 0.
     *
     * @param operation that they call.
     * @param ranks     number of ranks, at least 2.
     */
    public CollectiveLoad(final Operation operation, final int ranks) {
        this.operation = operation;
        this.ranks = ranks;
        job = LocalJob.of(ranks, context -> context.threadLevel(ThreadLevel.SINGLE));
        own = new Member(0);
        for (int rank = 1; rank < ranks; rank++) {
            final Member member = new Member(rank);
            final Thread thread = new Thread(member::callToEnd, "collective-rank-" + rank);
            thread.setDaemon(true);
            others.add(thread);
            thread.start();
        }
    }

    /** Calls the operation {@link #BATCH} times. */
    public void run() {
        for (int i = 0; i < BATCH; i++) {
            own.call();
        }
    }

    /**
     * Ends the other threads and closes the ranks.
     */
    @Override
    public void close() {
        last = own.calls + CALLS_TO_END; // partner: the loads in callToEnd
        own.callToEnd();
        try {
            for (final Thread thread : others) {
                thread.join();
            }
        } catch (final InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
        job.close();
    }
}
