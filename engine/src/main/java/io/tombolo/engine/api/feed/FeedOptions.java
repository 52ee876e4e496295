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
package io.tombolo.engine.api.feed;

import java.util.concurrent.TimeUnit;

/**
 * How a feed is made. Immutable. What is not set comes from the settings {@code tombolo.feed.capacity}, {@code tombolo.feed.readers} and
 * {@code tombolo.feed.cut.ms} of the rank that makes the feed.
 *
 * @param mode     what happens to slow readers.
 * @param capacity of the ring in bytes, a power of two from 1,024 to 536,870,912; 0 for the setting.
 * @param longest  message in bytes. Up to an eighth of the ring, less 8 bytes: this is the default, shown as -1. With keys up to 1,048,576,
 *                 and 256 by default.
 * @param readers  most readers at once, 1 to 1,024; 0 for the setting.
 * @param cutOffNs nanoseconds after which a reader is cut off that does not move while the writer waits for it; 0 for the setting,
 *                 {@link Long#MAX_VALUE} for never. Only for reliable feeds.
 * @param keys     most keys; 0 for a feed without keys. Only for latest feeds.
 */
public record FeedOptions(FeedMode mode, int capacity, int longest, int readers, long cutOffNs, int keys) {
    /** In place of the length of the longest message: the default. */
    public static final int DEFAULT_LONGEST = -1;

    /**
     * Makes options; use the methods that begin with a mode.
     *
     * @param mode     what happens to slow readers.
     * @param capacity of the ring in bytes.
     * @param longest  message in bytes.
     * @param readers  most readers at once.
     * @param cutOffNs nanoseconds.
     * @param keys     most keys.
     */
    public FeedOptions {
        if (mode == null) {
            throw new NullPointerException("mode");
        }
    }

    /**
     * Options of a reliable feed.
     *
     * @return options with the default of everything else.
     */
    public static FeedOptions reliable() {
        return new FeedOptions(FeedMode.RELIABLE, 0, DEFAULT_LONGEST, 0, 0, 0);
    }

    /**
     * Options of a latest feed.
     *
     * @return options with the default of everything else.
     */
    public static FeedOptions latest() {
        return new FeedOptions(FeedMode.LATEST, 0, DEFAULT_LONGEST, 0, 0, 0);
    }

    /**
     * Sets the capacity of the ring. A feed with keys has a ring of 8 bytes for each change, beside its values.
     *
     * @param bytes power of two.
     * @return new options.
     */
    public FeedOptions withCapacity(final int bytes) {
        return new FeedOptions(mode, bytes, longest, readers, cutOffNs, keys);
    }

    /**
     * Sets the length of the longest message.
     *
     * @param bytes not negative.
     * @return new options.
     */
    public FeedOptions withLongest(final int bytes) {
        return new FeedOptions(mode, capacity, bytes, readers, cutOffNs, keys);
    }

    /**
     * Sets how many readers the feed can have at once.
     *
     * @param most number of readers, of all ranks together.
     * @return new options.
     */
    public FeedOptions withReaders(final int most) {
        return new FeedOptions(mode, capacity, longest, most, cutOffNs, keys);
    }

    /**
     * Sets after which time a reader is cut off that does not move while the writer waits for it. The time from one call that writes to
     * the next counts for at most a quarter of it, so that readers are not cut off because the writer was stopped.
     *
     * @param time positive; {@link Long#MAX_VALUE} for never.
     * @param unit of the time.
     * @return new options.
     * @throws IllegalArgumentException if the time is not positive.
     */
    public FeedOptions cutOffAfter(final long time, final TimeUnit unit) {
        if (time <= 0) {
            throw new IllegalArgumentException("time=" + time + " must be positive; Long.MAX_VALUE to cut no reader off");
        }
        return new FeedOptions(mode, capacity, longest, readers, unit.toNanos(time), keys);
    }

    /**
     * Lets the feed keep the newest value of each key.
     *
     * @param most number of keys.
     * @return new options.
     */
    public FeedOptions withKeys(final int most) {
        return new FeedOptions(mode, capacity, longest, readers, cutOffNs, most);
    }
}
