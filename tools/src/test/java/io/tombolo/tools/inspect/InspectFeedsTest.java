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

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.feed.FeedOptions;
import io.tombolo.engine.api.feed.FeedReader;
import io.tombolo.engine.api.feed.FeedStart;
import io.tombolo.engine.api.feed.FeedWriter;
import io.tombolo.tools.Screen;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code inspect --feeds} and {@code metrics}, of a writer that lives and one that is dead. */
@Timeout(30)
final class InspectFeedsTest {
    private final Screen screen = new Screen();
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[8]);

    @Test
    void shouldShowFeedsAndTheirReadersLiveAndAfterDeath() throws IOException {
        try (LocalJob job = LocalJob.of(3)) {
            final String directory = job.directory().toString();
            assertThat(screen.ok("inspect", "--feeds", directory)).contains("no feeds");
            final FeedWriter orders = job.engine(0).createFeed("orders",
                FeedOptions.reliable().withCapacity(4096).withReaders(2).cutOffAfter(1, TimeUnit.MILLISECONDS));
            final FeedWriter prices = job.engine(0).createFeed("prices", FeedOptions.latest().withKeys(5).withLongest(8));
            job.engine(1).openFeed("orders", FeedStart.FROM_NOW);
            final FeedReader reader = job.engine(2).openFeed("prices", FeedStart.FROM_NOW);
            for (int i = 0; i < 3; i++) {
                prices.tryWrite(1, message, 0, 8);
                orders.tryWrite(message, 0, 8);
            }
            reader.poll((number, buffer, offset, length) -> { }, 1);
            final String live = screen.ok("inspect", "--feeds", directory);
            assertThat(live).containsPattern("orders +0/1 +reliable +4096 +504 +- +3 +1/2 +0\n")
                .containsPattern("prices +0/2 +keys +1048576 +8 +1/5 +3 +1/16 +0\n")
                .containsPattern("orders +1 +active +3 +48 +0 +\\S").containsPattern("prices +2 +active +2 +16 +2 +\\S");
            assertThat(screen.ok("inspect", "--json", directory)).contains("\"feeds\"", "\"lagMessages\": 3", "\"missed\": 2");
            assertThat(screen.ok("metrics", directory)).contains("tombolo_feed_published_total{", "feed=\"orders\"} 3")
                .containsPattern("tombolo_feed_lag_messages\\{.*feed=\"orders\",reader=\"1\",slot=\"0\"} 3\n")
                .containsPattern("tombolo_feed_missed_total\\{.*feed=\"prices\",reader=\"2\",slot=\"0\"} 2\n")
                .containsPattern("tombolo_feed_cut_total\\{.*feed=\"orders\"} 0\n");
            while (orders.cutReaders() == 0) {
                orders.write(message, 0, 8);
            }
            job.kill(0);
            assertThat(screen.ok("inspect", "--feeds", directory)).containsPattern("orders +0/1 +reliable +4096 +504 +- +\\d+ +1/2 +1\n")
                .containsPattern("orders +1 +cut +");
        }
    }

    @Test
    void shouldSayWhyAFeedCannotBeRead() throws IOException {
        try (LocalJob job = LocalJob.of(1)) {
            job.engine(0).createFeed("orders", FeedOptions.latest().withCapacity(1024));
            Files.write(job.directory().resolve("feed-0.1-1.dat"), new byte[100]);
            assertThat(screen.ok("inspect", "--feeds", job.directory().toString())).contains("feed 1 of rank 0: ");
            assertThat(screen.ok("inspect", "--json", job.directory().toString())).contains("is not a feed of incarnation 1 of rank 0");
            assertThat(screen.ok("metrics", job.directory().toString())).doesNotContain("tombolo_feed_");
        }
    }
}
