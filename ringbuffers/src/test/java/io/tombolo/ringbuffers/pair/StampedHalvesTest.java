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
package io.tombolo.ringbuffers.pair;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.ringbuffers.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two short records in one slot of a stamped ring, and longer ones among them. */
@Timeout(30)
class StampedHalvesTest {
    private static final int HALVES = StampedSlotDescriptor.HALVES * RingFixture.SLOTS;
    private static final int SHORT = StampedSlotDescriptor.SHORT_LENGTH;
    private static final int SLOT = StampedSlotDescriptor.BODY_LENGTH;
    private static final long PAINT = 0x5555555555555555L;
    private static final int MOST = StampedSlotDescriptor.maxBodyLength(RingFixture.SLOTS);

    @TempDir
    Path directory;

    private RingFixture at(final long position) throws IOException {
        assertThat(position % StampedSlotDescriptor.HALVES).isZero();
        return new RingFixture(directory, RingKind.STAMPED, position / StampedSlotDescriptor.HALVES);
    }

    private static boolean offer(final RingFixture ring, final int length) {
        return ring.producer.offer(1, length, ~length, bytes(length), Bytes.BYTES_OFFSET, length);
    }

    private static byte[] bytes(final int length) {
        final byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) length);
        return bytes;
    }

    private static void take(final RingFixture ring, final int length) {
        assertThat(ring.consumer.poll()).isEqualTo(1);
        assertThat(ring.consumer.length()).isEqualTo(length);
        assertThat(ring.consumer.isSequence(length, ring.consumer.key())).isTrue();
        assertThat(ring.consumer.key()).isEqualTo(~length);
        final byte[] body = new byte[length];
        ring.consumer.copyBody(body, Bytes.BYTES_OFFSET, length);
        assertThat(body).isEqualTo(bytes(length));
        ring.consumer.advance();
    }

    private static void pass(final RingFixture ring, final int length) {
        assertThat(offer(ring, length)).isTrue();
        take(ring, length);
        ring.consumer.publish();
    }

    private static void paint(final RingFixture ring) {
        for (int half = 0; half < ring.capacity / StampedSlotDescriptor.HALF_LENGTH; half++) {
            UnsafeApi.putLong(ring.address(half) + StampedSlotDescriptor.BODY_OFFSET, PAINT);
        }
    }

    /** Returns the lines that were written since they were painted, as the positions of their first halves in the ring. */
    private static List<Integer> written(final RingFixture ring) {
        return IntStream.range(0, ring.capacity / StampedSlotDescriptor.HALF_LENGTH)
            .filter(half -> UnsafeApi.getLong(ring.address(half) + StampedSlotDescriptor.BODY_OFFSET) != PAINT)
            .mapToObj(half -> half & -2).toList();
    }

    private static List<Integer> linesFrom(final int start, final int end) {
        return IntStream.range(start, end).filter(half -> (half - start) % 2 == 0).mapToObj(half -> half & -2).toList();
    }

    private static void assertEmpty(final RingFixture ring) {
        assertThat(ring.consumer.poll()).isEqualTo(RingConsumer.EMPTY);
    }

    @Test
    void shouldHoldTwiceAsManyShortRecordsAsSlots() throws IOException {
        for (int length = 0; length <= SHORT; length++) {
            try (RingFixture ring = at(0)) {
                for (int lap = 0; lap < 3; lap++) {
                    for (int i = 0; i < HALVES; i++) {
                        assertThat(offer(ring, length)).isTrue();
                    }
                    assertThat(offer(ring, length)).isFalse();
                    for (int i = 0; i < HALVES; i++) {
                        take(ring, length);
                    }
                    assertEmpty(ring);
                    ring.consumer.publish();
                }
                assertThat(ring.isGuarded()).isTrue();
            }
        }
    }

    @Test
    void shouldBeginALongerRecordWithASlot() throws IOException {
        for (int start = 0; start < 2 * HALVES; start += StampedSlotDescriptor.HALVES) {
            for (final int longer : new int[] {SHORT + 1, SHORT + 8, SLOT, SLOT + 1, MOST}) {
                try (RingFixture ring = at(start)) {
                    assertThat(offer(ring, SHORT)).isTrue();
                    assertThat(offer(ring, longer)).isTrue();
                    assertThat(ring.producer.position()).isEqualTo(start + 2 + StampedSlotDescriptor.halves(longer)).isEven();
                    take(ring, SHORT);
                    take(ring, longer);
                    assertEmpty(ring);
                    assertThat(ring.consumer.position()).isEqualTo(ring.producer.position());
                    pass(ring, 0);
                    assertThat(ring.producer.position()).isOdd();
                    assertThat(ring.isGuarded()).isTrue();
                }
            }
        }
    }

    @Test
    void shouldPrepareAsManyLinesAsTheLastRecordHadOnce() throws IOException {
        try (RingFixture ring = new RingFixture(directory, RingKind.STAMPED, 0, 64)) {
            pass(ring, 200);
            final int start = (int) ring.producer.position();
            paint(ring);
            ring.producer.prepareToWrite();
            assertThat(written(ring)).isEqualTo(linesFrom(start + 2, start + StampedSlotDescriptor.halves(200) + 2));
            paint(ring);
            ring.producer.prepareToWrite();
            assertThat(written(ring)).as("not once more").isEmpty();
            assertThat(ring.isGuarded()).isTrue();
        }
    }

    @Test
    void shouldPrepareNoLineBehindShortRecords() throws IOException {
        try (RingFixture ring = new RingFixture(directory, RingKind.STAMPED, 0, 64)) {
            for (int i = 0; i < 20; i++) {
                pass(ring, SHORT);
            }
            paint(ring);
            ring.producer.prepareToWrite();
            assertThat(written(ring)).isEmpty();
        }
    }

    @Test
    void shouldPrepareTheFirstLineOfTheNextRecordOnce() throws IOException {
        try (RingFixture ring = new RingFixture(directory, RingKind.STAMPED, 0, 64)) {
            paint(ring);
            ring.producer.prepareFirst();
            assertThat(written(ring)).as("lines written without an offer").isEmpty();
            for (int i = 1; i < 20; i++) {
                pass(ring, i % 3 == 0 ? SLOT : SHORT);
                paint(ring);
                final int start = (int) ring.producer.position() & -2;
                ring.producer.prepareFirst();
                assertThat(written(ring)).isEqualTo(linesFrom(start, start + 2));
                assertEmpty(ring);
                paint(ring);
                ring.producer.prepareFirst();
                assertThat(written(ring)).as("not once more").isEmpty();
            }
            assertThat(ring.isGuarded()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"49, true", "112, true", "113, false", "255, false"})
    void shouldPrepareTheFirstLineBehindRecordsOfTwoLinesAtMost(final int length, final boolean isWritten) throws IOException {
        try (RingFixture ring = new RingFixture(directory, RingKind.STAMPED, 0, 64)) {
            pass(ring, length);
            paint(ring);
            final int start = (int) ring.producer.position();
            ring.producer.prepareFirst();
            assertThat(written(ring)).isEqualTo(isWritten ? linesFrom(start, start + 2) : List.of());
        }
    }

    @Test
    void shouldPrepareNoFirstLineThatIsNotFree() throws IOException {
        try (RingFixture ring = at(0)) {
            while (offer(ring, SHORT)) {
                assertThat(ring.producer.position()).isLessThanOrEqualTo(HALVES);
            }
            paint(ring);
            ring.producer.prepareFirst();
            assertThat(written(ring)).isEmpty();
        }
    }

    @Test
    void shouldPrepareNoLineThatIsNotFree() throws IOException {
        try (RingFixture ring = at(0)) {
            while (offer(ring, SLOT + 1)) {
                assertThat(ring.producer.position()).isLessThanOrEqualTo(HALVES);
            }
            paint(ring);
            ring.producer.prepareToWrite();
            assertThat(written(ring)).isEmpty();
            assertThat(ring.consumer.poll()).isEqualTo(1);
            ring.consumer.advance();
            ring.consumer.publish();
            assertThat(ring.producer.findRoom(SLOT + 1)).isTrue();
            ring.producer.prepareToWrite();
            assertThat(written(ring)).as("the second of two free lines").isEqualTo(linesFrom(2, 4));
        }
    }

    @Test
    void shouldHandBackNoLineOfShortRecords() throws IOException {
        try (RingFixture ring = at(0)) {
            final StampedConsumer consumer = (StampedConsumer) ring.consumer;
            for (final int length : new int[] {SHORT, SLOT, SHORT, SHORT, SLOT, 0, 0}) {
                assertThat(offer(ring, length)).isTrue();
                take(ring, length);
                assertThat(consumer.pendingLines()).isZero();
                consumer.publish();
                assertThat(consumer.pendingLines()).isZero();
            }
            assertThat(ring.isGuarded()).isTrue();
        }
    }

    @Test
    void shouldHandBackTheLinesOfLongRecords() throws IOException {
        try (RingFixture ring = new RingFixture(directory, RingKind.STAMPED, 0, 64)) {
            final StampedConsumer consumer = (StampedConsumer) ring.consumer;
            final int[] lengths = {256, 0, 257, 256, 300, 8, 8};
            final int[] lines = {0, 0, 5, 5 + 5, 5 + 5 + 5, 5 + 5 + 5, 5 + 5 + 5 + 1};
            for (int i = 0; i < lengths.length; i++) {
                assertThat(offer(ring, lengths[i])).isTrue();
                take(ring, lengths[i]);
                assertThat(consumer.pendingLines()).isEqualTo(lines[i]);
            }
            consumer.publish();
            assertThat(consumer.pendingLines()).isZero();
            assertThat(ring.head()).isEqualTo(consumer.position());
            assertThat(ring.isGuarded()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8, 16})
    void shouldKeepRoomForTheSkip(final int length) throws IOException {
        for (int left = 1; left <= 7; left += 2) {
            try (RingFixture ring = at(0)) {
                for (int i = left; i < HALVES; i++) {
                    assertThat(offer(ring, length)).isTrue();
                }
                final long before = ring.producer.position();
                for (int longer = MOST; longer > SHORT; longer--) {
                    final boolean isRoom = 1 + StampedSlotDescriptor.halves(longer) <= left;
                    assertThat(ring.producer.findRoom(longer)).as("%d bytes, %d halves left", longer, left).isEqualTo(isRoom);
                    assertThat(isRoom || !offer(ring, longer)).isTrue();
                }
                assertThat(ring.producer.findRoom(SHORT)).isTrue();
                assertThat(ring.producer.position()).as("position after offers without room").isEqualTo(before);
                if (left >= 3) {
                    assertThat(ring.producer.offer(1, 0, 0, 1, 2, 3, 4, 5, 6)).isTrue();
                } else {
                    assertThat(ring.producer.offer(1, 0, 0, 1, 2, 3, 4, 5, 6)).isFalse();
                    assertThat(offer(ring, 1)).isTrue();
                }
                for (int i = left; i < HALVES; i++) {
                    take(ring, length);
                }
                assertThat(ring.consumer.poll()).isEqualTo(1);
                assertThat(ring.producer.isCorrupt()).isFalse();
            }
        }
    }

    /** A producer clears the word behind the first record of a slot only after the second record of the last lap was taken. */
    @Test
    void shouldLeaveTheSecondRecordOfASlotUntilItIsTaken() throws IOException {
        try (RingFixture ring = at(0)) {
            for (int i = 0; i < HALVES; i++) {
                assertThat(offer(ring, 8)).isTrue();
            }
            for (int lap = 0; lap < 3 * HALVES; lap++) {
                take(ring, 8);
                ring.consumer.publish();
                assertThat(ring.producer.findRoom(8)).isFalse();
                assertThat(offer(ring, 8)).isFalse();
                take(ring, 8);
                ring.consumer.publish();
                assertThat(offer(ring, 8)).isTrue();
                assertThat(offer(ring, 8)).isTrue();
            }
        }
    }

    @Test
    void shouldSkipAtOnceBeforeABatch() throws IOException {
        try (RingFixture ring = at(0)) {
            for (int lap = 0; lap < 3 * HALVES; lap++) {
                pass(ring, 8);
                ring.producer.beginBatch();
                assertThat(offer(ring, SLOT)).isTrue();
                assertEmpty(ring);
                assertThat(offer(ring, 8)).isTrue();
                assertThat(offer(ring, SHORT + 1)).isTrue();
                assertEmpty(ring);
                ring.producer.endBatch();
                take(ring, SLOT);
                take(ring, 8);
                take(ring, SHORT + 1);
                assertEmpty(ring);
                ring.consumer.publish();
            }
        }
    }

    @Test
    void shouldHideAShortRecordAtTheStartOfABatch() throws IOException {
        try (RingFixture ring = at(0)) {
            for (int lap = 0; lap < 3 * HALVES; lap++) {
                final int shorts = 1 + lap % 3;
                ring.producer.beginBatch();
                for (int i = 0; i < shorts; i++) {
                    assertThat(offer(ring, i)).isTrue();
                    assertEmpty(ring);
                }
                assertThat(offer(ring, MOST)).isTrue();
                assertEmpty(ring);
                ring.producer.endBatch();
                for (int i = 0; i < shorts; i++) {
                    take(ring, i);
                }
                take(ring, MOST);
                assertEmpty(ring);
                ring.consumer.publish();
            }
        }
    }

    /** At a position whose stamp has zeros in its low bits, the record before clears the word, and a skip there is not zero. */
    @ParameterizedTest
    @ValueSource(ints = {8, 17})
    void shouldDistinguishAClearedWordFromAStamp(final int length) throws IOException {
        final long last = (1L << 32) - 1;
        try (RingFixture ring = at(last - 1 - HALVES)) {
            pass(ring, MOST);
            while (ring.producer.position() < last) {
                pass(ring, 8);
            }
            assertThat(ring.consumer.position()).isEqualTo(last);
            assertEmpty(ring);
            pass(ring, length);
            assertThat(ring.consumer.position()).isEqualTo(length == 8 ? last + 1 : last + 3);
        }
    }

    /** The second record of a slot begins where the last lap had payload, which consists of valid stamps. */
    @Test
    void shouldNotTakePayloadForTheSecondRecordOfASlot() throws IOException {
        try (RingFixture ring = at(0)) {
            final long stamp = Stamp.pack(HALVES + 1, 1, 8, 0);
            assertThat(ring.producer.offer(1, 0, 0, stamp, stamp, stamp, stamp, stamp, stamp)).isTrue();
            assertThat(ring.consumer.poll()).isEqualTo(1);
            ring.consumer.advance();
            ring.consumer.publish();
            while (ring.producer.position() < HALVES) {
                pass(ring, SLOT);
            }
            pass(ring, 8);
            assertThat(ring.consumer.position()).isEqualTo(HALVES + 1);
            assertEmpty(ring);
        }
    }
}
