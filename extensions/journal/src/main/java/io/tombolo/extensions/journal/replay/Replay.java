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
package io.tombolo.extensions.journal.replay;

import io.tombolo.extensions.journal.Journal;
import io.tombolo.extensions.journal.JournalRank;
import io.tombolo.extensions.journal.excerpt.JournalException;
import io.tombolo.ringbuffers.flight.OrderReader;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.JobLocation;
import io.tombolo.ringbuffers.setting.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Replays one rank of a recorded job: starts a process as that rank, and plays the other ranks from the journal.
 */
public final class Replay {
    /** Status of a replay that differs from the record. */
    public static final int DIFFERENT = 1;

    private static final int FAILED = 1;
    private static final String ORDER_FILE = "order";
    private static final String SET_ASIDE = "RANKS_";
    private static final String JVM_OPTIONS = "JDK_JAVA_OPTIONS";
    private static final String REQUIRED_OPTIONS =
        "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED --enable-native-access=ALL-UNNAMED";
    private static final long END_SECONDS = 10;
    private static final long END_MS = TimeUnit.SECONDS.toMillis(END_SECONDS);
    private static final long GRACE_MS = 1_000;
    private static final long STEP_MS = 10;

    private final RecordedRank recorded;
    private final FirstDifference difference;
    private final Consumer<String> report;
    private final Map<Thread, PlayedRank> players = new ConcurrentHashMap<>();
    private volatile boolean hasEnded;
    private volatile boolean isSignalled;
    private volatile boolean hasFailed;
    // Null until it is started.
    private volatile Process process;

    private Replay(final RecordedRank recorded, final Consumer<String> report) {
        this.recorded = recorded;
        // After a signal, nothing differs: the process was ended.
        this.report = line -> {
            if (!isSignalled) {
                report.accept(line);
            }
        };
        this.difference = new FirstDifference(this.report);
    }

    /**
     * Reads the journal of the rank that is to be replayed.
     *
     * @param directory   of the journal.
     * @param jobId       of the job; 0 if the journal has only one.
     * @param rank        to replay.
     * @param incarnation of the rank.
     * @param report      gets the first difference, one line.
     * @return replay that can be run.
     * @throws JournalException if the rank cannot be replayed; the message is one line.
     * @throws IOException      if the journal cannot be read.
     */
    public static Replay of(
        final Path directory, final long jobId, final int rank, final int incarnation, final Consumer<String> report) throws IOException {
        final Map<Long, List<JournalRank>> jobs = new TreeMap<>();
        for (final JournalRank found : Journal.open(directory)) {
            if (jobId == 0 || found.jobId() == jobId) {
                jobs.computeIfAbsent(found.jobId(), id -> new ArrayList<>()).add(found);
            }
        }
        if (jobs.size() != 1) {
            throw new JournalException(directory + ": " + (jobs.isEmpty() ? "has no such job" :
                "has " + jobs.size() + " jobs, name the directory of one of them"));
        }
        final List<JournalRank> ranks = jobs.values().iterator().next();
        final JournalRank wanted = ranks.stream().filter(found -> found.rank() == rank && found.incarnation() == incarnation).findFirst()
            .orElseThrow(() -> new JournalException(directory + ": has no incarnation " + incarnation + " of rank " + rank));
        return new Replay(RecordedRank.read(wanted), report);
    }

    /**
     * Runs the replay: blocks until the process has ended.
     *
     * @param command of the process and its arguments; it inherits the terminal.
     * @return status of the process; {@link #DIFFERENT} if it was 0 and the replay differs; 1 if a rank could not be played.
     * @throws IOException          if the process cannot be started, or the journal cannot be read.
     * @throws InterruptedException if the thread is interrupted; the process is ended.
     */
    public int run(final List<String> command) throws IOException, InterruptedException {
        final JobLocation location = JobLocation.fresh(JobDirectory.defaultParent(), "replay-");
        final Path order = Files.createTempFile("tombolo-" + ORDER_FILE, ".dat");
        // A signal ends this JVM without the blocks of its other threads.
        final Thread atSignal = new Thread(() -> endBySignal(location, order), "replay-signal");
        Runtime.getRuntime().addShutdownHook(atSignal);
        try {
            Files.write(order, recorded.order().bytes());
            return run(command, location.path(), order);
        } finally {
            if (removeHook(atSignal)) {
                remove(location, order);
            }
        }
    }

    private void endBySignal(final JobLocation location, final Path order) {
        try {
            synchronized (players) {
                // From here on no rank joins, which would make the directory again.
                isSignalled = true;
            }
            final Process started = process;
            if (started != null) {
                end(started);
            }
            hasEnded = true;
            awaitPlayers(0);
            remove(location, order);
        } catch (final IOException | InterruptedException failure) {
            isSignalled = false;
            report.accept("the directory of the replay stays: " + failure.getMessage());
        }
    }

    private static void end(final Process process) throws InterruptedException {
        process.destroy();
        if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    /** Waits for the players. One in a call with a process that has ended is interrupted after a while. */
    private void awaitPlayers(final long graceMs) throws InterruptedException {
        final long start = System.nanoTime();
        for (final Map.Entry<Thread, PlayedRank> player : players.entrySet()) {
            long passedMs = 0;
            while (player.getKey().isAlive() && passedMs < END_MS) {
                if (player.getValue().isInCall() && passedMs >= graceMs) {
                    player.getKey().interrupt();
                }
                player.getKey().join(STEP_MS);
                passedMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
            }
        }
    }

    /** Returns false if the JVM is ending: then the hook removes what is left. */
    private static boolean removeHook(final Thread hook) {
        try {
            return Runtime.getRuntime().removeShutdownHook(hook);
        } catch (final IllegalStateException ending) {
            return false;
        }
    }

    private static void remove(final JobLocation location, final Path order) throws IOException {
        Files.deleteIfExists(order);
        Files.deleteIfExists(OrderReader.differenceFile(order));
        if (Files.exists(location.path())) {
            location.remove();
        }
    }

    private int run(final List<String> command, final Path directory, final Path order) throws IOException, InterruptedException {
        process = start(command, directory, order);
        try {
            for (int rank = 0; rank < recorded.order().size(); rank++) {
                if (rank != recorded.rank().rank()) {
                    startPlayer(rank, directory);
                }
            }
            final int status = process.waitFor();
            hasEnded = true;
            reportCalls(OrderReader.differenceFile(order));
            awaitPlayers(GRACE_MS);
            return hasFailed ? FAILED : status == 0 && difference.isFound() ? DIFFERENT : status;
        } finally {
            hasEnded = true;
            process.destroy();
            players.keySet().forEach(Thread::interrupt);
            awaitPlayers(0);
        }
    }

    /** Reports the difference that the process itself has noticed in its calls, if there is one. */
    private void reportCalls(final Path file) throws IOException {
        if (Files.exists(file)) {
            difference.report("rank " + recorded.rank().rank() + " differs from its record at its " + Files.readString(file));
        }
    }

    private Process start(final List<String> command, final Path directory, final Path order) throws IOException {
        final ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        final Map<String, String> environment = builder.environment();
        for (final String name : List.copyOf(environment.keySet())) {
            // Options for the JVMs of ranks, which the launcher has set aside.
            if (name.startsWith(SET_ASIDE)) {
                environment.put(name.substring(SET_ASIDE.length()), environment.remove(name));
            }
        }
        environment.merge(JVM_OPTIONS, REQUIRED_OPTIONS, (given, required) -> required + " " + given);
        environment.put("TOMBOLO_DIR", directory.toString());
        environment.put("TOMBOLO_RANK", Integer.toString(recorded.rank().rank()));
        environment.put("TOMBOLO_SIZE", Integer.toString(recorded.order().size()));
        environment.put(Settings.variable(OrderReader.FILE_PROPERTY), order.toString());
        return builder.start();
    }

    private void startPlayer(final int rank, final Path directory) {
        final PlayedRank played = new PlayedRank(rank, recorded.rank().rank(), difference, () -> hasEnded);
        final Thread thread = new Thread(() -> {
            // Made here, because only one thread may use a cursor.
            try (PlayedScript script = new PlayedScript(recorded, rank)) {
                played.play(script, directory, recorded.order().size());
            } catch (final Throwable failure) {
                // Errors as well: without this rank, the process may wait for ever.
                fail(rank, failure);
            }
        }, "replay-rank-" + rank);
        thread.setDaemon(true);
        synchronized (players) {
            if (!isSignalled) {
                players.put(thread, played);
                thread.start();
            }
        }
    }

    private void fail(final int rank, final Throwable failure) {
        hasFailed = true;
        report.accept("rank " + rank + " cannot be played any further: " +
            (failure instanceof Error || failure.getMessage() == null ? failure : failure.getMessage()));
        try {
            end(process);
        } catch (final InterruptedException ended) {
            // The process has ended, or the replay is interrupted.
            Thread.currentThread().interrupt();
        }
    }
}
