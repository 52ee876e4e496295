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

import io.tombolo.engine.Engine;
import io.tombolo.engine.TestOutput;
import io.tombolo.engine.api.feed.FeedOptions;
import io.tombolo.engine.api.feed.FeedReader;
import io.tombolo.engine.api.feed.FeedStart;
import io.tombolo.engine.api.feed.FeedWriter;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Rank 0 writes a million values of some keys, rank 1 reads them slowly. At the end both print a sum of the newest values of all keys.
 */
final class FeedKeysRank {
    private static final int UPDATES = 1_000_000;
    private static final int KEYS = 1000;
    private static final int SEED = 45;
    private static final long WORK_NS = 1_000;
    private static final long GUARD_S = 25;

    private FeedKeysRank() {
    }

    public static void main(final String[] arguments) {
        try (Engine engine = Engine.launch()) {
            if (engine.rank() == 0) {
                write(engine);
            } else {
                read(engine);
            }
        }
    }

    private static void write(final Engine engine) {
        final long[] newest = new long[KEYS];
        final Random random = new Random(SEED);
        final UnsafeBuffer value = new UnsafeBuffer(new byte[Long.BYTES]);
        try (FeedWriter writer = engine.createFeed(FeedRank.NAME, FeedOptions.latest().withKeys(KEYS).withCapacity(4096).withLongest(8))) {
            engine.world().barrier();
            for (int i = 1; i <= UPDATES; i++) {
                final int key = random.nextInt(KEYS);
                newest[key] = i;
                value.putLong(0, i);
                if (writer.tryWrite(key, value, 0, Long.BYTES) != FeedWriter.WRITTEN) {
                    throw new AssertionError("update " + i);
                }
            }
        }
        TestOutput.say("newest " + sum(newest));
    }

    private static void read(final Engine engine) {
        final long[] newest = new long[KEYS];
        long shown = 0;
        try (FeedReader reader = engine.openFeed(FeedRank.NAME, FeedStart.FROM_OLDEST, GUARD_S, TimeUnit.SECONDS)) {
            engine.world().barrier();
            int count = 0;
            while (count != FeedReader.ENDED) {
                shown += count;
                count = reader.poll((key, number, buffer, offset, length) -> {
                    final long value = buffer.getLong(offset);
                    if (value <= newest[(int) key] || value != number + 1) {
                        throw new AssertionError("value " + value + " of key " + key + " after " + newest[(int) key]);
                    }
                    newest[(int) key] = value;
                    final long until = System.nanoTime() + WORK_NS;
                    while (System.nanoTime() - until < 0) {
                        Thread.onSpinWait();
                    }
                }, 10, GUARD_S, TimeUnit.SECONDS);
            }
            if (shown + reader.missed() != UPDATES) {
                throw new AssertionError("shown " + shown + " missed " + reader.missed());
            }
        }
        TestOutput.say("newest " + sum(newest));
    }

    private static long sum(final long[] newest) {
        long sum = 0;
        for (int key = 0; key < newest.length; key++) {
            sum = sum * 31 + newest[key];
        }
        return sum;
    }
}
