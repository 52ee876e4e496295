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
package io.tombolo.tools.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.errors.DistinctErrorLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ErrorLogReadingTest {
    private static final int LENGTH = 4096;

    private final UnsafeBuffer section = new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH));
    private long nowMs = 1000;

    private void log(final String... messages) {
        final DistinctErrorLog log = new DistinctErrorLog(section, () -> nowMs++);
        for (final String message : messages) {
            assertThat(log.record(new Line(message))).isTrue();
        }
    }

    private static final class Line extends Exception {
        private static final long serialVersionUID = 1;

        Line(final String message) {
            super(message, null, false, false);
        }
    }

    @Test
    void shouldReadWhatAgronaWrites() {
        assertThat(ErrorLogReading.of(section)).isEqualTo(ErrorLogReading.NONE);
        log("first", "second", "first");
        final ErrorLogReading reading = ErrorLogReading.of(section);
        assertThat(reading.damage()).isEmpty();
        assertThat(reading.entries()).extracting(ErrorEntry::count).containsExactly(2, 1);
        assertThat(reading.entries()).extracting(ErrorEntry::firstMs).containsExactly(1000L, 1001L);
        assertThat(reading.entries()).extracting(ErrorEntry::lastMs).containsExactly(1002L, 1001L);
        assertThat(reading.entries().get(0).headline()).endsWith("Line: first");
    }

    @Test
    void shouldNotFollowALengthThatCannotBe() {
        for (final int length : new int[] {-8, 1, 23, LENGTH, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            section.setMemory(0, LENGTH, (byte) 0);
            log("first", "second");
            final int second = (section.getInt(0) + 7) / 8 * 8;
            section.putInt(second, length);
            final ErrorLogReading reading = ErrorLogReading.of(section);
            assertThat(reading.entries()).hasSize(1);
            assertThat(reading.damage()).isEqualTo("the error log has an entry of length " + length);
        }
    }

    @Test
    void shouldReadAnyBytesToAnEnd() {
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        final byte[] bytes = new byte[LENGTH];
        for (int i = 0; i < 1000; i++) {
            random.nextBytes(bytes);
            section.putBytes(0, bytes);
            section.putInt(0, random.nextInt(100));
            assertThat(ErrorLogReading.of(section).entries().size()).as("seed " + seed).isLessThan(LENGTH / 24);
        }
    }
}
