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
package io.tombolo.engine.collective;

import io.tombolo.ringbuffers.wait.WaitCall;

/**
 * Kinds of collective operations that go through the slots of the members.
 */
public enum CollectiveKind {
    /** {@code barrier}. */
    BARRIER(1, WaitCall.BARRIER, false, false),
    /** {@code bcast}. */
    BCAST(2, WaitCall.BCAST, true, false),
    /** {@code reduce}. */
    REDUCE(3, WaitCall.REDUCE, true, true),
    /** {@code allreduce}. */
    ALLREDUCE(4, WaitCall.ALLREDUCE, false, true),
    /** {@code gather}. */
    GATHER(5, WaitCall.GATHER, true, false),
    /** {@code gatherv}. */
    GATHERV(6, WaitCall.GATHERV, true, false),
    /** {@code scatter}. */
    SCATTER(7, WaitCall.SCATTER, true, false),
    /** {@code scatterv}. */
    SCATTERV(8, WaitCall.SCATTERV, true, false),
    /** {@code allgather}. */
    ALLGATHER(9, WaitCall.ALLGATHER, false, false),
    /** {@code allgatherv}. */
    ALLGATHERV(10, WaitCall.ALLGATHERV, false, false),
    /** {@code alltoall}. */
    ALLTOALL(11, WaitCall.ALLTOALL, false, false),
    /** {@code alltoallv}. */
    ALLTOALLV(12, WaitCall.ALLTOALLV, false, false),
    /** {@code reduceScatter}. */
    REDUCE_SCATTER(13, WaitCall.REDUCE_SCATTER, false, true),
    /** {@code reduceScatterBlock}. */
    REDUCE_SCATTER_BLOCK(14, WaitCall.REDUCE_SCATTER_BLOCK, false, true),
    /** {@code scan}. */
    SCAN(15, WaitCall.SCAN, false, true),
    /** {@code exscan}. */
    EXSCAN(16, WaitCall.EXSCAN, false, true),
    /** Words of all ranks for all ranks, to make a communicator or a window. */
    WORDS(17, WaitCall.OTHER, false, false),
    /** Votes on whether that is made. */
    VOTE(18, WaitCall.OTHER, false, false);

    private static final CollectiveKind[] BY_CODE = values();

    private final int code;
    private final WaitCall call;
    private final boolean isRooted;
    private final boolean isReduction;

    CollectiveKind(final int code, final WaitCall call, final boolean isRooted, final boolean isReduction) {
        this.code = code;
        this.call = call;
        this.isRooted = isRooted;
        this.isReduction = isReduction;
    }

    /** Returns the number of the kind in shared memory, from 1. */
    int code() {
        return code;
    }

    /**
     * Returns the name of the call.
     *
     * @return as in the API; "agreement" for the parts of other calls.
     */
    public String call() {
        return call == WaitCall.OTHER ? "agreement" : call.text();
    }

    /** Returns the call that a wait shows. */
    WaitCall waitCall() {
        return call;
    }

    /**
     * Returns whether one rank is the root.
     *
     * @return true for bcast, reduce, gather and scatter.
     */
    public boolean isRooted() {
        return isRooted;
    }

    /**
     * Returns whether elements are combined.
     *
     * @return true for reductions and scans.
     */
    public boolean isReduction() {
        return isReduction;
    }

    /** Returns whether each part has a count of its own. */
    boolean hasCounts() {
        return this == GATHERV || this == SCATTERV || this == ALLGATHERV || this == ALLTOALLV || this == REDUCE_SCATTER;
    }

    /** Finds a kind by its number. Returns null if no kind has it. */
    static CollectiveKind of(final int code) {
        return code >= 1 && code <= BY_CODE.length ? BY_CODE[code - 1] : null;
    }
}
