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
package io.tombolo.jmh.bench.process;

import java.util.Locale;

/**
 * Collective operations that are measured. Those that combine elements add them.
 */
public enum CollectiveKind {
    /** Waits for all ranks. */
    BARRIER(Blocks.NONE, Blocks.NONE, false),
    /** From the root to all. */
    BCAST(Blocks.ONE, Blocks.ONE, true),
    /** The sum of all at the root. */
    REDUCE(Blocks.ONE, Blocks.ONE, true),
    /** The sum of all at every rank. */
    ALLREDUCE(Blocks.ONE, Blocks.ONE, false),
    /** A block of each rank to the root. */
    GATHER(Blocks.ONE, Blocks.ONE_FOR_EACH, true),
    /** A block of the root to each rank. */
    SCATTER(Blocks.ONE_FOR_EACH, Blocks.ONE, true),
    /** A block of each rank to every rank. */
    ALLGATHER(Blocks.ONE, Blocks.ONE_FOR_EACH, false),
    /** A block of each rank for each rank. */
    ALLTOALL(Blocks.ONE_FOR_EACH, Blocks.ONE_FOR_EACH, false),
    /** A block of the sum of all at each rank. */
    REDUCE_SCATTER_BLOCK(Blocks.ONE_FOR_EACH, Blocks.ONE, false),
    /** The sum of the ranks up to each one. */
    SCAN(Blocks.ONE, Blocks.ONE, false);

    private final Blocks sent;
    private final Blocks received;
    private final boolean hasRoot;

    CollectiveKind(final Blocks sent, final Blocks received, final boolean hasRoot) {
        this.sent = sent;
        this.received = received;
        this.hasRoot = hasRoot;
    }

    /** Blocks of elements in a buffer. */
    private enum Blocks {
        NONE, ONE, ONE_FOR_EACH;

        int count(final int ranks) {
            return this == NONE ? 0 : this == ONE ? 1 : ranks;
        }
    }

    /**
     * Names the operation in results and options.
     *
     * @return lower case name.
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Tells whether there are elements.
     *
     * @return false for a barrier.
     */
    public boolean hasElements() {
        return this != BARRIER;
    }

    /** Tells whether one rank is the root. */
    boolean hasRoot() {
        return hasRoot;
    }

    /** Returns how many blocks a rank sends that sends. */
    int blocksSent(final int ranks) {
        return sent.count(ranks);
    }

    /** Returns how many blocks a rank receives that receives. */
    int blocksReceived(final int ranks) {
        return received.count(ranks);
    }

    /** Tells whether a rank sends: from one root only the root does. */
    boolean sends(final int rank, final int root) {
        return this != BCAST && this != SCATTER || rank == root;
    }

    /** Tells whether a rank receives in its buffer: to one root only the root does, and the root of a broadcast has all already. */
    boolean receives(final int rank, final int root) {
        return switch (this) {
            case BARRIER -> false;
            case BCAST -> rank != root;
            case REDUCE, GATHER -> rank == root;
            default -> true;
        };
    }
}
