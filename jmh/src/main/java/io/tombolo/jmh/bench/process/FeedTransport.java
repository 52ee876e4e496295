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
package io.tombolo.jmh.bench.process;

import org.agrona.MutableDirectBuffer;

/**
 * One side of a feed: rank 0 writes, and rank 1 has all readers, which one thread polls in turn. So two cores are enough for any number of
 * readers. Each reader copies each message. To measure latencies, there is a second feed with one reader.
 */
abstract class FeedTransport extends OneWayTransport {

    /** Bytes of the ring of a feed, unless its longest message needs more. */
    private static final int CAPACITY = 1 << 20;

    /** Messages that a reader takes before the next one has its turn. */
    private static final int BURST = 64;

    private final int[] left;

    FeedTransport(final int readers) {
        left = new int[readers];
    }

    /** Returns the feed with one reader. */
    abstract FeedTransport ofOneReader();

    /** Returns the capacity of a ring, a power of two, that carries messages of some length. */
    static int capacity(final int longest) {
        return Math.max(CAPACITY, 2 * AgronaRingFile.capacity(longest));
    }

    /** Copies messages of a reader to the buffer, at most the limit, without waiting. Returns how many. */
    abstract int poll(int reader, MutableDirectBuffer buffer, int limit);

    @Override
    public final void receiveAll(final MutableDirectBuffer buffer, final int length, final int count) {
        final int[] counts = left;
        for (int reader = 0; reader < counts.length; reader++) {
            counts[reader] = count;
        }
        int open = counts.length;
        int looks = 0;
        while (open > 0) {
            int found = 0;
            for (int reader = 0; reader < counts.length; reader++) {
                if (counts[reader] > 0) {
                    final int some = poll(reader, buffer, Math.min(BURST, counts[reader]));
                    counts[reader] -= some;
                    found += some;
                    open -= some > 0 && 0 == counts[reader] ? 1 : 0;
                }
            }
            looks = found > 0 ? 0 : Waiting.pause(looks);
        }
    }
}
