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
package io.tombolo.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.PeerFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * One rank joins many times, nightly a thousand, after deaths and orderly ends, while the others go on. The job fits the 64 MB of shared
 * memory that containers have by default, and neither files nor mappings nor descriptors of the dead are left.
 */
@Timeout(120)
class RestartsTest {
    private static final int SOME = 100;
    private static final int MANY = 1_000;
    private static final int WARM = 20;
    private static final long MOST_BYTES = 64L << 20;
    private static final int LENGTH = 100_000;
    private static final int TAG = 5;

    @TempDir
    private Path directory;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[LENGTH]);

    @Test
    void shouldJoinManyTimesWithoutLeavingAnything() throws Exception {
        restart(SOME);
    }

    @Test
    @Tag("nightly")
    void shouldJoinAThousandTimesWithoutLeavingAnything() throws Exception {
        restart(MANY);
    }

    private void restart(final int restarts) throws Exception {
        final boolean isMounted = run("mount", "-t", "tmpfs", "-o", "size=64m,mode=700", "none", directory.toString()) == 0;
        try (LocalJob job = LocalJob.in(directory.resolve("job"), 3, context -> { })) {
            List<Long> before = List.of();
            for (int restart = 1; restart <= restarts; restart++) {
                exchange(job, restart);
                end(job, restart);
                job.revive(1);
                tellAndRelease(job);
                if (restart == WARM) {
                    before = footprint(job);
                }
                if (!isMounted) {
                    assertThat(bytes(job)).isLessThan(MOST_BYTES);
                }
            }
            final List<Long> after = footprint(job);
            TestOutput.say("files, mappings, descriptors after " + WARM + " restarts " + before + ", after " + restarts + " " + after);
            for (int i = 0; i < before.size(); i++) {
                assertThat(after.get(i)).isLessThanOrEqualTo(before.get(i) + 4);
            }
        } finally {
            if (isMounted) {
                assertThat(run("umount", "-l", directory.toString())).isZero();
            }
        }
    }

    /** Short and long messages, in memory regions and not, in both directions. */
    private void exchange(final LocalJob job, final int restart) {
        final Communicator world = job.engine(0).world();
        final Communicator other = job.engine(1).world();
        send(world, 1, other, 0, 8, restart);
        send(other, 0, world, 1, 8, restart);
        send(other, 0, world, 1, LENGTH, restart);
        send(world, 1, other, 0, LENGTH, restart);
        send(job.engine(2).world(), 1, other, 2, 8, restart);
        try (MemoryRegion region = job.engine(1).allocate(LENGTH)) {
            Payloads.fill(region.buffer(), 0, LENGTH, restart);
            other.isend(region.buffer(), 0, LENGTH, 0, TAG);
            world.recv(buffer, 0, LENGTH, 1, TAG);
            Payloads.check(buffer, 0, LENGTH, restart);
        }
    }

    private void send(final Communicator from, final int to, final Communicator at, final int source, final int length, final long seed) {
        final UnsafeBuffer data = new UnsafeBuffer(new byte[length]);
        Payloads.fill(data, 0, length, seed);
        from.isend(data, 0, length, to, TAG);
        at.recv(buffer, 0, LENGTH, source, TAG);
        Payloads.check(buffer, 0, length, seed);
    }

    private static void end(final LocalJob job, final int restart) {
        if ((restart & 1) == 0) {
            job.engine(1).close();
        } else {
            job.kill(1);
        }
    }

    private void tellAndRelease(final LocalJob job) {
        final int incarnation = EngineAccess.node(job.engine(1)).job().incarnation();
        for (final int rank : new int[] {0, 2}) {
            while (EngineAccess.node(job.engine(rank)).incarnation(1) != incarnation) {
                TimeLimit.check();
                job.step();
            }
            final Communicator world = job.engine(rank).world();
            assertThatThrownBy(() -> world.send(buffer, 0, 8, 1, TAG)).isInstanceOf(PeerFailedException.class);
        }
        while (hasOldFiles(job, incarnation)) {
            TimeLimit.check();
            job.step();
        }
    }

    private static boolean hasOldFiles(final LocalJob job, final int incarnation) {
        return Stream.of(job.directory().toFile().list()).anyMatch(name -> name.matches(".*-1\\.\\d+[.-].*") &&
            !name.matches(".*-1\\." + incarnation + "[.-].*"));
    }

    private static List<Long> footprint(final LocalJob job) throws IOException {
        final String path = job.directory().toString();
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps")); Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return List.of((long) job.directory().toFile().list().length,
                maps.filter(line -> line.contains(path) && !isOfTheEndedRankItself(line)).count(), open.count());
        }
    }

    /**
     * Answers whether the collector unmaps this: job.dat, and regions under the name by which their maker maps them. In a job of processes
     * they go with the process of the ended rank.
     */
    private static boolean isOfTheEndedRankItself(final String line) {
        return line.contains("/job.dat") || line.contains("/.heap-") || line.contains("/.collective-");
    }

    private static long bytes(final LocalJob job) throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.list(job.directory())) {
            for (final Path path : files.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(path);
            }
        }
        return bytes;
    }

    private static int run(final String... command) throws Exception {
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
    }
}
