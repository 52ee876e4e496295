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
package io.tombolo.engine.feed;

import io.tombolo.ringbuffers.feed.FeedGeometry;
import io.tombolo.ringbuffers.setting.Settings;
import java.util.concurrent.TimeUnit;

/**
 * The settings of the feeds that a rank writes.
 *
 * @param feeds    most feeds that the rank writes at once.
 * @param capacity of the ring of a feed in bytes, if its options do not say.
 * @param readers  most readers of a feed, if its options do not say.
 * @param cutOffNs nanoseconds after which a reader is cut off, if the options do not say; {@link Long#MAX_VALUE} for never.
 */
public record FeedSettings(int feeds, int capacity, int readers, long cutOffNs) {
    /** Largest number of feeds that a rank writes at once. */
    public static final String FEEDS_PROPERTY = "tombolo.feeds";

    /** Bytes of the ring of a feed: a power of two. */
    public static final String CAPACITY_PROPERTY = "tombolo.feed.capacity";

    /** Largest number of readers of a feed. */
    public static final String READERS_PROPERTY = "tombolo.feed.readers";

    /** Milliseconds after which a reliable feed cuts a reader off that does not move while the writer waits for it; 0 for never. */
    public static final String CUT_OFF_PROPERTY = "tombolo.feed.cut.ms";

    private static final int DEFAULT_FEEDS = 64;
    private static final int MOST_FEEDS = 4096;
    private static final int DEFAULT_CAPACITY = 1 << 20;
    private static final int DEFAULT_READERS = 16;
    private static final long DEFAULT_CUT_OFF_MS = 1000;
    private static final long MOST_MS = TimeUnit.DAYS.toMillis(365);

    /**
     * Reads the settings.
     *
     * @return settings of this process.
     * @throws IllegalArgumentException if one is out of its range; one line names it.
     */
    public static FeedSettings read() {
        final long capacity = number(CAPACITY_PROPERTY, DEFAULT_CAPACITY, FeedGeometry.MIN_CAPACITY, FeedGeometry.MAX_CAPACITY);
        if (Long.bitCount(capacity) != 1) {
            throw new IllegalArgumentException(CAPACITY_PROPERTY + "=" + capacity + " must be a power of two");
        }
        final long cutOffMs = number(CUT_OFF_PROPERTY, DEFAULT_CUT_OFF_MS, 0, MOST_MS);
        return new FeedSettings((int) number(FEEDS_PROPERTY, DEFAULT_FEEDS, 1, MOST_FEEDS), (int) capacity,
            (int) number(READERS_PROPERTY, DEFAULT_READERS, 1, FeedGeometry.MAX_READERS),
            cutOffMs == 0 ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(cutOffMs));
    }

    private static long number(final String property, final long otherwise, final long least, final long most) {
        final long value = Settings.number(property, otherwise);
        if (value < least || value > most) {
            throw new IllegalArgumentException(property + "=" + value + " must be from " + least + " to " + most);
        }
        return value;
    }
}
