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

import java.io.IOException;
import java.util.OptionalInt;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Runs a launch from the start of its processes to the end of the last one. One thread handles one queue of events, with one deadline for
 * each {@link LaunchPhase}.
 */
final class Conductor {
    private static final long NEVER = Restarts.NEVER;
    private static final long LAST_WORDS_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long KILL_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long DRAIN_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long LOOK_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final JobLaunch launch;
    private final LinkedBlockingQueue<LaunchEvent> events;
    private final RankProcesses processes;
    private final Restarts restarts;
    private final Spares spares;
    private final long startNs = System.nanoTime();
    private LaunchPhase phase = LaunchPhase.RUNNING;
    private long deadlineNs;
    private long lingeringDeadlineNs = NEVER;
    private LaunchResult.End end = LaunchResult.End.DONE;
    private int worstStatus;
    private int endStatus;
    private InterruptedException interrupted;

    /**
     * Prepares a run.
     *
     * @param launch    configuration of the launch
     * @param events    events from other threads
     * @param processes processes of the ranks
     * @param spares    spare processes
     */
    Conductor(
        final JobLaunch launch, final LinkedBlockingQueue<LaunchEvent> events, final RankProcesses processes, final Spares spares) {
        this.launch = launch;
        this.events = events;
        this.processes = processes;
        this.spares = spares;
        this.restarts = new Restarts(launch.commands().size(), launch.respawns());
        this.deadlineNs = launch.timeoutNs() == 0 ? NEVER : launch.timeoutNs();
    }

    /**
     * Starts the ranks and returns when no process of theirs is left.
     *
     * @throws IOException          if a rank cannot be started; the others have been ended
     * @throws InterruptedException if this thread was interrupted; the ranks have been ended
     */
    LaunchResult conduct() throws IOException, InterruptedException {
        IOException failure = null;
        try {
            for (int rank = 0; rank < launch.commands().size(); rank++) {
                processes.start(rank);
            }
            spares.fill(nowNs());
        } catch (final IOException ex) {
            failure = ex;
            enter(LaunchPhase.KILLED);
        }
        while (phase != LaunchPhase.ENDED) {
            step();
        }
        if (failure != null) {
            throw failure;
        }
        if (interrupted != null) {
            throw interrupted;
        }
        return new LaunchResult(end, end == LaunchResult.End.RANK_FAILED ? worstStatus : endStatus, processes.results());
    }

    private void step() {
        try {
            final LaunchEvent event = events.poll(waitNs(), TimeUnit.NANOSECONDS);
            if (event != null) {
                onEvent(event);
            }
            onTime();
        } catch (final InterruptedException ex) {
            interrupted = ex;
            enter(phase.compareTo(LaunchPhase.KILLED) < 0 ? LaunchPhase.KILLED : LaunchPhase.ENDED);
        }
    }

    private long nowNs() {
        return System.nanoTime() - startNs;
    }

    private long waitNs() {
        final boolean polls = phase == LaunchPhase.KILLED || phase == LaunchPhase.DRAINING || processes.any(RankProcess.State.LINGERING);
        final long restartNs = polls || phase != LaunchPhase.RUNNING ? NEVER : Math.min(restarts.nextNs(), spares.nextNs());
        final long nextNs = Math.min(deadlineNs, restartNs);
        final long untilDeadline = nextNs == NEVER ? NEVER : Math.max(0, nextNs - nowNs());
        return polls ? Math.min(LOOK_INTERVAL_NS, untilDeadline) : untilDeadline;
    }

    private void onEvent(final LaunchEvent event) throws InterruptedException {
        switch (event.kind()) {
            case PROCESS_ENDED -> onProcessEnded(processes.process(event.process()));
            case SIGNAL -> onSignal(event.signal());
            case OUTPUT_REFUSED -> endEarly(LaunchResult.End.OUTPUT_CLOSED, Signal.PIPE.exitStatus(), Signal.TERM);
            case OUTPUT_ENDED -> {
                // The next look finds it.
            }
            default -> throw new AssertionError(event);
        }
    }

    private void onProcessEnded(final RankProcess process) throws InterruptedException {
        if (process == null) {
            return; // It was given up.
        }
        process.ended(phase.compareTo(LaunchPhase.LAST_WORDS) <= 0);
        if (process.state() == RankProcess.State.LINGERING) {
            lingeringDeadlineNs = nowNs() + launch.graceNs();
            processes.signalLingering(phase == LaunchPhase.KILLED ? Signal.KILL : Signal.TERM);
        }
        if (process.isSpare()) {
            spares.ended(process, nowNs());
        } else {
            onRankEnded(process.result(launch.name(process.rank())), process.startedNs() - startNs);
        }
    }

    private void onRankEnded(final RankResult rank, final long startedNs) {
        if (rank.failed() && !isPlanned(rank, startedNs)) {
            end = LaunchResult.End.RANK_FAILED;
            worstStatus = Math.max(worstStatus, rank.status());
            if (!launch.keepsGoing() && phase == LaunchPhase.RUNNING) {
                enter(LaunchPhase.LAST_WORDS);
            }
        }
    }

    /** Plans the restart of a rank that has failed, if it may start again. */
    private boolean isPlanned(final RankResult rank, final long startedNs) {
        if (launch.respawns() == 0 || phase != LaunchPhase.RUNNING) {
            return false;
        }
        final long pauseNs = restarts.plan(rank.rank(), startedNs, nowNs());
        final String what = rank.label() + " has ended (" + rank.describe() + ")";
        if (pauseNs == RestartLimit.TOO_OFTEN) {
            final String times = launch.respawns() == 1 ? "once" : launch.respawns() + " times";
            launch.notice(what + " and does not start again: it was started again " + times + " within a minute");
            return false;
        }
        launch.notice(what + " and starts again in " + TimeUnit.NANOSECONDS.toMillis(pauseNs) + " ms");
        return true;
    }

    /** Starts the ranks whose pause is over, and spare processes that are missing. */
    private void restart() throws InterruptedException {
        OptionalInt rank = restarts.take(nowNs(), processes::isGone);
        while (rank.isPresent()) {
            restart(rank.getAsInt());
            rank = restarts.take(nowNs(), processes::isGone);
        }
        spares.fill(nowNs());
    }

    private void restart(final int rank) throws InterruptedException {
        try {
            if (!spares.replace(rank, nowNs())) {
                processes.start(rank);
            }
        } catch (final IOException ex) {
            launch.notice("a process cannot be started: " + ex.getMessage());
            onRankEnded(processes.result(rank), nowNs());
        }
    }

    private void onSignal(final Signal signal) throws InterruptedException {
        if (phase.compareTo(LaunchPhase.LAST_WORDS) <= 0) {
            endEarly(LaunchResult.End.SIGNAL, signal.exitStatus(), signal);
        } else {
            enter(phase == LaunchPhase.GRACE ? LaunchPhase.KILLED : LaunchPhase.ENDED);
        }
    }

    private void endEarly(final LaunchResult.End why, final int status, final Signal signal) throws InterruptedException {
        if (phase.compareTo(LaunchPhase.LAST_WORDS) <= 0) {
            end = why;
            endStatus = status;
            enter(LaunchPhase.GRACE);
            processes.signalAll(signal);
        }
    }

    private void onTime() throws InterruptedException {
        processes.look();
        final long nowNs = nowNs();
        if (phase == LaunchPhase.RUNNING) {
            restart();
        }
        if (phase.compareTo(LaunchPhase.KILLED) < 0 && !processes.anyRankLeft() && !restarts.anyPlanned()) {
            spares.end();
        }
        if (phase.compareTo(LaunchPhase.DRAINING) < 0 && !processes.anyLeft() && !restarts.anyPlanned()) {
            enter(LaunchPhase.DRAINING);
        } else if (nowNs >= deadlineNs) {
            onDeadline();
        } else if (phase == LaunchPhase.KILLED) {
            processes.signalAll(Signal.KILL);
        } else if (nowNs >= lingeringDeadlineNs) {
            killLingering(nowNs);
        }
        if (phase == LaunchPhase.DRAINING && processes.isDrained()) {
            enter(LaunchPhase.ENDED);
        }
    }

    private void killLingering(final long nowNs) throws InterruptedException {
        processes.signalLingering(Signal.KILL);
        if (nowNs - lingeringDeadlineNs > KILL_NS) {
            processes.giveUpLingering();
        }
    }

    private void onDeadline() throws InterruptedException {
        switch (phase) {
            case RUNNING -> endEarly(LaunchResult.End.TIME_UP, JobLaunch.TIME_UP, Signal.TERM);
            case LAST_WORDS -> {
                enter(LaunchPhase.GRACE);
                processes.signalAll(Signal.TERM);
            }
            case GRACE -> enter(LaunchPhase.KILLED);
            case KILLED -> {
                processes.giveUp();
                enter(LaunchPhase.DRAINING);
            }
            case DRAINING -> enter(processes.isDelivering() ? LaunchPhase.DRAINING : LaunchPhase.ENDED);
            default -> throw new AssertionError(phase);
        }
    }

    /** Changes the phase and sets its deadline. The caller or the next step does the first work of the new phase. */
    private void enter(final LaunchPhase next) {
        phase = next;
        if (next != LaunchPhase.RUNNING) {
            restarts.cancel();
        }
        deadlineNs = switch (next) {
            case RUNNING, ENDED -> NEVER;
            case LAST_WORDS -> nowNs() + LAST_WORDS_NS;
            case GRACE -> nowNs() + launch.graceNs();
            case KILLED -> nowNs() + KILL_NS;
            case DRAINING -> nowNs() + DRAIN_NS;
        };
    }
}
