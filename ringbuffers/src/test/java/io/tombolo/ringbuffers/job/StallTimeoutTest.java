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
package io.tombolo.ringbuffers.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StallTimeoutTest {
    @Test
    void shouldExpireWithoutANewHolder() {
        final StallTimeout timeout = new StallTimeout(30, Long.MAX_VALUE - 10);
        assertThat(timeout.isExpired(Long.MAX_VALUE - 10 + 29)).isFalse();
        assertThat(timeout.isExpired(Long.MAX_VALUE - 10 + 30)).isTrue();
    }

    @Test
    void shouldRestartWithEachNewHolder() {
        final StallTimeout timeout = new StallTimeout(30, 0);
        timeout.observe("17 1", 20);
        timeout.observe("18 2", 40);
        timeout.observe("18 2", 60);
        timeout.observe("", 65);
        assertThat(timeout.isExpired(69)).isFalse();
        assertThat(timeout.isExpired(70)).isTrue();
        assertThat(timeout.seen()).isEqualTo("18 2");
    }
}
