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

import io.tombolo.jmh.bench.line.LineDescriptor;
import io.tombolo.jmh.bench.process.CollectiveKind;
import io.tombolo.jmh.bench.process.Plan;
import java.io.PrintWriter;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Measures collective operations.
 */
@Command(
    name = "collectives",
    description = {
        "Collective operations of 2, 4 and 8 ranks beside Open MPI and MPICH.",
        "",
        "The elements are numbers of type double, and operations that combine them add them. A size is that of a block: what a rank sends "
            + "to one other rank, or the whole vector of bcast, reduce, allreduce and scan. "
            + "The default sizes are 8, 64, 1K, 4K and so on to 4M. "
            + "The root rotates from call to call. The ranks that send change each cache line of their buffers before "
            + "each call. They check the results after each segment.",
        "",
        "A time is the mean of a round of calls at the rank whose mean is longest, as in the OSU benchmarks; a row has the median of all "
            + "rounds. All ranks start a round at the same time, by a shared file. Below 4 KiB a round has 64 calls in a row, and changing "
            + "the buffers counts. From 4 KiB on it has 4 to 16 calls, or one for each rank if these are more; the ranks start each of "
            + "them together, and changing the buffers does not count.",
        "",
        "Each rank has a core of its own if there are enough; otherwise the ranks share the cores in turn, and Open MPI is set to yield. "
            + "System 'openmpi sm' is Open MPI with its component of collective operations over shared memory (coll/sm). It and MPICH do "
            + "not yield, so the command measures them only if there are enough cores. Each run measures the systems one after the other. "
            + "The command names those that are not installed.",
        "",
        "System 'tombolo region' has its elements in memory regions, the others in private memory. Column 'x floor' is the time divided by "
            + "half a round trip of a bare cache line between the first two ranks. Column 'x peer' is the time divided by that of the "
            + "fastest of Open MPI, with or without coll/sm, and MPICH.",
        ""})
final class CollectivesCommand implements Callable<Integer> {
    private static final int MAX_SIZE = 4 << 20;
    private static final int MAX_ALL_BLOCKS = 32 << 20;
    private static final int MAX_SIZES = 12;

    @Mixin
    private BenchOptions options;

    @Option(names = "--ranks", split = ",", paramLabel = "N", defaultValue = "2,4,8",
        description = "Numbers of ranks, each a process (default ${DEFAULT-VALUE}).")
    private List<Integer> ranks;

    @Option(names = "--operations", split = ",", paramLabel = "OP",
        description = "Operations to measure: ${COMPLETION-CANDIDATES} (default: all).")
    private List<CollectiveKind> kinds = List.of(CollectiveKind.values());

    @Option(names = {"--peer", "--peers"}, split = ",", paramLabel = "P",
        description = "Systems to measure: ${COMPLETION-CANDIDATES} (default: all).")
    private List<CollectiveSystem> systems = List.of(CollectiveSystem.values());

    @Option(names = "--guard", paramLabel = "S", defaultValue = "60",
        description = "Seconds without a result after which the command ends the measured processes (default ${DEFAULT-VALUE}).")
    private int guardS;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        final List<Integer> sizes = options.sizes(CollectivePlans.SIZES);
        check(sizes);
        final List<ComparedSystem> peers = ComparedSystem.of(systems.stream().map(CollectiveSystem::peer).distinct().toList());
        final List<CollectiveSystem> measured = systems.stream()
            .filter(system -> peers.stream().anyMatch(peer -> peer.measured() && peer.peer() == system.peer())).toList();
        final List<Plan> plans = new CollectivePlans(kinds.stream().distinct().toList(), sizes.stream().distinct().toList())
            .of(measured, ranks.stream().distinct().toList(), options.segmentMs());
        if (plans.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "no system of --peers can be measured with --ranks here: "
                + String.join("; ", peers.stream().map(ComparedSystem::describe).toList()));
        }
        final Session session = new Session(options, spec.commandLine());
        final Measurements measurements = session.measureAll(plans, guardS);
        report(peers, measurements, session.pinned());
        return measurements.isTimeUp() ? Bench.TIME_UP : measurements.rows().isEmpty() ? Bench.FAILED : 0;
    }

    private void check(final List<Integer> sizes) {
        options.check();
        OptionRange.check(spec.commandLine(), "--guard", guardS, 1, Integer.MAX_VALUE);
        ranks.forEach(count -> OptionRange.check(spec.commandLine(), "--ranks", count, 2, LineDescriptor.MAX_RANKS));
        final int most = Math.min(MAX_SIZE, MAX_ALL_BLOCKS / Collections.max(ranks));
        for (final int size : sizes) {
            OptionRange.check(spec.commandLine(), "--sizes", size, Double.BYTES, MAX_SIZE);
            if (size % Double.BYTES != 0) {
                throw new ParameterException(spec.commandLine(), "--sizes=" + size + ": multiples of " + Double.BYTES);
            }
            if (size > most) {
                throw new ParameterException(spec.commandLine(), "--sizes=" + SizeConverter.format(size) + ": at most "
                    + SizeConverter.format(most) + " with --ranks=" + Collections.max(ranks));
            }
        }
        if (sizes.size() > MAX_SIZES) {
            throw new ParameterException(spec.commandLine(), "--sizes: " + sizes.size() + " sizes, at most " + MAX_SIZES);
        }
    }

    private void report(final List<ComparedSystem> peers, final Measurements measurements, final String pinned) {
        final PrintWriter out = spec.commandLine().getOut();
        final PrintWriter notes = options.json() ? spec.commandLine().getErr() : out;
        if (!options.json()) {
            out.println(MachineDescription.describe(pinned));
            out.println(measurements.states(options.runs()));
            peers.stream().filter(ComparedSystem::measured).forEach(peer -> out.println(peer.describe()));
        }
        peers.stream().filter(peer -> !peer.measured()).forEach(peer -> notes.println(peer.describe()));
        final List<CollectiveRow> rows = CollectiveRow.of(measurements.rows());
        if (!options.json() && !rows.isEmpty()) {
            out.println(CollectiveTable.heading());
        }
        rows.forEach(row -> out.println(options.json() ? CollectiveTable.json("collectives", row) : CollectiveTable.format(row)));
        measurements.failures().forEach(failure -> notes.println("not measured: " + failure.describe()));
        notes.flush();
        out.flush();
    }
}
