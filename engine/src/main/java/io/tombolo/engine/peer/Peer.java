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

import io.tombolo.engine.api.Outcome;
import io.tombolo.ringbuffers.counters.Counters;
import io.tombolo.ringbuffers.job.Doorbell;

/**
 * One incarnation of another rank, or this rank itself, as the progress owner sees it: its state, its doorbell, an {@link OutboundSide} for
 * what this rank sends there and an {@link InboundSide} for what comes from there. One thread at a time.
 * <p>
 * When the next incarnation of the rank joins, a new object takes the place of this one. Messages, claims and transfers that still need the
 * files of the old incarnation {@link #use} its object, which is closed after the last of them.
 */
public final class Peer {
    private final int rank;
    private final int incarnation;
    private final PeerDoorbell doorbell = new PeerDoorbell();
    private final OutboundSide outbound;
    private final InboundSide inbound;
    private PeerState state = PeerState.OPEN;
    private boolean settled;
    // Whether a process has joined as this incarnation.
    private boolean hasCome;
    // How the incarnation before ended, if the application still has to learn of it; else SUCCESS.
    private Outcome untold = Outcome.SUCCESS;
    // Whether the application has learned of the end of this incarnation.
    private boolean isEndTold;
    // Derived from state, doorbell, hasCome and untold: one load on the message path.
    private boolean isReachable;
    private int uses;
    private boolean isReleased;

    /**
     * Creates an open peer. Neither side is open.
     *
     * @param rank        number of the peer.
     * @param incarnation of the peer, from 1.
     * @param counters    of this rank.
     */
    public Peer(final int rank, final int incarnation, final Counters counters) {
        this.rank = rank;
        this.incarnation = incarnation;
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
     * Returns the incarnation of the peer.
     *
     * @return from 1.
     */
    public int incarnation() {
        return incarnation;
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
        decideReachable();
    }

    private void decideReachable() {
        isReachable = state == PeerState.OPEN && hasCome && untold == Outcome.SUCCESS && doorbell.isSet();
    }

    /**
     * Returns whether a message of the application may go into the ring at once.
     *
     * @return true if the peer is open and live, and the application knows of the end of the incarnation before it.
     */
    public boolean isReachable() {
        return isReachable;
    }

    /**
     * Records that a process has joined as this incarnation.
     */
    public void come() {
        hasCome = true;
        decideReachable();
    }

    /**
     * Returns whether a process has joined as this incarnation.
     *
     * @return true after {@link #come()}.
     */
    public boolean hasCome() {
        return hasCome;
    }

    /**
     * Records that the application has yet to learn how the incarnation before this one ended.
     *
     * @param end {@link Outcome#PEER_FAILED} or {@link Outcome#PEER_LEFT}.
     */
    public void hideEndBefore(final Outcome end) {
        untold = end;
        decideReachable();
    }

    /**
     * Returns how the incarnation before this one ended, if the application has not learned of it.
     *
     * @return {@link Outcome#SUCCESS} if there is nothing to learn.
     */
    public Outcome untold() {
        return untold;
    }

    /**
     * Records that the application has learned of the end of the incarnation before this one, and of the end of this one if it is gone.
     */
    public void tell() {
        isEndTold |= state != PeerState.OPEN;
        tellBefore();
    }

    /**
     * Records that the application has learned of the end of the incarnation before this one.
     */
    public void tellBefore() {
        untold = Outcome.SUCCESS;
        decideReachable();
    }

    /**
     * Returns whether the application may have exchanged messages with this incarnation and does not know that it has ended.
     *
     * @return false also if no pair was open.
     */
    public boolean isEndHidden() {
        return !isEndTold && (outbound.isOpen() || inbound.isOpen());
    }

    /**
     * Returns whether a call that names this peer as its source may take messages out of the ring directly.
     *
     * @return true if the ring is read, and the application knows of the end of the incarnation before.
     */
    public boolean isHeard() {
        return inbound.isRead() && untold == Outcome.SUCCESS;
    }

    /**
     * Begins a use of the files of this incarnation, by a message, claim or transfer.
     */
    public void use() {
        uses++;
    }

    /**
     * Ends a use.
     */
    public void endUse() {
        uses--;
    }

    /**
     * Returns whether nothing uses the files of this incarnation.
     *
     * @return true if each {@link #use} has ended.
     */
    public boolean isUnused() {
        return uses == 0;
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
     * Returns whether nothing is under way any more with a peer that is gone.
     *
     * @return true after {@link #settle}.
     */
    public boolean isSettled() {
        return state != PeerState.OPEN && settled;
    }

    /**
     * Sets the doorbell of the peer, once the peer is live.
     *
     * @param newDoorbell in the peer's rank file; null once the file is no longer to be used.
     */
    public void doorbell(final Doorbell newDoorbell) {
        doorbell.set(newDoorbell);
        decideReachable();
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
     * Returns whether the files of this incarnation have been released.
     *
     * @return true after {@link #release}.
     */
    public boolean isReleased() {
        return isReleased;
    }

    /**
     * Unmaps both pair files of a peer that was replaced, and forgets its doorbell. Nothing may use the files any more.
     */
    public void release() {
        isReleased = true;
        doorbell.set(null);
        outbound.release();
        inbound.release();
    }

    /**
     * Unmaps both pair files. No thread may use the peer any more.
     */
    public void close() {
        outbound.close();
        inbound.close();
    }
}
