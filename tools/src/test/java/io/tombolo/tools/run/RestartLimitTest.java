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

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RestartLimitTest {
    private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);

    private long nowNs = -5;

    @Test
    void shouldWaitLongerEachTimeUpToFiveSeconds() {
        final RestartLimit limit = new RestartLimit(9);
        for (final int ms : new int[] {100, 200, 400, 800, 1600, 3200, 5000, 5000}) {
            assertThat(limit.pauseNs(nowNs, nowNs)).isEqualTo(ms * MS);
        }
    }

    @Test
    void shouldForgetThePauseAfterAMinuteOfLife() {
        final RestartLimit limit = new RestartLimit(9);
        limit.pauseNs(nowNs, nowNs);
        assertThat(limit.pauseNs(nowNs, nowNs + RestartLimit.MINUTE_NS - 1)).isEqualTo(200 * MS);
        assertThat(limit.pauseNs(nowNs, nowNs + RestartLimit.MINUTE_NS)).isEqualTo(100 * MS);
    }

    @Test
    void shouldAllowTheNumberInEveryMinute() {
        final RestartLimit limit = new RestartLimit(2);
        assertThat(limit.pauseNs(nowNs, nowNs)).isPositive();
        nowNs += RestartLimit.MINUTE_NS / 2;
        assertThat(limit.pauseNs(nowNs, nowNs)).isPositive();
        nowNs += RestartLimit.MINUTE_NS / 2 - 1;
        assertThat(limit.pauseNs(nowNs, nowNs)).isEqualTo(RestartLimit.TOO_OFTEN);
        nowNs++;
        assertThat(limit.pauseNs(nowNs, nowNs)).isPositive();
        assertThat(limit.pauseNs(nowNs, nowNs)).isEqualTo(RestartLimit.TOO_OFTEN);
    }
}
