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
 * What a {@link SharedReceiveQueue} is made with. Not thread-safe.
 */
public final class ReceiveQueueAttributes {
    /** Low watermark of a queue that is being made: none. */
    public static final int DEFAULT_LOW_WATERMARK = 0;

    private static final int DEFAULT_RECEIVES = 64;

    private int maxReceives = DEFAULT_RECEIVES;
    private int maxSegments = 1;
    private int lowWatermark = DEFAULT_LOW_WATERMARK;
    private EmptyQueuePolicy whenEmpty = EmptyQueuePolicy.WAIT;

    /**
     * 64 receives of one segment each; messages wait when there is none.
     */
    public ReceiveQueueAttributes() {
    }

    /**
     * Sets how many buffers may be outstanding.
     *
     * @param receives from 1 to {@link InterfaceAdapter#MAX_RECEIVES}.
     * @return this.
     */
    public ReceiveQueueAttributes maxReceives(final int receives) {
        maxReceives = receives;
        return this;
    }

    /**
     * Returns how many buffers may be outstanding.
     *
     * @return count.
     */
    public int maxReceives() {
        return maxReceives;
    }

    /**
     * Sets how many segments a buffer may have.
     *
     * @param segments from 1 to {@link InterfaceAdapter#MAX_SEGMENTS}.
     * @return this.
     */
    public ReceiveQueueAttributes maxSegments(final int segments) {
        maxSegments = segments;
        return this;
    }

    /**
     * Returns how many segments a buffer may have.
     *
     * @return count.
     */
    public int maxSegments() {
        return maxSegments;
    }

    /**
     * Sets the low watermark, which must be {@link #DEFAULT_LOW_WATERMARK} when the queue is made: set it afterwards (S4.21).
     *
     * @param watermark buffers.
     * @return this.
     */
    public ReceiveQueueAttributes lowWatermark(final int watermark) {
        lowWatermark = watermark;
        return this;
    }

    /**
     * Returns the low watermark.
     *
     * @return buffers.
     */
    public int lowWatermark() {
        return lowWatermark;
    }

    /**
     * Sets what happens to a message that finds no buffer.
     *
     * @param policy to follow.
     * @return this.
     */
    public ReceiveQueueAttributes whenEmpty(final EmptyQueuePolicy policy) {
        whenEmpty = policy;
        return this;
    }

    /**
     * Returns what happens to a message that finds no buffer.
     *
     * @return policy.
     */
    public EmptyQueuePolicy whenEmpty() {
        return whenEmpty;
    }
}
