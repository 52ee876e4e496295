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

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.collective.Elements;
import io.tombolo.engine.api.collective.ReduceOp;
import java.util.Arrays;

/** The call of one rank for an operation on numbers in arrays, as many for each rank. */
final class ArrayCall {
    private final GroupOperation operation;
    private final int root;
    private final Elements part;
    private final Elements result;
    private final Elements all;
    private final Elements allResults;
    private final int[] counts;

    /**
     * Makes the arrays.
     *
     * @param size  ranks.
     * @param count elements for each rank.
     */
    ArrayCall(final GroupOperation operation, final int size, final int count, final int root) {
        this.operation = operation;
        this.root = root;
        this.part = Elements.of(new long[count]);
        this.result = Elements.of(new long[count]);
        this.all = Elements.of(new long[size * count]);
        this.allResults = Elements.of(new long[size * count]);
        this.counts = new int[size];
        Arrays.fill(counts, count);
    }

    /** Makes the blocking call. */
    void run(final Communicator group) {
        switch (operation) {
            case BARRIER -> group.barrier();
            case BCAST -> group.bcast(part, root);
            case GATHER -> group.gather(part, allResults, root);
            case GATHERV -> group.gatherv(part, allResults, counts, null, root);
            case SCATTER -> group.scatter(all, result, root);
            case SCATTERV -> group.scatterv(all, counts, null, result, root);
            case ALLGATHER -> group.allgather(part, allResults);
            case ALLGATHERV -> group.allgatherv(part, allResults, counts, null);
            case ALLTOALL -> group.alltoall(all, allResults);
            case ALLTOALLV -> group.alltoallv(all, counts, null, allResults, counts, null);
            case REDUCE -> group.reduce(part, result, ReduceOp.SUM, root);
            case ALLREDUCE -> group.allreduce(part, result, ReduceOp.SUM);
            case REDUCE_SCATTER -> group.reduceScatter(all, result, counts, ReduceOp.SUM);
            case REDUCE_SCATTER_BLOCK -> group.reduceScatterBlock(all, result, ReduceOp.SUM);
            case SCAN -> group.scan(part, result, ReduceOp.SUM);
            default -> group.exscan(part, result, ReduceOp.SUM);
        }
    }

    /** Begins the nonblocking operation. */
    void begin(final Communicator group, final Request request) {
        switch (operation) {
            case BARRIER -> group.ibarrier(request);
            case BCAST -> group.ibcast(part, root, request);
            case GATHER -> group.igather(part, allResults, root, request);
            case GATHERV -> group.igatherv(part, allResults, counts, null, root, request);
            case SCATTER -> group.iscatter(all, result, root, request);
            case SCATTERV -> group.iscatterv(all, counts, null, result, root, request);
            case ALLGATHER -> group.iallgather(part, allResults, request);
            case ALLGATHERV -> group.iallgatherv(part, allResults, counts, null, request);
            case ALLTOALL -> group.ialltoall(all, allResults, request);
            case ALLTOALLV -> group.ialltoallv(all, counts, null, allResults, counts, null, request);
            case REDUCE -> group.ireduce(part, result, ReduceOp.SUM, root, request);
            case ALLREDUCE -> group.iallreduce(part, result, ReduceOp.SUM, request);
            case REDUCE_SCATTER -> group.ireduceScatter(all, result, counts, ReduceOp.SUM, request);
            case REDUCE_SCATTER_BLOCK -> group.ireduceScatterBlock(all, result, ReduceOp.SUM, request);
            case SCAN -> group.iscan(part, result, ReduceOp.SUM, request);
            default -> group.iexscan(part, result, ReduceOp.SUM, request);
        }
    }
}
