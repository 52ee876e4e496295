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
package io.tombolo.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.tools.inspect.PairTraffic;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Numbers of pairs have a place in the matrix, and a step on the scale.
 */
class TrafficMatrixTest {
    @Test
    void shouldPutEachPairInItsCell() {
        final TrafficMatrix matrix = TrafficMatrix.of(
            3, List.of(new PairTraffic(0, 2, 5, 32, 8), new PairTraffic(2, 2, 1, 64, 0)), PairTraffic::bytes);
        assertThat(matrix.rows()).isEqualTo(3);
        assertThat(matrix.at(0, 2)).isEqualTo(40);
        assertThat(matrix.at(2, 2)).isEqualTo(64);
        assertThat(matrix.at(2, 0)).isZero();
        assertThat(matrix.least()).isEqualTo(40);
        assertThat(matrix.most()).isEqualTo(64);
        assertThat(matrix.label(2)).isEqualTo("2");
    }

    @Test
    void shouldPutTheRanksOfALargeJobTogether() {
        final TrafficMatrix matrix = TrafficMatrix.of(130, List.of(
            new PairTraffic(0, 129, 5, 0, 0), new PairTraffic(1, 129, Long.MAX_VALUE, 0, 0), new PairTraffic(129, 3, 2, 0, 0)),
            PairTraffic::messages);
        assertThat(matrix.step()).isEqualTo(3);
        assertThat(matrix.rows()).isEqualTo(44);
        assertThat(matrix.at(0, 43)).isEqualTo(Long.MAX_VALUE);
        assertThat(matrix.at(43, 1)).isEqualTo(2);
        assertThat(matrix.label(0)).isEqualTo("0-2");
        assertThat(matrix.label(43)).isEqualTo("129-129");
    }

    @Test
    void shouldScaleByMagnitudeAndShowSmallDifferencesAlike() {
        assertThat(HeatMap.level(0, 1, 1_000)).isZero();
        assertThat(HeatMap.level(1, 1, 1_000_000)).isEqualTo(1);
        assertThat(HeatMap.level(1_000, 1, 1_000_000)).isEqualTo(5);
        assertThat(HeatMap.level(1_000_000, 1, 1_000_000)).isEqualTo(HeatMap.LEVELS);
        assertThat(HeatMap.level(612, 612, 614)).isEqualTo(HeatMap.level(614, 612, 614));
        assertThat(HeatMap.level(1, 1, 1)).isEqualTo(HeatMap.LEVELS);
    }

    @Test
    void shouldShortenNumbers() {
        assertThat(List.of(0L, 999L, 1_000L, 9_949L, 9_950L, 999_499L, 999_500L, Long.MAX_VALUE).stream().map(Amount::brief))
            .containsExactly("0", "999", "1.0k", "9.9k", "10k", "999k", "1.0M", "9.2E");
        assertThat(Amount.count(1_234_567).text()).isEqualTo("1 234 567");
    }
}
