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

import io.tombolo.engine.RankJvms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A writer and three readers, each a process: one reader is slow, another one is stopped, killed and started again. The writer goes on, and
 * the other readers get everything in order.
 */
@Timeout(120)
class FeedProcessesTest {
    private static final int RANKS = 4;
    private static final int QUICK = 1;
    private static final int SLOW = 2;
    private static final int VICTIM = 3;
    private static final String NEVER = "1000000";
    /** Longer than a reader that runs waits for a core. */
    private static final String STOPPED_MS = "2000";
    private static final String SLOW_NS = "5000";

    private static RankJvms start(final String cutOffMs) throws IOException {
        return RankJvms.create().add(0, RANKS, FeedRank.class, List.of(), "write", cutOffMs, "3")
            .add(QUICK, RANKS, FeedRank.class, List.of(), "read", "0").add(SLOW, RANKS, FeedRank.class, List.of(), "read", SLOW_NS)
            .add(VICTIM, RANKS, FeedRank.class, List.of(), "read", "0");
    }

    private static void go(final RankJvms job, final String word) throws IOException {
        Files.createFile(job.directory().resolve(word));
    }

    private static void more(final RankJvms job, final int number) throws Exception {
        go(job, "more-" + number);
        job.awaitLine(0, "more-" + number + " written");
    }

    private static void signal(final long pid, final String signal) throws Exception {
        assertThat(new ProcessBuilder("kill", signal, Long.toString(pid)).start().waitFor()).isZero();
    }

    private static String published(final RankJvms job) throws InterruptedException {
        return job.awaitLine(0, "published").split(" ")[1];
    }

    private static void awaitReaders(final RankJvms job) throws InterruptedException {
        for (int rank = QUICK; rank <= VICTIM; rank++) {
            job.awaitLine(rank, "reading from 0");
        }
    }

    @Test
    void shouldGoOnWithoutAReaderThatWasKilledAndTakeItBack() throws Exception {
        try (RankJvms job = start(NEVER)) {
            awaitReaders(job);
            job.kill(VICTIM);
            more(job, 1);
            job.add(VICTIM, RANKS, FeedRank.class, List.of(), "read", "0");
            job.awaitLine(RANKS, "reading from");
            more(job, 2);
            go(job, "end");
            job.awaitSuccess();
            final String end = "ended CLOSED after " + published(job);
            for (final int reader : new int[] {QUICK, SLOW, RANKS}) {
                assertThat(job.output(reader)).endsWith(end);
            }
            assertThat(job.output(0)).endsWith("cut 0");
        }
    }

    @Test
    void shouldCutOffAReaderThatIsStoppedAndTellIt() throws Exception {
        Assumptions.assumeTrue(Files.exists(Path.of("/proc/self/stat")), "needs /proc");
        try (RankJvms job = start(STOPPED_MS)) {
            awaitReaders(job);
            signal(job.pid(VICTIM), "-STOP");
            more(job, 1);
            signal(job.pid(VICTIM), "-CONT");
            job.awaitLine(VICTIM, "cut after");
            more(job, 2);
            go(job, "end");
            job.awaitSuccess();
            final String end = "ended CLOSED after " + published(job);
            for (int reader = QUICK; reader <= VICTIM; reader++) {
                assertThat(job.output(reader)).endsWith(end);
            }
            assertThat(job.output(QUICK)).doesNotContain("cut");
            assertThat(job.output(SLOW)).doesNotContain("cut");
        }
    }

    @Test
    void shouldTellReadersThatTheWriterWasKilled() throws Exception {
        try (RankJvms job = start(NEVER)) {
            awaitReaders(job);
            more(job, 1);
            job.kill(0);
            final String end = job.awaitLine(QUICK, "ended WRITER_FAILED after");
            assertThat(job.awaitLine(SLOW, "ended")).isEqualTo(end);
            assertThat(job.awaitLine(VICTIM, "ended")).isEqualTo(end);
            job.awaitSuccess();
        }
    }

    @Test
    void shouldEndWithTheNewestValueOfEachKey() throws Exception {
        try (RankJvms job = RankJvms.start(2, FeedKeysRank.class, List.of())) {
            job.awaitSuccess();
            assertThat(job.awaitLine(1, "newest")).isEqualTo(job.awaitLine(0, "newest"));
        }
    }
}
