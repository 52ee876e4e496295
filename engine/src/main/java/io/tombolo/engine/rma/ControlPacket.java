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
package io.tombolo.engine.rma;

import io.tombolo.engine.peer.OutboundRecord;
import io.tombolo.engine.peer.Peer;
import io.tombolo.engine.wire.PacketType;

/**
 * A window packet without data, of one type to one rank. It is reused, so only one is on its way at a time. One thread at a time.
 */
final class ControlPacket extends OutboundRecord {
    ControlPacket(final PacketType packetType, final int rank) {
        type = packetType.code();
        destination = rank;
    }

    /**
     * Sends the packet.
     *
     * @return false if it is on its way already, which means that the other rank has not waited for it.
     */
    boolean send(final Peer peer, final long newKey) {
        if (isQueued()) {
            return false;
        }
        key = newKey;
        words(0, 0, 0, 0, 0, 0);
        peer.outbound().post(this);
        return true;
    }
}
