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
package io.tombolo.engine.peer;

import io.tombolo.ringbuffers.counters.Counters;
import io.tombolo.ringbuffers.job.Doorbell;

/**
 * Another rank, or this rank itself, as the progress owner sees it: its state, its doorbell, an {@link OutboundSide} for what this rank
 * sends there and an {@link InboundSide} for what comes from there. One thread at a time.
 */
public final class Peer {
    private final int rank;
    private final PeerDoorbell doorbell = new PeerDoorbell();
    private final OutboundSide outbound;
    private final InboundSide inbound;
    private PeerState state = PeerState.OPEN;
    private boolean settled;

    /**
     * Creates an open peer. Neither side is open.
     *
     * @param rank     number of the peer.
     * @param counters of this rank.
     */
    public Peer(final int rank, final Counters counters) {
        this.rank = rank;
        this.outbound = new OutboundSide(doorbell, counters);
        this.inbound = new InboundSide(doorbell);
    }

    /**
     * Returns the number of the peer.
     *
     * @return rank.
     */
    public int rank() {
        return rank;
    }

    /**
     * Returns the side that sends to the peer.
     *
     * @return always the same.
     */
    public OutboundSide outbound() {
        return outbound;
    }

    /**
     * Returns the side that receives from the peer.
     *
     * @return always the same.
     */
    public InboundSide inbound() {
        return inbound;
    }

    /**
     * Returns what is known of the peer.
     *
     * @return state.
     */
    public PeerState state() {
        return state;
    }

    /**
     * Marks the peer gone, once.
     *
     * @param newState anything but open.
     * @throws IllegalStateException if the peer is gone already, or the new state is open.
     */
    public void markGone(final PeerState newState) {
        if (state != PeerState.OPEN || newState == PeerState.OPEN) {
            throw new IllegalStateException("rank " + rank + " cannot go from " + state + " to " + newState);
        }
        state = newState;
    }

    /**
     * Returns whether operations still have to be ended because the peer is gone.
     *
     * @return true from {@link #markGone} to {@link #settle}.
     */
    public boolean isUnsettled() {
        return state != PeerState.OPEN && !settled;
    }

    /**
     * Records that the operations which needed the peer have been ended.
     */
    public void settle() {
        settled = true;
    }

    /**
     * Sets the doorbell of the peer, once the peer is live.
     *
     * @param newDoorbell in the peer's rank file.
     */
    public void doorbell(final Doorbell newDoorbell) {
        doorbell.set(newDoorbell);
    }

    /**
     * Returns whether the peer's doorbell is known.
     *
     * @return true once the peer is live.
     */
    public boolean hasDoorbell() {
        return doorbell.isSet();
    }

    /**
     * Rings the peer's doorbell if the peer sleeps.
     */
    public void wake() {
        doorbell.wake();
    }

    /**
     * Returns whether the files of the pair hold impossible values.
     *
     * @return true if the pair must be given up.
     */
    public boolean isCorrupt() {
        return outbound.isCorrupt() || inbound.isCorrupt();
    }

    /**
     * Unmaps both pair files. No thread may use the peer any more.
     */
    public void close() {
        outbound.close();
        inbound.close();
    }
}
