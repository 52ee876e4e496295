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

import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.JobFileDescriptor;
import io.tombolo.ringbuffers.job.RankFileDescriptor;
import io.tombolo.ringbuffers.job.RankFileSection;
import io.tombolo.tools.Screen;
import io.tombolo.tools.json.StrictJson;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Random;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With any bytes among the waits and the tables of calls, the command ends with one of its statuses and without an error. */
@Timeout(60)
class DamagedWaitsTest {
    private static final int RANKS = 3;
    private static final int TRIES = 40;

    @TempDir
    private Path parent;

    private final Screen screen = new Screen();
    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @Test
    void shouldReadAnyWaits() throws IOException {
        final Path copy = parent.resolve("copy");
        try (RankPrograms ranks = RankPrograms.start(parent.resolve("job"), RANKS, engine -> {
            if (engine.rank() == 0) {
                engine.world().recv(new UnsafeBuffer(new byte[8]), 0, 8, 1, 7);
            }
            engine.world().barrier();
        })) {
            while (!isDeadlock(ranks.directory())) {
                assertThat(Thread.currentThread().isInterrupted()).as("time limit").isFalse();
            }
            copy(ranks.directory(), copy);
        }
        assertThat(Findings.of(copy).verdict()).isEqualTo(Verdict.DEADLOCK);
        for (int i = 0; i < TRIES; i++) {
            damage(copy);
            final int status = screen.run("why", copy.toString(), "--json");
            final String what = "seed " + seed + " try " + i + "\n" + screen.out() + screen.err();
            assertThat(status).as(what).isIn(0, 4, 5);
            assertThat(StrictJson.parse(screen.out())).as(what).isNotNull();
            assertThat(screen.run("why", copy.toString())).as(what).isEqualTo(status);
            assertThat(screen.run("why", copy.toString(), "--dot")).as(what).isEqualTo(status);
            assertThat(screen.err()).as(what).isEmpty();
        }
    }

    private static boolean isDeadlock(final Path directory) {
        try {
            return Findings.of(directory).verdict() == Verdict.DEADLOCK;
        } catch (final IOException notYet) {
            return false;
        }
    }

    private static void copy(final Path from, final Path to) throws IOException {
        Files.createDirectory(to, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        try (Stream<Path> files = Files.list(from)) {
            for (final Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    /** Changes some bytes of the first two waits of a rank, or of its first groups. */
    private void damage(final Path copy) throws IOException {
        final int rank = random.nextInt(RANKS);
        try (JobDirectory job = JobDirectory.inspect(copy)) {
            final boolean isOfWaits = random.nextInt(4) > 0;
            final Path file = isOfWaits ? job.rankPath(rank, 1) : copy.resolve("job.dat");
            final int start = isOfWaits ? RankFileDescriptor.sectionOffset(RankFileSection.WAITS, job.geometry(), RANKS) :
                JobFileDescriptor.callOffset(RANKS, rank, 0);
            write(file, start + random.nextInt(isOfWaits ? 1_500 : 128), 1 + random.nextInt(8));
        }
    }

    private void write(final Path file, final long position, final int length) throws IOException {
        final byte[] bytes = new byte[length];
        // Small numbers are codes and ranks more often than others.
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (random.nextBoolean() ? random.nextInt(4) : random.nextInt());
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(bytes), position);
        }
    }
}
