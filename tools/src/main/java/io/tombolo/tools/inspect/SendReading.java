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
package io.tombolo.tools.inspect;

import io.tombolo.engine.peer.PeerState;
import io.tombolo.engine.peer.SendState;
import io.tombolo.ringbuffers.job.SendStateDescriptor;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The state of the sends of a rank to one peer, as the rank publishes it.
 *
 * @param state       state of the peer as the rank knows it
 * @param machine     state of the send machine
 * @param queued      sends that wait for room
 * @param pending     long sends that are not complete
 * @param packetsOut  packets of the pool that are in use
 * @param lanes       staging lanes that are in use
 * @param uncredited  eager bytes that no receive is known to have taken
 * @param messages    messages that had left when the rank published this last
 * @param besideRing  payload bytes of these messages that were not in the ring
 * @param changedMs   when the state last changed, milliseconds since the epoch; 0 if nothing was sent
 */
public record SendReading(
    String state, String machine, int queued, int pending, int packetsOut, int lanes, long uncredited, long messages,
    long besideRing, long changedMs) {
    /** A pair in which nothing was sent, or whose state cannot be read. */
    static final SendReading NONE = new SendReading(PeerState.OPEN.name(), SendState.IDLE.name(), 0, 0, 0, 0, 0, 0, 0, 0);

    /** Loads each word once. The values may be from slightly different times. */
    static SendReading of(final RankClock clock, final int peer, final AtomicBuffer section) {
        final int entry = SendStateDescriptor.offset(peer);
        final int code = section.getIntVolatile(entry + SendStateDescriptor.STATE_OFFSET);
        final PeerState state = PeerState.of(code);
        final int machineCode = section.getIntVolatile(entry + SendStateDescriptor.MACHINE_OFFSET);
        final SendState machine = SendState.of(machineCode);
        final long changedNs = section.getLongVolatile(entry + SendStateDescriptor.CHANGE_TIME_OFFSET);
        final long changedMs = clock.wallMs(changedNs);
        return new SendReading(state == null ? "STATE_" + code : state.name(),
            machine == null ? "STATE_" + machineCode : machine.name(),
            section.getIntVolatile(entry + SendStateDescriptor.QUEUED_OFFSET),
            section.getIntVolatile(entry + SendStateDescriptor.PENDING_OFFSET),
            section.getIntVolatile(entry + SendStateDescriptor.PACKETS_OUT_OFFSET),
            section.getIntVolatile(entry + SendStateDescriptor.LANES_OFFSET),
            section.getLongVolatile(entry + SendStateDescriptor.UNCREDITED_OFFSET),
            section.getLongVolatile(entry + SendStateDescriptor.MESSAGES_OFFSET),
            section.getLongVolatile(entry + SendStateDescriptor.BESIDE_RING_OFFSET), changedMs);
    }

    /** Whether there is nothing to show. */
    boolean isIdle() {
        return PeerState.OPEN.name().equals(state) && queued == 0 && pending == 0;
    }
}
