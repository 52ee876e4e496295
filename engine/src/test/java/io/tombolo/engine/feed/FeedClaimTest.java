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
import io.tombolo.engine.api.DeadlineException;
import io.tombolo.engine.api.feed.FeedHandler;
import io.tombolo.engine.api.feed.FeedOptions;
import io.tombolo.engine.api.feed.FeedReader;
import io.tombolo.engine.api.feed.FeedStart;
import io.tombolo.engine.api.feed.FeedWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages of feeds that their writer makes in the ring. */
@Timeout(30)
class FeedClaimTest {
    private static final String NAME = "prices";
    private static final int LENGTH = 100;
    private static final int MESSAGES = 10_000;

    // Ranks that wait sleep at once.
    private final LocalJob job = LocalJob.of(2, context -> context.waiting(0, 0));
    private final UnsafeBuffer word = new UnsafeBuffer(new byte[Long.BYTES]);
    private final List<Long> got = new ArrayList<>();
    private final FeedHandler collect = (number, buffer, offset, length) -> {
        assertThat(length).isEqualTo(Long.BYTES);
        got.add(buffer.getLong(offset));
    };

    private enum Kind {
        RELIABLE(FeedOptions.reliable()),
        LATEST(FeedOptions.latest());

        private final FeedOptions options;

        Kind(final FeedOptions options) {
            this.options = options.withCapacity(1024);
        }
    }

    @AfterEach
    void close() {
        job.close();
    }

    private FeedReader open() {
        return job.engine(1).openFeed(NAME, FeedStart.FROM_NOW);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldPublishWhatIsCommittedAndNothingElse(final Kind kind) {
        final FeedWriter writer = job.engine(0).createFeed(NAME, kind.options);
        final FeedReader reader = open();
        final List<Long> expected = new ArrayList<>();
        for (long i = 0; i < MESSAGES; i++) {
            final MutableDirectBuffer place = writer.tryClaim(i % 2 == 0 ? LENGTH : Long.BYTES);
            place.putLong(0, i);
            assertThat(reader.poll(collect, 1)).as("it is not committed").isZero();
            if (i % 3 == 0) {
                writer.abort();
            } else {
                writer.commit(Long.BYTES);
                expected.add(i);
            }
            assertThat(place.capacity()).as("the place is the ring's again").isZero();
            word.putLong(0, -i);
            assertThat(writer.tryWrite(word, 0, Long.BYTES)).isEqualTo(FeedWriter.WRITTEN);
            expected.add(-i);
            reader.poll(collect, 2);
        }
        assertThat(got).isEqualTo(expected);
        assertThat(writer.published()).isEqualTo(expected.size());
    }

    @Test
    void shouldRefuseWhatDoesNotFollowAClaim() {
        final FeedWriter writer = job.engine(0).createFeed(NAME, FeedOptions.latest());
        assertThatThrownBy(() -> writer.commit(0)).hasMessageContaining("no message of the feed prices is claimed");
        assertThatThrownBy(writer::abort).hasMessageContaining("no message of the feed prices is claimed");
        assertThatThrownBy(() -> writer.tryClaim(-1)).hasMessageContaining("length=-1");
        assertThatThrownBy(() -> writer.claim(1 << 20)).hasMessageContaining("length=1048576");
        writer.claim(LENGTH);
        assertThatThrownBy(() -> writer.tryClaim(LENGTH)).hasMessageContaining("commit or abort it first");
        assertThatThrownBy(() -> writer.write(word, 0, 1)).hasMessageContaining("commit or abort it first");
        assertThatThrownBy(() -> writer.commit(LENGTH + 1)).hasMessageContaining("length=101 must be from 0 to 100");
        writer.commit(LENGTH);
        assertThat(writer.published()).isEqualTo(1);
        try (FeedWriter keyed = job.engine(0).createFeed("keyed", FeedOptions.latest().withKeys(1))) {
            assertThatThrownBy(() -> keyed.tryClaim(1)).hasMessageContaining("has keys");
            assertThatThrownBy(() -> keyed.commit(1)).hasMessageContaining("no message of the feed keyed is claimed");
        }
    }

    @Test
    void shouldAbortAtTheClose() {
        final FeedWriter writer = job.engine(0).createFeed(NAME, FeedOptions.reliable());
        final FeedReader reader = open();
        final MutableDirectBuffer place = writer.claim(LENGTH);
        writer.close();
        assertThatThrownBy(() -> place.putByte(0, (byte) 1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> writer.commit(1)).isInstanceOf(IllegalStateException.class).hasMessageContaining("is closed");
        assertThat(reader.poll(collect, 1)).isEqualTo(FeedReader.ENDED);
    }

    @Test
    void shouldWaitForASlowReader() throws Exception {
        final FeedWriter writer = job.engine(0).createFeed(NAME, FeedOptions.reliable().withCapacity(1024).cutOffAfter(1, TimeUnit.HOURS));
        final FeedReader reader = open();
        while (writer.tryClaim(Long.BYTES) != null) {
            writer.commit(Long.BYTES);
            assertThat(writer.published()).isLessThan(MESSAGES);
        }
        assertThatThrownBy(() -> writer.claim(Long.BYTES, 1, TimeUnit.MILLISECONDS)).isInstanceOf(DeadlineException.class);
        final RankThreads threads = new RankThreads();
        threads.start(() -> {
            while (got.size() < MESSAGES) {
                reader.poll(collect, 10, 1, TimeUnit.SECONDS);
            }
        });
        threads.start(() -> {
            while (writer.published() < MESSAGES) {
                writer.claim(LENGTH).putLong(0, writer.published());
                writer.commit(Long.BYTES);
            }
        });
        threads.join();
        assertThat(got.get(MESSAGES - 1)).isEqualTo(MESSAGES - 1);
    }
}
