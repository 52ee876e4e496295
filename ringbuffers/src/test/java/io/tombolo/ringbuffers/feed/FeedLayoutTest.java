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

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FeedLayoutTest {
    @Test
    void shouldHaveTheHeadOfThePicture() {
        assertThat(FeedFileDescriptor.MAGIC_OFFSET).isZero();
        assertThat(FeedFileDescriptor.VERSION_OFFSET).isEqualTo(8);
        assertThat(FeedFileDescriptor.KIND_OFFSET).isEqualTo(12);
        assertThat(FeedFileDescriptor.HASH_OFFSET).isEqualTo(16);
        assertThat(FeedFileDescriptor.RANK_OFFSET).isEqualTo(24);
        assertThat(FeedFileDescriptor.INCARNATION_OFFSET).isEqualTo(28);
        assertThat(FeedFileDescriptor.NUMBER_OFFSET).isEqualTo(32);
        assertThat(FeedFileDescriptor.READERS_OFFSET).isEqualTo(36);
        assertThat(FeedFileDescriptor.CAPACITY_OFFSET).isEqualTo(40);
        assertThat(FeedFileDescriptor.LONGEST_OFFSET).isEqualTo(48);
        assertThat(FeedFileDescriptor.KEYS_OFFSET).isEqualTo(52);
        assertThat(FeedFileDescriptor.CUT_OFF_OFFSET).isEqualTo(56);
        assertThat(FeedFileDescriptor.NAME_LENGTH_OFFSET).isEqualTo(64);
        assertThat(FeedFileDescriptor.NAME_OFFSET).isEqualTo(72);
        assertThat(FeedFileDescriptor.NAME_OFFSET + FeedFileDescriptor.NAME_CAPACITY).isEqualTo(136);
        assertThat(FeedFileDescriptor.TAIL_OFFSET).isEqualTo(256);
        assertThat(FeedFileDescriptor.PUBLISHED_OFFSET).isEqualTo(264);
        assertThat(FeedFileDescriptor.USED_OFFSET).isEqualTo(272);
        assertThat(FeedFileDescriptor.OLDEST_OFFSET).isEqualTo(384);
        assertThat(FeedFileDescriptor.MIDDLE_OFFSET).isEqualTo(392);
        assertThat(FeedFileDescriptor.CUTS_OFFSET).isEqualTo(400);
        assertThat(FeedFileDescriptor.SLEEPERS_OFFSET).isEqualTo(512);
        assertThat(FeedFileDescriptor.WAITING_OFFSET).isEqualTo(516);
        assertThat(FeedFileDescriptor.CLOSED_OFFSET).isEqualTo(520);
        assertThat(FeedFileDescriptor.NAME_OWNER_OFFSET).isEqualTo(524);
        assertThat(FeedFileDescriptor.LENGTH).isEqualTo(640);
        assertThat(FeedFileDescriptor.MAGIC).isEqualTo(0x44454546424D4F54L);
    }

    @Test
    void shouldHaveTheReaderOfThePicture() {
        assertThat(FeedReaderDescriptor.STATE_OFFSET).isZero();
        assertThat(FeedReaderDescriptor.POSITION_OFFSET).isEqualTo(8);
        assertThat(FeedReaderDescriptor.NEXT_OFFSET).isEqualTo(16);
        assertThat(FeedReaderDescriptor.MISSED_OFFSET).isEqualTo(24);
        assertThat(FeedReaderDescriptor.SLEEP_OFFSET).isEqualTo(64);
        assertThat(FeedReaderDescriptor.SINCE_OFFSET).isEqualTo(72);
        assertThat(FeedReaderDescriptor.LENGTH).isEqualTo(128);
    }

    @Test
    void shouldHaveTheValueOfThePicture() {
        assertThat(FeedValueDescriptor.VERSION_OFFSET).isZero();
        assertThat(FeedValueDescriptor.BEGUN_OFFSET).isEqualTo(8);
        assertThat(FeedValueDescriptor.KEY_OFFSET).isEqualTo(16);
        assertThat(FeedValueDescriptor.HEADER_LENGTH).isEqualTo(32);
        assertThat(FeedValueDescriptor.NUMBER_OFFSET).isZero();
        assertThat(FeedValueDescriptor.LENGTH_OFFSET).isEqualTo(8);
        assertThat(FeedValueDescriptor.BUFFER_HEADER_LENGTH).isEqualTo(16);
        assertThat(FeedValueDescriptor.slotLength(0)).isEqualTo(64);
        assertThat(FeedValueDescriptor.slotLength(8)).isEqualTo(128);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "5, 6", "2147483647, 2147483648", "4294967295, 4294967296", "4294967296, 8589934591", "7, 4294967302"})
    void shouldCompleteTheNumberOfARecord(final long number, final long published) {
        final long header = FeedRecordDescriptor.header(17, number);
        assertThat(FeedRecordDescriptor.length(header)).isEqualTo(17);
        assertThat(FeedRecordDescriptor.number(header, published)).isEqualTo(number);
        assertThat(FeedRecordDescriptor.length(FeedRecordDescriptor.header(FeedRecordDescriptor.PADDING, 0))).isEqualTo(-1);
    }

    @ParameterizedTest
    @EnumSource(FeedKind.class)
    void shouldKeepThePartsApart(final FeedKind kind) {
        final FeedGeometry geometry = new FeedGeometry(kind, 4096, 100, 3, kind == FeedKind.CONFLATED ? 5 : 0, 0);
        assertThat(FeedGeometry.readerOffset(0)).isEqualTo(FeedFileDescriptor.LENGTH);
        assertThat(geometry.ringOffset()).isEqualTo(FeedGeometry.readerOffset(2) + FeedReaderDescriptor.LENGTH);
        assertThat(geometry.ringOffset() % 64).isZero();
        assertThat(geometry.valueOffset(0)).isEqualTo(geometry.ringOffset() + 4096);
        assertThat(geometry.fileLength()).isEqualTo(geometry.valueOffset(geometry.keys()));
        assertThat(FeedKind.of(kind.code())).isSameAs(kind);
    }

    @Test
    void shouldPackTheStateWord() {
        final long claimed = FeedReaderWord.claimed(0, 1023, Integer.MAX_VALUE);
        assertThat(FeedReaderWord.state(claimed)).isSameAs(FeedReaderState.JOINING);
        assertThat(FeedReaderWord.rank(claimed)).isEqualTo(1023);
        assertThat(FeedReaderWord.incarnation(claimed)).isEqualTo(Integer.MAX_VALUE);
        long word = FeedReaderTable.next(claimed, FeedReaderEvent.STARTED);
        assertThat(FeedReaderWord.isActive(word)).isTrue();
        word = FeedReaderTable.next(word, FeedReaderEvent.LEFT);
        assertThat(FeedReaderWord.state(word)).isSameAs(FeedReaderState.FREE);
        assertThat(FeedReaderWord.claimed(word, 1023, Integer.MAX_VALUE)).as("the count differs").isNotEqualTo(claimed);
        assertThat(FeedReaderWord.state(7)).isNull();
    }

    @Test
    void shouldLeadToEveryStateAndOutOfIt() {
        for (final FeedReaderState state : FeedReaderState.values()) {
            assertThat(FeedReaderTable.TRANSITIONS.rows()).anyMatch(row -> row.to() == state).anyMatch(row -> row.from() == state);
        }
    }

    @Test
    void shouldRefuseImpossibleSizes() {
        assertThatThrownBy(() -> new FeedGeometry(FeedKind.LATEST, 5000, 0, 1, 0, 0)).hasMessageContaining("capacity=5000");
        assertThatThrownBy(() -> new FeedGeometry(FeedKind.LATEST, 4096, 505, 1, 0, 0)).hasMessageContaining("longest=505");
        assertThatThrownBy(() -> new FeedGeometry(FeedKind.LATEST, 4096, 504, 0, 0, 0)).hasMessageContaining("readers=0");
        assertThatThrownBy(() -> new FeedGeometry(FeedKind.LATEST, 4096, 504, 1, 1, 0)).hasMessageContaining("keys=1");
        assertThatThrownBy(() -> new FeedGeometry(FeedKind.CONFLATED, 4096, 504, 1, 0, 0)).hasMessageContaining("keys=0");
        assertThatThrownBy(() -> new FeedGeometry(FeedKind.LATEST, 4096, 504, 1, 0, 1)).hasMessageContaining("cutOffNs=1");
        final FeedGeometry largest = new FeedGeometry(FeedKind.CONFLATED, FeedGeometry.MAX_CAPACITY, 8, FeedGeometry.MAX_READERS,
            FeedGeometry.MAX_VALUES / FeedValueDescriptor.slotLength(8), 0);
        assertThat(largest.fileLength()).as("one mapping").isBetween(1, 1 << 30);
    }
}
