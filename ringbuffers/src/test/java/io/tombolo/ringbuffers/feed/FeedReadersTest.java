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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class FeedReadersTest {
    private static final long LONG_NS = TimeUnit.HOURS.toNanos(1);

    @TempDir
    private Path directory;

    private static void writeUntilHeldUp(final FeedFixture feed) {
        while (feed.write() == FeedWriting.WRITTEN) {
            assertThat(feed.tail().position()).as("it never waits").isLessThan(100_000);
        }
    }

    @Test
    void shouldHoldTheWriterBackUntilTheSlowestHasRead() throws Exception {
        final FeedFixture feed = new FeedFixture(directory, FeedKind.RELIABLE, 2, 0, LONG_NS);
        final FeedCursor slow = feed.cursor(feed.slot(1), false);
        final FeedCursor quick = feed.cursor(feed.slot(2), false);
        writeUntilHeldUp(feed);
        while (quick.next()) {
            quick.done();
        }
        assertThat(feed.write()).isEqualTo(FeedWriting.BACK_PRESSURED);
        assertThat(feed.ring.holder()).isEqualTo(1);
        while (slow.next()) {
            assertThat(FeedFixture.isWhole(slow)).isTrue();
            assertThat(slow.done()).isTrue();
        }
        assertThat(feed.write()).isEqualTo(FeedWriting.WRITTEN);
    }

    @Test
    void shouldCutAReaderOffThatDoesNotMove() throws Exception {
        final FeedFixture feed = new FeedFixture(directory, FeedKind.RELIABLE, 2, 0, 1);
        final FeedSlot slot = feed.slot(1);
        final FeedCursor stuck = feed.cursor(slot, false);
        final FeedSlot other = feed.slot(2);
        final FeedCursor quick = feed.cursor(other, false);
        long shown = 0;
        for (int i = 0; i < 1000; i++) {
            while (feed.write() != FeedWriting.WRITTEN) {
                Thread.onSpinWait();
            }
            assertThat(quick.next()).isTrue();
            assertThat(quick.number()).isEqualTo(shown++);
            assertThat(quick.done()).isTrue();
        }
        assertThat(slot.isCut()).isTrue();
        assertThat(other.isCut()).isFalse();
        assertThat(stuck.next()).as("what is left of the ring is none of its messages").isFalse();
        assertThat(FeedReading.of(feed.file).cuts()).isEqualTo(1);
        slot.leave();
        assertThat(feed.cursor(feed.slot(1), true).next()).as("it may open the feed again").isTrue();
    }

    @Test
    void shouldNotCutAReaderOffBecauseTheWriterWasStopped() throws Exception {
        final FeedFixture feed = new FeedFixture(directory, FeedKind.RELIABLE, 1, 0, 1000);
        final FeedSlot slot = feed.slot(1);
        feed.cursor(slot, false);
        writeUntilHeldUp(feed);
        final int needed = 8;
        final long tail = feed.tail().position();
        final long[] now = {0};
        final ReaderGate gate = new ReaderGate(feed.file, feed.deaths(), () -> now[0]);
        assertThat(gate.slowest(tail, needed)).isZero();
        now[0] = 1_000_000;
        assertThat(gate.slowest(tail, needed)).as("it has had no time to move").isZero();
        for (int looks = 0; looks < 74; looks++) {
            now[0] += 10;
            assertThat(gate.slowest(tail, needed)).isZero();
        }
        assertThat(slot.isCut()).isFalse();
        now[0] += 10;
        assertThat(gate.slowest(tail, needed)).isEqualTo(Long.MAX_VALUE);
        assertThat(slot.isCut()).isTrue();
    }

    @Test
    void shouldCutAReaderOffThoughTheWriterRarelyTries() throws Exception {
        final FeedFixture feed = new FeedFixture(directory, FeedKind.RELIABLE, 1, 0, 1000);
        feed.cursor(feed.slot(1), false);
        writeUntilHeldUp(feed);
        final long[] now = {0};
        final ReaderGate gate = new ReaderGate(feed.file, feed.deaths(), () -> now[0] += 1_000_000);
        int looks = 0;
        while (gate.slowest(feed.tail().position(), 8) == 0) {
            looks++;
        }
        assertThat(looks).isEqualTo(4);
    }

    @Test
    void shouldTellAReaderThatItsMessageWasOverwritten() throws Exception {
        final FeedFixture feed = new FeedFixture(directory, FeedKind.RELIABLE, 1, 0, 1);
        final FeedCursor cursor = feed.cursor(feed.slot(1), false);
        feed.write();
        feed.write();
        assertThat(cursor.next()).isTrue();
        for (int i = 0; i < 1000; i++) {
            feed.write();
        }
        assertThat(cursor.done()).isFalse();
    }

    @Test
    void shouldDropAReaderWhoseRankIsGone() throws Exception {
        final FeedFixture feed = new FeedFixture(directory, FeedKind.RELIABLE, 1, 0, LONG_NS);
        feed.cursor(feed.slot(7), false);
        writeUntilHeldUp(feed);
        assertThat(feed.slot(8)).as("the only slot is taken").isNull();
        feed.dead.add(7);
        assertThat(feed.write()).isEqualTo(FeedWriting.WRITTEN);
        assertThat(FeedReading.of(feed.file).readers()).isEmpty();
        assertThat(feed.slot(8)).isNotNull();
        feed.dead.add(8);
        assertThat(feed.slot(9)).as("the slot of a dead rank").isNotNull();
    }

    @Test
    void shouldShowReaders() throws Exception {
        final FeedFixture feed = new FeedFixture(directory, FeedKind.LATEST, 3, 0, 0);
        final FeedSlot slot = feed.slot(5);
        final FeedCursor cursor = feed.cursor(slot, false);
        feed.write();
        feed.write();
        slot.asleep(true);
        assertThat(feed.tail().hasSleepers()).isTrue();
        FeedReading.Reader reader = FeedReading.of(feed.file).readers().get(0);
        assertThat(reader.rank()).isEqualTo(5);
        assertThat(reader.state()).isSameAs(FeedReaderState.ACTIVE);
        assertThat(reader.lagMessages()).isEqualTo(2);
        assertThat(reader.lagBytes()).isEqualTo(feed.tail().position());
        assertThat(reader.isAsleep()).isTrue();
        slot.asleep(false);
        assertThat(cursor.next()).isTrue();
        cursor.done();
        cursor.publish();
        reader = FeedReading.of(feed.file).readers().get(0);
        assertThat(reader.lagMessages()).isEqualTo(1);
        slot.leave();
        assertThat(FeedReading.of(feed.file).readers()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {FeedFileDescriptor.MAGIC_OFFSET, FeedFileDescriptor.VERSION_OFFSET, FeedFileDescriptor.KIND_OFFSET,
        FeedFileDescriptor.HASH_OFFSET, FeedFileDescriptor.RANK_OFFSET, FeedFileDescriptor.READERS_OFFSET,
        FeedFileDescriptor.CAPACITY_OFFSET, FeedFileDescriptor.LONGEST_OFFSET, FeedFileDescriptor.NAME_LENGTH_OFFSET})
    void shouldRefuseADamagedHead(final int offset) throws Exception {
        final FeedFixture feed = new FeedFixture(directory, FeedKind.LATEST, 3, 0, 0);
        feed.file.memory().putInt(offset, -5);
        assertThatThrownBy(() -> feed.slot(1)).isInstanceOf(IOException.class)
            .hasMessageContaining("is not a feed of incarnation 1 of rank 0").hasMessageNotContaining("\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"RELIABLE", "LATEST", "CONFLATED"})
    void shouldSurviveRandomDamage(final String kind) throws Exception {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        final FeedFixture feed = new FeedFixture(directory, FeedKind.valueOf(kind), 1, kind.equals("CONFLATED") ? 9 : 0, 0);
        final int start = FeedFileDescriptor.TAIL_OFFSET;
        int damaged = 0;
        for (int round = 0; round < 3000; round++) {
            final byte[] before = new byte[feed.file.geometry().fileLength() - start];
            feed.file.memory().getBytes(start, before);
            final FeedSlot slot = feed.slot(1);
            try {
                final FeedCursor cursor = feed.cursor(slot, random.nextBoolean());
                for (int i = 0; i < 20; i++) {
                    if (feed.values == null) {
                        feed.write();
                    } else {
                        feed.write(random.nextInt(9));
                    }
                    final int length = before.length;
                    feed.file.memory().putLong(
                        start + (random.nextInt(2) == 0 ? random.nextInt(48) * 8 : random.nextInt(length / 8 - 1) * 8),
                        random.nextInt(3) == 0 ? random.nextInt(4096) : random.nextLong());
                    for (int shown = 0; shown < 50 && cursor.next(); shown++) {
                        assertThat(cursor.offset() + cursor.length()).as("seed=%d", seed).isBetween(0, cursor.buffer().capacity());
                        cursor.done();
                    }
                    cursor.publish();
                    assertThat(cursor.lagMessages()).isNotNegative();
                }
            } catch (final FeedDamageException expected) {
                damaged++;
            }
            FeedReading.of(feed.file);
            feed.file.memory().putBytes(start, before);
        }
        assertThat(damaged).as("seed=%d", seed).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"RELIABLE", "LATEST", "CONFLATED"})
    void shouldEndTheReaderOfADamagedFeed(final String kind) throws Exception {
        final FeedFixture feed = new FeedFixture(directory, FeedKind.valueOf(kind), 3, kind.equals("CONFLATED") ? 9 : 0, 0);
        final int ring = feed.file.geometry().ringOffset();
        for (final long word : new long[] {-2, Long.MAX_VALUE, 101, 0xffff_ffff_0000_0000L, 77L << 32}) {
            final FeedSlot slot = feed.slot(1);
            final FeedCursor cursor = feed.cursor(slot, false);
            final int start = (int) (feed.tail().position() & 1023);
            if (feed.values == null) {
                feed.write();
            } else {
                feed.write(1);
            }
            feed.file.memory().putLong(ring + start, word);
            assertThatThrownBy(cursor::next).isInstanceOf(FeedDamageException.class).hasMessageContaining("feed prices")
                .hasMessageNotContaining("\n");
            slot.leave();
        }
        feed.file.memory().putLong(FeedFileDescriptor.TAIL_OFFSET, -8);
        final FeedSlot slot = feed.slot(2);
        assertThatThrownBy(() -> feed.cursor(slot, true)).isInstanceOf(FeedDamageException.class);
    }
}
