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
import io.tombolo.engine.RankThreads;
import io.tombolo.engine.api.feed.FeedHandler;
import io.tombolo.engine.api.feed.FeedOptions;
import io.tombolo.engine.api.feed.FeedReader;
import io.tombolo.engine.api.feed.FeedStart;
import io.tombolo.engine.api.feed.FeedWriter;
import io.tombolo.ringbuffers.feed.FeedFile;
import io.tombolo.ringbuffers.feed.FeedReaders;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Handlers that throw or poll, readers that have not begun, and feeds that two ranks make at the same time. */
@Timeout(30)
class FeedHandlerTest {
    private static final String NAME = "prices";

    private final LocalJob job = LocalJob.of(3);
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[8]);
    private final List<Long> got = new ArrayList<>();

    @AfterEach
    void close() {
        job.close();
    }

    @Test
    void shouldShowTheMessageAfterAnExceptionOfOnMissed() {
        final FeedWriter writer = job.engine(0).createFeed(NAME, FeedOptions.latest().withCapacity(4096));
        final FeedReader reader = job.engine(1).openFeed(NAME, FeedStart.FROM_NOW);
        for (int i = 0; i < 1000; i++) {
            writer.tryWrite(message, 0, 8);
        }
        final FeedHandler handler = new FeedHandler() {
            @Override
            public void onMessage(final long number, final DirectBuffer buffer, final int offset, final int length) {
                got.add(number);
            }

            @Override
            public void onMissed(final long count) {
                throw new IllegalArgumentException("missed");
            }
        };
        assertThatThrownBy(() -> reader.poll(handler, 1)).hasMessage("missed");
        assertThat(reader.poll(handler, 1)).isEqualTo(1);
        assertThat(got).containsExactly(reader.missed());
    }

    @Test
    void shouldRefuseAPollInItsHandler() {
        final FeedWriter writer = job.engine(0).createFeed(NAME, FeedOptions.reliable());
        final FeedReader reader = job.engine(1).openFeed(NAME, FeedStart.FROM_NOW);
        writer.tryWrite(message, 0, 8);
        writer.tryWrite(message, 0, 8);
        final int shown = reader.poll((number, buffer, offset, length) -> {
            got.add(number);
            assertThatThrownBy(() -> reader.poll((again, ignored, start, bytes) -> got.add(again), 1))
                .isInstanceOf(IllegalStateException.class).hasMessageContaining("in its handler");
        }, 5);
        assertThat(shown).isEqualTo(2);
        assertThat(got).containsExactly(0L, 1L);
    }

    @Test
    void shouldNotShowAReaderThatHasNoPositionYet() throws Exception {
        final FeedWriter writer = job.engine(0).createFeed(NAME, FeedOptions.reliable());
        final FeedFile file = FeedFile.attach(job.directory().resolve("feed-0.1-1.dat"), 0, 1, false);
        assertThat(new FeedReaders(file).claim(2, 1, (rank, incarnation) -> false)).isNotNull();
        writer.forEachReader((rank, incarnation, isCut, messages, bytes, missed) -> assertThat(rank).isNull());
    }

    @Test
    void shouldEndTheReadersOfAFeedThatIsRefused() throws Exception {
        final CyclicBarrier barrier = new CyclicBarrier(3);
        final RankThreads threads = new RankThreads();
        for (int rank = 0; rank < 2; rank++) {
            final int own = rank;
            threads.start(() -> {
                for (int round = 0; round < 300; round++) {
                    barrier.await();
                    FeedWriter writer = null;
                    try {
                        writer = job.engine(own).createFeed(NAME, FeedOptions.reliable().withCapacity(1024));
                    } catch (final IllegalStateException second) {
                        assertThat(second).hasMessageContaining("writes a feed with the name");
                    }
                    barrier.await();
                    if (writer != null) {
                        writer.close();
                    }
                }
            });
        }
        threads.start(() -> {
            for (int round = 0; round < 300; round++) {
                barrier.await();
                final List<FeedReader> readers = new ArrayList<>();
                while (barrier.getNumberWaiting() < 2) {
                    final FeedReader reader = job.engine(2).tryOpenFeed(NAME, FeedStart.FROM_OLDEST);
                    if (reader != null && readers.size() < 10) {
                        readers.add(reader);
                    } else if (reader != null) {
                        reader.close();
                    }
                }
                barrier.await();
                for (final FeedReader reader : readers) {
                    assertThat(reader.poll((number, buffer, offset, length) -> { }, 1, 20, TimeUnit.SECONDS)).isEqualTo(FeedReader.ENDED);
                    reader.close();
                }
            }
        });
        threads.join();
    }
}
