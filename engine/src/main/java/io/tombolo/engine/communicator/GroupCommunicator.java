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

import io.tombolo.engine.api.Claim;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.ErrorMode;
import io.tombolo.engine.api.GroupCall;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.Message;
import io.tombolo.engine.api.MessageHandler;
import io.tombolo.engine.api.Promise;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Segments;
import io.tombolo.engine.api.Status;
import io.tombolo.engine.api.window.Window;
import io.tombolo.engine.api.window.WindowOption;
import io.tombolo.engine.progress.Deadline;
import io.tombolo.engine.region.MemoryAccess;
import io.tombolo.engine.region.SharedRegion;
import io.tombolo.ringbuffers.flight.OrderLimit;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A communicator as applications see it. It passes each call to the object that handles calls of that kind.
 */
final class GroupCommunicator extends CollectiveOverloads implements Communicator {
    private final MessageCalls calls;
    private final CollectiveCalls collectives;
    private final ClaimCalls claims;
    private final PollCalls polls;
    private final SendReceiveCall sendReceive;
    private final SendModes modes;
    private final SegmentCalls segmentCalls;
    private final ForwardCalls forwards;
    private final CommunicatorFactory factory;
    private final RepairCalls repair;
    // The communicator that this is a view of, which keeps what can change; or this.
    private final GroupCommunicator viewed;
    private volatile int priority;

    GroupCommunicator(final MessageCalls calls, final ClaimCalls claims, final CommunicatorFactory factory) {
        this(calls, claims, factory, null);
    }

    private GroupCommunicator(
        final MessageCalls calls, final ClaimCalls claims, final CommunicatorFactory factory, final GroupCommunicator viewed) {
        this(calls, claims, factory, viewed, new CollectiveCalls(calls, factory.communicators().opener()));
    }

    private GroupCommunicator(
        final MessageCalls calls, final ClaimCalls claims, final CommunicatorFactory factory, final GroupCommunicator viewed,
        final CollectiveCalls collectives) {
        super(calls, claims, factory.allocator(), collectives);
        this.collectives = collectives;
        this.calls = calls;
        this.claims = claims;
        this.polls = viewed == null ? new PollCalls(calls) : viewed.polls;
        this.sendReceive = new SendReceiveCall(calls);
        this.modes = new SendModes(calls);
        this.segmentCalls = new SegmentCalls(calls);
        this.forwards = new ForwardCalls(calls, factory.allocator());
        this.factory = factory;
        this.viewed = viewed == null ? this : viewed;
        this.repair = viewed == null ? new RepairCalls(calls, factory.communicators().opener()) : viewed.repair;
    }

    @Override
    public Communicator within(final long timeout, final TimeUnit unit) {
        final MessageCalls limited = calls.within(Deadline.timeoutNs(timeout, unit));
        return new GroupCommunicator(limited, claims.with(limited), factory, viewed);
    }

    @Override
    public int rank() {
        return calls.group().rank();
    }

    @Override
    public int size() {
        return calls.group().size();
    }

    @Override
    public Communicator errors(final ErrorMode mode) {
        calls.errors(mode);
        return this;
    }

    @Override
    public Communicator priority(final int newPriority) {
        if (newPriority < 0 || newPriority > MAX_PRIORITY) {
            throw new IllegalArgumentException("priority=" + newPriority + " must be from 0 to " + MAX_PRIORITY);
        }
        factory.communicators().prioritize(calls, newPriority);
        viewed.priority = newPriority;
        return this;
    }

    @Override
    public int priority() {
        return viewed.priority;
    }

    @Override
    public void sendrecv(
        final DirectBuffer sendBuffer, final long sendOffset, final long sendLength, final int destination, final int sendTag,
        final MutableDirectBuffer receiveBuffer, final long receiveOffset, final long capacity, final int source,
        final int receiveTag, final Status status) {
        final long from = MemoryAccess.offset(sendBuffer, sendOffset, sendLength, destination);
        final long to = MemoryAccess.offset(receiveBuffer, receiveOffset, capacity, source);
        sendReceive.sendrecv(
            MemoryAccess.base(sendBuffer), from, sendLength, sendBuffer, destination, sendTag,
            MemoryAccess.base(receiveBuffer), to, capacity, receiveBuffer, source, receiveTag, status);
    }

    @Override
    public boolean improbe(final int source, final int tag, final Message message) {
        return calls.probes().improbe(source, tag, message);
    }

    @Override
    public void mprobe(final int source, final int tag, final Message message) {
        calls.probes().mprobe(source, tag, message);
    }

    @Override
    public int poll(final MessageHandler handler, final int limit) {
        return polls.poll(ANY_SOURCE, ANY_TAG, 0, handler, limit, null);
    }

    @Override
    public int poll(
        final int source, final int tag, final int mask, final MessageHandler handler, final int limit, final Supplier<Message> kept) {
        return polls.poll(source, tag, mask, handler, limit, kept);
    }

    @Override
    public boolean tryClaim(final long length, final int destination, final int tag, final Claim claim) {
        return claims.tryClaim(length, destination, tag, claim);
    }

    @Override
    public void claim(final long length, final int destination, final int tag, final Claim claim) {
        claims.claim(length, destination, tag, claim);
    }

    @Override
    public void forward(final Request receive, final int destination, final int tag) {
        forwards.forward(receive, destination, tag);
    }

    @Override
    public void forward(final Request receive, final int destination, final int tag, final Request request) {
        forwards.forward(receive, destination, tag, request);
    }

    @Override
    public void forward(final Message message, final int destination, final int tag, final Request request) {
        forwards.forward(message, new int[] {destination}, tag, new Request[] {request});
    }

    @Override
    public void forward(final Message message, final int[] destinations, final int tag, final Request[] requests) {
        forwards.forward(message, destinations, tag, requests);
    }

    @Override
    public Window createWindow(final MutableDirectBuffer memory, final WindowOption... options) {
        calls.progress().handlerCalls().refuse("createWindow");
        return factory.windows().create(calls, memory, options);
    }

    @Override
    public Window createWindow(final MemoryRegion memory, final WindowOption... options) {
        calls.progress().handlerCalls().refuse("createWindow");
        return factory.windows().create(calls, memory, options);
    }

    @Override
    public Window allocateWindow(final long length, final WindowOption... options) {
        calls.progress().handlerCalls().refuse("allocateWindow");
        return factory.windows().allocate(calls, length, options);
    }

    @Override
    public void barrier() {
        calls.progress().handlerCalls().refuse("barrier");
        collectives.barrier();
    }

    @Override
    public Communicator dup(final Promise... promises) {
        calls.progress().handlerCalls().refuse("dup");
        return factory.dup(calls, Set.copyOf(List.of(promises)));
    }

    @Override
    public Communicator split(final int color, final int key, final Promise... promises) {
        calls.progress().handlerCalls().refuse("split");
        if (color < 0 && color != UNDEFINED) {
            throw new IllegalArgumentException("color=" + color + " must not be negative, or be UNDEFINED");
        }
        return factory.split(calls, color, key, Set.copyOf(List.of(promises)));
    }

    @Override
    public void revoke() {
        calls.limit(OrderLimit.REPAIR);
        repair.revoke();
    }

    @Override
    public boolean isRevoked() {
        return repair.isRevoked();
    }

    @Override
    public int[] failedRanks() {
        return repair.failedRanks();
    }

    @Override
    public int acknowledgeFailed() {
        return repair.acknowledgeFailed();
    }

    @Override
    public Communicator reportFailures(final boolean isReported) {
        repair.reportFailures(isReported);
        return this;
    }

    @Override
    public int agree(final int flag) {
        return repair.agree(flag, calls.timeoutNs());
    }

    @Override
    public int agree(final int flag, final Status status) {
        return repair.agree(flag, status, calls.timeoutNs());
    }

    @Override
    public GroupCall<Integer> iagree(final int flag) {
        return repair.iagree(flag);
    }

    @Override
    public Communicator shrink() {
        return factory.shrink(repair, calls.timeoutNs());
    }

    @Override
    public GroupCall<Communicator> ishrink() {
        return factory.ishrink(repair);
    }

    @Override
    public Communicator replace() {
        return factory.replace(repair, calls.timeoutNs());
    }

    @Override
    public Communicator replace(final long timeout, final TimeUnit unit) {
        return factory.replace(repair, Deadline.timeoutNs(timeout, unit));
    }

    @Override
    public Set<Promise> promises() {
        return calls.checks().promises();
    }

    @Override
    public void close() {
        factory.communicators().close(calls);
        polls.close();
    }

    @Override
    public void ssend(final DirectBuffer buffer, final long offset, final long length, final int destination, final int tag) {
        modes.send(
            SendMode.SYNCHRONOUS, MemoryAccess.base(buffer), MemoryAccess.offset(buffer, offset, length, destination), length, buffer,
            destination, tag);
    }

    @Override
    public void ssend(final MemoryRegion region, final long offset, final long length, final int destination, final int tag) {
        modes.send(
            SendMode.SYNCHRONOUS, SharedRegion.base(region, offset, length, destination), SharedRegion.offset(region, offset, length),
            length, region,
            destination, tag);
    }

    @Override
    public void issend(
        final DirectBuffer buffer, final long offset, final long length, final int destination, final int tag, final Request request) {
        final long start = MemoryAccess.offset(buffer, offset, length, destination);
        modes.isend(SendMode.SYNCHRONOUS, MemoryAccess.base(buffer), start, length, buffer, destination, tag, request);
    }

    @Override
    public void issend(
        final MemoryRegion region, final long offset, final long length, final int destination, final int tag, final Request request) {
        modes.isend(
            SendMode.SYNCHRONOUS, SharedRegion.base(region, offset, length, destination), SharedRegion.offset(region, offset, length),
            length, region,
            destination, tag, request);
    }

    @Override
    public void rsend(final DirectBuffer buffer, final long offset, final long length, final int destination, final int tag) {
        modes.send(
            SendMode.READY, MemoryAccess.base(buffer), MemoryAccess.offset(buffer, offset, length, destination), length, buffer,
            destination, tag);
    }

    @Override
    public void rsend(final MemoryRegion region, final long offset, final long length, final int destination, final int tag) {
        modes.send(
            SendMode.READY, SharedRegion.base(region, offset, length, destination), SharedRegion.offset(region, offset, length), length,
            region, destination, tag);
    }

    @Override
    public void irsend(
        final DirectBuffer buffer, final long offset, final long length, final int destination, final int tag, final Request request) {
        modes.isend(
            SendMode.READY, MemoryAccess.base(buffer), MemoryAccess.offset(buffer, offset, length, destination), length, buffer,
            destination, tag, request);
    }

    @Override
    public void irsend(
        final MemoryRegion region, final long offset, final long length, final int destination, final int tag, final Request request) {
        modes.isend(
            SendMode.READY, SharedRegion.base(region, offset, length, destination), SharedRegion.offset(region, offset, length), length,
            region, destination, tag, request);
    }

    @Override
    public void bsend(final DirectBuffer buffer, final long offset, final long length, final int destination, final int tag) {
        modes.bsend(MemoryAccess.base(buffer), MemoryAccess.offset(buffer, offset, length, destination), length, buffer, destination, tag);
    }

    @Override
    public void bsend(final MemoryRegion region, final long offset, final long length, final int destination, final int tag) {
        modes.bsend(
            SharedRegion.base(region, offset, length, destination), SharedRegion.offset(region, offset, length), length, region,
            destination, tag);
    }

    @Override
    public void ibsend(
        final DirectBuffer buffer, final long offset, final long length, final int destination, final int tag, final Request request) {
        modes.ibsend(
            MemoryAccess.base(buffer), MemoryAccess.offset(buffer, offset, length, destination), length, buffer, destination, tag, request);
    }

    @Override
    public void ibsend(
        final MemoryRegion region, final long offset, final long length, final int destination, final int tag, final Request request) {
        modes.ibsend(
            SharedRegion.base(region, offset, length, destination), SharedRegion.offset(region, offset, length), length, region,
            destination, tag, request);
    }

    @Override
    public void sendInit(
        final DirectBuffer buffer, final long offset, final long length, final int destination, final int tag, final Request request) {
        modes.sendInit(
            MemoryAccess.base(buffer), MemoryAccess.offset(buffer, offset, length, destination), length, buffer, destination, tag, request);
    }

    @Override
    public void sendInit(
        final MemoryRegion region, final long offset, final long length, final int destination, final int tag, final Request request) {
        modes.sendInit(
            SharedRegion.base(region, offset, length, destination), SharedRegion.offset(region, offset, length), length, region,
            destination, tag, request);
    }

    @Override
    public void recvInit(
        final MutableDirectBuffer buffer, final long offset, final long capacity, final int source, final int tag, final Request request) {
        modes.recvInit(
            MemoryAccess.base(buffer), MemoryAccess.offset(buffer, offset, capacity, source), capacity, buffer, source, tag, request);
    }

    @Override
    public void recvInit(
        final MemoryRegion region, final long offset, final long capacity, final int source, final int tag, final Request request) {
        modes.recvInit(
            SharedRegion.base(region, offset, capacity, source), SharedRegion.offset(region, offset, capacity), capacity, region, source,
            tag, request);
    }

    @Override
    public void psendInit(
        final DirectBuffer buffer, final long offset, final int partitions, final long length, final int destination, final int tag,
        final Request request) {
        final long start = MemoryAccess.offset(buffer, offset, partitions, length, destination);
        modes.psendInit(MemoryAccess.base(buffer), start, partitions, length, buffer, destination, tag, request);
    }

    @Override
    public void psendInit(
        final MemoryRegion region, final long offset, final int partitions, final long length, final int destination, final int tag,
        final Request request) {
        final long total = MemoryAccess.length(partitions, length);
        modes.psendInit(
            SharedRegion.base(region, offset, total, destination), SharedRegion.offset(region, offset, total), partitions, length, region,
            destination, tag, request);
    }

    @Override
    public void precvInit(
        final MutableDirectBuffer buffer, final long offset, final int partitions, final long length, final int source, final int tag,
        final Request request) {
        final long start = MemoryAccess.offset(buffer, offset, partitions, length, source);
        modes.precvInit(MemoryAccess.base(buffer), start, partitions, length, buffer, source, tag, request);
    }

    @Override
    public void precvInit(
        final MemoryRegion region, final long offset, final int partitions, final long length, final int source, final int tag,
        final Request request) {
        final long total = MemoryAccess.length(partitions, length);
        modes.precvInit(
            SharedRegion.base(region, offset, total, source), SharedRegion.offset(region, offset, total), partitions, length, region,
            source, tag, request);
    }

    @Override
    public void send(final Segments segments, final int destination, final int tag) {
        segmentCalls.send(segments, destination, tag);
    }

    @Override
    public void isend(final Segments segments, final int destination, final int tag, final Request request) {
        segmentCalls.isend(segments, destination, tag, request);
    }

    @Override
    public void recv(final Segments segments, final int source, final int tag, final Status status) {
        segmentCalls.recv(segments, source, tag, status);
    }

    @Override
    public void irecv(final Segments segments, final int source, final int tag, final Request request) {
        segmentCalls.irecv(segments, source, tag, request);
    }
}
