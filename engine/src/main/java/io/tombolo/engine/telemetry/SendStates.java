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
package io.tombolo.engine.telemetry;

import io.tombolo.ringbuffers.job.SendStateDescriptor;
import org.agrona.concurrent.AtomicBuffer;

/**
 * Shows the sends to each peer in the rank file ({@link SendStateDescriptor}). The progress owner writes; other processes read. Stores are
 * opaque: a reader sees whole words. Methods allocate nothing, and store only what has changed.
 */
public final class SendStates {
    private final AtomicBuffer section;

    /**
     * Creates a view of the section.
     *
     * @param section of the rank file, zeros at first.
     */
    public SendStates(final AtomicBuffer section) {
        this.section = section;
    }

    /**
     * Shows the state of the sends to one peer, if it has changed.
     *
     * @param peer       rank.
     * @param stateCode  code of the peer's state.
     * @param machine    code of the send machine's state, which says what holds up sends.
     * @param queued     sends that wait for room.
     * @param pending    long sends that are not done.
     * @param packetsOut pool packets that are not free.
     * @param lanes      staging lanes that are not free.
     * @param uncredited eager bytes that no receive is known to have taken.
     */
    public void show(
        final int peer, final int stateCode, final int machine, final int queued, final int pending, final int packetsOut,
        final int lanes, final long uncredited) {
        final int entry = SendStateDescriptor.offset(peer);
        boolean changed = show(entry + SendStateDescriptor.STATE_OFFSET, stateCode);
        changed |= show(entry + SendStateDescriptor.MACHINE_OFFSET, machine);
        changed |= show(entry + SendStateDescriptor.LANES_OFFSET, lanes);
        changed |= show(entry + SendStateDescriptor.QUEUED_OFFSET, queued);
        changed |= show(entry + SendStateDescriptor.PENDING_OFFSET, pending);
        changed |= show(entry + SendStateDescriptor.PACKETS_OUT_OFFSET, packetsOut);
        if (section.getLong(entry + SendStateDescriptor.UNCREDITED_OFFSET) != uncredited) {
            section.putLongOpaque(entry + SendStateDescriptor.UNCREDITED_OFFSET, uncredited);
            changed = true;
        }
        if (changed) {
            section.putLongOpaque(entry + SendStateDescriptor.CHANGE_TIME_OFFSET, System.nanoTime());
        }
    }

    /**
     * Shows what has left for one peer. This does not count as a change of the state.
     *
     * @param peer       rank.
     * @param messages   messages that have left.
     * @param besideRing payload bytes of these messages that were not in the ring.
     */
    public void showSent(final int peer, final long messages, final long besideRing) {
        final int entry = SendStateDescriptor.offset(peer);
        section.putLongOpaque(entry + SendStateDescriptor.MESSAGES_OFFSET, messages);
        section.putLongOpaque(entry + SendStateDescriptor.BESIDE_RING_OFFSET, besideRing);
    }

    /**
     * Shows the number of sends that wait, and nothing else.
     *
     * @param peer   rank.
     * @param queued sends that wait for room.
     */
    public void showQueued(final int peer, final int queued) {
        show(SendStateDescriptor.offset(peer) + SendStateDescriptor.QUEUED_OFFSET, queued);
    }

    private boolean show(final int offset, final int value) {
        // Plain load: this thread is the only writer.
        if (section.getInt(offset) == value) {
            return false;
        }
        section.putIntOpaque(offset, value);
        return true;
    }
}
