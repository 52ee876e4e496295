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
package io.tombolo.tools.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.LocalJob;
import io.tombolo.engine.api.Communicator;
import io.tombolo.ringbuffers.counters.Counter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class FileSpreaderTest {
    /** Starts a thread for each task, because ranks wait for each other. */
    private static final Executor THREADS = task -> new Thread(task).start();

    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final Report report = new Report(new PrintStream(shown, true, StandardCharsets.UTF_8));
    private final LocalJob job = LocalJob.of(3, DemoRank::set);

    @AfterEach
    void closeJob() {
        job.close();
    }

    @Test
    void shouldSpreadAFileOverTwoWorkers() throws Exception {
        final long seed = System.nanoTime();
        final byte[] file = new byte[9_000_001];
        new Random(seed).nextBytes(file);
        final CompletableFuture<Long> first = CompletableFuture.supplyAsync(() -> new FileReceiver(world(1)).run(), THREADS);
        final CompletableFuture<Long> second = CompletableFuture.supplyAsync(() -> new FileReceiver(world(2)).run(), THREADS);
        spread(file);
        assertThat(first.get() + second.get()).as("seed %d", seed).isEqualTo(file.length);
        assertThat(shown.toString(StandardCharsets.UTF_8))
            .contains("  short", "  eager", "  staged", "  registered", "verified: 9.0 MB");
        final CounterSums sums = new CounterSums(job.engine(0).directory());
        for (final Counter way : List.of(Counter.SENT_SHORT, Counter.SENT_EAGER, Counter.SENT_RENDEZVOUS_STAGED,
            Counter.SENT_RENDEZVOUS_REGISTERED)) {
            assertThat(sums.of(way)).as("%s", way).isPositive();
        }
    }

    @Test
    void shouldFailWhenAWorkerHasOtherBytes() {
        CompletableFuture.runAsync(() -> new FileReceiver(world(1)).run(), THREADS);
        CompletableFuture.runAsync(() -> {
            world(2).recv(new long[1], 0, 1, 0, DemoTags.PLAN, null);
            world(2).barrier();
            world(2).recv(new byte[Sha256.LENGTH], 0, Sha256.LENGTH, 0, DemoTags.DIGEST, null);
            world(2).send(new long[] {FileReceiver.DIFFERENT}, 0, 1, 0, DemoTags.VERDICT);
        }, THREADS);
        assertThatThrownBy(() -> spread(new byte[1]))
            .isInstanceOf(DemoFailure.class).hasMessage("rank 2 received other bytes than rank 0 sent to it (SHA-256)");
        assertThat(shown.toString(StandardCharsets.UTF_8)).doesNotContain("verified");
    }

    @Test
    void shouldNoticeOneWrongBit() throws Exception {
        final CompletableFuture<Long> verdict = CompletableFuture.supplyAsync(() -> new FileReceiver(world(1)).run(), THREADS);
        CompletableFuture.runAsync(() -> world(2).barrier(), THREADS);
        final Communicator world = world(0);
        world.send(new long[] {1}, 0, 1, 1, DemoTags.PLAN);
        world.send(new byte[] {6}, 0, 1, 1, FilePart.SHORT.tag());
        world.barrier();
        world.send(Sha256.start().digest(new byte[] {7}), 0, Sha256.LENGTH, 1, DemoTags.DIGEST);
        final long[] answer = new long[1];
        world.recv(answer, 0, 1, 1, DemoTags.VERDICT, null);
        assertThat(answer[0]).isEqualTo(FileReceiver.DIFFERENT).isEqualTo(verdict.get());
    }

    @Test
    void shouldFailWhenTheFileGetsShorter() {
        assertThatThrownBy(() -> new FileSpreader(job.engine(0), report, new DemoPlan(1, 2), new ByteArrayInputStream(new byte[0])).run())
            .isInstanceOf(DemoFailure.class).hasMessage("the file was truncated while it was read");
    }

    private void spread(final byte[] file) throws Exception {
        new FileSpreader(job.engine(0), report, new DemoPlan(file.length, 2), new ByteArrayInputStream(file)).run();
    }

    private Communicator world(final int rank) {
        return job.engine(rank).world();
    }
}
