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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Measures Tombolo beside other systems.
 */
@Command(
    name = "compare",
    description = {
        "Tombolo beside other systems: latency, bandwidth, rate, both ways at once, matching, many ranks, idle ranks.",
        "",
        "Each run measures the systems one after the other, each with the settings that its authors recommend. Aeron and Chronicle Queue "
            + "come with the benchmarks. For Open MPI, MPICH and UCX the command compiles a program in C, if they are installed with their "
            + "headers. It names the systems that it cannot measure, and why.",
        "",
        "A table for each kind of work shows the systems side by side. Then come the targets of Tombolo, the comparisons in which another "
            + "system is faster (medians first, then tails, each from the largest factor down), and what could not be measured.",
        "",
        "The state of a row says how far apart the two cores were, judged by the canary (the time of a bare cache line): near if they "
            + "shared a cache, far if they shared none. A canary below the near ones marks cores that were closer still, probably two "
            + "threads of one core. The tables leave such rows out.",
        ""})
final class CompareCommand implements Callable<Integer> {
    private static final List<PeerKind> DEFAULT_PEERS =
        Stream.of(PeerKind.values()).filter(peer -> PeerKind.RECORDED != peer).toList();

    private static final int MAX_DEPTH = 1_000_000;

    @Mixin
    private BenchOptions options;

    @Option(names = {"--peer", "--peers"}, split = ",", paramLabel = "P",
        description = "Systems to measure: ${COMPLETION-CANDIDATES} (default: all but recorded).")
    private final List<PeerKind> peers = new ArrayList<>();

    @Option(names = "--work", split = ",", paramLabel = "W",
        description = "Kinds of work: ${COMPLETION-CANDIDATES} (default: all).")
    private final List<Topic> topics = new ArrayList<>();

    @Option(names = "--depth", split = ",", paramLabel = "N",
        description = "Entries of the matching lists (default 1,10,100,1000,10000).")
    private final List<Integer> depths = new ArrayList<>();

    @Option(names = "--guard", paramLabel = "S", defaultValue = "30",
        description = "Seconds without a result after which the command ends the measured processes (default ${DEFAULT-VALUE}).")
    private int guardS;

    @Option(names = "--html", paramLabel = "FILE", description = "Write a page with plots and tables to this file.")
    private Path html;

    @Option(names = "--quick",
        description = "One short run with few sizes and depths. It shows that the command works; its times mean nothing.")
    private boolean quick;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        options.check();
        depths.forEach(depth -> OptionRange.check(spec.commandLine(), "--depth", depth, 1, MAX_DEPTH));
        OptionRange.check(spec.commandLine(), "--guard", guardS, 1, Integer.MAX_VALUE);
        if (quick) {
            options.shorten();
        }
        final double loadBefore = MachineDescription.load();
        final List<ComparedSystem> systems = ComparedSystem.of(peers.isEmpty() ? DEFAULT_PEERS : peers);
        final List<Plan> plans = plans(systems.stream().filter(ComparedSystem::measured).map(ComparedSystem::peer).toList());
        if (plans.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "no system of --peer can be measured here: "
                + String.join("; ", systems.stream().map(ComparedSystem::describe).toList()));
        }
        final Session session = new Session(options, spec.commandLine());
        final Measurements measurements = session.measureAll(plans, guardS);
        report(new Comparison(
            systems, measurements.rows(), measurements.failures(), MachineDescription.describe(session.pinned()),
            measurements.states(options.runs()), loadBefore, MachineDescription.load()));
        return measurements.isTimeUp() ? Bench.TIME_UP : measurements.rows().isEmpty() ? Bench.FAILED : 0;
    }

    private List<Plan> plans(final List<PeerKind> measured) {
        final List<Topic> chosen = topics.isEmpty() ? List.of(Topic.values()) : topics;
        return new ComparisonPlans(chosen, options.sizes(List.of()), depths, quick).plans(measured, options.segmentMs());
    }

    private void report(final Comparison comparison) throws Exception {
        final PrintWriter out = spec.commandLine().getOut();
        final Stream<String> lines = options.json() ? ComparisonJson.lines(comparison) : ComparisonText.lines(comparison);
        lines.forEach(out::println);
        out.flush();
        if (null != html) {
            Files.writeString(html, new ComparisonPage(comparison).html());
        }
    }
}
