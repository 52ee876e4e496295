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
package io.tombolo.engine.pt2pt;

import io.tombolo.engine.api.MemoryKind;
import io.tombolo.engine.api.SendPath;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.peer.OutboundRecord;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.peer.TypeChoice;
import io.tombolo.engine.transfer.LocalRegion;
import io.tombolo.engine.transfer.LocalRegions;
import io.tombolo.engine.transfer.LongSends;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.counters.Counters;

/**
 * Sends whose type is decided at the head of the queue: their destination keeps no room for them now, and they have to wait anyway. At the
 * head of the queue they go eager if there is credit by then, else by rendezvous (S3.26). One thread at a time.
 */
final class UndecidedSends implements TypeChoice {
    private final PathChoice choice;
    private final LocalRegions regions;
    private final LongSends longSends;
    private final Counters counters;

    UndecidedSends(final PathChoice choice, final LocalRegions regions, final LongSends longSends, final Counters counters) {
        this.choice = choice;
        this.regions = regions;
        this.longSends = longSends;
        this.counters = counters;
    }

    /**
     * Queues a send that is short enough to go eager, and for which its destination keeps no room.
     *
     * @return false if it goes by get in any case, or its envelope can leave at once, or no place can be reserved for it.
     */
    boolean tryQueue(final Operation operation, final Peer peer, final MemoryKind kind) {
        final SendPath path = choice.decide(operation.length, kind, operation.isSynchronous, true);
        if (path == SendPath.REGISTERED || peer.outbound().takesEnvelope() || !longSends.reserveStaged()) {
            return false;
        }
        operation.type = (path == SendPath.SHORT ? PacketType.SHORT : PacketType.EAGER).code();
        operation.choice = this;
        peer.outbound().queueUndecided(operation);
        return true;
    }

    @Override
    public OutboundRecord eager(final OutboundRecord record) {
        counters.increment(record.type == PacketType.SHORT.code() ? Counter.SENT_SHORT : Counter.SENT_EAGER);
        final Operation operation = (Operation) record;
        if (operation.isSynchronous) {
            return longSends.replaceEager(operation);
        }
        longSends.unreserve();
        return operation;
    }

    @Override
    public OutboundRecord rendezvous(final OutboundRecord record) {
        counters.increment(Counter.EAGER_TURNED_RENDEZVOUS);
        final Operation operation = (Operation) record;
        final boolean mayBeExposed = operation.base == null && operation.segments == null && !operation.isRevocable;
        final LocalRegion region = mayBeExposed ? regions.find(operation.offset, operation.length) : null;
        return longSends.replace(operation, region, PacketType.RTS);
    }

    @Override
    public void withdrawn(final OutboundRecord record) {
        longSends.unreserve();
    }
}
