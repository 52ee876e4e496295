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
 * Exact snapshot of a {@link SharedReceiveQueue}: its attributes (S4.21) and its counts (S4.23). The caller owns it and may use it again.
 * Not thread-safe.
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
     * Makes an empty snapshot: all counts are 0, and there is no zone.
     */
    public ReceiveQueueCounts() {
    }

    /**
     * Returns the state of the queue.
     *
     * @return state.
     */
    public ReceiveQueueState state() {
        return state;
    }

    /**
     * Returns the zone of the queue's buffers.
     *
     * @return zone that the queue was made with; null before the first query.
     */
    public ProtectionZone zone() {
        return zone;
    }

    /**
     * Returns how many buffers may be outstanding.
     *
     * @return actual number of buffers.
     */
    public int maxReceives() {
        return maxReceives;
    }

    /**
     * Returns how many segments a buffer may have.
     *
     * @return actual number of segments, at least the number that was asked for.
     */
    public int maxSegments() {
        return maxSegments;
    }

    /**
     * Returns how many buffers are on the queue.
     *
     * @return number of buffers that were posted and that no endpoint has taken.
     */
    public int available() {
        return available;
    }

    /**
     * Returns how many buffers are outstanding.
     *
     * @return number of buffers that were posted and whose completions were not reaped.
     */
    public int outstanding() {
        return outstanding;
    }

    /**
     * Returns the low watermark that was set last.
     *
     * @return number of buffers, whether the watermark is armed or has fired; 0 if none was set.
     */
    public int lowWatermark() {
        return lowWatermark;
    }

    void fillQueue(final ReceiveQueueState newState, final ProtectionZone newZone, final int newMaxSegments) {
        state = newState;
        zone = newZone;
        maxSegments = newMaxSegments;
    }

    void fillCounts(final int newMaxReceives, final int newAvailable, final int newOutstanding, final int newLowWatermark) {
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
