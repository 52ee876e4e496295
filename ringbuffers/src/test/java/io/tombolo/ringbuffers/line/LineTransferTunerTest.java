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
package io.tombolo.ringbuffers.line;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LineTransferTunerTest {
    private static final long LAP = 128;
    private static final int RECORD = 10;
    private static final int LAPS_OF_A_TRIAL = 2 * LineTransferTuner.LEGS;

    private long nowNs;
    private final LineTransferTuner tuner = new LineTransferTuner(LAP, 0, () -> nowNs);
    private long position;
    private int lapsOn;
    private int lapsOff;

    @Test
    void shouldHandLinesBackAtFirst() {
        assertThat(tuner.isOn()).isTrue();
        assertThat(tuner.isDue(LAP - 1)).isFalse();
        assertThat(tuner.isDue(LAP)).isTrue();
    }

    @Test
    void shouldKeepTheFasterWay() {
        run(1 + LAPS_OF_A_TRIAL + 1, 1000, 2000);
        assertThat(tuner.isOn()).isTrue();
        run(2 * LineTransferTuner.FIRST_PAUSE + LAPS_OF_A_TRIAL + 4, 2000, 1000);
        assertThat(tuner.isOn()).as("on after the other way became faster").isFalse();
        run(LineTransferTuner.FIRST_PAUSE + LAPS_OF_A_TRIAL + 4, 1000, 2000);
        assertThat(tuner.isOn()).as("on after the first way became faster again").isTrue();
    }

    @Test
    void shouldTryBothWaysInTurn() {
        run(1, 1000, 1000);
        lapsOn = 0;
        lapsOff = 0;
        run(LAPS_OF_A_TRIAL, 1000, 1000);
        assertThat(lapsOn).isBetween(LAPS_OF_A_TRIAL / 2 - 1, LAPS_OF_A_TRIAL / 2 + 1);
        assertThat(lapsOff).isBetween(LAPS_OF_A_TRIAL / 2 - 1, LAPS_OF_A_TRIAL / 2 + 1);
    }

    @Test
    void shouldNotChangeForASmallGain() {
        run(1 + LAPS_OF_A_TRIAL + 1, 1000, 960);
        assertThat(tuner.isOn()).isTrue();
        run(LineTransferTuner.FIRST_PAUSE * 2 + LAPS_OF_A_TRIAL, 1000, 800);
        assertThat(tuner.isOn()).isFalse();
        run(LineTransferTuner.FIRST_PAUSE * 2 + LAPS_OF_A_TRIAL, 960, 1000);
        assertThat(tuner.isOn()).isFalse();
    }

    @Test
    void shouldCompareTheFastestLapsOfBothWays() {
        // In one lap of either way the rank has no time to send, so the lap is slow.
        for (int slow = 0; slow < 1 + LAPS_OF_A_TRIAL; slow++) {
            assertThat(isOnBehind(slow, 1000, 2000)).isTrue();
            assertThat(isOnBehind(slow, 2000, 1000)).isFalse();
        }
    }

    private static boolean isOnBehind(final int slow, final long nsOn, final long nsOff) {
        final LineTransferTunerTest one = new LineTransferTunerTest();
        one.run(slow, nsOn, nsOff);
        one.run(1, 1_000_000_000L, 1_000_000_000L);
        one.run(LAPS_OF_A_TRIAL + 1 - slow, nsOn, nsOff);
        return one.tuner.isOn();
    }

    @Test
    void shouldTrySeldomWhileTheResultIsTheSame() {
        run(1 + LAPS_OF_A_TRIAL, 1000, 5000);
        lapsOff = 0;
        final int laps = 4 * LineTransferTuner.LONGEST_PAUSE;
        run(laps, 1000, 5000);
        assertThat(lapsOff).isGreaterThan(2 * LineTransferTuner.LEGS).isLessThan(laps / 100);
    }

    /** Takes records for a number of laps, with a given time for a lap with lines handed back, and without. */
    private void run(final int laps, final long nsOn, final long nsOff) {
        for (final long end = position + laps * LAP; position < end;) {
            final boolean isOn = tuner.isOn();
            position += RECORD;
            nowNs += (isOn ? nsOn : nsOff) * RECORD / LAP;
            if (position / LAP != (position - RECORD) / LAP) {
                lapsOn += isOn ? 1 : 0;
                lapsOff += isOn ? 0 : 1;
            }
            if (tuner.isDue(position)) {
                tuner.endLap(position);
            }
        }
    }
}
