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
 * Attributes with which a {@link SharedReceiveQueue} is made. Not thread-safe.
 */
public final class ReceiveQueueAttributes {
    /** Low watermark of a new queue: none. */
    public static final int DEFAULT_LOW_WATERMARK = 0;

    private static final int DEFAULT_RECEIVES = 64;

    private int maxReceives = DEFAULT_RECEIVES;
    private int maxSegments = 1;
    private int lowWatermark = DEFAULT_LOW_WATERMARK;
    private EmptyQueuePolicy whenEmpty = EmptyQueuePolicy.WAIT;

    /**
     * Makes attributes of a queue with 64 buffers of one segment each, at which messages wait if it is empty.
     */
    public ReceiveQueueAttributes() {
    }

    /**
     * Sets how many buffers may be outstanding.
     *
     * @param receives 1 to {@link InterfaceAdapter#MAX_RECEIVES}.
     * @return this.
     */
    public ReceiveQueueAttributes maxReceives(final int receives) {
        maxReceives = receives;
        return this;
    }

    /**
     * Returns how many buffers may be outstanding.
     *
     * @return number of buffers.
     */
    public int maxReceives() {
        return maxReceives;
    }

    /**
     * Sets how many segments a buffer may have.
     *
     * @param segments 1 to {@link InterfaceAdapter#MAX_SEGMENTS}.
     * @return this.
     */
    public ReceiveQueueAttributes maxSegments(final int segments) {
        maxSegments = segments;
        return this;
    }

    /**
     * Returns how many segments a buffer may have.
     *
     * @return number of segments.
     */
    public int maxSegments() {
        return maxSegments;
    }

    /**
     * Sets the low watermark. A new queue must have {@link #DEFAULT_LOW_WATERMARK}: set another with
     * {@link SharedReceiveQueue#setLowWatermark} (S4.21).
     *
     * @param watermark number of buffers.
     * @return this.
     */
    public ReceiveQueueAttributes lowWatermark(final int watermark) {
        lowWatermark = watermark;
        return this;
    }

    /**
     * Returns the low watermark.
     *
     * @return number of buffers.
     */
    public int lowWatermark() {
        return lowWatermark;
    }

    /**
     * Sets what happens to a message that finds the queue empty.
     *
     * @param policy for such messages.
     * @return this.
     */
    public ReceiveQueueAttributes whenEmpty(final EmptyQueuePolicy policy) {
        whenEmpty = policy;
        return this;
    }

    /**
     * Returns what happens to a message that finds the queue empty.
     *
     * @return policy; {@link EmptyQueuePolicy#WAIT} by default.
     */
    public EmptyQueuePolicy whenEmpty() {
        return whenEmpty;
    }
}
