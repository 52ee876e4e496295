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
package io.tombolo.engine.transfer;

import io.tombolo.engine.api.SendPath;
import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.node.Node;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.peer.SendRun;
import io.tombolo.engine.wire.Exposure;
import io.tombolo.engine.wire.PacketType;
import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.counters.Counters;
import io.tombolo.ringbuffers.fault.FaultPoint;
import io.tombolo.ringbuffers.job.GeometrySetting;

/**
 * Starts registered messages that are exposed in one part and whose envelopes need not wait, as most do. The envelope is in the ring before
 * the message is recorded here, so that the two sides work at the same time. One thread at a time.
 */
final class SinglePartSend {
    private static final int RTS = PacketType.RTS.code();

    private final Peer[] peers;
    private final PendingSends pending;
    private final Counters counters;
    private final long exposureLimit;
    private final boolean hasFirstBytes;

    SinglePartSend(final Node node, final Peer[] peers, final PendingSends pending) {
        this.peers = peers;
        this.pending = pending;
        this.counters = node.counters();
        this.exposureLimit = node.settings().value(GeometrySetting.EXPOSURE_LIMIT);
        this.hasFirstBytes = node.settings().rtsBytes() > 0;
    }

    /**
     * Starts a message if all of it can be exposed now.
     *
     * @param operation active, with a key of its own.
     * @param region    that the message lies in.
     * @return the message, its envelope in the ring; or null if nothing has happened.
     */
    PendingSend start(final Operation operation, final LocalRegion region) {
        final Peer peer = peers[operation.destination];
        final long length = operation.length;
        if (hasFirstBytes || length > exposureLimit || operation.spanned != null || operation.forwardProgress != null ||
            !peer.outbound().takesEnvelope()) {
            return null;
        }
        final PendingSend send = pending.take(operation.destination);
        if (send == null) {
            return null;
        }
        final long position = region.file().offsetOf(operation.offset, length);
        // Before the envelope: the receiver may have to map the file.
        region.sendStarted();
        final long place = Exposure.place(Exposure.REGISTERED, region.id());
        if (!peer.outbound().postEnvelope(RTS, operation.key, length, send.handle, place, position)) {
            // LongSends.start, which can wait, finds out what is wrong with the pair.
            region.sendEnded();
            pending.giveBack(send);
            return null;
        }
        pending.begin(send, operation);
        send.sequence = peer.outbound().sent() - 1;
        send.type = RTS;
        send.path(SendPath.REGISTERED);
        send.region = region;
        send.exposed = length;
        send.cursor.begin(peer.outbound().ledger(), SendRun.EXPOSED);
        pending.envelopeLeft(send);
        FaultPoint.RTS_SENT.hit();
        counters.increment(Counter.SENT_RENDEZVOUS_REGISTERED);
        counters.increment(Counter.CONTROL_SENT);
        return send;
    }
}
