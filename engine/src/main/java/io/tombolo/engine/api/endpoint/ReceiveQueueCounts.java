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
package io.tombolo.engine.api.endpoint;

/**
 * An exact snapshot of a {@link SharedReceiveQueue}: what it has (S4.21), and how much of it is in use (S4.23). The caller owns it and may
 * use it again. Not thread-safe.
 */
public final class ReceiveQueueCounts {
    private ReceiveQueueState state = ReceiveQueueState.OPERATIONAL;
    private ProtectionZone zone;
    private int maxReceives;
    private int maxSegments;
    private int available;
    private int outstanding;
    private int lowWatermark;

    /**
     * All zero, of no zone.
     */
    public ReceiveQueueCounts() {
    }

    /**
     * Returns whether the queue still gets messages.
     *
     * @return state.
     */
    public ReceiveQueueState state() {
        return state;
    }

    /**
     * Returns the zone of the queue's buffers.
     *
     * @return the one that the queue was made with; null before the first query.
     */
    public ProtectionZone zone() {
        return zone;
    }

    /**
     * Returns how many buffers may be outstanding.
     *
     * @return the real number, never unknown.
     */
    public int maxReceives() {
        return maxReceives;
    }

    /**
     * Returns how many segments a buffer may have.
     *
     * @return the real number, at least what was asked for.
     */
    public int maxSegments() {
        return maxSegments;
    }

    /**
     * Returns how many buffers are on the queue.
     *
     * @return posted and not taken by an endpoint.
     */
    public int available() {
        return available;
    }

    /**
     * Returns how many buffers are outstanding.
     *
     * @return posted, and their completions not reaped.
     */
    public int outstanding() {
        return outstanding;
    }

    /**
     * Returns the low watermark that was set last.
     *
     * @return buffers, whether armed or fired; 0 if none was set.
     */
    public int lowWatermark() {
        return lowWatermark;
    }

    /**
     * Fills what the queue has. Called by the engine.
     *
     * @param newState       whether it gets messages.
     * @param newZone        of its buffers.
     * @param newMaxSegments of a buffer.
     */
    public void queue(final ReceiveQueueState newState, final ProtectionZone newZone, final int newMaxSegments) {
        state = newState;
        zone = newZone;
        maxSegments = newMaxSegments;
    }

    /**
     * Fills the counts. Called by the engine.
     *
     * @param newMaxReceives  most outstanding.
     * @param newAvailable    on the queue.
     * @param newOutstanding  not reaped.
     * @param newLowWatermark set last.
     */
    public void set(final int newMaxReceives, final int newAvailable, final int newOutstanding, final int newLowWatermark) {
        maxReceives = newMaxReceives;
        available = newAvailable;
        outstanding = newOutstanding;
        lowWatermark = newLowWatermark;
    }

    @Override
    public String toString() {
        return "max " + maxReceives + ", available " + available + ", outstanding " + outstanding + ", low watermark " + lowWatermark;
    }
}
