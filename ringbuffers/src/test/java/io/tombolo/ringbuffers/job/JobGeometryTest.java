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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JobGeometryTest {
    @Test
    void shouldBeginWithValidDefaults() {
        final JobGeometry geometry = JobGeometry.builder().build();
        for (final GeometrySetting setting : GeometrySetting.values()) {
            assertThat(geometry.value(setting)).isEqualTo(setting.defaultValue());
            assertThat(setting.check(setting.defaultValue())).isEqualTo(setting.defaultValue());
            assertThat(setting.description()).isNotBlank();
        }
        assertThat(geometry.intValue(GeometrySetting.PACKETS)).isEqualTo(16);
    }

    @Test
    void shouldGiveFewRanksLongRingsByDefault() {
        final GeometrySetting slots = GeometrySetting.RING_SLOTS;
        assertThat(IntStream.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 1024).mapToLong(slots::defaultValue))
            .containsExactly(1024L, 4096L, 4096L, 4096L, 2048L, 2048L, 1024L, 1024L, 1024L, 1024L);
        for (int ranks = 1; ranks <= 8; ranks++) {
            assertThat((long) ranks * (ranks - 1) * slots.check(slots.defaultValue(ranks)) * 64).isLessThanOrEqualTo(4 << 20);
        }
        assertThat(GeometrySetting.PACKETS.defaultValue(2)).isEqualTo(GeometrySetting.PACKETS.defaultValue());
    }

    @Test
    void shouldNameThePropertyOfAWrongValue() {
        refuses(GeometrySetting.PACKETS, 0, "tombolo.packets=0 must be from 1 to 32768");
        refuses(GeometrySetting.RING_SLOTS, 500, "tombolo.ring.slots=500 must be a power of two");
        refuses(GeometrySetting.PACKET_LENGTH, 100, "tombolo.packet.length=100 must be a multiple of 64");
        refuses(GeometrySetting.INLINE_LIMIT, 8193, "tombolo.inline.limit=8193 must be from 0 to 8192");
    }

    @Test
    void shouldAcceptEveryBound() {
        for (final GeometrySetting setting : GeometrySetting.values()) {
            assertThat(setting.check(setting.min())).isEqualTo(setting.min());
            assertThat(setting.check(setting.max())).isEqualTo(setting.max());
        }
    }

    @Test
    void shouldRefuseSettingsThatContradictEachOther() {
        assertThatThrownBy(() -> JobGeometry.builder().set(GeometrySetting.STAGING_LANE_LENGTH, 4096).build())
            .hasMessage("tombolo.staging.chunk=16384 must be at most tombolo.staging.lane.length=4096");
        assertThatThrownBy(() -> JobGeometry.builder().set(GeometrySetting.STAGING_LANE_LENGTH, 16 << 20).build())
            .hasMessage("tombolo.staging.lanes=64 times tombolo.staging.lane.length=16777216 must be at most 536870912");
        assertThatThrownBy(() -> JobGeometry.builder().set(GeometrySetting.PACKETS, 1024).build())
            .hasMessageContaining("tombolo.return.records=1024").hasMessageContaining("tombolo.packets=1024");
    }

    @Test
    void shouldReadProperties() {
        final Map<String, String> properties = Map.of("tombolo.packets", " 8 ", "tombolo.ring.kind", "1");
        final JobGeometry geometry = JobGeometry.builder().properties(properties::get).build();
        assertThat(geometry.value(GeometrySetting.PACKETS)).isEqualTo(8);
        assertThat(geometry.value(GeometrySetting.RING_KIND)).isEqualTo(1);
        assertThatThrownBy(() -> JobGeometry.builder().properties(name -> "many"))
            .isInstanceOf(IllegalArgumentException.class).hasMessage("tombolo.ring.kind=many must be a whole number");
    }

    @Test
    void shouldDifferInItsHashByEverySetting() {
        final Set<Long> hashes = new HashSet<>();
        hashes.add(JobGeometry.builder().build().hash());
        for (final GeometrySetting setting : GeometrySetting.values()) {
            final long other = setting.defaultValue() == 0 ? 1 : setting.defaultValue() / 2;
            if (setting != GeometrySetting.RETURN_RECORDS || other > 32) {
                assertThat(hashes.add(JobGeometry.builder().set(setting, other).build().hash())).as("%s", setting).isTrue();
            }
        }
        assertThat(JobGeometry.builder().build()).isEqualTo(JobGeometry.builder().build())
            .hasSameHashCodeAs(JobGeometry.builder().build());
    }

    @Test
    void shouldHaveUniqueNames() {
        final Set<String> names = new HashSet<>();
        for (final GeometrySetting setting : GeometrySetting.values()) {
            assertThat(names.add(setting.propertyName())).isTrue();
            assertThat(setting.propertyName()).startsWith("tombolo.");
        }
    }

    private static void refuses(final GeometrySetting setting, final long value, final String message) {
        assertThatThrownBy(() -> JobGeometry.builder().set(setting, value))
            .isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }
}
