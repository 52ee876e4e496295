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
import io.tombolo.engine.api.Communicator;
import io.tombolo.engine.api.Request;
import io.tombolo.tools.Screen;
import io.tombolo.tools.json.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * With any bytes in the files of a job, the reading commands end with one of their statuses and at most one line of error output.
 */
@Timeout(120)
class DamagedJobTest {
    private static final int COPIES = 300;

    @TempDir
    private Path parent;

    private final Screen screen = new Screen();
    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @Test
    void shouldSurviveAnyBytes() throws IOException {
        System.out.println("seed " + seed);
        int shown = 0;
        int refused = 0;
        try (LocalJob job = LocalJob.of(3, JobCopies::small)) {
            leaveThingsUnderWay(job);
            for (int i = 0; i < COPIES; i++) {
                final Path copy = JobCopies.copy(job.directory(), parent.resolve("copy-" + i));
                for (int j = random.nextInt(3); j >= 0; j--) {
                    damage(copy);
                }
                final int status = read(i, copy);
                shown += isShown(status) ? 1 : 0;
                refused += isShown(status) ? 0 : 1;
                for (final Path file : JobCopies.files(copy)) {
                    Files.delete(file);
                }
                Files.delete(copy);
            }
        }
        assertThat(shown).as("seed " + seed).isPositive();
        assertThat(refused).as("seed " + seed).isPositive();
    }

    private static void leaveThingsUnderWay(final LocalJob job) {
        final UnsafeBuffer data = new UnsafeBuffer(new byte[4096]);
        for (int i = 0; i < 6; i++) {
            job.engine(0).world().isend(data, 0, 20 * i, 1, i);
            job.engine(2).world().isend(data, 0, 50 * i, 0, i);
        }
        job.engine(0).world().isend(data, 0, data.capacity(), 1, 9);
        job.engine(0).world().irecv(data, 0, 10, Communicator.ANY_SOURCE, 99, new Request());
        job.engine(0).poll();
    }

    private int read(final int turn, final Path copy) {
        final List<String> arguments = switch (turn % 9) {
            case 0 -> List.of("inspect", copy.toString(), "--hex", "--queues");
            case 1 -> List.of("inspect", copy.toString(), "--json", "--hex");
            case 2 -> List.of("inspect", copy.toString(), "--pair", "0-1");
            case 3 -> List.of("metrics", copy.toString());
            case 4 -> List.of("inspect", copy.toString(), "--flight");
            case 5 -> List.of("why", copy.toString());
            case 6 -> List.of("why", copy.toString(), "--json");
            case 7 -> List.of("report", copy.toString(), "--html", "-");
            default -> List.of("ls", "--json", "--parent", parent.toString());
        };
        final int status = screen.run(arguments.toArray(new String[0]));
        final String what = "seed " + seed + " copy " + turn + " " + arguments + "\n" + screen.out() + screen.err();
        assertThat(status).as(what).isIn(0, 1, 2, 3, 4, 5);
        assertThat(screen.err().lines().count()).as(what).isEqualTo(isShown(status) ? 0 : 1);
        if (isShown(status) && arguments.contains("--json")) {
            assertThat(StrictJson.parse(screen.out())).as(what).isNotNull();
        }
        assertThat(screen.out()).as(what).doesNotContainPattern("[\\x00-\\x09\\x0b-\\x1f\\x7f]");
        return status;
    }

    /** Whether the command has read the job; from 4 on the status says that ranks wait. */
    private static boolean isShown(final int status) {
        return status == 0 || status >= 4;
    }

    /** Damages one file: overwrites its start, its end, some words, or all of it, or truncates it. */
    private void damage(final Path copy) throws IOException {
        final List<Path> files = JobCopies.files(copy);
        final Path file = files.get(random.nextInt(files.size()));
        final byte[] bytes = Files.readAllBytes(file);
        switch (random.nextInt(8)) {
            case 0 -> Files.delete(file);
            case 1 -> Files.write(file, Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)));
            case 2 -> Files.write(file, Arrays.copyOf(bytes, bytes.length + random.nextInt(10_000)));
            case 3 -> {
                random.nextBytes(bytes);
                Files.write(file, bytes);
            }
            default -> {
                for (int i = random.nextInt(100); i >= 0 && bytes.length > 0; i--) {
                    final int reach = random.nextBoolean() ? bytes.length : Math.min(bytes.length, 1024);
                    bytes[random.nextInt(reach)] = (byte) random.nextInt();
                }
                Files.write(file, bytes);
            }
        }
    }

    @Test
    void shouldRefuseHalfAJob() throws IOException {
        final Path empty = Files.createDirectory(parent.resolve("empty"));
        assertThat(screen.run("inspect", empty.toString())).isEqualTo(3);
        Files.createFile(empty.resolve("job.dat"));
        assertThat(screen.run("inspect", empty.toString())).isEqualTo(1);
        assertThat(screen.err().lines()).hasSize(1);
        Files.delete(empty.resolve("job.dat"));
        Files.createSymbolicLink(empty.resolve("job.dat"), parent.resolve("nowhere"));
        assertThat(screen.run("inspect", empty.toString())).isEqualTo(1);
        assertThat(screen.err()).contains("a symbolic link");
    }
}
