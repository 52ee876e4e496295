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
 * Persistent forms of the operations of {@link GroupCollectives}. A call prepares a request and begins nothing; each {@link
 * Request#start()} begins the operation with the memory that the elements showed when it was prepared. Ranks start their persistent
 * operations in the same order, also among other collective operations of the communicator. The rules of {@link NonblockingCollectives}
 * apply.
 */
public interface PersistentCollectives {
    /**
     * Prepares a {@code barrier}.
     *
     * @param request to start.
     */
    void barrierInit(Request request);

    /**
     * Prepares a {@code bcast}, see {@link GroupCollectives#bcast}.
     *
     * @param elements to send at the root, to fill at the other ranks; as many at all ranks.
     * @param root     rank that has the elements.
     * @param request  to start.
     */
    void bcastInit(Elements elements, int root, Request request);

    /**
     * Prepares a {@code reduce}, see {@link GroupCollectives#reduce}.
     *
     * @param send    of this rank; as many at all ranks. At the root it may be {@link Elements#IN_PLACE}.
     * @param receive of the root, as many, to fill; null at the other ranks.
     * @param op      combines the elements; the same at all ranks.
     * @param root    rank that gets the result.
     * @param request to start.
     */
    void reduceInit(Elements send, Elements receive, ReduceOp op, int root, Request request);

    /**
     * Prepares an {@code allreduce}, see {@link GroupCollectives#allreduce}.
     *
     * @param send    of this rank; as many at all ranks; or {@link Elements#IN_PLACE}.
     * @param receive as many, to fill.
     * @param op      combines the elements; the same at all ranks.
     * @param request to start.
     */
    void allreduceInit(Elements send, Elements receive, ReduceOp op, Request request);

    /**
     * Prepares a {@code gather}, see {@link GroupCollectives#gather}.
     *
     * @param send    of this rank; as many at all ranks. At the root it may be {@link Elements#IN_PLACE}: its part is in place already.
     * @param receive of the root, to fill: as many for each rank; null at the other ranks.
     * @param root    rank that gets all elements.
     * @param request to start.
     */
    void gatherInit(Elements send, Elements receive, int root, Request request);

    /**
     * Prepares a {@code gatherv}, see {@link GroupCollectives#gatherv}.
     *
     * @param send          of this rank. At the root it may be {@link Elements#IN_PLACE}.
     * @param receive       of the root, to fill; null at the other ranks.
     * @param counts        of the root: number of elements of each rank, the same as that rank sends; null at the other ranks.
     * @param displacements of the root: where the part of each rank begins in the receive elements, in elements; null if the parts follow
     *                      each other in the order of the ranks.
     * @param root          rank that gets all elements.
     * @param request       to start.
     */
    void gathervInit(Elements send, Elements receive, int[] counts, int[] displacements, int root, Request request);

    /**
     * Prepares a {@code scatter}, see {@link GroupCollectives#scatter}.
     *
     * @param send    of the root: as many for each rank; null at the other ranks.
     * @param receive of this rank, to fill; as many at all ranks. At the root it may be {@link Elements#IN_PLACE}: its part stays where it
     *                is.
     * @param root    rank that has all elements.
     * @param request to start.
     */
    void scatterInit(Elements send, Elements receive, int root, Request request);

    /**
     * Prepares a {@code scatterv}, see {@link GroupCollectives#scatterv}.
     *
     * @param send          of the root; null at the other ranks.
     * @param counts        of the root: number of elements for each rank; null at the other ranks.
     * @param displacements of the root: where the part of each rank begins, in elements; null if the parts follow each other.
     * @param receive       of this rank, to fill; as many as the root has for it. At the root it may be {@link Elements#IN_PLACE}.
     * @param root          rank that has all elements.
     * @param request       to start.
     */
    void scattervInit(Elements send, int[] counts, int[] displacements, Elements receive, int root, Request request);

    /**
     * Prepares an {@code allgather}, see {@link GroupCollectives#allgather}.
     *
     * @param send    of this rank; as many at all ranks; or {@link Elements#IN_PLACE}: the part of this rank is in place already.
     * @param receive to fill: as many for each rank.
     * @param request to start.
     */
    void allgatherInit(Elements send, Elements receive, Request request);

    /**
     * Prepares an {@code allgatherv}, see {@link GroupCollectives#allgatherv}.
     *
     * @param send          of this rank; or {@link Elements#IN_PLACE}.
     * @param receive       to fill.
     * @param counts        number of elements of each rank; the same at all ranks.
     * @param displacements where the part of each rank begins in the receive elements, in elements; null if the parts follow each other.
     * @param request       to start.
     */
    void allgathervInit(Elements send, Elements receive, int[] counts, int[] displacements, Request request);

    /**
     * Prepares an {@code alltoall}, see {@link GroupCollectives#alltoall}.
     *
     * @param send    of this rank: as many for each rank, the same number at all ranks; or {@link Elements#IN_PLACE}: the parts are
     *                replaced.
     * @param receive as many, to fill.
     * @param request to start.
     */
    void alltoallInit(Elements send, Elements receive, Request request);

    /**
     * Prepares an {@code alltoallv}, see {@link GroupCollectives#alltoallv}.
     *
     * @param send                 of this rank; or {@link Elements#IN_PLACE}: the parts that the receive arguments name are replaced.
     * @param sendCounts           number of elements for each rank; unused in place.
     * @param sendDisplacements    where the part for each rank begins, in elements; null if the parts follow each other; unused in place.
     * @param receive              to fill.
     * @param receiveCounts        number of elements from each rank, the same as that rank sends.
     * @param receiveDisplacements where the part of each rank begins, in elements; null if the parts follow each other.
     * @param request              to start.
     */
    void alltoallvInit(
        Elements send, int[] sendCounts, int[] sendDisplacements, Elements receive, int[] receiveCounts, int[] receiveDisplacements,
        Request request);

    /**
     * Prepares a {@code reduceScatter}, see {@link GroupCollectives#reduceScatter}.
     *
     * @param send    of this rank, as many as all counts together; or {@link Elements#IN_PLACE}.
     * @param receive to fill: the part of this rank. In place it holds the elements of all parts, and its beginning receives the part of
     *                this rank.
     * @param counts  number of elements of the part of each rank; the same at all ranks.
     * @param op      combines the elements; the same at all ranks.
     * @param request to start.
     */
    void reduceScatterInit(Elements send, Elements receive, int[] counts, ReduceOp op, Request request);

    /**
     * Prepares a {@code reduceScatterBlock}, see {@link GroupCollectives#reduceScatterBlock}.
     *
     * @param send    of this rank: a part for each rank; or {@link Elements#IN_PLACE}.
     * @param receive to fill: one part; as many elements at all ranks. In place it holds all parts, and its beginning receives the part of
     *                this rank.
     * @param op      combines the elements; the same at all ranks.
     * @param request to start.
     */
    void reduceScatterBlockInit(Elements send, Elements receive, ReduceOp op, Request request);

    /**
     * Prepares a {@code scan}, see {@link GroupCollectives#scan}.
     *
     * @param send    of this rank; as many at all ranks; or {@link Elements#IN_PLACE}.
     * @param receive as many, to fill.
     * @param op      combines the elements; the same at all ranks.
     * @param request to start.
     */
    void scanInit(Elements send, Elements receive, ReduceOp op, Request request);

    /**
     * Prepares an {@code exscan}, see {@link GroupCollectives#exscan}.
     *
     * @param send    of this rank; as many at all ranks; or {@link Elements#IN_PLACE}.
     * @param receive as many, to fill.
     * @param op      combines the elements; the same at all ranks.
     * @param request to start.
     */
    void exscanInit(Elements send, Elements receive, ReduceOp op, Request request);
}
