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

import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.InterruptException;
import io.tombolo.engine.api.MessagingException;
import io.tombolo.engine.api.PeerFailedException;

/**
 * Collective operations of a {@link io.tombolo.engine.api.Communicator}; names and meaning are those of MPI 4.1, chapter 6. The data goes
 * through memory that the ranks share: no message is sent, and no pair is needed.
 * <p>
 * All ranks of the group call the same operation, in the same order, with the same root, operation, type and number of elements. A call
 * returns when this rank has its result and its send elements may be changed. Other ranks may not have called yet: only a barrier says that
 * they have. The send and receive elements of a call must not overlap.
 * <p>
 * <b>Threads.</b> One thread at a time for each communicator. The calling thread does the work of a blocking call; while it waits, it
 * makes progress for all operations of the rank. A steady state allocates nothing.
 * <p>
 * <b>Errors</b> are thrown in either {@link io.tombolo.engine.api.ErrorMode}. Arguments that this rank alone finds wrong throw an {@link
 * IllegalArgumentException} before anything happens; null where there must be an argument throws a {@link NullPointerException}, a buffer
 * that no longer has the elements an {@link IndexOutOfBoundsException}, a closed memory region an {@link IllegalStateException}. An
 * argument that is of no use at this rank, as the receive elements at other ranks than the root, may have any value. Every operation
 * throws:
 * <ul>
 * <li>{@link PeerFailedException} if a rank of the group has died or left that this rank waits for. The contents of the receive elements
 * are undefined then, and every later collective operation of the group that waits fails at all ranks.
 * <li>{@link MessagingException} if ranks have called different operations, or with different arguments: the message says what which rank
 * has called. Every later collective operation of the group fails.
 * <li>{@link InterruptException} if the thread is interrupted, and {@link DeadlineException} if the {@linkplain
 * io.tombolo.engine.api.Communicator#within time is up}: call the same operation with the same arguments again to continue it, before any
 * other collective operation.
 * <li>{@link io.tombolo.engine.api.RevokedException} if the communicator is revoked.
 * </ul>
 * {@link NonblockingCollectives} and {@link PersistentCollectives} have the other forms.
 */
public interface GroupCollectives {
    /**
     * Copies the elements of the root to all other ranks.
     *
     * @param elements to send at the root, to fill at the other ranks; as many at all ranks.
     * @param root     rank that has the elements.
     */
    void bcast(Elements elements, int root);

    /**
     * Combines the elements of all ranks at the root.
     *
     * @param send    of this rank; as many at all ranks. At the root it may be {@link Elements#IN_PLACE}.
     * @param receive of the root, as many, to fill; null at the other ranks.
     * @param op      combines the elements; the same at all ranks.
     * @param root    rank that gets the result.
     */
    void reduce(Elements send, Elements receive, ReduceOp op, int root);

    /**
     * Combines the elements of all ranks, at every rank.
     *
     * @param send    of this rank; as many at all ranks; or {@link Elements#IN_PLACE}.
     * @param receive as many, to fill.
     * @param op      combines the elements; the same at all ranks.
     */
    void allreduce(Elements send, Elements receive, ReduceOp op);

    /**
     * Copies the elements of all ranks to the root, in the order of the ranks.
     *
     * @param send    of this rank; as many at all ranks. At the root it may be {@link Elements#IN_PLACE}: its part is in place already.
     * @param receive of the root, to fill: as many for each rank; null at the other ranks.
     * @param root    rank that gets all elements.
     */
    void gather(Elements send, Elements receive, int root);

    /**
     * Copies the elements of all ranks to the root, a different number from each.
     *
     * @param send          of this rank. At the root it may be {@link Elements#IN_PLACE}.
     * @param receive       of the root, to fill; null at the other ranks.
     * @param counts        of the root: number of elements of each rank, the same as that rank sends; null at the other ranks.
     * @param displacements of the root: where the part of each rank begins in the receive elements, in elements; null if the parts follow
     *                      each other in the order of the ranks.
     * @param root          rank that gets all elements.
     */
    void gatherv(Elements send, Elements receive, int[] counts, int[] displacements, int root);

    /**
     * Copies a part of the elements of the root to each rank, in the order of the ranks.
     *
     * @param send    of the root: as many for each rank; null at the other ranks.
     * @param receive of this rank, to fill; as many at all ranks. At the root it may be {@link Elements#IN_PLACE}: its part stays where it
     *                is.
     * @param root    rank that has all elements.
     */
    void scatter(Elements send, Elements receive, int root);

    /**
     * Copies a part of the elements of the root to each rank, a different number to each.
     *
     * @param send          of the root; null at the other ranks.
     * @param counts        of the root: number of elements for each rank; null at the other ranks.
     * @param displacements of the root: where the part of each rank begins, in elements; null if the parts follow each other.
     * @param receive       of this rank, to fill; as many as the root has for it. At the root it may be {@link Elements#IN_PLACE}.
     * @param root          rank that has all elements.
     */
    void scatterv(Elements send, int[] counts, int[] displacements, Elements receive, int root);

    /**
     * Copies the elements of all ranks to every rank, in the order of the ranks.
     *
     * @param send    of this rank; as many at all ranks; or {@link Elements#IN_PLACE}: the part of this rank is in place already.
     * @param receive to fill: as many for each rank.
     */
    void allgather(Elements send, Elements receive);

    /**
     * Copies the elements of all ranks to every rank, a different number from each.
     *
     * @param send          of this rank; or {@link Elements#IN_PLACE}.
     * @param receive       to fill.
     * @param counts        number of elements of each rank; the same at all ranks.
     * @param displacements where the part of each rank begins in the receive elements, in elements; null if the parts follow each other.
     */
    void allgatherv(Elements send, Elements receive, int[] counts, int[] displacements);

    /**
     * Copies a part of the elements of every rank to every rank. Part j of rank i becomes part i of rank j.
     *
     * @param send    of this rank: as many for each rank, the same number at all ranks; or {@link Elements#IN_PLACE}: the parts are
     *                replaced.
     * @param receive as many, to fill.
     */
    void alltoall(Elements send, Elements receive);

    /**
     * Copies a part of the elements of every rank to every rank, of different lengths.
     *
     * @param send                 of this rank; or {@link Elements#IN_PLACE}: the parts that the receive arguments name are replaced.
     * @param sendCounts           number of elements for each rank; unused in place.
     * @param sendDisplacements    where the part for each rank begins, in elements; null if the parts follow each other; unused in place.
     * @param receive              to fill.
     * @param receiveCounts        number of elements from each rank, the same as that rank sends.
     * @param receiveDisplacements where the part of each rank begins, in elements; null if the parts follow each other.
     */
    void alltoallv(
        Elements send, int[] sendCounts, int[] sendDisplacements, Elements receive, int[] receiveCounts, int[] receiveDisplacements);

    /**
     * Combines the elements of all ranks and gives each rank a part of the result, in the order of the ranks.
     *
     * @param send    of this rank, as many as all counts together; or {@link Elements#IN_PLACE}.
     * @param receive to fill: the part of this rank. In place it holds the elements of all parts, and its beginning receives the part of
     *                this rank.
     * @param counts  number of elements of the part of each rank; the same at all ranks.
     * @param op      combines the elements; the same at all ranks.
     */
    void reduceScatter(Elements send, Elements receive, int[] counts, ReduceOp op);

    /**
     * Combines the elements of all ranks and gives each rank an equal part of the result, in the order of the ranks.
     *
     * @param send    of this rank: a part for each rank; or {@link Elements#IN_PLACE}.
     * @param receive to fill: one part; as many elements at all ranks. In place it holds all parts, and its beginning receives the part of
     *                this rank.
     * @param op      combines the elements; the same at all ranks.
     */
    void reduceScatterBlock(Elements send, Elements receive, ReduceOp op);

    /**
     * Combines the elements of the ranks up to this one.
     *
     * @param send    of this rank; as many at all ranks; or {@link Elements#IN_PLACE}.
     * @param receive as many, to fill.
     * @param op      combines the elements; the same at all ranks.
     */
    void scan(Elements send, Elements receive, ReduceOp op);

    /**
     * Combines the elements of the ranks before this one. At rank 0 the receive elements stay as they are.
     *
     * @param send    of this rank; as many at all ranks; or {@link Elements#IN_PLACE}.
     * @param receive as many, to fill.
     * @param op      combines the elements; the same at all ranks.
     */
    void exscan(Elements send, Elements receive, ReduceOp op);
}
