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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures matches in lists of several depths. The depths take short turns, so that changes of the machine's speed affect all alike.
 */
@Command(
    name = "match",
    description = {
        "Time of a match (search, removal, next add) in lists of several depths, and its ratio to depth 1.",
        "",
        "This command measures the matcher alone: one process, no engine. 'bench matching' measures messages between two processes. "
            + "Target last: the entry that was added last. Target any: a random entry, which is in no near cache.",
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

    @Mixin
    private TurnOptions options;

    @Option(names = "--depth", split = ",", paramLabel = "N", defaultValue = "1,10,100,1000,10000,100000,1000000",
        description = "Entries of the list (default ${DEFAULT-VALUE}). Depth 1 is always measured.")
    private List<Integer> depths;

    @Option(names = "--side", split = ",", paramLabel = "S", defaultValue = "posted,unexpected,array",
        description = "The deep list: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}). "
            + "array is a plain array of up to " + MAX_ARRAY + " entries for reference.")
    private List<MatchSide> sides;

    @Option(names = "--target", split = ",", paramLabel = "T", defaultValue = "last,any",
        description = "The entry that matches: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).")
    private List<Target> targets;

    @Option(names = "--wildcards", split = ",", paramLabel = "W", defaultValue = "none,one,tenth,all",
        description = "How many receives take any source: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).")
    private List<Wildcards> wildcards;

    @Override
    public Integer call() {
        options.check();
        depths.forEach(depth -> options.check("--depth", depth, 1, MAX_DEPTH));
        options.headline("%s%n", MachineDescription.describe("unpinned"));
        options.headline(FORMAT, "side", "target", "wildcards", "depth", "best ns", "p50 ns", "added ns", "ratio", "load");
        for (final MatchSide side : sides) {
            for (final Target target : targets) {
                wildcards.forEach(share -> measure(side, target, share));
            }
        }
        return 0;
    }

    private void measure(final MatchSide side, final Target target, final Wildcards share) {
        final int[] all = depthsOf(side);
        final MatchLoad[] loads = new MatchLoad[all.length];
        Arrays.setAll(loads, i -> new MatchLoad(all[i], side, share, target));
        final List<double[]> turns = new ArrayList<>();
        turn(loads);
        for (int run = 0; run < options.runs(); run++) {
            turns.add(turn(loads));
        }
        final double shallow = Statistics.median(turns, turn -> turn[0]);
        for (int i = 0; i < all.length; i++) {
            final int index = i;
            final double time = Statistics.median(turns, turn -> turn[index]);
            final double ratio = Statistics.median(turns, turn -> turn[index] / turn[0]);
            final double best = turns.stream().mapToDouble(turn -> turn[index]).min().orElseThrow();
            print(new Object[] {side, target, share}, all[i], new double[] {best, time, time - shallow, ratio});
        }
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

    private void print(final Object[] what, final int depth, final double[] times) {
        final double load = MachineDescription.load();
        if (options.json()) {
            options.print(JSON, depth, label(what[0]), label(what[1]), label(what[2]), times[0], times[1], times[2], times[3],
                load, System.getProperty("java.version"), options.runs());
        } else {
            options.print(FORMAT, label(what[0]), label(what[1]), label(what[2]), depth, Numbers.decimals(times[0]),
                Numbers.decimals(times[1]), Numbers.decimals(times[2]), Numbers.decimals(times[3]), Numbers.decimals(load));
        }
    }

    private static String label(final Object value) {
        return value.toString().toLowerCase(Locale.ROOT);
    }
}
