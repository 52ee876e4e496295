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
package io.tombolo.tools.run;

import io.tombolo.engine.spare.SpareOrder;
import io.tombolo.engine.spare.SpareProcess;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * Spare processes: JVMs that have started with the options and the class path of a command, and wait for an order to become a rank. Used
 * only by the thread that runs the launch.
 */
final class Spares {
    /** The time between the use of a spare process and the start of the next one, which would slow the new rank down. */
    private static final long PAUSE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int MOST_RESTARTS = 5;

    private final JobLaunch launch;
    private final RankProcesses processes;
    private final Map<JavaCommand, Line> lines = new LinkedHashMap<>();

    /**
     * Starts no process yet.
     *
     * @throws IllegalArgumentException if a command is not of the form that spare processes need
     */
    Spares(final JobLaunch launch, final RankProcesses processes) {
        this.launch = launch;
        this.processes = processes;
        if (launch.spares() > 0) {
            launch.commands().forEach(command -> {
                final JavaCommand java = JavaCommand.of(command.command());
                lines.computeIfAbsent(java.withoutMain(), any -> new Line()).mains.add(java.main());
            });
        }
    }

    /** The spare processes of one JVM command line. */
    private static final class Line {
        private final Set<String> mains = new TreeSet<>();
        private final Deque<RankProcess> parked = new ArrayDeque<>();
        private final RestartLimit limit = new RestartLimit(MOST_RESTARTS);
        private long nextNs;
    }

    /** Starts the spare processes that are missing and whose time has come. */
    void fill(final long nowNs) {
        lines.forEach((java, line) -> {
            while (line.parked.size() < launch.spares() && line.nextNs <= nowNs) {
                try {
                    line.parked.add(processes.startSpare(java.running(SpareProcess.class, line.mains)));
                } catch (final IOException ex) {
                    giveUp(line, ex.getMessage());
                }
            }
        });
    }

    /** The time of the next start, or {@link Restarts#NEVER}. */
    long nextNs() {
        return lines.values().stream().filter(line -> line.parked.size() < launch.spares()).mapToLong(line -> line.nextNs).min()
            .orElse(Restarts.NEVER);
    }

    /**
     * Lets a spare process become a rank.
     *
     * @return false if there is none
     * @throws InterruptedException if interrupted meanwhile
     */
    boolean replace(final int rank, final long nowNs) throws InterruptedException {
        if (lines.isEmpty()) {
            return false;
        }
        final JavaCommand java = JavaCommand.of(launch.commands().get(rank).command());
        final Line line = lines.get(java.withoutMain());
        for (RankProcess spare = line.parked.poll(); spare != null; spare = line.parked.poll()) {
            line.nextNs = Math.max(line.nextNs, nowNs + PAUSE_NS);
            processes.pin(spare, rank);
            if (isOrdered(spare, rank, java)) {
                return true;
            }
        }
        return false;
    }

    private boolean isOrdered(final RankProcess spare, final int rank, final JavaCommand java) {
        // Its output is that of the rank from the first line on.
        spare.become(rank);
        try {
            new SpareOrder(launch.identity(rank), java.main(), java.arguments()).write(spare.process().getOutputStream());
        } catch (final IOException ended) {
            // Its end is an event of its own.
            spare.become(LineConsumer.SPARE);
            return false;
        }
        processes.adopt(spare, rank);
        return true;
    }

    /** Takes a spare process that has ended off the list, and plans another one. */
    void ended(final RankProcess spare, final long nowNs) {
        lines.values().stream().filter(line -> line.parked.remove(spare)).forEach(line -> {
            final long pauseNs = line.limit.pauseNs(spare.startedNs(), System.nanoTime());
            if (pauseNs == RestartLimit.TOO_OFTEN) {
                giveUp(line, "they end by themselves (" + spare.result("").describe() + ")");
            } else {
                line.nextNs = nowNs + pauseNs;
            }
        });
    }

    private void giveUp(final Line line, final String why) {
        line.nextNs = Restarts.NEVER;
        launch.notice("no more spare processes are started: " + why);
    }

    /** Ends all spare processes and starts no more. */
    void end() throws InterruptedException {
        lines.values().forEach(line -> line.nextNs = Restarts.NEVER);
        processes.killSpares();
    }
}
