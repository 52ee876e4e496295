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

import io.tombolo.jmh.match.MatchLoad;
import io.tombolo.jmh.match.MatchSide;
import io.tombolo.jmh.match.Target;
import io.tombolo.jmh.match.Wildcards;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Measures matches in lists of several depths, a moment each in turn, so that the ratios hold whatever the machine does meanwhile.
 */
@Command(
    name = "match",
    description = {
        "Time of a match (search, removal, next add) in lists of several depths, and its ratio to depth 1.",
        "",
        "This is the matcher by itself, in one process, without an engine; 'bench matching' measures messages between two processes. "
            + "Target last: the entry that has just been added. Target any: one at random, so that nothing of it is in the nearest "
            + "cache.",
        ""})
final class MatchCommand implements Callable<Integer> {
    private static final int WARMUP_STEPS = 60_000;
    private static final int STEPS = 20_000;
    private static final int MAX_DEPTH = 4_000_000;
    private static final int MAX_ARRAY = 1_000;
    private static final String FORMAT = "%-10s %-6s %-9s %9s %9s %9s %9s %9s %6s%n";
    private static final String JSON =
        "{\"bench\":\"match\",\"depth\":%d,\"side\":\"%s\",\"target\":\"%s\",\"wildcards\":\"%s\","
        + "\"best_ns\":%.2f,\"p50_ns\":%.2f,\"added_ns\":%.2f,\"ratio_to_depth_1\":%.4f,\"load\":%.2f,\"jdk\":\"%s\",\"runs\":%d}%n";

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    @Option(names = "--depth", split = ",", paramLabel = "N", defaultValue = "1,10,100,1000,10000,100000,1000000",
        description = "Entries of the list (default ${DEFAULT-VALUE}); 1 is measured in any case.")
    private List<Integer> depths;

    @Option(names = "--side", split = ",", paramLabel = "S", defaultValue = "posted,unexpected,array",
        description = "Lists: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}); array = the reference, up to " + MAX_ARRAY + ".")
    private List<MatchSide> sides;

    @Option(names = "--target", split = ",", paramLabel = "T", defaultValue = "last,any",
        description = "Entries that are sought: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).")
    private List<Target> targets;

    @Option(names = "--wildcards", split = ",", paramLabel = "W", defaultValue = "none,one,tenth,all",
        description = "Receives that take any source: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).")
    private List<Wildcards> wildcards;

    @Option(names = "--runs", paramLabel = "N", defaultValue = "15",
        description = "Turns of each depth (default ${DEFAULT-VALUE}); results are medians over them.")
    private int runs;

    @Option(names = "--json", description = "One JSON object a line.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (runs < 1) {
            throw new ParameterException(spec.commandLine(), "--runs=" + runs + ": at least 1");
        }
        for (final int depth : depths) {
            if (depth < 1 || depth > MAX_DEPTH) {
                throw new ParameterException(spec.commandLine(), "--depth=" + depth + ": from 1 to " + MAX_DEPTH);
            }
        }
        final PrintWriter out = spec.commandLine().getOut();
        if (!json) {
            out.println(MachineDescription.describe("unpinned"));
            out.printf(Locale.ROOT, FORMAT, "side", "target", "wildcards", "depth", "best ns", "p50 ns", "added ns", "ratio", "load");
        }
        for (final MatchSide side : sides) {
            for (final Target target : targets) {
                wildcards.forEach(share -> measure(side, target, share, out));
            }
        }
        return 0;
    }

    private void measure(final MatchSide side, final Target target, final Wildcards share, final PrintWriter out) {
        final int[] all = depthsOf(side);
        final MatchLoad[] loads = new MatchLoad[all.length];
        Arrays.setAll(loads, i -> new MatchLoad(all[i], side, share, target));
        final List<double[]> turns = new ArrayList<>();
        turn(loads);
        for (int run = 0; run < runs; run++) {
            turns.add(turn(loads));
        }
        final double shallow = Statistics.median(turns, turn -> turn[0]);
        for (int i = 0; i < all.length; i++) {
            final int index = i;
            final double time = Statistics.median(turns, turn -> turn[index]);
            final double ratio = Statistics.median(turns, turn -> turn[index] / turn[0]);
            final double best = turns.stream().mapToDouble(turn -> turn[index]).min().orElseThrow();
            print(out, new Object[] {side, target, share}, all[i], new double[] {best, time, time - shallow, ratio});
        }
        out.flush();
    }

    private int[] depthsOf(final MatchSide side) {
        final List<Integer> all = new ArrayList<>(List.of(1));
        depths.stream().filter(depth -> depth > 1 && (side != MatchSide.ARRAY || depth <= MAX_ARRAY)).forEach(all::add);
        return all.stream().mapToInt(Integer::intValue).toArray();
    }

    private static double[] turn(final MatchLoad[] loads) {
        final double[] times = new double[loads.length];
        for (int i = 0; i < loads.length; i++) {
            steps(loads[i], WARMUP_STEPS);
            final long startNs = System.nanoTime();
            steps(loads[i], STEPS);
            times[i] = (System.nanoTime() - startNs) / (double) STEPS;
        }
        return times;
    }

    private static void steps(final MatchLoad load, final int count) {
        for (int i = 0; i < count; i++) {
            load.step();
        }
    }

    private void print(final PrintWriter out, final Object[] what, final int depth, final double[] times) {
        final double machineLoad = MachineDescription.load();
        if (json) {
            out.printf(Locale.ROOT, JSON, depth, label(what[0]), label(what[1]), label(what[2]), times[0], times[1], times[2], times[3],
                machineLoad, System.getProperty("java.version"), runs);
        } else {
            out.printf(Locale.ROOT, FORMAT, label(what[0]), label(what[1]), label(what[2]), depth, number(times[0]), number(times[1]),
                number(times[2]), number(times[3]), number(machineLoad));
        }
    }

    private static String label(final Object value) {
        return value.toString().toLowerCase(Locale.ROOT);
    }

    private static String number(final double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
