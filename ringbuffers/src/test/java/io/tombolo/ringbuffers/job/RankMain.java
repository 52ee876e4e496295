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
package io.tombolo.ringbuffers.job;

import io.tombolo.ringbuffers.libc.LibC;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** A rank in a separate process, which reads commands from standard input; or in a separate class loader, called with the same lines. */
public final class RankMain implements UnaryOperator<String> {
    /** Longer than the hang guard of the tests, so that a missing wake-up fails the test. */
    private static final long LONG_MS = 60_000;
    private static final long SHORT_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private JobDirectory job;
    private RankFile file;
    private FileChannel createLock;
    private CreateLock taken;

    public RankMain() {
    }

    public static void main(final String[] args) throws IOException {
        final RankMain rank = new RankMain();
        final BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null && !line.equals("exit"); line = input.readLine()) {
            System.out.println(rank.apply(line));
        }
    }

    @Override
    public String apply(final String line) {
        try {
            return run(line.split(" "));
        } catch (final IOException | RuntimeException e) {
            return "refused: " + e.getMessage();
        }
    }

    private String run(final String[] words) throws IOException {
        switch (words[0]) {
            case "join":
                join(words, RankRequest.of(Integer.parseInt(words[2])));
                return "joined " + job.jobId();
            case "joinAs":
                join(words, new RankRequest(RankRequest.BY_NAME, words[2], false));
                return "joined " + job.rank() + "." + job.incarnation();
            case "joinKept":
                join(words, new RankRequest(Integer.parseInt(words[2]), null, true));
                return "joined " + job.rank() + "." + job.incarnation();
            case "probe":
                return Boolean.toString(job.probe(Integer.parseInt(words[1])));
            case "probeUntil":
                return probeUntil(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
            case "released":
                job.released(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
                return "released";
            case "epoch":
                return Long.toString(job.failureEpoch());
            case "await":
                Jobs.awaitState(job, Integer.parseInt(words[1]), RankState.valueOf(words[2]));
                return words[2];
            case "state":
                return job.state(Integer.parseInt(words[1])).name();
            case "file":
                file = RankFile.create(job);
                return "file";
            case "sleep":
                System.out.println("going");
                return sleep(Long.parseLong(words[1]));
            case "ring":
                return Boolean.toString(ring(Integer.parseInt(words[1])));
            case "canWake":
                return Boolean.toString(file.doorbell().canWake());
            case "leave":
                job.leave();
                return "left";
            case "close":
                job.close();
                return "closed";
            case "die":
                job.simulateDeath(job.rank());
                return "dead";
            case "destroy":
                job.close();
                job.destroyIfLast();
                return "destroyed";
            case "spawn":
                return Long.toString(new ProcessBuilder("sleep", "60").start().pid());
            case "copy":
                return copy(Path.of(words[1]));
            case "exhaust":
                return exhaust(TimeUnit.MILLISECONDS.toNanos(Long.parseLong(words[1]))) ? "exhausted" : "nothing";
            case "libc":
                return LibC.available() + " " + LibC.reason();
            default:
                return lock(words);
        }
    }

    /** Probes a rank until it has joined a number of times. */
    private String probeUntil(final int rank, final int incarnation) {
        long probes = 0;
        while (job.incarnation(rank) < incarnation) {
            job.probe(rank);
            probes++;
        }
        return "probed " + probes;
    }

    private void join(final String[] words, final RankRequest request) throws IOException {
        final JobGeometry geometry = JobGeometry.builder()
            .set(GeometrySetting.MATCH_NODES, 64)
            .set(GeometrySetting.PACKETS, words.length > 4 ? Long.parseLong(words[4]) : GeometrySetting.PACKETS.defaultValue())
            .build();
        job = JobDirectory.join(Path.of(words[1]), request, Integer.parseInt(words[3]), geometry, TimeUnit.SECONDS.toNanos(30));
        job.markLive();
    }

    private String lock(final String[] words) throws IOException {
        switch (words[0]) {
            case "takeCreateLock":
                taken = CreateLock.acquire(Path.of(words[1]), SHORT_NS);
                return "taken";
            case "closeCreateLock":
                taken.close();
                return "closed";
            case "holdCreateLock":
                createLock = FileChannel.open(Path.of(words[1]).resolve(JobPaths.CREATE_LOCK), StandardOpenOption.READ,
                    StandardOpenOption.WRITE);
                return createLock.tryLock(0, Long.MAX_VALUE, Boolean.parseBoolean(words[2])) != null ? "held" : "not held";
            default:
                return "what? " + words[0];
        }
    }

    /** Reads the files as a backup in the same process would: each close drops a lock of this process. */
    private static String copy(final Path directory) throws IOException {
        int copied = 0;
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(directory)) {
            for (final Path path : paths) {
                if (Files.isRegularFile(path)) {
                    Files.copy(path, new ByteArrayOutputStream());
                    copied++;
                }
            }
        }
        return copied > 0 ? "copied" : "nothing to copy";
    }

    /** Fills the heap for a while, so that other threads get no memory. */
    private static boolean exhaust(final long durationNs) {
        Object[] chain = null;
        for (int length = 1 << 20; length > 0; length >>= 2) {
            try {
                while (true) {
                    chain = new Object[] {chain, new byte[length]};
                }
            } catch (final OutOfMemoryError full) {
                // Goes on with shorter arrays.
                Thread.onSpinWait();
            }
        }
        final long start = System.nanoTime();
        while (System.nanoTime() - start < durationNs) {
            Thread.onSpinWait();
        }
        return chain != null;
    }

    /** Waits until the rank sleeps. */
    private boolean ring(final int rank) throws IOException {
        // Left open: the connection lasts as long as this process.
        final Doorbell doorbell = RankFile.attach(job, rank, job.incarnation(rank)).doorbell();
        while (!doorbell.isAsleep()) {
            Thread.onSpinWait();
        }
        return doorbell.ring();
    }

    /** Waits until the doorbell rings. */
    private String sleep(final long longestMs) {
        final Doorbell doorbell = file.doorbell();
        doorbell.prepareSleep();
        int sleeps = 1;
        while (!doorbell.sleep(TimeUnit.MILLISECONDS.toNanos(longestMs))) {
            sleeps++;
        }
        doorbell.awake();
        return longestMs >= LONG_MS ? "rung in sleep " + sleeps : "rung";
    }
}
