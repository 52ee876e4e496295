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
package io.tombolo.tools.flight;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FlightClockTest {
    private static final long ANCHOR = 1_790_000_000_000_000_000L;

    @Test
    void shouldGiveRanksOfOneClockTheSameTime() {
        final FlightClock clock = new FlightClock(ANCHOR);
        assertThat(clock.common(ANCHOR)).isEqualTo(ANCHOR);
        assertThat(clock.common(ANCHOR - TimeUnit.MILLISECONDS.toNanos(3))).isEqualTo(ANCHOR);
        assertThat(clock.common(ANCHOR + TimeUnit.SECONDS.toNanos(1))).isEqualTo(ANCHOR);
        final long before = System.nanoTime();
        assertThat(clock.now() - ANCHOR).isBetween(before, System.nanoTime());
    }

    @Test
    void shouldKeepItsOwnTimeBesideRanksWithAnotherClock() {
        final FlightClock clock = new FlightClock(ANCHOR);
        clock.common(ANCHOR - TimeUnit.HOURS.toNanos(5));
        final long before = System.nanoTime();
        assertThat(clock.now() - ANCHOR).isBetween(before, System.nanoTime());
    }

    @Test
    void shouldLeaveARankWithAnotherClockItsAnchor() {
        final FlightClock clock = new FlightClock();
        clock.common(ANCHOR);
        for (final long other : new long[] {ANCHOR + TimeUnit.SECONDS.toNanos(1) + 1, ANCHOR - TimeUnit.HOURS.toNanos(1), 0,
            Long.MIN_VALUE, Long.MAX_VALUE}) {
            assertThat(clock.common(other)).isEqualTo(other);
        }
    }
}
