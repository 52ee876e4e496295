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

import io.tombolo.jmh.bench.line.Fill;
import io.tombolo.jmh.bench.twin.BufferKind;
import io.tombolo.jmh.bench.twin.Pattern;
import io.tombolo.jmh.bench.twin.PeerKind;
import io.tombolo.jmh.bench.twin.Plan;
import io.tombolo.jmh.bench.twin.Work;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/**
 * Measures Tombolo beside other systems, all in one go.
 */
@Command(
    name = "compare",
    description = {
        "Latency, bandwidth, rate and matching of Tombolo beside other systems, one after the other in each run.",
        "",
        "Aeron and Chronicle Queue come with the benchmarks. Open MPI, MPICH and UCX are reached through a program in C that is compiled "
            + "when they are installed with their headers; those that are not are named. Each runs with the settings that its authors "
            + "recommend. Where others are ahead is listed last, medians before tails, the worst of each first.",
        ""})
final class CompareCommand implements Callable<Integer> {

    private static final List<Integer> SIZES = List.of(
        8, 64, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20);
    private static final List<Integer> QUICK_SIZES = List.of(8, 4 << 10);
    private static final List<Integer> DEPTHS = List.of(10, 100, 1_000, 10_000);
    private static final List<Integer> QUICK_DEPTHS = List.of(1_000);
    private static final int MAX_DEPTH = 500_000;

    @Mixin
    private BenchOptions options;

    @Option(names = "--peer", split = ",", paramLabel = "P", description = "Only these: ${COMPLETION-CANDIDATES} (default: all).")
    private final List<PeerKind> peers = new ArrayList<>();

    @Option(names = "--depth", split = ",", paramLabel = "N",
        description = "Entries that a match has to pass (default 10,100,1000,10000); 0 is measured in any case.")
    private final List<Integer> depths = new ArrayList<>();

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
        if (quick) {
            options.shorten();
        }
        final double loadBefore = Machine.load();
        final List<Contender> contenders = Contender.of(peers.isEmpty() ? List.of(PeerKind.values()) : peers);
        final List<Plan> plans = plans(contenders.stream().filter(Contender::measured).map(Contender::peer).toList());
        if (plans.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "nothing of --peer can be measured here: "
                + String.join("; ", contenders.stream().map(Contender::describe).toList()));
        }
        final Session session = new Session("compare", options, spec.commandLine());
        final Measurements measurements = session.measure(plans);
        tell(new Comparison(
            contenders, measurements.rows(), Machine.describe(session.pinned()), measurements.states(options.runs()),
            loadBefore, Machine.load()));
        return 0;
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

    /** For each pattern each peer that has something to do in it. */
    private List<Plan> plans(final List<PeerKind> measured) {
        final List<Plan> plans = new ArrayList<>();
        for (final Pattern pattern : Comparison.PATTERNS) {
            for (final PeerKind peer : measured) {
                final List<Work> works = pattern.matches() ? depths(peer) : sizes(pattern, peer);
                if (!works.isEmpty()) {
                    plans.add(new Plan(peer, pattern, options.segmentMs(), works));
                }
            }
        }
        return plans;
    }

    private List<Work> sizes(final Pattern pattern, final PeerKind peer) {
        return MessageOptions.works(
            pattern, peer, options.sizes(quick ? QUICK_SIZES : SIZES), MessageOptions.buffersOf(peer));
    }

    /** In the order of their depth: lists only grow. */
    private List<Work> depths(final PeerKind peer) {
        if (!peer.matches()) {
            return List.of();
        }
        final List<Integer> chosen = depths.isEmpty() ? quick ? QUICK_DEPTHS : DEPTHS : depths;
        return Stream.concat(Stream.of(0), chosen.stream().sorted().distinct())
            .map(depth -> new Work(Long.BYTES, BufferKind.PRIVATE, Fill.CLEAN, depth))
            .toList();
    }
}
