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
package io.tombolo.ringbuffers.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class LayoutTest {
    private final JobGeometry geometry = JobGeometry.builder().build();

    @Test
    void shouldHaveTheJobFileOfThePicture() {
        assertThat(JobFileDescriptor.MAGIC_OFFSET).isZero();
        assertThat(JobFileDescriptor.VERSION_OFFSET).isEqualTo(8);
        assertThat(JobFileDescriptor.SIZE_OFFSET).isEqualTo(12);
        assertThat(JobFileDescriptor.LAYOUT_HASH_OFFSET).isEqualTo(16);
        assertThat(JobFileDescriptor.GEOMETRY_HASH_OFFSET).isEqualTo(24);
        assertThat(JobFileDescriptor.JOB_ID_OFFSET).isEqualTo(32);
        assertThat(JobFileDescriptor.BOOT_ID_HASH_OFFSET).isEqualTo(40);
        assertThat(JobFileDescriptor.FILE_LENGTH_OFFSET).isEqualTo(48);
        assertThat(JobFileDescriptor.CREATION_TIME_OFFSET).isEqualTo(56);
        assertThat(JobFileDescriptor.GEOMETRY_OFFSET).isEqualTo(64);
        assertThat(JobFileDescriptor.READY_OFFSET).isEqualTo(320);
        assertThat(JobFileDescriptor.KEEP_OFFSET).isEqualTo(324);
        assertThat(JobFileDescriptor.OPEN_OFFSET).isEqualTo(328);
        assertThat(JobFileDescriptor.FAILURE_EPOCH_OFFSET).isEqualTo(384);
        assertThat(JobFileDescriptor.ABORT_OFFSET).isEqualTo(448);
        assertThat(JobFileDescriptor.ABORT_REASON_LENGTH_OFFSET).isEqualTo(456);
        assertThat(JobFileDescriptor.ABORT_REASON_OFFSET).isEqualTo(464);
        assertThat(JobFileDescriptor.ROWS_OFFSET).isEqualTo(704);
    }

    @Test
    void shouldHaveTheRowOfThePictureOnLinesOfItsOwn() {
        assertThat(JobFileDescriptor.STATE_OFFSET).isZero();
        assertThat(JobFileDescriptor.PID_OFFSET).isEqualTo(8);
        assertThat(JobFileDescriptor.START_TIME_OFFSET).isEqualTo(16);
        assertThat(JobFileDescriptor.ANCHOR_NANO_TIME_OFFSET).isEqualTo(24);
        assertThat(JobFileDescriptor.ANCHOR_WALL_NS_OFFSET).isEqualTo(32);
        assertThat(JobFileDescriptor.CORES_OFFSET).isEqualTo(40);
        assertThat(JobFileDescriptor.CORES_OFFSET + CoreSet.WORDS * Long.BYTES).isEqualTo(64);
        assertThat(JobFileDescriptor.NAME_LENGTH_OFFSET).isEqualTo(64);
        assertThat(JobFileDescriptor.NAME_OFFSET).isEqualTo(72);
        assertThat(JobFileDescriptor.NAME_OFFSET + JobFileDescriptor.NAME_CAPACITY).isEqualTo(120);
        assertThat(JobFileDescriptor.ROW_LENGTH).isEqualTo(128);
        for (int rank = 0; rank < 70; rank++) {
            assertThat(JobFileDescriptor.rowOffset(rank)).isEqualTo(704 + 128 * rank);
            assertThat(JobFileDescriptor.rowOffset(rank) % 64).isZero();
        }
    }

    @Test
    void shouldSeparateTheWordsOfDifferentWriters() {
        assertThat(JobFileDescriptor.FAILURE_EPOCH_OFFSET / 64)
            .isNotEqualTo(JobFileDescriptor.READY_OFFSET / 64).isNotEqualTo(JobFileDescriptor.ABORT_OFFSET / 64);
        assertThat(JobFileDescriptor.FAILURE_EPOCH_OFFSET % 64).isZero();
    }

    @Test
    void shouldGiveEachDestinationLinesOfItsOwn() {
        for (final int size : new int[]{1, 2, 16, 17, 64, JobFileDescriptor.MAX_RANKS}) {
            assertThat(JobFileDescriptor.wordRowLength(size)).isGreaterThanOrEqualTo(8 * size);
            assertThat(JobFileDescriptor.pairWordOffset(size, 0, 0)).isEqualTo(704 + 128 * size);
            assertThat(JobFileDescriptor.pairWordOffset(size, size - 1, 0) % 64).isZero();
            assertThat(JobFileDescriptor.pairWordOffset(size, size - 1, size - 1) + 8)
                .isLessThanOrEqualTo(JobFileDescriptor.releasedOffset(size, 0, 0));
            assertThat(JobFileDescriptor.releasedOffset(size, size - 1, 0) % 64).isZero();
            assertThat(JobFileDescriptor.releasedOffset(size, size - 1, size - 1) + 8)
                .isLessThanOrEqualTo(JobFileDescriptor.recordOffset(size, 0));
            assertThat(JobFileDescriptor.length(size) % 64).isZero();
        }
        assertThat(JobFileDescriptor.pairWordOffset(2, 1, 1)).isEqualTo(704 + 256 + 64 + 8);
        assertThat(JobFileDescriptor.releasedOffset(2, 1, 1)).isEqualTo(704 + 256 + 128 + 64 + 8);
    }

    @Test
    void shouldHaveTheGroupRecordsOfThePicture() {
        assertThat(GroupRecordDescriptor.NAME_OFFSET).isZero();
        assertThat(GroupRecordDescriptor.COPY_OFFSET).isEqualTo(8);
        assertThat(GroupRecordDescriptor.REVOKED_OFFSET).isEqualTo(16);
        assertThat(GroupRecordDescriptor.SETTLED_OFFSET).isEqualTo(24);
        assertThat(GroupRecordDescriptor.AGREED_OFFSET).isEqualTo(40);
        assertThat(GroupRecordDescriptor.KEY_OFFSET).isEqualTo(48);
        assertThat(GroupRecordDescriptor.membersOffset(1)).isEqualTo(64);
        assertThat(GroupRecordDescriptor.length(1)).isEqualTo(64);
        assertThat(GroupRecordDescriptor.length(64)).isEqualTo(64);
        assertThat(GroupRecordDescriptor.length(65)).isEqualTo(128);
        assertThat(GroupRecordDescriptor.length(1024)).isEqualTo(192);
        assertThat(GroupRecordDescriptor.records(2)).isEqualTo(2048);
        assertThat(GroupRecordDescriptor.records(64)).isEqualTo(4096);
        assertThat(JobFileDescriptor.recordOffset(2, 1)).isEqualTo(JobFileDescriptor.releasedOffset(2, 2, 0) + 64);
        for (final int rank : new int[] {0, 1023}) {
            final long mark = GroupRecordDescriptor.mark(rank, 0xf_ffff, 5);
            assertThat(mark).isNegative();
            assertThat(GroupRecordDescriptor.rank(mark)).isEqualTo(rank);
            assertThat(GroupRecordDescriptor.isOf(mark, 0xf_ffff)).isTrue();
            assertThat(GroupRecordDescriptor.isOf(mark, 1)).isFalse();
            assertThat(GroupRecordDescriptor.isReclaiming(mark)).isFalse();
            final long reclaiming = GroupRecordDescriptor.reclaiming(mark);
            assertThat(GroupRecordDescriptor.isReclaiming(reclaiming)).isTrue();
            assertThat(GroupRecordDescriptor.rank(reclaiming)).isEqualTo(rank);
            assertThat(GroupRecordDescriptor.isOf(reclaiming, 0xf_ffff)).isTrue();
        }
    }

    @Test
    void shouldHaveTheTablesOfCallsOfThePicture() {
        assertThat(JobFileDescriptor.CALL_GROUP_OFFSET).isZero();
        assertThat(JobFileDescriptor.CALL_WORD_OFFSET).isEqualTo(8);
        assertThat(JobFileDescriptor.CALL_NUMBER_OFFSET).isEqualTo(16);
        assertThat(JobFileDescriptor.CALL_CONTRIBUTION_OFFSET).isEqualTo(24);
        assertThat(JobFileDescriptor.callOffset(2, 0, 0)).isEqualTo(JobFileDescriptor.recordOffset(2, 2048));
        assertThat(JobFileDescriptor.callOffset(2, 1, 3)).isEqualTo(JobFileDescriptor.callOffset(2, 0, 0) + (1024 + 3) * 32);
        assertThat(JobFileDescriptor.length(2)).isEqualTo(JobFileDescriptor.callOffset(2, 0, 0) + 2 * 1024 * 32);
    }

    @Test
    void shouldFitEverySettingAndKeepItsCode() {
        for (final GeometrySetting setting : GeometrySetting.values()) {
            assertThat(setting.code()).isEqualTo(setting.ordinal()).isLessThan(JobFileDescriptor.GEOMETRY_CAPACITY);
        }
        assertThat(JobFileDescriptor.geometryOffset(0)).isEqualTo(64);
        assertThat(JobFileDescriptor.geometryOffset(JobFileDescriptor.GEOMETRY_CAPACITY)).isEqualTo(JobFileDescriptor.READY_OFFSET);
        assertThat(GeometrySetting.RING_KIND.code()).isZero();
        assertThat(GeometrySetting.REGIONS.code()).isEqualTo(13);
    }

    @Test
    void shouldPackAbortWordsAndNumberTheStates() {
        for (final RankState state : RankState.values()) {
            assertThat(state.code()).isEqualTo(state.ordinal());
            assertThat(RankState.of(state.code())).isSameAs(state);
        }
        assertThat(JobFileDescriptor.abortWord(0)).isNotZero();
        assertThat(JobFileDescriptor.abortStatus(JobFileDescriptor.abortWord(-7))).isEqualTo(-7);
        assertThat(JobFileDescriptor.abortStatus(0)).isZero();
    }

    @Test
    void shouldSpellTheMagics() {
        assertThat(text(JobFileDescriptor.MAGIC)).isEqualTo("TOMBOLOJ");
        assertThat(text(RankFileDescriptor.MAGIC)).isEqualTo("TOMBOLOR");
    }

    @Test
    void shouldHaveTheRankFileOfThePicture() {
        assertThat(RankFileDescriptor.VERSION_OFFSET).isEqualTo(8);
        assertThat(RankFileDescriptor.RANK_OFFSET).isEqualTo(12);
        assertThat(RankFileDescriptor.INCARNATION_OFFSET).isEqualTo(16);
        assertThat(RankFileDescriptor.SECTION_COUNT_OFFSET).isEqualTo(20);
        assertThat(RankFileDescriptor.JOB_ID_OFFSET).isEqualTo(24);
        assertThat(RankFileDescriptor.FILE_LENGTH_OFFSET).isEqualTo(32);
        assertThat(RankFileDescriptor.TABLE_OFFSET).isEqualTo(64);
        assertThat(RankFileDescriptor.ENTRY_LENGTH).isEqualTo(24);
        assertThat(RankFileDescriptor.READY_OFFSET).isEqualTo(448);
        assertThat(RankFileDescriptor.HEADER_LENGTH).isEqualTo(512);
        assertThat(RankFileDescriptor.DOORBELL_SECTION_LENGTH).isEqualTo(256);
        assertThat(RankFileSection.values().length).isLessThanOrEqualTo(RankFileDescriptor.TABLE_CAPACITY);
    }

    @Test
    void shouldHaveTheSendStateOfThePictureOnALineOfItsOwn() {
        assertThat(SendStateDescriptor.STATE_OFFSET).isZero();
        assertThat(SendStateDescriptor.QUEUED_OFFSET).isEqualTo(4);
        assertThat(SendStateDescriptor.PENDING_OFFSET).isEqualTo(8);
        assertThat(SendStateDescriptor.PACKETS_OUT_OFFSET).isEqualTo(12);
        assertThat(SendStateDescriptor.UNCREDITED_OFFSET).isEqualTo(16);
        assertThat(SendStateDescriptor.CHANGE_TIME_OFFSET).isEqualTo(24);
        assertThat(SendStateDescriptor.MACHINE_OFFSET).isEqualTo(32);
        assertThat(SendStateDescriptor.LANES_OFFSET).isEqualTo(36);
        assertThat(SendStateDescriptor.MESSAGES_OFFSET).isEqualTo(40);
        assertThat(SendStateDescriptor.BESIDE_RING_OFFSET).isEqualTo(48);
        assertThat(SendStateDescriptor.offset(3)).isEqualTo(192);
        assertThat(RankFileDescriptor.sectionLength(RankFileSection.SEND_STATES, geometry, 5)).isEqualTo(320);
        assertThat(RankFileDescriptor.sectionLength(RankFileSection.ERROR_LOG, geometry, 5)).isEqualTo(16384);
    }

    @Test
    void shouldLaySectionsOneAfterAnotherOnPages() {
        int end = RankFileDescriptor.SECTION_ALIGNMENT;
        for (final RankFileSection section : RankFileSection.values()) {
            assertThat(section.code()).isEqualTo(section.ordinal() + 1);
            final int offset = RankFileDescriptor.sectionOffset(section, geometry, 5);
            assertThat(offset % 4096).isZero();
            assertThat(offset).isGreaterThanOrEqualTo(end).isLessThan(end + 4096);
            end = offset + RankFileDescriptor.sectionLength(section, geometry, 5);
        }
        assertThat(RankFileDescriptor.sectionOffset(RankFileSection.DOORBELL, geometry, 5)).isEqualTo(4096);
        assertThat(RankFileDescriptor.sectionLength(RankFileSection.MATCH_NODES, geometry, 5)).isEqualTo(16384 * 64);
        assertThat(RankFileDescriptor.length(geometry, 5)).isGreaterThanOrEqualTo(end).isLessThan(end + 4096);
    }

    @Test
    void shouldFitAWindowAtTheGreatestGeometry() {
        final JobGeometry greatest = JobGeometry.builder()
            .set(GeometrySetting.MATCH_NODES, GeometrySetting.MATCH_NODES.max()).build();
        assertThat(RankFileDescriptor.length(greatest, JobFileDescriptor.MAX_RANKS)).isPositive().isLessThan(1 << 30);
    }

    private static String text(final long magic) {
        final byte[] bytes = new byte[8];
        for (int i = 0; i < 8; i++) {
            bytes[i] = (byte) (magic >> 8 * i);
        }
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
