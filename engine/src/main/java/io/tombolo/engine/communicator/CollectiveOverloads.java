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
package io.tombolo.engine.communicator;

import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.collective.Elements;
import io.tombolo.engine.api.collective.GroupCollectives;
import io.tombolo.engine.api.collective.NonblockingCollectives;
import io.tombolo.engine.api.collective.PersistentCollectives;
import io.tombolo.engine.api.collective.ReduceOp;
import io.tombolo.engine.region.RegionAllocator;
import io.tombolo.engine.telemetry.HandlerCalls;

/**
 * The collective operations in their three forms. Each call checks its arguments before anything else happens; {@link CollectiveForms}
 * does the rest.
 */
abstract class CollectiveOverloads extends CommunicatorOverloads
    implements GroupCollectives, NonblockingCollectives, PersistentCollectives {
    private final HandlerCalls handlerCalls;
    private final CollectiveResolver resolver;
    private final CollectiveForms forms;

    CollectiveOverloads(
        final MessageCalls calls, final ClaimCalls claims, final RegionAllocator regions, final CollectiveForms forms) {
        super(calls, claims);
        this.handlerCalls = calls.progress().handlerCalls();
        this.resolver = new CollectiveResolver(calls.group().rank(), calls.group().size(), regions);
        this.forms = forms;
    }

    @Override
    public void bcast(final Elements elements, final int root) {
        handlerCalls.refuse("bcast");
        forms.run(resolver.bcast(elements, root));
    }

    @Override
    public void reduce(final Elements send, final Elements receive, final ReduceOp op, final int root) {
        handlerCalls.refuse("reduce");
        forms.run(resolver.reduce(send, receive, op, root));
    }

    @Override
    public void allreduce(final Elements send, final Elements receive, final ReduceOp op) {
        handlerCalls.refuse("allreduce");
        forms.run(resolver.allreduce(send, receive, op));
    }

    @Override
    public void gather(final Elements send, final Elements receive, final int root) {
        handlerCalls.refuse("gather");
        forms.run(resolver.gather(send, receive, root));
    }

    @Override
    public void gatherv(final Elements send, final Elements receive, final int[] counts, final int[] displacements, final int root) {
        handlerCalls.refuse("gatherv");
        forms.run(resolver.gatherv(send, receive, counts, displacements, root));
    }

    @Override
    public void scatter(final Elements send, final Elements receive, final int root) {
        handlerCalls.refuse("scatter");
        forms.run(resolver.scatter(send, receive, root));
    }

    @Override
    public void scatterv(final Elements send, final int[] counts, final int[] displacements, final Elements receive, final int root) {
        handlerCalls.refuse("scatterv");
        forms.run(resolver.scatterv(send, counts, displacements, receive, root));
    }

    @Override
    public void allgather(final Elements send, final Elements receive) {
        handlerCalls.refuse("allgather");
        forms.run(resolver.allgather(send, receive));
    }

    @Override
    public void allgatherv(final Elements send, final Elements receive, final int[] counts, final int[] displacements) {
        handlerCalls.refuse("allgatherv");
        forms.run(resolver.allgatherv(send, receive, counts, displacements));
    }

    @Override
    public void alltoall(final Elements send, final Elements receive) {
        handlerCalls.refuse("alltoall");
        forms.run(resolver.alltoall(send, receive));
    }

    @Override
    public void alltoallv(
        final Elements send, final int[] sendCounts, final int[] sendDisplacements, final Elements receive, final int[] receiveCounts,
        final int[] receiveDisplacements) {
        handlerCalls.refuse("alltoallv");
        forms.run(resolver.alltoallv(send, sendCounts, sendDisplacements, receive, receiveCounts, receiveDisplacements));
    }

    @Override
    public void reduceScatter(final Elements send, final Elements receive, final int[] counts, final ReduceOp op) {
        handlerCalls.refuse("reduceScatter");
        forms.run(resolver.reduceScatter(send, receive, counts, op));
    }

    @Override
    public void reduceScatterBlock(final Elements send, final Elements receive, final ReduceOp op) {
        handlerCalls.refuse("reduceScatterBlock");
        forms.run(resolver.reduceScatterBlock(send, receive, op));
    }

    @Override
    public void scan(final Elements send, final Elements receive, final ReduceOp op) {
        handlerCalls.refuse("scan");
        forms.run(resolver.scan(send, receive, op));
    }

    @Override
    public void exscan(final Elements send, final Elements receive, final ReduceOp op) {
        handlerCalls.refuse("exscan");
        forms.run(resolver.exscan(send, receive, op));
    }

    @Override
    public void ibarrier(final Request request) {
        forms.start(resolver.barrier(), request);
    }

    @Override
    public void ibcast(final Elements elements, final int root, final Request request) {
        forms.start(resolver.bcast(elements, root), request);
    }

    @Override
    public void ireduce(final Elements send, final Elements receive, final ReduceOp op, final int root, final Request request) {
        forms.start(resolver.reduce(send, receive, op, root), request);
    }

    @Override
    public void iallreduce(final Elements send, final Elements receive, final ReduceOp op, final Request request) {
        forms.start(resolver.allreduce(send, receive, op), request);
    }

    @Override
    public void igather(final Elements send, final Elements receive, final int root, final Request request) {
        forms.start(resolver.gather(send, receive, root), request);
    }

    @Override
    public void igatherv(
        final Elements send, final Elements receive, final int[] counts, final int[] displacements, final int root, final Request request) {
        forms.start(resolver.gatherv(send, receive, counts, displacements, root), request);
    }

    @Override
    public void iscatter(final Elements send, final Elements receive, final int root, final Request request) {
        forms.start(resolver.scatter(send, receive, root), request);
    }

    @Override
    public void iscatterv(
        final Elements send, final int[] counts, final int[] displacements, final Elements receive, final int root, final Request request) {
        forms.start(resolver.scatterv(send, counts, displacements, receive, root), request);
    }

    @Override
    public void iallgather(final Elements send, final Elements receive, final Request request) {
        forms.start(resolver.allgather(send, receive), request);
    }

    @Override
    public void iallgatherv(
        final Elements send, final Elements receive, final int[] counts, final int[] displacements, final Request request) {
        forms.start(resolver.allgatherv(send, receive, counts, displacements), request);
    }

    @Override
    public void ialltoall(final Elements send, final Elements receive, final Request request) {
        forms.start(resolver.alltoall(send, receive), request);
    }

    @Override
    public void ialltoallv(
        final Elements send, final int[] sendCounts, final int[] sendDisplacements, final Elements receive, final int[] receiveCounts,
        final int[] receiveDisplacements, final Request request) {
        forms.start(resolver.alltoallv(send, sendCounts, sendDisplacements, receive, receiveCounts, receiveDisplacements), request);
    }

    @Override
    public void ireduceScatter(final Elements send, final Elements receive, final int[] counts, final ReduceOp op, final Request request) {
        forms.start(resolver.reduceScatter(send, receive, counts, op), request);
    }

    @Override
    public void ireduceScatterBlock(final Elements send, final Elements receive, final ReduceOp op, final Request request) {
        forms.start(resolver.reduceScatterBlock(send, receive, op), request);
    }

    @Override
    public void iscan(final Elements send, final Elements receive, final ReduceOp op, final Request request) {
        forms.start(resolver.scan(send, receive, op), request);
    }

    @Override
    public void iexscan(final Elements send, final Elements receive, final ReduceOp op, final Request request) {
        forms.start(resolver.exscan(send, receive, op), request);
    }

    @Override
    public void barrierInit(final Request request) {
        forms.prepare(resolver.barrier(), request);
    }

    @Override
    public void bcastInit(final Elements elements, final int root, final Request request) {
        forms.prepare(resolver.bcast(elements, root), request);
    }

    @Override
    public void reduceInit(final Elements send, final Elements receive, final ReduceOp op, final int root, final Request request) {
        forms.prepare(resolver.reduce(send, receive, op, root), request);
    }

    @Override
    public void allreduceInit(final Elements send, final Elements receive, final ReduceOp op, final Request request) {
        forms.prepare(resolver.allreduce(send, receive, op), request);
    }

    @Override
    public void gatherInit(final Elements send, final Elements receive, final int root, final Request request) {
        forms.prepare(resolver.gather(send, receive, root), request);
    }

    @Override
    public void gathervInit(
        final Elements send, final Elements receive, final int[] counts, final int[] displacements, final int root, final Request request) {
        forms.prepare(resolver.gatherv(send, receive, counts, displacements, root), request);
    }

    @Override
    public void scatterInit(final Elements send, final Elements receive, final int root, final Request request) {
        forms.prepare(resolver.scatter(send, receive, root), request);
    }

    @Override
    public void scattervInit(
        final Elements send, final int[] counts, final int[] displacements, final Elements receive, final int root, final Request request) {
        forms.prepare(resolver.scatterv(send, counts, displacements, receive, root), request);
    }

    @Override
    public void allgatherInit(final Elements send, final Elements receive, final Request request) {
        forms.prepare(resolver.allgather(send, receive), request);
    }

    @Override
    public void allgathervInit(
        final Elements send, final Elements receive, final int[] counts, final int[] displacements, final Request request) {
        forms.prepare(resolver.allgatherv(send, receive, counts, displacements), request);
    }

    @Override
    public void alltoallInit(final Elements send, final Elements receive, final Request request) {
        forms.prepare(resolver.alltoall(send, receive), request);
    }

    @Override
    public void alltoallvInit(
        final Elements send, final int[] sendCounts, final int[] sendDisplacements, final Elements receive, final int[] receiveCounts,
        final int[] receiveDisplacements, final Request request) {
        forms.prepare(resolver.alltoallv(send, sendCounts, sendDisplacements, receive, receiveCounts, receiveDisplacements), request);
    }

    @Override
    public void reduceScatterInit(
        final Elements send, final Elements receive, final int[] counts, final ReduceOp op, final Request request) {
        forms.prepare(resolver.reduceScatter(send, receive, counts, op), request);
    }

    @Override
    public void reduceScatterBlockInit(final Elements send, final Elements receive, final ReduceOp op, final Request request) {
        forms.prepare(resolver.reduceScatterBlock(send, receive, op), request);
    }

    @Override
    public void scanInit(final Elements send, final Elements receive, final ReduceOp op, final Request request) {
        forms.prepare(resolver.scan(send, receive, op), request);
    }

    @Override
    public void exscanInit(final Elements send, final Elements receive, final ReduceOp op, final Request request) {
        forms.prepare(resolver.exscan(send, receive, op), request);
    }
}
