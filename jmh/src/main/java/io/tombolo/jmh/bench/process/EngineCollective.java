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

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.collective.Elements;
import io.tombolo.engine.api.collective.ReduceOp;

/**
 * A collective operation of the engine: the blocking call.
 */
final class EngineCollective implements CollectiveCall {
    private final Communicator world;
    private final CollectiveKind kind;
    private final Elements send;
    private final Elements receive;
    private final int rank;

    EngineCollective(final Communicator world, final CollectiveKind kind, final Elements send, final Elements receive) {
        this.world = world;
        this.kind = kind;
        this.send = send;
        this.receive = receive;
        this.rank = world.rank();
    }

    @Override
    public void run(final int root) {
        switch (kind) {
            case BARRIER -> world.barrier();
            case BCAST -> world.bcast(rank == root ? send : receive, root);
            case REDUCE -> world.reduce(send, rank == root ? receive : null, ReduceOp.SUM, root);
            case ALLREDUCE -> world.allreduce(send, receive, ReduceOp.SUM);
            case GATHER -> world.gather(send, rank == root ? receive : null, root);
            case SCATTER -> world.scatter(rank == root ? send : null, receive, root);
            case ALLGATHER -> world.allgather(send, receive);
            case ALLTOALL -> world.alltoall(send, receive);
            case REDUCE_SCATTER_BLOCK -> world.reduceScatterBlock(send, receive, ReduceOp.SUM);
            case SCAN -> world.scan(send, receive, ReduceOp.SUM);
            default -> throw new IllegalStateException("kind=" + kind);
        }
    }
}
