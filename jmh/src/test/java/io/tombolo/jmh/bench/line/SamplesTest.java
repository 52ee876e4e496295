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
package io.tombolo.jmh.bench.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class SamplesTest {
    private static final Percentage THREE_DIGITS = Percentage.withPercentage(0.1);

    @Test
    void shouldTellHalfRoundTripsOfSingleRounds() {
        final Samples samples = new Samples(2, 0);
        for (int i = 1; i <= 10_000; i++) {
            samples.record(i);
        }
        assertThat(samples.count()).isEqualTo(10_000);
        assertThat(samples.messageNs(50)).isCloseTo(2_500, THREE_DIGITS);
        assertThat(samples.messageNs(99)).isCloseTo(4_950, THREE_DIGITS);
        assertThat(samples.messageNs(99.9)).isCloseTo(4_995, THREE_DIGITS);
    }

    @Test
    void shouldDivideBatchesWithoutRoundingToWholeNanoseconds() {
        final Samples samples = new Samples(Loop.MESSAGES_IN_BATCH, 0);
        samples.record(1_933);
        assertThat(samples.messageNs(50)).isEqualTo(1_933 / 32.0);
    }

    @Test
    void shouldTakeOffWhatTheClockCosts() {
        final Samples samples = new Samples(2, 40);
        samples.record(240);
        samples.record(10);
        assertThat(samples.messageNs(100)).isEqualTo(100);
        assertThat(samples.messageNs(0)).isEqualTo(0.5);
    }

    @Test
    void shouldComeBackEqualFromItsEncoding() {
        final Samples samples = new Samples(Loop.MESSAGES_IN_BATCH, 7);
        for (int i = 0; i < 5_000; i++) {
            samples.record(1_000 + 17L * i);
        }
        final String word = samples.encode();
        assertThat(word).doesNotContainAnyWhitespaces();
        final Samples copy = Samples.decode(word);
        assertThat(copy.messagesPerSample()).isEqualTo(Loop.MESSAGES_IN_BATCH);
        assertThat(copy.histogram()).isEqualTo(samples.histogram());
    }

    @Test
    void shouldReadTheCountsOfOtherPrograms() {
        final Samples samples = Samples.decode("2:100@3,7000@1");
        assertThat(samples.messagesPerSample()).isEqualTo(2);
        assertThat(samples.count()).isEqualTo(4);
        assertThat(samples.messageNs(50)).isEqualTo(50);
        assertThat(samples.messageNs(100)).isBetween(3500.0, 3510.0);
    }

    @Test
    void shouldForgetWithReset() {
        final Samples samples = new Samples(2, 0);
        samples.record(5);
        samples.reset();
        assertThat(samples.count()).isZero();
        assertThat(samples.messageNs(50)).isZero();
    }

    @Test
    void shouldRefuseWhatIsNoEncoding() {
        assertThatIllegalArgumentException().isThrownBy(() -> Samples.decode("nothing"));
        assertThatIllegalArgumentException().isThrownBy(() -> Samples.decode("1:AAAA"));
        assertThatIllegalArgumentException().isThrownBy(() -> Samples.decode("1:2@,3"));
        assertThatIllegalArgumentException().isThrownBy(() -> new Samples(0, 0)).withMessage("messagesPerSample=0");
    }
}
