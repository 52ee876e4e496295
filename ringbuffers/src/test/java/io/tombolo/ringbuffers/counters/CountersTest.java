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
package io.tombolo.ringbuffers.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class CountersTest {
    private final UnsafeBuffer section = new UnsafeBuffer(ByteBuffer.allocateDirect(CountersDescriptor.LENGTH));
    private final Counters counters = new Counters(section);

    @Test
    void shouldCountEachByItself() {
        for (final Counter counter : Counter.values()) {
            counters.add(counter, counter.code() + 1);
            counters.increment(counter);
        }
        for (final Counter counter : Counter.values()) {
            assertThat(counters.value(counter)).isEqualTo(counter.code() + 2);
            assertThat(section.getLong(8 * counter.code())).isEqualTo(counter.code() + 2);
        }
    }

    @Test
    void shouldOnlyRaiseAHighWaterMark() {
        counters.max(Counter.POSTED_HIGH_WATER, 5);
        counters.max(Counter.POSTED_HIGH_WATER, 3);
        assertThat(counters.value(Counter.POSTED_HIGH_WATER)).isEqualTo(5);
        counters.set(Counter.POSTED_CURRENT, 3);
        counters.add(Counter.POSTED_CURRENT, -2);
        assertThat(counters.value(Counter.POSTED_CURRENT)).isEqualTo(1);
    }

    @Test
    void shouldHaveUniqueCodesAndLabelsInTheirRanges() {
        final Set<Object> seen = new HashSet<>();
        for (final Counter counter : Counter.values()) {
            assertThat(seen.add(counter.code())).as("code of %s", counter).isTrue();
            assertThat(seen.add(counter.label())).as("label of %s", counter).isTrue();
            assertThat(counter.code()).isBetween(0, 223);
            assertThat(counter.label()).isNotBlank().doesNotEndWith(".");
        }
    }

    @Test
    void shouldKeepCodesForGood() {
        assertThat(Counter.SENT_SHORT.code()).isZero();
        assertThat(Counter.POOL_EMPTY.code()).isEqualTo(16);
        assertThat(Counter.SENT_EAGER.code()).isEqualTo(32);
        assertThat(Counter.EXPECTED_MESSAGES.code()).isEqualTo(96);
        assertThat(Counter.PROGRESS_TURNS.code()).isEqualTo(128);
        assertThat(Counter.PAIRS_OPENED.code()).isEqualTo(160);
    }

    @Test
    void shouldHaveTheLayoutOfThePicture() {
        assertThat(CountersDescriptor.LENGTH).isEqualTo(2048);
        assertThat(CountersDescriptor.valueOffset(0)).isZero();
        assertThat(CountersDescriptor.valueOffset(1)).isEqualTo(8);
        assertThat(CountersDescriptor.valueOffset(CountersDescriptor.CAPACITY)).isEqualTo(CountersDescriptor.LENGTH);
    }

    @Test
    void shouldRefuseMemoryThatCannotHoldThem() {
        assertThatThrownBy(() -> new Counters(new UnsafeBuffer(new byte[CountersDescriptor.LENGTH])))
            .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Counters(new UnsafeBuffer(section, 0, CountersDescriptor.LENGTH - 1)))
            .isInstanceOf(IllegalArgumentException.class);
    }
}
