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
package io.tombolo.jmh.bench;

import io.tombolo.jmh.bench.process.PeerKind;
import io.tombolo.jmh.bench.process.Plan;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Measures one-way traffic: messages without answers.
 */
@Command(
    name = "stream",
    description = {
        "Messages a second one way, without answers, beside bare rings and the blocking calls of other systems.",
        "",
        "Work one_way: one sender and one receiver, each on a core. The sender sends a round of up to 16384 messages (16 MiB at most), "
            + "then waits for one answer to all of them. A time is that of the round and its answer, divided by its messages.",
        "",
        "Work fan_in: four senders and one receiver, which takes messages from any source. These are 5 processes on 2 cores: the receiver "
            + "has a core to itself, and the senders share the other one.",
        "",
        "Work feed: one writer and three readers of a reliable feed. The readers share a process and a thread, which polls them in turn, "
            + "so that two cores are enough. Beside the feed run a broadcast buffer of Agrona, whose transmitter stays within half a "
            + "buffer of the slowest receiver, and three subscriptions of Aeron. A second table has the time until the farthest reader has "
            + "a message, beside that of a feed with one reader: a message with an answer through a bare cache line, less half a bounce.",
        "",
        "Tombolo, Open MPI and MPICH use blocking sends and receives, UCX its tagged calls. Peer polled is Tombolo with trySend and poll, "
            + "and with tryClaim for messages that are too long for the ring. The bare Agrona ring writes one message at a time and reads "
            + "in batches. Aeron offers, and polls its subscription. Each run measures the systems one after the other. The "
            + "command names those that are not installed.",
        "",
        "Column 'x ring' is the rate divided by that of the bare ring. Column 'x peer' is the rate divided by that of the fastest of Open "
            + "MPI, MPICH and UCX.",
        ""})
final class StreamCommand implements Callable<Integer> {

    private static final List<Topic> TOPICS = List.of(Topic.ONE_WAY, Topic.FAN_IN, Topic.FEED);
    private static final List<PeerKind> PEERS = List.of(
        PeerKind.AGRONA, PeerKind.AERON, PeerKind.TOMBOLO, PeerKind.POLLED, PeerKind.OPENMPI, PeerKind.MPICH,
        PeerKind.UCX);

    @Mixin
    private BenchOptions options;

    @Option(names = "--peer", split = ",", paramLabel = "P",
        description = "Systems to measure (default: agrona, aeron, tombolo, polled, openmpi, mpich and ucx).")
    private List<PeerKind> peers = PEERS;

    @Option(names = "--work", split = ",", paramLabel = "W", description = "Kinds of traffic: one_way, fan_in, feed (default: all).")
    private List<Topic> topics = TOPICS;

    @Option(names = "--guard", paramLabel = "S", defaultValue = "30",
        description = "Seconds without a result after which the command ends the measured processes (default ${DEFAULT-VALUE}).")
    private int guardS;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        options.check();
        OptionRange.check(spec.commandLine(), "--guard", guardS, 1, Integer.MAX_VALUE);
        final List<Integer> sizes = options.sizes(OneWayPlans.SIZES);
        sizes.forEach(size -> OptionRange.check(spec.commandLine(), "--size", size, 1, OneWayPlans.MAX_SIZE));
        topics.stream().filter(topic -> !TOPICS.contains(topic)).forEach(topic -> {
            throw new ParameterException(spec.commandLine(), "--work=" + topic.label() + ": one_way, fan_in or feed");
        });
        final List<ComparedSystem> systems = ComparedSystem.of(peers);
        final List<Plan> plans = plans(systems, sizes);
        if (plans.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "no system of --peer can be measured with this --work here: "
                + String.join("; ", systems.stream().map(ComparedSystem::describe).toList()));
        }
        final Session session = new Session(options, spec.commandLine());
        final Measurements measurements = session.measureAll(plans, guardS);
        report(systems, measurements, session.pinned());
        return measurements.isTimeUp() ? Bench.TIME_UP : measurements.rows().isEmpty() ? Bench.FAILED : 0;
    }

    private List<Plan> plans(final List<ComparedSystem> systems, final List<Integer> sizes) {
        final List<Plan> plans = new ArrayList<>();
        for (final Topic topic : measured()) {
            systems.stream().filter(ComparedSystem::measured).map(ComparedSystem::peer).forEach(peer -> plans.addAll(OneWayPlans.of(
                topic.pattern(), peer, options.segmentMs(), OneWayPlans.works(topic.pattern(), peer, sizes))));
        }
        return plans;
    }

    /** Returns the topics with what belongs to them: the latency of feeds. */
    private List<Topic> measured() {
        final List<Topic> all = new ArrayList<>(topics);
        if (topics.contains(Topic.FEED)) {
            all.add(Topic.FEED_LATENCY);
        }
        return all;
    }

    private void report(final List<ComparedSystem> systems, final Measurements measurements, final String pinned) {
        final PrintWriter out = spec.commandLine().getOut();
        final PrintWriter notes = options.json() ? spec.commandLine().getErr() : out;
        final List<OneWayRow> rows = OneWayRow.of(measurements.rows());
        if (!options.json()) {
            out.println(MachineDescription.describe(pinned));
            out.println(measurements.states(options.runs()));
        }
        systems.stream().filter(system -> !system.measured()).forEach(system -> notes.println(system.describe()));
        for (final Topic topic : topics) {
            final List<OneWayRow> some = rows.stream().filter(row -> topic.pattern() == row.row().plan().pattern()).toList();
            if (!options.json() && !some.isEmpty()) {
                out.printf(Locale.ROOT, "%n%s%n%s%n", topic.meaning(), OneWayTable.heading());
            }
            some.forEach(row -> out.println(options.json() ? OneWayTable.json("stream", row) : OneWayTable.format(row)));
        }
        latencies(measurements.rows().stream().filter(Topic.FEED_LATENCY::has).toList(), out);
        measurements.failures().forEach(failure -> notes.println("not measured: " + failure.describe()));
        notes.flush();
        out.flush();
    }

    private void latencies(final List<Row> rows, final PrintWriter out) {
        if (!options.json() && !rows.isEmpty()) {
            out.printf(Locale.ROOT, "%ntime until the farthest reader of a feed has a message%n%s%n", FeedLatencyTable.heading());
        }
        rows.forEach(row -> out.println(options.json() ? FeedLatencyTable.json("stream", row) : FeedLatencyTable.format(row)));
    }
}
