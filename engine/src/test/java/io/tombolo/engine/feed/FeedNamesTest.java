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

import io.tombolo.engine.EngineAccess;
import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.feed.FeedOptions;
import io.tombolo.engine.api.feed.FeedReader;
import io.tombolo.engine.api.feed.FeedStart;
import io.tombolo.engine.api.feed.FeedWriter;
import io.tombolo.ringbuffers.feed.FeedFile;
import io.tombolo.ringbuffers.feed.FeedGeometry;
import io.tombolo.ringbuffers.feed.FeedKind;
import io.tombolo.ringbuffers.feed.FeedName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ranks that make feeds of one name at the same time: one of them gets the name. */
@Timeout(30)
class FeedNamesTest {
    private static final String NAME = "prices";
    private static final FeedOptions OPTIONS = FeedOptions.latest().withCapacity(1024);
    private static final int RANKS = 3;
    private static final int ROUNDS = 100;
    private static final int UNUSED_NUMBER = 1000;

    private final LocalJob job = LocalJob.of(RANKS);

    @AfterEach
    void close() {
        job.close();
    }

    /** Makes the file of a feed that wants its name. */
    private FeedName wanting(final int rank) throws IOException {
        final FeedGeometry geometry = new FeedGeometry(FeedKind.LATEST, 1024, 8, 1, 0, 0);
        return new FeedName(FeedFile.create(EngineAccess.node(job.engine(rank)).job().feedPath(rank, 1, UNUSED_NUMBER), rank, 1,
            UNUSED_NUMBER, NAME, geometry));
    }

    @Test
    void shouldLeaveTheNameToTheRankBeforeIt() throws Exception {
        final FeedName first = wanting(0);
        assertThatThrownBy(() -> job.engine(1).createFeed(NAME, OPTIONS)).isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("rank 0 writes a feed with the name prices");
        assertThat(first.take()).isTrue();
        assertThat(job.engine(2).tryOpenFeed(NAME, FeedStart.FROM_NOW)).isNotNull();
    }

    @Test
    void shouldTakeTheNameFromTheRankBehindIt() throws Exception {
        final FeedName last = wanting(2);
        assertThat(job.engine(0).tryOpenFeed(NAME, FeedStart.FROM_NOW)).as("a feed that only wants the name").isNull();
        try (FeedWriter writer = job.engine(1).createFeed(NAME, OPTIONS);
            FeedReader reader = job.engine(0).openFeed(NAME, FeedStart.FROM_NOW)) {
            assertThat(last.take()).isFalse();
            assertThat(reader.writer()).isEqualTo(1);
            assertThat(writer.name()).isEqualTo(NAME);
        }
    }

    @Test
    void shouldGiveTheNameToOneOfThoseThatWantItAtOnce() throws Exception {
        final ExecutorService threads = Executors.newFixedThreadPool(RANKS);
        final CyclicBarrier start = new CyclicBarrier(RANKS);
        try {
            final List<Future<Integer>> results = new ArrayList<>();
            for (int rank = 0; rank < RANKS; rank++) {
                final int own = rank;
                results.add(threads.submit(won(start, own)));
            }
            int wins = 0;
            for (final Future<Integer> result : results) {
                wins += result.get();
            }
            assertThat(wins).isEqualTo(ROUNDS);
        } finally {
            threads.shutdownNow();
        }
    }

    private Callable<Integer> won(final CyclicBarrier start, final int rank) {
        return () -> {
            int wins = 0;
            for (int round = 0; round < ROUNDS; round++) {
                start.await();
                FeedWriter writer = null;
                try {
                    writer = job.engine(rank).createFeed(NAME, OPTIONS);
                    wins++;
                } catch (final IllegalStateException refused) {
                    assertThat(refused).hasMessageContaining("a feed with the name prices");
                }
                start.await();
                if (writer != null) {
                    writer.close();
                }
            }
            return wins;
        };
    }
}
