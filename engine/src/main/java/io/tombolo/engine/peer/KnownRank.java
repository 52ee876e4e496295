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

import io.tombolo.ringbuffers.job.Doorbell;

/**
 * What is known of another rank, whatever is exchanged with it: whether it is there, and where it sleeps. One thread at a time.
 */
public class KnownRank {
    private final int rank;
    private PeerState state = PeerState.OPEN;
    private boolean settled;
    private Doorbell doorbell;

    /**
     * A rank of which nothing bad is known.
     *
     * @param rank its number.
     */
    protected KnownRank(final int rank) {
        this.rank = rank;
    }

    /**
     * Returns its number.
     *
     * @return rank.
     */
    public final int rank() {
        return rank;
    }

    /**
     * Returns what is known of it.
     *
     * @return state.
     */
    public final PeerState state() {
        return state;
    }

    /**
     * Marks the peer gone, once.
     *
     * @param newState anything but open.
     */
    public final void gone(final PeerState newState) {
        if (state != PeerState.OPEN || newState == PeerState.OPEN) {
            throw new IllegalStateException("rank " + rank + " cannot go from " + state + " to " + newState);
        }
        state = newState;
    }

    /**
     * Returns whether operations still have to be ended because the peer is gone.
     *
     * @return true from {@link #gone} to {@link #settle}.
     */
    public final boolean isUnsettled() {
        return state != PeerState.OPEN && !settled;
    }

    /**
     * Takes note that the operations which needed the peer have been ended.
     */
    public final void settle() {
        settled = true;
    }

    /**
     * Sets where the peer sleeps.
     *
     * @param newDoorbell in the peer's rank file.
     */
    public final void doorbell(final Doorbell newDoorbell) {
        doorbell = newDoorbell;
    }

    /**
     * Returns whether the peer's doorbell is known.
     *
     * @return true once the peer is live.
     */
    public final boolean hasDoorbell() {
        return doorbell != null;
    }

    /**
     * Rings the peer's doorbell if it sleeps. A load of a line that only the peer writes, and only around a sleep.
     */
    public final void wake() {
        if (doorbell != null && doorbell.isAsleep()) {
            doorbell.ring();
        }
    }
}
