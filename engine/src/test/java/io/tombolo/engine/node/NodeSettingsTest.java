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
package io.tombolo.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.JobGeometry;
import io.tombolo.ringbuffers.pair.StampedSlotDescriptor;
import org.junit.jupiter.api.Test;

/**
 * The settings that a rank derives from those of its job.
 */
class NodeSettingsTest {
    private static final int RANKS = 3;
    private static final int WINDOW_SHIFT = 12;
    private static final int SHORTEST_RING = 16;
    private static final int LONGEST_RING = 1 << 20;

    private static NodeSettings settings(final JobGeometry.Builder job) {
        return NodeSettings.of(job.build(), RANKS, WINDOW_SHIFT, 0);
    }

    @Test
    void shouldDeriveTheSizesOfFiles() {
        final NodeSettings settings = settings(JobGeometry.builder()
            .set(GeometrySetting.RING_SLOTS, 64).set(GeometrySetting.PACKETS, 5).set(GeometrySetting.PACKET_LENGTH, 128)
            .set(GeometrySetting.STAGING_LANES, 7).set(GeometrySetting.STAGING_CHUNK, 4096)
            .set(GeometrySetting.STAGING_LANE_LENGTH, 8192));
        assertThat(settings.pair().ringSlots()).isEqualTo(64);
        assertThat(settings.pair().packets()).isEqualTo(5);
        assertThat(settings.pair().packetLength()).isEqualTo(128);
        assertThat(settings.staging().lanes()).isEqualTo(7);
        assertThat(settings.staging().laneLength()).isEqualTo(8192);
        assertThat(settings.staging().ranks()).isEqualTo(RANKS);
        assertThat(settings.windowShift()).isEqualTo(WINDOW_SHIFT);
    }

    @Test
    void shouldAnswerWithTheValuesOfTheJob() {
        final NodeSettings settings = settings(JobGeometry.builder().set(GeometrySetting.REGISTERED_LIMIT, Long.MAX_VALUE)
            .set(GeometrySetting.PACKETS, 9));
        assertThat(settings.value(GeometrySetting.REGISTERED_LIMIT)).isEqualTo(Long.MAX_VALUE);
        assertThat(settings.intValue(GeometrySetting.PACKETS)).isEqualTo(9);
    }

    @Test
    void shouldSendInlineWhatTheSettingAllows() {
        assertThat(settings(JobGeometry.builder().set(GeometrySetting.INLINE_LIMIT, 100)).inlineLimit()).isEqualTo(100);
    }

    @Test
    void shouldSendInlineNoMoreThanARecordHolds() {
        final int most = StampedSlotDescriptor.maxBodyLength(SHORTEST_RING);
        final JobGeometry.Builder job = JobGeometry.builder().set(GeometrySetting.RING_SLOTS, SHORTEST_RING);
        assertThat(settings(job.set(GeometrySetting.INLINE_LIMIT, most + 1)).inlineLimit()).isEqualTo(most);
    }

    @Test
    void shouldSendInlineNoMoreThanAPacketHolds() {
        final JobGeometry.Builder job = JobGeometry.builder().set(GeometrySetting.RING_SLOTS, LONGEST_RING);
        assertThat(settings(job.set(GeometrySetting.PACKET_LENGTH, 64)).inlineLimit()).isEqualTo(64);
    }

    @Test
    void shouldLeaveRoomForTheWordsOfAnEnvelope() {
        final JobGeometry.Builder job = JobGeometry.builder().set(GeometrySetting.RTS_BYTES, 4048);
        assertThat(settings(job.set(GeometrySetting.RING_SLOTS, LONGEST_RING)).rtsBytes()).isEqualTo(4048);
        assertThat(settings(job.set(GeometrySetting.RING_SLOTS, SHORTEST_RING)).rtsBytes())
            .isEqualTo(StampedSlotDescriptor.maxBodyLength(SHORTEST_RING) - StampedSlotDescriptor.BODY_LENGTH).isNotNegative();
    }
}
