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
 * Measures Tombolo beside other systems, all in one go.
 */
@Command(
    name = "compare",
    description = {
        "Tombolo beside other systems, one after the other in each run: latency, bandwidth, rate, both ways at once, matching, "
            + "many ranks, idle ranks.",
        "",
        "Aeron and Chronicle Queue come with the benchmarks. Open MPI, MPICH and UCX are reached through a program in C that is compiled "
            + "when they are installed with their headers; those that are not are named. Each runs with the settings that its authors "
            + "recommend. At the end stands what Tombolo shall reach, then where others are ahead, medians before tails, the worst of "
            + "each first, then what could not be measured and why.",
        ""})
final class CompareCommand implements Callable<Integer> {

    private static final int MAX_DEPTH = 1_000_000;

    @Mixin
    private BenchOptions options;

    @Option(names = {"--peer", "--peers"}, split = ",", paramLabel = "P",
        description = "Only these: ${COMPLETION-CANDIDATES} (default: all).")
    private final List<PeerKind> peers = new ArrayList<>();

    @Option(names = "--work", split = ",", paramLabel = "W",
        description = "Only this: ${COMPLETION-CANDIDATES} (default: all).")
    private final List<Topic> topics = new ArrayList<>();

    @Option(names = "--depth", split = ",", paramLabel = "N",
        description = "Entries of the lists that are matched in (default 1,10,100,1000,10000).")
    private final List<Integer> depths = new ArrayList<>();

    @Option(names = "--guard", paramLabel = "S", defaultValue = "30",
        description = "Seconds without a result after which processes are taken to hang (default ${DEFAULT-VALUE}).")
    private int guardS;

    @Option(names = "--html", paramLabel = "FILE", description = "Write a page with plots and tables there.")
    private Path html;

    @Option(names = "--quick", description = "One short run of few sizes and depths: to see that it works, not to believe.")
    private boolean quick;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        options.check();
        depths.stream().filter(depth -> depth < 1 || depth > MAX_DEPTH).forEach(depth -> {
            throw new ParameterException(spec.commandLine(), "--depth=" + depth + ": from 1 to " + MAX_DEPTH);
        });
        if (guardS < 1) {
            throw new ParameterException(spec.commandLine(), "--guard=" + guardS + ": at least 1");
        }
        if (quick) {
            options.shorten();
        }
        final double loadBefore = MachineDescription.load();
        final List<ComparedSystem> contenders = ComparedSystem.of(peers.isEmpty() ? List.of(PeerKind.values()) : peers);
        final List<Plan> plans = plans(contenders.stream().filter(ComparedSystem::measured).map(ComparedSystem::peer).toList());
        if (plans.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "nothing of --peer can be measured here: "
                + String.join("; ", contenders.stream().map(ComparedSystem::describe).toList()));
        }
        final Session session = new Session("compare", options, spec.commandLine());
        final Measurements measurements = session.measureAll(plans, guardS);
        tell(new Comparison(
            contenders, measurements.rows(), measurements.failures(), MachineDescription.describe(session.pinned()),
            measurements.states(options.runs()), loadBefore, MachineDescription.load()));
        return measurements.isTimeUp() ? Bench.TIME_UP : measurements.rows().isEmpty() ? Bench.FAILED : 0;
    }

    private List<Plan> plans(final List<PeerKind> measured) {
        final ComparisonPlans agenda =
            new ComparisonPlans(topics.isEmpty() ? List.of(Topic.values()) : topics, options.sizes(List.of()), depths, quick);
        return agenda.plans(measured, options.segmentMs());
    }

    private void tell(final Comparison comparison) throws Exception {
        final PrintWriter out = spec.commandLine().getOut();
        final Stream<String> lines = options.json() ? ComparisonJson.lines(comparison) : ComparisonText.lines(comparison);
        lines.forEach(out::println);
        out.flush();
        if (null != html) {
            Files.writeString(html, new ComparisonPage(comparison).html());
        }
    }
}
