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
package io.tombolo.ringbuffers.window;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WindowLayoutTest {
    @Test
    void shouldHaveTheWindowFileOfThePicture() {
        assertThat(WindowFileDescriptor.MAGIC_OFFSET).isZero();
        assertThat(WindowFileDescriptor.VERSION_OFFSET).isEqualTo(8);
        assertThat(WindowFileDescriptor.RANK_OFFSET).isEqualTo(12);
        assertThat(WindowFileDescriptor.WINDOW_OFFSET).isEqualTo(16);
        assertThat(WindowFileDescriptor.SIZE_OFFSET).isEqualTo(20);
        assertThat(WindowFileDescriptor.LENGTH_OFFSET).isEqualTo(24);
        assertThat(WindowFileDescriptor.BYPASS_LIMIT_OFFSET).isEqualTo(32);
        assertThat(WindowFileDescriptor.EXCLUSIVE_OFFSET).isEqualTo(128);
        assertThat(WindowFileDescriptor.HEAD_OFFSET).isEqualTo(136);
        assertThat(WindowFileDescriptor.TAIL_OFFSET).isEqualTo(144);
        assertThat(WindowFileDescriptor.BYPASSES_OFFSET).isEqualTo(152);
        assertThat(WindowFileDescriptor.TAINTED_OFFSET).isEqualTo(160);
        assertThat(WindowFileDescriptor.SHARED_OFFSET).isEqualTo(168);
        assertThat(WindowFileDescriptor.INCARNATION_OFFSET).isZero();
        assertThat(WindowFileDescriptor.SINCE_OFFSET).isEqualTo(8);
        assertThat(WindowFileDescriptor.RANK_LENGTH).isEqualTo(64);
        assertThat(WindowFileDescriptor.MAGIC).isEqualTo(0x444E4957424D4F54L);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 64, 65, 192, 193, 1024})
    void shouldKeepThePartsApart(final int size) {
        final int shared = WindowFileDescriptor.SHARED_OFFSET + WindowFileDescriptor.sharedWords(size) * Long.BYTES;
        final int queue = WindowFileDescriptor.queueOffset(size);
        final int ranks = WindowFileDescriptor.rankOffset(size, 0);
        assertThat(WindowFileDescriptor.sharedWords(size) * Long.SIZE).isGreaterThanOrEqualTo(size);
        assertThat(queue).isGreaterThanOrEqualTo(shared);
        assertThat(queue % 128).isZero();
        assertThat(Integer.bitCount(WindowFileDescriptor.queueCapacity(size))).isOne();
        assertThat(ranks).isGreaterThanOrEqualTo(queue + 2 * size * Long.BYTES);
        assertThat(ranks % 128).isZero();
        assertThat(WindowFileDescriptor.dataOffset(size)).isGreaterThanOrEqualTo(WindowFileDescriptor.rankOffset(size, size));
        assertThat(WindowFileDescriptor.dataOffset(size) % 4096).isZero();
        assertThat(shared <= 192).as("an uncontended lock is one line").isEqualTo(size <= 192);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 1023})
    void shouldKeepTheRankInAWord(final int rank) {
        final long slot = LockSlotWord.of(-5, 0xFFFF_1234, rank, LockSlotWord.EXCLUSIVE);
        assertThat(LockSlotWord.lap(slot)).isEqualTo(-5);
        assertThat(LockSlotWord.rank(slot)).isEqualTo(rank);
        assertThat(LockSlotWord.isIncarnation(slot, 0xFFFF_1234)).isTrue();
        assertThat(LockSlotWord.isIncarnation(slot, 0xFFFF_1235)).isFalse();
        assertThat(LockSlotWord.isWaiting(slot)).isTrue();
        assertThat(LockSlotWord.withState(slot, LockSlotWord.ABANDONED))
            .isEqualTo(LockSlotWord.of(-5, 0x1234, rank, LockSlotWord.ABANDONED));
        final long holder = HolderWord.of(HolderWord.CLOSING, rank, -7);
        assertThat(HolderWord.rank(holder)).isEqualTo(rank);
        assertThat(HolderWord.incarnation(holder)).isEqualTo(-7);
        assertThat(HolderWord.phase(holder)).isEqualTo(HolderWord.CLOSING);
        assertThat(TaintWord.rank(TaintWord.of(rank, 9))).isEqualTo(rank);
        assertThat(BypassWord.count(BypassWord.of(3, 1L << 40 | rank), rank)).isEqualTo(3);
        assertThat(BypassWord.count(BypassWord.of(3, rank), rank + 1)).isZero();
    }

    @Test
    void shouldHaveATableWithoutDeadEnds() {
        for (final LockState state : LockState.values()) {
            assertThat(LockTable.TRANSITIONS.rows()).as("into %s", state).anyMatch(row -> row.to() == state);
            assertThat(state == LockState.DEAD || LockTable.TRANSITIONS.rows().stream().anyMatch(row -> row.from() == state)).isTrue();
        }
    }
}
