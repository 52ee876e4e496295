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

/** The collective operations of a communicator. */
enum GroupOperation {
    BARRIER, BCAST, GATHER, GATHERV, SCATTER, SCATTERV, ALLGATHER, ALLGATHERV, ALLTOALL, ALLTOALLV,
    REDUCE, ALLREDUCE, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, SCAN, EXSCAN;

    boolean isReduction() {
        return ordinal() >= REDUCE.ordinal();
    }

    boolean isGather() {
        return this == GATHER || this == GATHERV;
    }

    boolean isScatter() {
        return this == SCATTER || this == SCATTERV;
    }

    boolean isAllgather() {
        return this == ALLGATHER || this == ALLGATHERV;
    }

    boolean isAlltoall() {
        return this == ALLTOALL || this == ALLTOALLV;
    }

    boolean isReduceScatter() {
        return this == REDUCE_SCATTER || this == REDUCE_SCATTER_BLOCK;
    }

    /** Whether each rank names the numbers of elements of the parts. */
    boolean hasCounts() {
        return this == GATHERV || this == SCATTERV || this == ALLGATHERV || this == ALLTOALLV || this == REDUCE_SCATTER;
    }

    /** Whether only the root may be in place. */
    boolean isInPlaceAtRoot() {
        return this == REDUCE || isGather() || isScatter();
    }
}
