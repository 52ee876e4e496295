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
package io.tombolo.tools.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RestartsTest {
    private final Restarts restarts = new Restarts(3, 1);

    @Test
    void shouldTakeARankWhenItsTimeHasComeAndItIsReady() {
        final long pauseNs = restarts.plan(2, 0, 7);
        assertThat(restarts.nextNs()).isEqualTo(7 + pauseNs);
        assertThat(restarts.take(6 + pauseNs, rank -> true)).isEmpty();
        assertThat(restarts.take(7 + pauseNs, rank -> rank != 2)).isEmpty();
        assertThat(restarts.take(7 + pauseNs, rank -> rank == 2)).isEqualTo(OptionalInt.of(2));
        assertThat(restarts.anyPlanned()).isFalse();
    }

    @Test
    void shouldCountEachRankByItself() {
        assertThat(restarts.plan(0, 0, 0)).isPositive();
        assertThat(restarts.plan(1, 0, 0)).isPositive();
        assertThat(restarts.plan(0, 0, 1)).isEqualTo(RestartLimit.TOO_OFTEN);
    }

    @Test
    void shouldPlanNothingAfterTheLastRestart() {
        restarts.plan(0, 0, 0);
        restarts.take(Long.MAX_VALUE - 1, rank -> true);
        restarts.plan(0, 0, 1);
        assertThat(restarts.nextNs()).isEqualTo(Restarts.NEVER);
    }

    @Test
    void shouldCancel() {
        restarts.plan(0, 0, 0);
        restarts.cancel();
        assertThat(restarts.anyPlanned()).isFalse();
    }
}
