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
package io.tombolo.engine.api;

/**
 * An exact snapshot of a {@link SharedReceiveQueue} (S4.23). The caller owns it and may use it again. Not thread-safe.
 */
public final class ReceiveQueueCounts {
    private int maxReceives;
    private int available;
    private int outstanding;
    private int lowWatermark;

    /**
     * All zero.
     */
    public ReceiveQueueCounts() {
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
     * Fills the snapshot. Called by the engine.
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
