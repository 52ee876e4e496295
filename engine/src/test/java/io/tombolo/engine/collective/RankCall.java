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
import java.util.Arrays;
import java.util.Random;

/** The call of one rank for a {@link CollectiveCase}: its memory, its arguments in each form, and the check of the result. */
final class RankCall {
    private final CollectiveCase call;
    private final int rank;
    private final MemorySpace space;
    private final GuardedMemory sent;
    private final GuardedMemory received;
    private final int[] sendCounts;
    private final int[] receiveCounts;
    private final int[] sendPlaces;
    private final int[] receivePlaces;
    private final Elements send;
    private final Elements receive;
    private final int[][] copies;

    /**
     * Chooses the memory of a rank.
     *
     * @param rank   in the group.
     * @param random of the rank alone.
     */
    RankCall(final CollectiveCase call, final int rank, final MemorySpace space, final Random random) {
        this.call = call;
        this.rank = rank;
        this.space = space;
        this.sent = memory(call.sendLengths[rank], random);
        this.received = memory(call.receiveLengths[rank], random);
        this.send = sent != null ? space.send : call.isInPlace[rank] && !call.operation.isScatter() ? Elements.IN_PLACE : null;
        this.receive = received != null ? space.receive : call.isInPlace[rank] ? Elements.IN_PLACE : null;
        final GroupOperation operation = call.operation;
        final boolean isRoot = rank == call.root;
        final boolean hasSendCounts = operation == GroupOperation.SCATTERV && isRoot || operation == GroupOperation.REDUCE_SCATTER ||
            operation == GroupOperation.ALLTOALLV && !call.isInPlace[rank];
        final boolean hasReceiveCounts = operation == GroupOperation.GATHERV && isRoot || operation == GroupOperation.ALLGATHERV ||
            operation == GroupOperation.ALLTOALLV;
        this.sendCounts = hasSendCounts ? call.counts[rank].clone() : null;
        this.receiveCounts = hasReceiveCounts ? call.column(rank) : null;
        this.sendPlaces = hasSendCounts && !call.isPacked[rank] ? call.sendPlaces[rank].clone() : null;
        this.receivePlaces = hasReceiveCounts && !call.isPacked[rank] ? call.receivePlaces[rank].clone() : null;
        this.copies = copies();
    }

    private GuardedMemory memory(final int count, final Random random) {
        return count == CollectiveCase.NONE ? null : new GuardedMemory(call.kind, count, space, random);
    }

    private int[][] copies() {
        final int[][] arrays = {sendCounts, receiveCounts, sendPlaces, receivePlaces};
        return Arrays.stream(arrays).map(array -> array == null ? null : array.clone()).toArray(int[][]::new);
    }

    /** Puts the contents of a round into the memory. */
    void fill(final CaseContents contents) {
        if (sent != null) {
            sent.fill(contents.sent[rank]);
        }
        if (received != null) {
            received.fill(contents.before[rank]);
        }
    }

    private void show() {
        if (sent != null) {
            sent.show(space.send);
        }
        if (received != null) {
            received.show(space.receive);
        }
    }

    private Elements bcastElements() {
        return sent != null ? send : receive;
    }

    /** Makes the blocking call. */
    void run(final Communicator group) {
        show();
        switch (call.operation) {
            case BARRIER -> group.barrier();
            case BCAST -> group.bcast(bcastElements(), call.root);
            case GATHER -> group.gather(send, receive, call.root);
            case GATHERV -> group.gatherv(send, receive, receiveCounts, receivePlaces, call.root);
            case SCATTER -> group.scatter(send, receive, call.root);
            case SCATTERV -> group.scatterv(send, sendCounts, sendPlaces, receive, call.root);
            case ALLGATHER -> group.allgather(send, receive);
            case ALLGATHERV -> group.allgatherv(send, receive, receiveCounts, receivePlaces);
            case ALLTOALL -> group.alltoall(send, receive);
            case ALLTOALLV -> group.alltoallv(send, sendCounts, sendPlaces, receive, receiveCounts, receivePlaces);
            case REDUCE -> group.reduce(send, receive, call.op, call.root);
            case ALLREDUCE -> group.allreduce(send, receive, call.op);
            case REDUCE_SCATTER -> group.reduceScatter(send, receive, sendCounts, call.op);
            case REDUCE_SCATTER_BLOCK -> group.reduceScatterBlock(send, receive, call.op);
            case SCAN -> group.scan(send, receive, call.op);
            default -> group.exscan(send, receive, call.op);
        }
    }

    /** Begins the nonblocking operation. */
    void begin(final Communicator group, final Request request) {
        show();
        switch (call.operation) {
            case BARRIER -> group.ibarrier(request);
            case BCAST -> group.ibcast(bcastElements(), call.root, request);
            case GATHER -> group.igather(send, receive, call.root, request);
            case GATHERV -> group.igatherv(send, receive, receiveCounts, receivePlaces, call.root, request);
            case SCATTER -> group.iscatter(send, receive, call.root, request);
            case SCATTERV -> group.iscatterv(send, sendCounts, sendPlaces, receive, call.root, request);
            case ALLGATHER -> group.iallgather(send, receive, request);
            case ALLGATHERV -> group.iallgatherv(send, receive, receiveCounts, receivePlaces, request);
            case ALLTOALL -> group.ialltoall(send, receive, request);
            case ALLTOALLV -> group.ialltoallv(send, sendCounts, sendPlaces, receive, receiveCounts, receivePlaces, request);
            case REDUCE -> group.ireduce(send, receive, call.op, call.root, request);
            case ALLREDUCE -> group.iallreduce(send, receive, call.op, request);
            case REDUCE_SCATTER -> group.ireduceScatter(send, receive, sendCounts, call.op, request);
            case REDUCE_SCATTER_BLOCK -> group.ireduceScatterBlock(send, receive, call.op, request);
            case SCAN -> group.iscan(send, receive, call.op, request);
            default -> group.iexscan(send, receive, call.op, request);
        }
    }

    /** Prepares the persistent operation. */
    void prepare(final Communicator group, final Request request) {
        show();
        switch (call.operation) {
            case BARRIER -> group.barrierInit(request);
            case BCAST -> group.bcastInit(bcastElements(), call.root, request);
            case GATHER -> group.gatherInit(send, receive, call.root, request);
            case GATHERV -> group.gathervInit(send, receive, receiveCounts, receivePlaces, call.root, request);
            case SCATTER -> group.scatterInit(send, receive, call.root, request);
            case SCATTERV -> group.scattervInit(send, sendCounts, sendPlaces, receive, call.root, request);
            case ALLGATHER -> group.allgatherInit(send, receive, request);
            case ALLGATHERV -> group.allgathervInit(send, receive, receiveCounts, receivePlaces, request);
            case ALLTOALL -> group.alltoallInit(send, receive, request);
            case ALLTOALLV -> group.alltoallvInit(send, sendCounts, sendPlaces, receive, receiveCounts, receivePlaces, request);
            case REDUCE -> group.reduceInit(send, receive, call.op, call.root, request);
            case ALLREDUCE -> group.allreduceInit(send, receive, call.op, request);
            case REDUCE_SCATTER -> group.reduceScatterInit(send, receive, sendCounts, call.op, request);
            case REDUCE_SCATTER_BLOCK -> group.reduceScatterBlockInit(send, receive, call.op, request);
            case SCAN -> group.scanInit(send, receive, call.op, request);
            default -> group.exscanInit(send, receive, call.op, request);
        }
    }

    /** Changes all memory, as a rank may do when its call is complete. */
    void overwrite() {
        if (sent != null) {
            sent.overwrite();
        }
        if (received != null) {
            received.overwrite();
        }
    }

    /** Fails unless the receive elements are as expected, and everything else is as it was. */
    void check(final CaseContents contents) {
        if (sent != null && !Arrays.equals(sent.contents(), contents.sent[rank])) {
            throw new AssertionError("the send elements have changed, in " + this);
        }
        final String difference = received == null ? null : contents.difference(rank, received.contents());
        if (difference != null) {
            throw new AssertionError(difference + ", in " + this);
        }
        if (!Arrays.deepEquals(copies, copies())) {
            throw new AssertionError("counts or displacements have changed, in " + this);
        }
    }

    @Override
    public String toString() {
        return "rank " + rank + " sends from " + sent + " and receives into " + received + ": " + call;
    }
}
