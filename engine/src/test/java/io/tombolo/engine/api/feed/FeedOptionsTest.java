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
package io.tombolo.engine.api.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class FeedOptionsTest {
    @Test
    void shouldChangeOneOptionAtATime() {
        final FeedOptions options = FeedOptions.reliable();
        assertThat(options.withCapacity(4096)).isEqualTo(new FeedOptions(FeedMode.RELIABLE, 4096, -1, 0, 0, 0));
        assertThat(options.withLongest(0)).isEqualTo(new FeedOptions(FeedMode.RELIABLE, 0, 0, 0, 0, 0));
        assertThat(options.withReaders(5)).isEqualTo(new FeedOptions(FeedMode.RELIABLE, 0, -1, 5, 0, 0));
        assertThat(options.cutOffAfter(3, TimeUnit.MICROSECONDS)).isEqualTo(new FeedOptions(FeedMode.RELIABLE, 0, -1, 0, 3000, 0));
        assertThat(options.cutOffAfter(Long.MAX_VALUE, TimeUnit.DAYS).cutOffNs()).isEqualTo(Long.MAX_VALUE);
        assertThat(FeedOptions.latest().withKeys(7)).isEqualTo(new FeedOptions(FeedMode.LATEST, 0, -1, 0, 0, 7));
        assertThat(options).as("unchanged").isEqualTo(FeedOptions.reliable());
        assertThatThrownBy(() -> new FeedOptions(null, 0, 0, 0, 0, 0)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> options.cutOffAfter(0, TimeUnit.SECONDS)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("time=0 must be positive");
    }
}
