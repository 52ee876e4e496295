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
package io.tombolo.ringbuffers.region;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.ringbuffers.job.GeometrySetting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegionLayoutTest {
    @Test
    void shouldHaveTheRegionFileOfThePicture() {
        assertThat(RegionFileDescriptor.MAGIC_OFFSET).isZero();
        assertThat(RegionFileDescriptor.VERSION_OFFSET).isEqualTo(8);
        assertThat(RegionFileDescriptor.RANK_OFFSET).isEqualTo(12);
        assertThat(RegionFileDescriptor.REGION_OFFSET).isEqualTo(16);
        assertThat(RegionFileDescriptor.LENGTH_OFFSET).isEqualTo(24);
        assertThat(RegionFileDescriptor.DATA_OFFSET).isEqualTo(4096);
        assertThat(RegionFileDescriptor.MAGIC).isEqualTo(0x50414548424D4F54L);
    }

    @Test
    void shouldHaveTheStagingFileOfThePicture() {
        assertThat(StagingFileDescriptor.MAGIC_OFFSET).isZero();
        assertThat(StagingFileDescriptor.VERSION_OFFSET).isEqualTo(8);
        assertThat(StagingFileDescriptor.RANK_OFFSET).isEqualTo(12);
        assertThat(StagingFileDescriptor.LANES_OFFSET).isEqualTo(16);
        assertThat(StagingFileDescriptor.LANE_LENGTH_OFFSET).isEqualTo(20);
        assertThat(StagingFileDescriptor.HEADER_LENGTH).isEqualTo(128);
        assertThat(StagingFileDescriptor.MAGIC).isEqualTo(0x454E414C424D4F54L);
    }

    @Test
    void shouldKeepTheWordsOfAllLanesApart() {
        for (int lane = 0; lane < 5; lane++) {
            assertThat(StagingFileDescriptor.producedOffset(lane)).isEqualTo(128 + lane * 128L);
        }
        assertThat(StagingFileDescriptor.dataOffset(5)).isEqualTo(4096);
        assertThat(StagingFileDescriptor.dataOffset(31)).isEqualTo(4096);
        assertThat(StagingFileDescriptor.dataOffset(32)).isEqualTo(8192);
        final StagingGeometry geometry = new StagingGeometry(17, 4096, 3);
        assertThat(geometry.consumedOffset(0)).isEqualTo(4096 + 17 * 4096);
        assertThat(geometry.consumedOffset(1)).isEqualTo(geometry.consumedOffset(0) + 384);
        assertThat(geometry.fileLength()).isEqualTo(geometry.consumedOffset(2) + 384);
    }

    @Test
    void shouldFitTheDefaultIntoASmallFile() {
        final long length = new StagingGeometry(
            (int) GeometrySetting.STAGING_LANES.defaultValue(), (int) GeometrySetting.STAGING_LANE_LENGTH.defaultValue(), 16).fileLength();
        assertThat(length).isLessThan((4 << 20) + (32 << 10));
    }

    @ParameterizedTest
    @CsvSource({"0, 4096", "-1, 4096", "1, 0", "1, 4095", "1, 1073741824", "1024, 1048576", "2147483647, 4096"})
    void shouldRefuseLanesThatFitNoWindow(final int lanes, final int laneLength) {
        assertThatThrownBy(() -> new StagingGeometry(lanes, laneLength, 2))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("lanes=" + lanes + " laneLength=" + laneLength);
    }
}
