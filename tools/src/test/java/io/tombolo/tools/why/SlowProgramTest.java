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
package io.tombolo.tools.why;

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.Engine;
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Request;
import io.tombolo.engine.api.Requests;
import io.tombolo.engine.api.window.LockType;
import io.tombolo.engine.api.window.Window;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A correct program whose ranks compute for long is slow, and in no deadlock. */
class SlowProgramTest {
    private static final int RANKS = 4;
    private static final int LONG = 100_000;
    private static final int MOST_MS = 150;

    @TempDir
    private Path parent;

    @Test
    @Timeout(60)
    void shouldNotCallASlowProgramADeadlock() throws IOException, InterruptedException {
        look(10);
    }

    @Test
    @Tag("nightly")
    @Timeout(600)
    void shouldNotCallASlowProgramADeadlockInAThousandLooks() throws IOException, InterruptedException {
        look(1_000);
    }

    private void look(final int looks) throws IOException, InterruptedException {
        final long seed = System.nanoTime();
        final CountDownLatch begun = new CountDownLatch(RANKS);
        int waits = 0;
        try (RankPrograms ranks = RankPrograms.start(parent.resolve("job"), RANKS, engine -> work(engine, seed, begun))) {
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
            for (int i = 0; i < looks || waits == 0; i++) {
                final Findings findings = Findings.of(ranks.directory());
                assertThat(findings.findings()).extracting(Finding::kind).as("seed " + seed + " look " + i + " " + text(findings))
                    .doesNotContain(FindingKind.DEADLOCK, FindingKind.NOBODY_LEFT, FindingKind.MISMATCH, FindingKind.UNREADABLE);
                waits += findings.waits().isEmpty() ? 0 : 1;
            }
        }
    }

    private static String text(final Findings findings) {
        return findings.findings().stream().map(finding -> finding.text() + finding.details()).collect(Collectors.joining("\n"));
    }

    /** All ranks draw the same steps, and different times. Ends when its thread is interrupted. */
    private static void work(final Engine engine, final long seed, final CountDownLatch begun) {
        final Communicator world = engine.world();
        final Random steps = new Random(seed);
        final Random times = new Random(seed + engine.rank());
        try (Window window = world.allocateWindow(Long.BYTES)) {
            begun.countDown();
            while (!Thread.currentThread().isInterrupted()) {
                compute(times);
                step(world, window, steps.nextInt(6), steps.nextInt(RANKS), steps.nextInt(), times);
            }
        }
    }

    private static void compute(final Random times) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(times.nextInt(MOST_MS)));
    }

    private static void step(
        final Communicator world, final Window window, final int step, final int root, final int draw, final Random times) {
        final int length = (draw & 1) == 0 ? LONG : Long.BYTES;
        final UnsafeBuffer data = new UnsafeBuffer(new byte[LONG]);
        final int next = (world.rank() + 1) % RANKS;
        final int previous = (world.rank() + RANKS - 1) % RANKS;
        switch (step) {
            case 0 -> world.barrier();
            case 1 -> world.sendrecv(data, 0, length, next, 1, new UnsafeBuffer(new byte[LONG]), 0, LONG, previous, 1, null);
            case 2 -> fromAnySource(world, root, length, times);
            case 3 -> {
                final List<Request> requests = List.of(
                    world.irecv(new UnsafeBuffer(new byte[LONG]), 0, LONG, previous, 3),
                    world.irecv(new UnsafeBuffer(new byte[LONG]), 0, LONG, next, 3));
                world.send(data, 0, Long.BYTES, next, 3);
                compute(times);
                world.send(data, 0, Long.BYTES, previous, 3);
                Requests.waitAll(requests.toArray(Request[]::new));
            }
            case 4 -> {
                window.lock(root, LockType.EXCLUSIVE);
                compute(times);
                window.unlock(root);
            }
            default -> ring(world, root, length, times);
        }
    }

    private static void fromAnySource(final Communicator world, final int root, final int length, final Random times) {
        final UnsafeBuffer data = new UnsafeBuffer(new byte[LONG]);
        if (world.rank() == root) {
            for (int i = 1; i < RANKS; i++) {
                world.recv(data, 0, LONG, Communicator.ANY_SOURCE, 2);
                compute(times);
            }
        } else {
            world.send(data, 0, length, root, 2);
        }
        // So that no message is taken for one of a later step.
        world.barrier();
    }

    /** A message goes through all ranks; each of them waits for the one before it. */
    private static void ring(final Communicator world, final int root, final int length, final Random times) {
        final UnsafeBuffer data = new UnsafeBuffer(new byte[LONG]);
        final int next = (world.rank() + 1) % RANKS;
        if (world.rank() != root) {
            world.recv(data, 0, LONG, (world.rank() + RANKS - 1) % RANKS, 5);
            compute(times);
        }
        if (next != root) {
            world.send(data, 0, length, next, 5);
        }
    }
}
