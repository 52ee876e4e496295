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
package io.tombolo.engine.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.feed.FeedOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ResourceLock(Resources.SYSTEM_PROPERTIES)
class FeedSettingsTest {
    @AfterEach
    void clear() {
        for (final String property : new String[] {FeedSettings.FEEDS_PROPERTY, FeedSettings.CAPACITY_PROPERTY,
            FeedSettings.READERS_PROPERTY, FeedSettings.CUT_OFF_PROPERTY}) {
            System.clearProperty(property);
        }
    }

    @ParameterizedTest
    @CsvSource({"tombolo.feeds, 0", "tombolo.feed.capacity, 5000", "tombolo.feed.capacity, 512", "tombolo.feed.readers, 1025",
        "tombolo.feed.cut.ms, -1"})
    void shouldRefuseWhatIsOutOfRange(final String property, final String value) {
        System.setProperty(property, value);
        assertThatThrownBy(FeedSettings::read).isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith(property + "=" + value);
    }

    @Test
    void shouldReadWhatIsSet() {
        System.setProperty(FeedSettings.FEEDS_PROPERTY, "2");
        System.setProperty(FeedSettings.CUT_OFF_PROPERTY, "0");
        assertThat(FeedSettings.read()).isEqualTo(new FeedSettings(2, 1 << 20, 16, Long.MAX_VALUE));
        try (LocalJob job = LocalJob.of(1)) {
            job.engine(0).createFeed("a", FeedOptions.latest().withCapacity(1024)).close();
            job.engine(0).createFeed("b", FeedOptions.latest().withCapacity(1024));
            job.engine(0).createFeed("c", FeedOptions.latest().withCapacity(1024));
            assertThatThrownBy(() -> job.engine(0).createFeed("d", FeedOptions.latest())).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("tombolo.feeds");
        }
    }
}
