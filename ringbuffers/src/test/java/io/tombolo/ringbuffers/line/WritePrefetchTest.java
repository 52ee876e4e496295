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

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WritePrefetchTest {

    /** One whose message is there at once says nothing. */
    @ParameterizedTest
    @CsvSource({"1,0", "4,2", "8,5", "40,25", "48,30", "256,30", "2147483647,30"})
    void shouldBeDueBehindFiveEighthsOfTheLastWait(final int looks, final int due) {
        final WritePrefetch prefetch = new WritePrefetch();
        assertThat(prefetch.isDue(0)).isTrue();
        prefetch.found(looks);
        prefetch.found(0);
        for (int look = 0; look < 100; look++) {
            assertThat(prefetch.isDue(look)).as("look %d", look).isEqualTo(look == due);
        }
    }
}
