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
package io.tombolo.engine.api.collective;

import io.tombolo.engine.api.Request;

/**
 * Nonblocking forms of the operations of {@link GroupCollectives}. A call begins the operation and returns; the request completes when this
 * rank has its result and its send elements may be changed. Until then the elements and the arrays of counts must not be changed.
 * <p>
 * Any number of them may be under way on a communicator. They take effect in the order of the calls, which is the same at all ranks. A
 * blocking operation waits for those that were begun before it. The operations go on whenever a call of the rank makes progress, and in its
 * agent. A request cannot be cancelled. Errors are thrown by the test or wait that finds the operation complete.
 */
public interface NonblockingCollectives {
    /**
     * Begins a {@code barrier}.
     *
     * @param request that completes with it.
     */
    void ibarrier(Request request);

    /**
     * Begins a {@code bcast}, see {@link GroupCollectives#bcast}.
     *
     * @param elements to send at the root, to fill at the other ranks; as many at all ranks.
     * @param root     rank that has the elements.
     * @param request  that completes with it.
     */
    void ibcast(Elements elements, int root, Request request);

    /**
     * Begins a {@code reduce}, see {@link GroupCollectives#reduce}.
     *
     * @param send    of this rank; as many at all ranks. At the root it may be {@link Elements#IN_PLACE}.
     * @param receive of the root, as many, to fill; null at the other ranks.
     * @param op      combines the elements; the same at all ranks.
     * @param root    rank that gets the result.
     * @param request that completes with it.
     */
    void ireduce(Elements send, Elements receive, ReduceOp op, int root, Request request);

    /**
     * Begins an {@code allreduce}, see {@link GroupCollectives#allreduce}.
     *
     * @param send    of this rank; as many at all ranks; or {@link Elements#IN_PLACE}.
     * @param receive as many, to fill.
     * @param op      combines the elements; the same at all ranks.
     * @param request that completes with it.
     */
    void iallreduce(Elements send, Elements receive, ReduceOp op, Request request);

    /**
     * Begins a {@code gather}, see {@link GroupCollectives#gather}.
     *
     * @param send    of this rank; as many at all ranks. At the root it may be {@link Elements#IN_PLACE}: its part is in place already.
     * @param receive of the root, to fill: as many for each rank; null at the other ranks.
     * @param root    rank that gets all elements.
     * @param request that completes with it.
     */
    void igather(Elements send, Elements receive, int root, Request request);

    /**
     * Begins a {@code gatherv}, see {@link GroupCollectives#gatherv}.
     *
     * @param send          of this rank. At the root it may be {@link Elements#IN_PLACE}.
     * @param receive       of the root, to fill; null at the other ranks.
     * @param counts        of the root: number of elements of each rank, the same as that rank sends; null at the other ranks.
     * @param displacements of the root: where the part of each rank begins in the receive elements, in elements; null if the parts follow
     *                      each other in the order of the ranks.
     * @param root          rank that gets all elements.
     * @param request       that completes with it.
     */
    void igatherv(Elements send, Elements receive, int[] counts, int[] displacements, int root, Request request);

    /**
     * Begins a {@code scatter}, see {@link GroupCollectives#scatter}.
     *
     * @param send    of the root: as many for each rank; null at the other ranks.
     * @param receive of this rank, to fill; as many at all ranks. At the root it may be {@link Elements#IN_PLACE}: its part stays where it
     *                is.
     * @param root    rank that has all elements.
     * @param request that completes with it.
     */
    void iscatter(Elements send, Elements receive, int root, Request request);

    /**
     * Begins a {@code scatterv}, see {@link GroupCollectives#scatterv}.
     *
     * @param send          of the root; null at the other ranks.
     * @param counts        of the root: number of elements for each rank; null at the other ranks.
     * @param displacements of the root: where the part of each rank begins, in elements; null if the parts follow each other.
     * @param receive       of this rank, to fill; as many as the root has for it. At the root it may be {@link Elements#IN_PLACE}.
     * @param root          rank that has all elements.
     * @param request       that completes with it.
     */
    void iscatterv(Elements send, int[] counts, int[] displacements, Elements receive, int root, Request request);

    /**
     * Begins an {@code allgather}, see {@link GroupCollectives#allgather}.
     *
     * @param send    of this rank; as many at all ranks; or {@link Elements#IN_PLACE}: the part of this rank is in place already.
     * @param receive to fill: as many for each rank.
     * @param request that completes with it.
     */
    void iallgather(Elements send, Elements receive, Request request);

    /**
     * Begins an {@code allgatherv}, see {@link GroupCollectives#allgatherv}.
     *
     * @param send          of this rank; or {@link Elements#IN_PLACE}.
     * @param receive       to fill.
     * @param counts        number of elements of each rank; the same at all ranks.
     * @param displacements where the part of each rank begins in the receive elements, in elements; null if the parts follow each other.
     * @param request       that completes with it.
     */
    void iallgatherv(Elements send, Elements receive, int[] counts, int[] displacements, Request request);

    /**
     * Begins an {@code alltoall}, see {@link GroupCollectives#alltoall}.
     *
     * @param send    of this rank: as many for each rank, the same number at all ranks; or {@link Elements#IN_PLACE}: the parts are
     *                replaced.
     * @param receive as many, to fill.
     * @param request that completes with it.
     */
    void ialltoall(Elements send, Elements receive, Request request);

    /**
     * Begins an {@code alltoallv}, see {@link GroupCollectives#alltoallv}.
     *
     * @param send                 of this rank; or {@link Elements#IN_PLACE}: the parts that the receive arguments name are replaced.
     * @param sendCounts           number of elements for each rank; unused in place.
     * @param sendDisplacements    where the part for each rank begins, in elements; null if the parts follow each other; unused in place.
     * @param receive              to fill.
     * @param receiveCounts        number of elements from each rank, the same as that rank sends.
     * @param receiveDisplacements where the part of each rank begins, in elements; null if the parts follow each other.
     * @param request              that completes with it.
     */
    void ialltoallv(
        Elements send, int[] sendCounts, int[] sendDisplacements, Elements receive, int[] receiveCounts, int[] receiveDisplacements,
        Request request);

    /**
     * Begins a {@code reduceScatter}, see {@link GroupCollectives#reduceScatter}.
     *
     * @param send    of this rank, as many as all counts together; or {@link Elements#IN_PLACE}.
     * @param receive to fill: the part of this rank. In place it holds the elements of all parts, and its beginning receives the part of
     *                this rank.
     * @param counts  number of elements of the part of each rank; the same at all ranks.
     * @param op      combines the elements; the same at all ranks.
     * @param request that completes with it.
     */
    void ireduceScatter(Elements send, Elements receive, int[] counts, ReduceOp op, Request request);

    /**
     * Begins a {@code reduceScatterBlock}, see {@link GroupCollectives#reduceScatterBlock}.
     *
     * @param send    of this rank: a part for each rank; or {@link Elements#IN_PLACE}.
     * @param receive to fill: one part; as many elements at all ranks. In place it holds all parts, and its beginning receives the part of
     *                this rank.
     * @param op      combines the elements; the same at all ranks.
     * @param request that completes with it.
     */
    void ireduceScatterBlock(Elements send, Elements receive, ReduceOp op, Request request);

    /**
     * Begins a {@code scan}, see {@link GroupCollectives#scan}.
     *
     * @param send    of this rank; as many at all ranks; or {@link Elements#IN_PLACE}.
     * @param receive as many, to fill.
     * @param op      combines the elements; the same at all ranks.
     * @param request that completes with it.
     */
    void iscan(Elements send, Elements receive, ReduceOp op, Request request);

    /**
     * Begins an {@code exscan}, see {@link GroupCollectives#exscan}.
     *
     * @param send    of this rank; as many at all ranks; or {@link Elements#IN_PLACE}.
     * @param receive as many, to fill.
     * @param op      combines the elements; the same at all ranks.
     * @param request that completes with it.
     */
    void iexscan(Elements send, Elements receive, ReduceOp op, Request request);
}
