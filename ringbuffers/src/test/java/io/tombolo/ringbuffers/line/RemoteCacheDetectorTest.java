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

class RemoteCacheDetectorTest {
    private static final int READER = 2;
    private static final int OTHER = 1;
    private static final int BYTES = 16 * 1024;
    private static final long FAR_NS = 8 * BYTES / 64;

    private final RemoteCacheDetector detector = new RemoteCacheDetector(3, 8);

    /** Sends one message; returns whether it was timed. */
    private boolean send(final int reader, final long ns) {
        detector.countMessage(reader, 1);
        final boolean isDue = detector.isSampleDue(reader);
        if (isDue) {
            detector.sample(reader, ns, BYTES);
        }
        return isDue;
    }

    private int samples(final int messages, final long ns) {
        int samples = 0;
        for (int i = 0; i < messages; i++) {
            samples += send(READER, ns) ? 1 : 0;
        }
        return samples;
    }

    /** Passes the samples of a new round that do not count, then sends messages. Returns how many of these were timed. */
    private int counted(final int messages, final long ns) {
        samples(RemoteCacheDetector.UNCOUNTED_SAMPLES, 1000 * FAR_NS);
        assertThat(detector.countMessage(READER, 1)).isFalse();
        return samples(messages, ns);
    }

    @Test
    void shouldTimeFewMessagesToANearReader() {
        assertThat(counted(100_000, FAR_NS - 1)).isBetween(50, 1000);
        assertThat(detector.countMessage(READER, 1)).isFalse();
    }

    @Test
    void shouldDetectAFarReaderAndForgetItLater() {
        assertThat(counted(4000, FAR_NS)).isEqualTo(RemoteCacheDetector.COLD_SAMPLES + RemoteCacheDetector.SAMPLES);
        assertThat(detector.countMessage(READER, 1)).isTrue();
        assertThat(detector.countMessage(OTHER, 1)).isFalse();
        int far = 0;
        while (detector.countMessage(READER, 1)) {
            far++;
        }
        assertThat(far).isBetween(RemoteCacheDetector.FAR_MESSAGES - 4000, RemoteCacheDetector.FAR_MESSAGES);
        assertThat(samples(4000, FAR_NS - 1)).isPositive();
        assertThat(detector.countMessage(READER, 1)).isFalse();
    }

    @Test
    void shouldNotTakeRareSlowCopiesForAFarReader() {
        counted(0, 0);
        int slow = 0;
        boolean isSlow = true;
        for (int i = 0; i < 1_000_000; i++) {
            final boolean isSample = send(READER, isSlow ? 1000 * FAR_NS : FAR_NS - 1);
            slow += isSample && isSlow ? 1 : 0;
            isSlow ^= isSample;
            assertThat(detector.countMessage(READER, 1)).isFalse();
        }
        assertThat(slow).isGreaterThan(100);
    }

    @Test
    void shouldNotCountSlowCopiesAtTheBeginningOfARound() {
        counted(0, 0);
        int samples = 0;
        for (int i = 0; i < 100_000; i++) {
            final int sample = samples % (RemoteCacheDetector.COLD_SAMPLES + RemoteCacheDetector.SAMPLES);
            final boolean isCold = sample < RemoteCacheDetector.COLD_SAMPLES + 5;
            samples += send(READER, isCold ? 1000 * FAR_NS : FAR_NS - 1) ? 1 : 0;
            assertThat(detector.countMessage(READER, 1)).isFalse();
        }
    }

    @Test
    void shouldTreatAllReadersAsFarIfConfigured() {
        assertThat(new RemoteCacheDetector(1, 0).countMessage(0, 1)).isTrue();
    }
}
