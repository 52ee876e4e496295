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
package io.tombolo.ringbuffers.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random calls of a writer and of readers that come and go, against a model that knows everything that was published. The seed is in the
 * description of each failure.
 */
@Timeout(30)
class FeedModelTest {
    private static final int STEPS = 200_000;
    private static final int READERS = 4;
    private static final int KEYS = 20;

    @TempDir
    private Path directory;
    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    /** A reader, and what the model expects of it. */
    private static final class Reader {
        private final FeedSlot slot;
        private final FeedCursor cursor;
        private long next;
        private long missed;
        private final Map<Long, Long> seen = new HashMap<>();

        Reader(final FeedSlot slot, final FeedCursor cursor, final long next) {
            this.slot = slot;
            this.cursor = cursor;
            this.next = next;
        }
    }

    @Test
    void shouldLoseNothingInAReliableFeed() throws Exception {
        final FeedFixture feed = new FeedFixture(directory, FeedKind.RELIABLE, READERS, 0, 0);
        final List<Reader> readers = new ArrayList<>();
        int waits = 0;
        for (int step = 0; step < STEPS; step++) {
            if (random.nextInt(3) > 0) {
                if (feed.write() == FeedWriting.BACK_PRESSURED) {
                    waits++;
                    assertThat(readers).as("seed=%d: somebody is in the way", seed).anyMatch(
                        reader -> reader.cursor.lagBytes() > 1024 - 1024 / 32 - 3 * FeedFixture.LONGEST);
                }
            } else if (random.nextInt(200) == 0) {
                comeOrGo(feed, readers);
            } else if (!readers.isEmpty()) {
                final Reader reader = readers.get(random.nextInt(readers.size()));
                read(reader, random.nextInt(12));
                assertThat(reader.cursor.missed()).isZero();
                assertThat(reader.missed).as("seed=%d", seed).isZero();
            }
        }
        assertThat(waits).as("seed=%d", seed).isPositive();
    }

    @Test
    void shouldCountWhatAReaderOfTheLatestMisses() throws Exception {
        final FeedFixture feed = new FeedFixture(directory, FeedKind.LATEST, READERS, 0, 0);
        final List<Reader> readers = new ArrayList<>();
        long missed = 0;
        for (int step = 0; step < STEPS; step++) {
            if (random.nextInt(3) > 0) {
                assertThat(feed.write()).isEqualTo(FeedWriting.WRITTEN);
            } else if (random.nextInt(200) == 0) {
                comeOrGo(feed, readers);
            } else if (!readers.isEmpty()) {
                final Reader reader = readers.get(random.nextInt(readers.size()));
                read(reader, random.nextInt(12));
                assertThat(reader.cursor.missed()).as("seed=%d", seed).isEqualTo(reader.missed);
                missed += reader.missed;
            }
        }
        assertThat(missed).as("seed=%d", seed).isPositive();
    }

    private void comeOrGo(final FeedFixture feed, final List<Reader> readers) throws Exception {
        final FeedSlot slot = readers.size() < READERS ? feed.slot(random.nextInt(100)) : null;
        if (slot == null) {
            readers.remove(random.nextInt(readers.size())).slot.leave();
            return;
        }
        final boolean fromOldest = random.nextBoolean();
        final FeedCursor cursor = feed.cursor(slot, fromOldest);
        final long published = feed.tail().published();
        final long next = published - cursor.lagMessages();
        assertThat(fromOldest || next == published).isTrue();
        if (fromOldest && published > 100) {
            // Half of the ring at least, whose messages have at most 108 bytes.
            assertThat(cursor.lagMessages()).as("seed=%d", seed).isGreaterThanOrEqualTo(5);
        }
        readers.add(new Reader(slot, cursor, next));
    }

    private void read(final Reader reader, final int limit) {
        for (int i = 0; i < limit && reader.cursor.next(); i++) {
            assertThat(reader.cursor.number()).as("seed=%d", seed).isGreaterThanOrEqualTo(reader.next);
            reader.missed += reader.cursor.number() - reader.next;
            assertThat(FeedFixture.isWhole(reader.cursor)).as("seed=%d", seed).isTrue();
            reader.next = reader.cursor.number() + 1;
            assertThat(reader.cursor.done()).isTrue();
        }
        reader.cursor.publish();
    }

    @Test
    void shouldShowTheNewestValueOfEachKeyOnce() throws Exception {
        final FeedFixture feed = new FeedFixture(directory, FeedKind.CONFLATED, READERS, KEYS, 0);
        final Map<Long, Long> newest = new HashMap<>();
        final List<Reader> readers = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            if (random.nextInt(3) > 0) {
                final long key = random.nextInt(1 + random.nextInt(KEYS + 2));
                final long number = feed.tail().published();
                final boolean isNew = !newest.containsKey(key) && newest.size() == KEYS;
                assertThat(feed.write(key)).as("seed=%d", seed).isEqualTo(isNew ? FeedWriting.NO_ROOM : FeedWriting.WRITTEN);
                if (!isNew) {
                    newest.put(key, number);
                }
            } else if (random.nextInt(200) == 0) {
                final FeedSlot slot = readers.size() < READERS ? feed.slot(1) : null;
                if (slot == null) {
                    readers.remove(0).slot.leave();
                } else {
                    final boolean fromSnapshot = random.nextBoolean();
                    final Reader reader = new Reader(slot, feed.cursor(slot, fromSnapshot), 0);
                    if (!fromSnapshot) {
                        reader.seen.putAll(newest);
                    }
                    readers.add(reader);
                }
            } else if (!readers.isEmpty() && random.nextInt(10) == 0) {
                // Seldom, so that readers are overrun.
                readValues(readers.get(random.nextInt(readers.size())), newest, random.nextInt(40));
            }
        }
        for (final Reader reader : readers) {
            readValues(reader, newest, Integer.MAX_VALUE);
            assertThat(reader.seen).as("seed=%d", seed).isEqualTo(newest);
        }
    }

    /** Reads values. Each is the newest of its key at this moment, and was not shown before. */
    private void readValues(final Reader reader, final Map<Long, Long> newest, final int limit) {
        int shown = 0;
        while (shown < limit && reader.cursor.next()) {
            final long key = reader.cursor.key();
            assertThat(reader.cursor.number()).as("seed=%d", seed).isEqualTo(newest.get(key));
            assertThat(Objects.equals(reader.seen.put(key, reader.cursor.number()), reader.cursor.number())).isFalse();
            assertThat(FeedFixture.isWhole(reader.cursor)).as("seed=%d", seed).isTrue();
            reader.cursor.done();
            shown++;
        }
        if (shown < limit) {
            assertThat(reader.seen).as("seed=%d: all that has changed", seed).isEqualTo(newest);
        }
        reader.cursor.publish();
    }

    @Test
    void shouldSeeOnlyWholeMessagesWhileTheWriterOverwritesThem() throws Exception {
        final FeedFixture feed = new FeedFixture(directory, FeedKind.LATEST, 1, 0, 0);
        final FeedCursor cursor = feed.cursor(feed.slot(1), false);
        final Thread writer = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                feed.write();
            }
        });
        writer.start();
        final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        long read = 0;
        long next = 0;
        while (read < STEPS && System.nanoTime() - deadline < 0) {
            if (cursor.next()) {
                assertThat(FeedFixture.isWhole(cursor)).isTrue();
                assertThat(cursor.number()).isGreaterThanOrEqualTo(next);
                next = cursor.number() + 1;
                cursor.done();
                read++;
            }
        }
        writer.interrupt();
        writer.join();
        assertThat(read).isPositive();
        assertThat(read + cursor.missed()).isEqualTo(next);
    }

    @Test
    void shouldEndWithTheNewestValuesWhileTheWriterReplacesThem() throws Exception {
        final FeedFixture feed = new FeedFixture(directory, FeedKind.CONFLATED, 1, KEYS, 0);
        final FeedCursor cursor = feed.cursor(feed.slot(1), true);
        final Map<Long, Long> newest = new HashMap<>();
        final Thread writer = new Thread(() -> {
            for (int step = 0; step < STEPS; step++) {
                final long key = random.nextInt(KEYS);
                newest.put(key, feed.tail().published());
                feed.write(key);
            }
            feed.tail().close();
        });
        writer.start();
        final Map<Long, Long> seen = new HashMap<>();
        boolean isEnd = false;
        while (!isEnd) {
            isEnd = isClosed(feed);
            while (cursor.next()) {
                assertThat(FeedFixture.isWhole(cursor)).isTrue();
                final Long before = seen.put(cursor.key(), cursor.number());
                assertThat(before == null || before < cursor.number()).isTrue();
                cursor.done();
            }
        }
        writer.join();
        assertThat(seen).isEqualTo(newest);
    }

    private static boolean isClosed(final FeedFixture feed) {
        return feed.file.memory().getIntAcquire(FeedFileDescriptor.CLOSED_OFFSET) != 0;
    }
}
