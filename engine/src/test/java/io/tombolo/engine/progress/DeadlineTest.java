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
package io.tombolo.engine.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Deadlines of waits. */
class DeadlineTest {
    private static final long HOUR_NS = TimeUnit.HOURS.toNanos(1);

    @Test
    void shouldHaveNoLimit() {
        assertThat(Deadline.after(Deadline.timeoutNs(Long.MAX_VALUE, TimeUnit.DAYS))).isEqualTo(Deadline.NONE);
        assertThat(Deadline.leftNs(Deadline.NONE)).isEqualTo(Long.MAX_VALUE);
        assertThat(Deadline.isUp(Deadline.NONE)).isFalse();
    }

    @Test
    void shouldCountFromNow() {
        final long deadline = Deadline.after(HOUR_NS);
        assertThat(Deadline.leftNs(deadline)).isPositive().isLessThanOrEqualTo(HOUR_NS);
        assertThat(Deadline.isUp(deadline)).isFalse();
        assertThat(Deadline.isUp(Deadline.after(0))).isTrue();
        // So long that the clock would overflow.
        assertThat(Deadline.isUp(Deadline.after(Long.MAX_VALUE - 1))).isFalse();
    }

    @Test
    void shouldFindTheEarlier() {
        final long soon = Deadline.after(0);
        final long late = Deadline.after(HOUR_NS);
        assertThat(Deadline.earlier(soon, late)).isEqualTo(soon);
        assertThat(Deadline.earlier(late, soon)).isEqualTo(soon);
        assertThat(Deadline.earlier(Deadline.NONE, late)).isEqualTo(late);
        assertThat(Deadline.earlier(late, Deadline.NONE)).isEqualTo(late);
        assertThat(Deadline.earlier(Deadline.NONE, Deadline.NONE)).isEqualTo(Deadline.NONE);
    }

    @ParameterizedTest
    @CsvSource({"0,0 ms", "2000000000,2 s", "1500000000,1500 ms", "7000,7 us", "7001,7001 ns"})
    void shouldSayHowLongWasWaited(final long ns, final String text) {
        assertThat(Deadline.exception(ns, "a thing", "nothing happened"))
            .hasMessage("time is up after " + text + " of waiting for a thing; nothing happened");
    }

    @Test
    void shouldRefuseANegativeTimeout() {
        assertThatThrownBy(() -> Deadline.timeoutNs(-1, TimeUnit.SECONDS)).isInstanceOf(IllegalArgumentException.class)
            .hasMessage("timeout=-1 must not be negative");
    }
}
