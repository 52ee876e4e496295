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

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Five services, each a process that joins by its name, exchange messages of all kinds. Random ones are killed, asked to leave, started
 * again, or stopped for some seconds. No message may be lost or doubled outside of what a dead process had taken or begun, nobody may be
 * told of the end of a process that lives, and nothing of the dead may be left. Prints how long the calls took, when a death was told, and
 * when a new process got its first message; that is not asserted. Nightly for {@code tombolo.test.services.seconds} seconds, 600 by
 * default; {@code tombolo.test.services.seed} chooses the disturbances.
 */
class ServicesSoakTest {
    private static final int ROWS = ServiceBoard.SERVICES + 1;
    private static final long FILES = 60L << 20;
    private static final int SHORT_SECONDS = 6;
    private static final int WARM_UP_MS = 2000;

    @TempDir
    private Path temporary;

    private final int[] serials = new int[ServiceBoard.SERVICES];
    // Number of the present process of each service among the processes of the job.
    private final int[] current = new int[ServiceBoard.SERVICES];
    private int started;
    private long seed;
    private Random random;
    private ServiceBoard board;
    private RankJvms job;

    @Test
    @Timeout(90)
    void shouldLoseNothingForAShortTime() throws Exception {
        run(SHORT_SECONDS);
    }

    @Test
    @Tag("nightly")
    void shouldLoseNothing() throws Exception {
        run(Integer.getInteger("tombolo.test.services.seconds", 600));
    }

    private void run(final int seconds) throws Exception {
        seed = Long.getLong("tombolo.test.services.seed", System.nanoTime());
        TestOutput.say("seed=" + seed + " seconds=" + seconds);
        random = new Random(seed);
        try (ServiceBoard words = ServiceBoard.open(temporary.resolve("board")); RankJvms processes = RankJvms.create(FILES)) {
            board = words;
            job = processes;
            for (int service = 0; service < ServiceBoard.SERVICES; service++) {
                start(service);
                job.awaitLine(current[service], "joined");
            }
            warmUp();
            pause(1);
            final Footprint before = footprint();
            TestOutput.say("at first " + before);
            disturb(seconds, 2);
            pause(3);
            final Footprint after = footprint();
            TestOutput.say("at last " + after);
            end();
            final String violations = report();
            assertThat(violations).as("seed=" + seed).isEmpty();
            assertThat(after.oldFiles()).as("files of old incarnations, seed=" + seed).isEmpty();
            assertThat(after.files()).isLessThanOrEqualTo(before.files() + 2);
            assertThat(after.bytes()).isLessThanOrEqualTo(before.bytes() + (2L << 20));
            assertThat(after.mappings()).isLessThanOrEqualTo(before.mappings() + 5);
            assertThat(after.descriptors()).isLessThanOrEqualTo(before.descriptors() + 10);
        }
    }

    /** Lets the traffic go on until each service has made what it makes when it needs it first: pairs with all others, staging lanes. */
    private void warmUp() {
        goOn(WARM_UP_MS);
        while (count("pair-.*") < ServiceBoard.SERVICES * (ServiceBoard.SERVICES - 1) ||
            count("heap-\\d+\\.\\d+-0\\.dat") < ServiceBoard.SERVICES) {
            goOn(1);
        }
    }

    private long count(final String name) {
        return Stream.of(job.directory().toFile().list()).filter(file -> file.matches(name)).count();
    }

    /** Lets the traffic go on, so that the next disturbance comes at a random moment of it. */
    private static void goOn(final int ms) {
        final long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
        while (System.nanoTime() - end < 0) {
            TimeLimit.check();
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    private void start(final int service) throws IOException {
        serials[service]++;
        current[service] = started++;
        job.addNamed("service-" + service, ROWS, ServiceRank.class, temporary.resolve("board").toString(),
            Integer.toString(service), Integer.toString(serials[service]), Long.toString(seed), Long.toString(System.nanoTime()));
    }

    private void disturb(final int seconds, final long phase) throws Exception {
        board.phase(phase);
        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        int actions = 0;
        while (System.nanoTime() - end < 0) {
            goOn(random.nextInt(1200));
            final int service = random.nextInt(ServiceBoard.SERVICES);
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> kill(service);
                case 3, 4 -> leave(service);
                case 5 -> stop(service);
                case 6 -> {
                    kill(service);
                    kill(service);
                }
                default -> killTwo(service, (service + 1 + random.nextInt(ServiceBoard.SERVICES - 1)) % ServiceBoard.SERVICES);
            }
            actions++;
        }
        for (int service = 0; service < ServiceBoard.SERVICES; service++) {
            job.awaitLine(current[service], "joined");
        }
        TestOutput.say(actions + " actions, processes of each service: " + Arrays.toString(serials));
    }

    private void kill(final int service) throws Exception {
        board.end(service, serials[service], true);
        job.kill(current[service]);
        goOn(random.nextInt(2) * random.nextInt(500));
        start(service);
    }

    private void killTwo(final int one, final int two) throws Exception {
        for (final int service : new int[] {one, two}) {
            board.end(service, serials[service], true);
        }
        ProcessHandle.of(job.pid(current[one])).ifPresent(ProcessHandle::destroyForcibly);
        job.kill(current[two]);
        job.kill(current[one]);
        start(two);
        start(one);
    }

    private void leave(final int service) throws Exception {
        board.end(service, serials[service], false);
        board.leave(service, serials[service]);
        assertThat(job.exitStatus(current[service])).as(job.output(current[service])).isZero();
        start(service);
    }

    private void stop(final int service) throws Exception {
        board.stopOne(service);
        signal("-STOP", service);
        goOn(500 + random.nextInt(3000));
        signal("-CONT", service);
        goOn(200);
        board.continueOne();
    }

    private void signal(final String signal, final int service) throws Exception {
        new ProcessBuilder("kill", signal, Long.toString(job.pid(current[service]))).start().waitFor();
    }

    private void pause(final long phase) throws Exception {
        board.phase(phase);
        for (int service = 0; service < ServiceBoard.SERVICES; service++) {
            job.awaitLine(current[service], "paused " + phase);
        }
        awaitRelease();
    }

    /** The files of a dead process stay until all others have noticed its end. */
    private void awaitRelease() throws Exception {
        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(RankThreads.GUARD_SECONDS);
        while (!footprint().oldFiles().isEmpty() && System.nanoTime() - end < 0) {
            goOn(1);
        }
    }

    private void end() throws Exception {
        for (int service = 0; service < ServiceBoard.SERVICES; service++) {
            board.end(service, serials[service], false);
        }
        board.phase(-1);
        job.awaitSuccess();
    }

    private String report() throws Exception {
        final StringBuilder violations = new StringBuilder();
        final Map<String, List<Long>> times = new TreeMap<>();
        long received = 0;
        for (int process = 0; process < started; process++) {
            for (final String line : job.output(process).split("\n")) {
                if (line.startsWith("time ")) {
                    final int space = line.lastIndexOf(' ');
                    times.computeIfAbsent(line.substring(5, space), none -> new ArrayList<>())
                        .add(Long.parseLong(line.substring(space + 1)));
                } else if (line.startsWith("paused 3")) {
                    received += Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
                } else if (!line.matches("joined.*|closed|paused.*|output ends: Stream closed|")) {
                    violations.append("process ").append(process).append(": ").append(line).append('\n');
                }
            }
        }
        TestOutput.say(received + " messages received by the last processes");
        times.forEach((what, all) -> TestOutput.say(row(what, all)));
        return violations.toString();
    }

    private static String row(final String what, final List<Long> all) {
        all.sort(null);
        final int last = all.size() - 1;
        return String.format("%-52s %6d  median %,11d us  99 %% %,11d us  longest %,11d us  %d over 1 s", what, all.size(),
            all.get(last / 2), all.get(last * 99 / 100), all.get(last), all.stream().filter(us -> us > 1_000_000).count());
    }

    /**
     * What the job occupies, without the files of latencies, which come with the first value that is measured. Of mappings and descriptors,
     * those of the process that has most.
     */
    private record Footprint(long files, long bytes, long mappings, long descriptors, List<String> oldFiles) {
    }

    private Footprint footprint() throws Exception {
        final List<String> old = new ArrayList<>();
        long files = 0;
        long blocks = 0;
        try (Stream<Path> all = Files.list(job.directory())) {
            for (final Path path : all.filter(path -> !path.getFileName().toString().startsWith("latency-")).toList()) {
                files++;
                blocks += Files.isRegularFile(path) ? Files.size(path) : 0;
                if (isOld(path.getFileName().toString())) {
                    old.add(path.getFileName().toString());
                }
            }
        }
        long mappings = 0;
        long descriptors = 0;
        for (final int process : current) {
            final Path proc = Path.of("/proc", Long.toString(job.pid(process)));
            try (Stream<String> lines = Files.lines(proc.resolve("maps")); Stream<Path> open = Files.list(proc.resolve("fd"))) {
                mappings = Math.max(mappings, lines.filter(line -> line.contains(job.directory().toString())).count());
                descriptors = Math.max(descriptors, open.count());
            }
        }
        return new Footprint(files, blocks, mappings, descriptors, old);
    }

    /** Names of files end with the incarnations of their ranks: {@code rank-R.i.dat}, {@code pair-S.i-D.j.dat}, {@code heap-R.i-K.dat}. */
    private boolean isOld(final String name) {
        boolean isOld = false;
        for (final String part : name.split("-")) {
            if (part.matches("\\d+\\.\\d+(\\..*)?")) {
                final String[] numbers = part.split("\\.");
                final int rank = Integer.parseInt(numbers[0]);
                isOld |= rank < ServiceBoard.SERVICES && Integer.parseInt(numbers[1]) != incarnation(rank);
            }
        }
        return isOld;
    }

    /** The highest incarnation of a rank, as its own file tells. */
    private int incarnation(final int rank) {
        int highest = 0;
        for (final String name : job.directory().toFile().list()) {
            if (name.matches("rank-" + rank + "\\.\\d+\\.dat")) {
                highest = Math.max(highest, Integer.parseInt(name.split("\\.")[1]));
            }
        }
        return highest;
    }
}
