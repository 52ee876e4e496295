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

import io.tombolo.ringbuffers.setting.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The processes of a launch: starts them, sends signals to them, and carries their output. Used only by the thread that runs the launch,
 * except {@link #destroyForcibly}.
 */
final class RankProcesses implements AutoCloseable {
    private final JobLaunch launch;
    private final Queue<LaunchEvent> events;
    private final CorePlan cores;
    private final RankInput input;
    private final LaunchMarker marker = new LaunchMarker();
    private final Guardian guardian;
    private final Map<Integer, RankProcess> living = new ConcurrentSkipListMap<>();
    /** The last process of each rank. */
    private final RankProcess[] ranks;
    private final List<RankOutput> outputs = new ArrayList<>();
    private int started;

    /**
     * Starts the guardian, but no rank.
     *
     * @param launch configuration of the launch
     * @param events gets the events of the processes
     * @param cores  cores of each rank
     * @throws IOException if the guardian cannot be started
     */
    RankProcesses(final JobLaunch launch, final Queue<LaunchEvent> events, final CorePlan cores) throws IOException {
        this.launch = launch;
        this.events = events;
        this.cores = cores;
        this.input = new RankInput(launch.stdin(), launch.respawns() > 0);
        this.ranks = new RankProcess[launch.commands().size()];
        this.guardian = Guardian.start(launch.groups(), marker);
    }

    /**
     * Starts a process for a rank.
     *
     * @throws IOException if it cannot be started
     */
    void start(final int rank) throws IOException {
        final ProcessBuilder builder = builder(cores.pinned(rank, launch.commands().get(rank).command()));
        launch.identity(rank).forEach((name, value) -> builder.environment().put(Settings.variable(name), value));
        input.prepare(rank, builder);
        final RankProcess process = start(builder, rank);
        ranks[rank] = process;
        input.started(rank, process.process());
        launch.started(rank, process.process().toHandle());
    }

    /**
     * Starts a spare process.
     *
     * @param command program and arguments
     * @return the process, whose input is a pipe
     * @throws IOException if it cannot be started
     */
    RankProcess startSpare(final List<String> command) throws IOException {
        final ProcessBuilder builder = builder(command);
        launch.identity(0).keySet().forEach(name -> builder.environment().remove(Settings.variable(name)));
        return start(builder, LineConsumer.SPARE);
    }

    /** Makes a spare process, which has been told so, the process of a rank. */
    void adopt(final RankProcess spare, final int rank) {
        ranks[rank] = spare;
        input.taken(rank, spare.process());
        launch.started(rank, spare.process().toHandle());
    }

    /** Moves a process to the cores of a rank. */
    void pin(final RankProcess process, final int rank) throws InterruptedException {
        cores.pin(rank, process.process().pid());
    }

    private ProcessBuilder builder(final List<String> command) {
        final ProcessBuilder builder = new ProcessBuilder(launch.groups().inOwnGroup(command));
        launch.fillEnvironment(builder.environment());
        builder.environment().put(LaunchMarker.NAME, marker.value(started));
        return builder;
    }

    private RankProcess start(final ProcessBuilder builder, final int rank) throws IOException {
        final int number = started++;
        final Process process = builder.start();
        final RankProcess result = new RankProcess(number, rank, process, launch.groups(), guardian, marker.entry(number));
        living.put(number, result);
        carry(result, "stdout", process.getInputStream(), launch.stdout());
        carry(result, "stderr", process.getErrorStream(), new JvmNoteFilter(launch.stderr()));
        process.onExit().thenRun(() -> events.add(LaunchEvent.processEnded(number)));
        return result;
    }

    private void carry(final RankProcess process, final String name, final InputStream stream, final LineConsumer consumer) {
        final RankOutput output = new RankOutput(
            process::rank, stream, consumer,
            () -> events.add(LaunchEvent.of(LaunchEvent.Kind.OUTPUT_REFUSED)),
            () -> events.add(LaunchEvent.of(LaunchEvent.Kind.OUTPUT_ENDED)));
        outputs.add(output);
        final Thread pump = new Thread(output, "process-" + process.number() + "-" + name);
        pump.setDaemon(true);
        pump.start();
    }

    /** The process with a number; null if nothing is left of it, or it was given up. */
    RankProcess process(final int number) {
        return living.get(number);
    }

    /** Whether nothing is left of the last process of a rank. */
    boolean isGone(final int rank) {
        return ranks[rank].state() == RankProcess.State.GONE;
    }

    /** Whether all lines of all processes have been passed on. */
    boolean isDrained() {
        outputs.removeIf(RankOutput::hasEnded);
        return outputs.isEmpty();
    }

    /** Whether a consumer is taking lines now. */
    boolean isDelivering() {
        return outputs.stream().anyMatch(RankOutput::isDelivering);
    }

    /** Whether any process is in the given state. */
    boolean any(final RankProcess.State state) {
        return living.values().stream().anyMatch(process -> process.state() == state);
    }

    /** Whether any process is left, spare or not. */
    boolean anyLeft() {
        return !living.isEmpty();
    }

    /** Whether any process of a rank is left. */
    boolean anyRankLeft() {
        return living.values().stream().anyMatch(process -> !process.isSpare());
    }

    /** Updates the state of processes that have ended and have left others behind. */
    void look() {
        living.values().forEach(RankProcess::look);
        living.values().removeIf(process -> process.state() == RankProcess.State.GONE);
    }

    /** Sends a signal to all processes. */
    void signalAll(final Signal signal) throws InterruptedException {
        signal(signal, living.values());
    }

    /** Sends a signal to all processes that ended ones have left behind. */
    void signalLingering(final Signal signal) throws InterruptedException {
        signal(signal, living.values().stream().filter(process -> process.state() == RankProcess.State.LINGERING).toList());
    }

    /** Kills all spare processes, which have nothing to lose. */
    void killSpares() throws InterruptedException {
        signal(Signal.KILL, living.values().stream().filter(RankProcess::isSpare).toList());
    }

    private void signal(final Signal signal, final Collection<RankProcess> to) throws InterruptedException {
        final List<String> targets = to.stream().flatMap(process -> process.targets().stream()).toList();
        if (!targets.isEmpty() && !launch.groups().send(signal, targets)) {
            to.forEach(process -> process.destroy(signal == Signal.KILL));
        }
    }

    /** Gives up all processes that are left. */
    void giveUp() {
        living.values().forEach(RankProcess::giveUp);
        look();
    }

    /** Gives up processes that ended ones have left behind. */
    void giveUpLingering() {
        living.values().stream().filter(process -> process.state() == RankProcess.State.LINGERING).forEach(RankProcess::giveUp);
        look();
    }

    /** The result of the last process of a rank. */
    RankResult result(final int rank) {
        return ranks[rank].result(launch.name(rank));
    }

    /** The results of the last processes of the ranks that were started. */
    List<RankResult> results() {
        final List<RankResult> results = new ArrayList<>();
        for (int rank = 0; rank < ranks.length && ranks[rank] != null; rank++) {
            results.add(result(rank));
        }
        return results;
    }

    /** Kills all processes when the JVM shuts down; the guardian then ends the rest. May be called by any thread. */
    void destroyForcibly() {
        living.values().forEach(process -> process.process().destroyForcibly());
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
