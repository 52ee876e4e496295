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
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The processes of all ranks of a launch: starts them, sends signals to them, and carries their output. Used only by the thread that runs
 * the launch, except {@link #destroyForcibly}.
 */
final class RankProcesses implements AutoCloseable {
    private final JobLaunch launch;
    private final Queue<LaunchEvent> events;
    private final LaunchMarker marker = new LaunchMarker();
    private final Guardian guardian;
    private final List<RankProcess> ranks = new CopyOnWriteArrayList<>();
    private final List<RankOutput> outputs = new ArrayList<>();

    /**
     * Starts the guardian, but no rank.
     *
     * @param launch configuration of the launch
     * @param events gets the events of the ranks
     * @throws IOException if the guardian cannot be started
     */
    RankProcesses(final JobLaunch launch, final Queue<LaunchEvent> events) throws IOException {
        this.launch = launch;
        this.events = events;
        this.guardian = Guardian.start(launch.groups(), marker);
    }

    /**
     * Starts the next rank.
     *
     * @param command program and arguments
     * @throws IOException if it cannot be started
     */
    void start(final List<String> command) throws IOException {
        final int rank = ranks.size();
        final ProcessBuilder builder = new ProcessBuilder(launch.groups().inOwnGroup(command));
        launch.fillEnvironment(builder.environment(), rank);
        builder.environment().put(LaunchMarker.NAME, marker.value(rank));
        final boolean takesInput = rank == 0 && launch.stdin() != null;
        final boolean takesTerminal = takesInput && launch.stdin() == ProcessBuilder.Redirect.INHERIT && TerminalInput.isThere();
        if (takesInput && !takesTerminal) {
            builder.redirectInput(launch.stdin());
        }
        final Process process = builder.start();
        ranks.add(new RankProcess(rank, process, launch.groups(), guardian, marker.entry(rank)));
        if (takesTerminal) {
            TerminalInput.carryTo(process);
        } else if (!takesInput) {
            process.getOutputStream().close();
        }
        carry(rank, "stdout", process.getInputStream(), launch.stdout());
        carry(rank, "stderr", process.getErrorStream(), new JvmNoteFilter(launch.stderr()));
        process.onExit().thenRun(() -> events.add(LaunchEvent.rankEnded(rank)));
        launch.started(rank, process.toHandle());
    }

    private void carry(final int rank, final String name, final InputStream stream, final LineConsumer consumer) {
        final RankOutput output = new RankOutput(
            rank, stream, consumer,
            () -> events.add(LaunchEvent.of(LaunchEvent.Kind.OUTPUT_REFUSED)),
            () -> events.add(LaunchEvent.of(LaunchEvent.Kind.OUTPUT_ENDED)));
        outputs.add(output);
        final Thread pump = new Thread(output, "rank-" + rank + "-" + name);
        pump.setDaemon(true);
        pump.start();
    }

    RankProcess rank(final int rank) {
        return ranks.get(rank);
    }

    /** Number of output streams; the end of each is one event. */
    int outputCount() {
        return outputs.size();
    }

    /** Whether a consumer is taking lines of these ranks now. */
    boolean isDelivering() {
        return outputs.stream().anyMatch(RankOutput::isDelivering);
    }

    /** Whether any rank is in the given state. */
    boolean any(final RankProcess.State state) {
        return ranks.stream().anyMatch(rank -> rank.state() == state);
    }

    /** Whether any process is left. */
    boolean anyLeft() {
        return ranks.stream().anyMatch(rank -> rank.state() != RankProcess.State.GONE);
    }

    /** Updates the state of ranks whose process has ended and that have left others behind. */
    void look() {
        ranks.forEach(RankProcess::look);
    }

    /** Sends a signal to all processes of all ranks. */
    void signalAll(final Signal signal) throws InterruptedException {
        signal(signal, ranks.stream().filter(rank -> rank.state() != RankProcess.State.GONE).toList());
    }

    /** Sends a signal to all processes that ended ranks have left behind. */
    void signalLingering(final Signal signal) throws InterruptedException {
        signal(signal, ranks.stream().filter(rank -> rank.state() == RankProcess.State.LINGERING).toList());
    }

    private void signal(final Signal signal, final List<RankProcess> to) throws InterruptedException {
        final List<String> targets = to.stream().flatMap(rank -> rank.targets().stream()).toList();
        if (!targets.isEmpty() && !launch.groups().send(signal, targets)) {
            to.forEach(rank -> rank.destroy(signal == Signal.KILL));
        }
    }

    /** Gives up all ranks that are left. */
    void giveUp() {
        ranks.forEach(RankProcess::giveUp);
    }

    /** Gives up processes that ended ranks have left behind. */
    void giveUpLingering() {
        ranks.stream().filter(rank -> rank.state() == RankProcess.State.LINGERING).forEach(RankProcess::giveUp);
    }

    List<RankResult> results() {
        return ranks.stream().map(RankProcess::result).toList();
    }

    /** Kills the processes of the ranks when the JVM shuts down; the guardian then ends the rest. May be called by any thread. */
    void destroyForcibly() {
        ranks.forEach(rank -> rank.process().destroyForcibly());
    }

    /** Closes the guardian. If processes are left because an error ended the launch, the guardian kills them. */
    @Override
    public void close() {
        if (!anyLeft()) {
            guardian.dismiss();
        }
        guardian.close();
    }
}
