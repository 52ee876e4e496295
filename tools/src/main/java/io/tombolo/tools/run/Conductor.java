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
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Runs a launch from the start of its processes to the end of the last one. One thread handles one queue of events, with one deadline for
 * each {@link LaunchPhase}.
 */
final class Conductor {
    private static final long NEVER = Long.MAX_VALUE;
    private static final long LAST_WORDS_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long KILL_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long DRAIN_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long LOOK_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final JobLaunch launch;
    private final LinkedBlockingQueue<LaunchEvent> events;
    private final RankProcesses processes;
    private final long startNs = System.nanoTime();
    private LaunchPhase phase = LaunchPhase.RUNNING;
    private long deadlineNs;
    private long lingeringDeadlineNs = NEVER;
    private int openOutputs;
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
     */
    Conductor(final JobLaunch launch, final LinkedBlockingQueue<LaunchEvent> events, final RankProcesses processes) {
        this.launch = launch;
        this.events = events;
        this.processes = processes;
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
            for (final var command : launch.commands()) {
                processes.start(command);
            }
        } catch (final IOException ex) {
            failure = ex;
            enter(LaunchPhase.KILLED);
        }
        openOutputs = processes.outputCount();
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
        final long untilDeadline = deadlineNs == NEVER ? NEVER : Math.max(0, deadlineNs - nowNs());
        return polls ? Math.min(LOOK_INTERVAL_NS, untilDeadline) : untilDeadline;
    }

    private void onEvent(final LaunchEvent event) throws InterruptedException {
        switch (event.kind()) {
            case RANK_ENDED -> onRankEnded(event.rank());
            case SIGNAL -> onSignal(event.signal());
            case OUTPUT_REFUSED -> endEarly(LaunchResult.End.OUTPUT_CLOSED, Signal.PIPE.exitStatus(), Signal.TERM);
            case OUTPUT_ENDED -> openOutputs--;
            default -> throw new AssertionError(event);
        }
    }

    private void onRankEnded(final int number) throws InterruptedException {
        final RankProcess rank = processes.rank(number);
        rank.ended(phase.compareTo(LaunchPhase.LAST_WORDS) <= 0);
        if (rank.state() == RankProcess.State.LINGERING) {
            lingeringDeadlineNs = nowNs() + launch.graceNs();
            processes.signalLingering(phase == LaunchPhase.KILLED ? Signal.KILL : Signal.TERM);
        }
        if (rank.result().failed()) {
            end = LaunchResult.End.RANK_FAILED;
            worstStatus = Math.max(worstStatus, rank.result().status());
            if (!launch.keepsGoing() && phase == LaunchPhase.RUNNING) {
                enter(LaunchPhase.LAST_WORDS);
            }
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
        if (phase.compareTo(LaunchPhase.DRAINING) < 0 && !processes.anyLeft()) {
            enter(LaunchPhase.DRAINING);
        } else if (nowNs >= deadlineNs) {
            onDeadline();
        } else if (phase == LaunchPhase.KILLED) {
            processes.signalAll(Signal.KILL);
        } else if (nowNs >= lingeringDeadlineNs) {
            killLingering(nowNs);
        }
        if (phase == LaunchPhase.DRAINING && openOutputs == 0) {
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
        deadlineNs = switch (next) {
            case RUNNING, ENDED -> NEVER;
            case LAST_WORDS -> nowNs() + LAST_WORDS_NS;
            case GRACE -> nowNs() + launch.graceNs();
            case KILLED -> nowNs() + KILL_NS;
            case DRAINING -> nowNs() + DRAIN_NS;
        };
    }
}
