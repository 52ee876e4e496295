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
package io.tombolo.ringbuffers.latency;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * The layout is that of the picture, and fits the space that a peer may take.
 */
class LatencyLayoutTest {
    private static final int MOST_BYTES_OF_A_PEER = 16 << 10;

    @Test
    void shouldHaveTheFileOfThePicture() {
        final ByteBuffer magic = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(0, LatencyDescriptor.MAGIC);
        assertThat(new String(magic.array(), StandardCharsets.US_ASCII)).isEqualTo("TOMBLATE");
        assertThat(LatencyDescriptor.MAGIC_OFFSET).isZero();
        assertThat(LatencyDescriptor.VERSION_OFFSET).isEqualTo(8);
        assertThat(LatencyDescriptor.RANK_OFFSET).isEqualTo(12);
        assertThat(LatencyDescriptor.INCARNATION_OFFSET).isEqualTo(16);
        assertThat(LatencyDescriptor.PEER_OFFSET).isEqualTo(20);
        assertThat(LatencyDescriptor.JOB_ID_OFFSET).isEqualTo(24);
        assertThat(LatencyDescriptor.SAMPLE_OFFSET).isEqualTo(32);
        assertThat(LatencyDescriptor.CREATION_TIME_OFFSET).isEqualTo(40);
        assertThat(LatencyDescriptor.HISTOGRAMS_OFFSET).isEqualTo(64);
        assertThat(LatencyDescriptor.FILE_LENGTH).isEqualTo(12_864).isLessThanOrEqualTo(MOST_BYTES_OF_A_PEER);
    }

    @Test
    void shouldHaveTheHistogramOfThePicture() {
        assertThat(LatencyDescriptor.RECORDED_OFFSET).isZero();
        assertThat(LatencyDescriptor.SUM_OFFSET).isEqualTo(8);
        assertThat(LatencyDescriptor.LEAST_OFFSET).isEqualTo(16);
        assertThat(LatencyDescriptor.GREATEST_OFFSET).isEqualTo(24);
        assertThat(LatencyDescriptor.COUNTS_OFFSET).isEqualTo(64);
        assertThat(LatencyBuckets.COUNT).isEqualTo(624);
        assertThat(LatencyDescriptor.countOffset(623)).isEqualTo(2556);
        assertThat(LatencyDescriptor.HISTOGRAM_LENGTH).isEqualTo(2560);
    }

    @Test
    void shouldLayTheKindsInTheOrderOfTheirCodes() {
        for (final LatencyKind kind : LatencyKind.values()) {
            assertThat(kind.code()).isEqualTo(kind.ordinal() + 1);
            assertThat(LatencyDescriptor.histogramOffset(kind)).isEqualTo(64 + kind.ordinal() * 2560);
        }
        assertThat(Arrays.stream(LatencyKind.values()).map(LatencyKind::text))
            .containsExactly("arrival-match", "match-completion", "unexpected", "credit-stall", "lock-wait");
        assertThat(Arrays.stream(LatencyKind.values()).filter(LatencyKind::isSampled).map(LatencyKind::code)).containsExactly(1, 2, 3);
    }
}
