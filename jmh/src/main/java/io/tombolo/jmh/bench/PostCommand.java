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

import io.tombolo.jmh.match.PostLoad;
import io.tombolo.jmh.match.PostLoad.Structure;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Compares the one matcher with the bins of a communicator that promises no wildcards, a batch each in turn.
 */
@Command(
    name = "post",
    description = {
        "Time of receives that several threads of a rank post at once, in one process.",
        "",
        "In turn: in a communicator that allows wildcards, through the one matcher, and in one that promises none, through bins. "
            + "Measured are posts alone, and posts with the messages of the rank to itself that they match and the waits for them.",
        ""})
final class PostCommand implements Callable<Integer> {

    private static final int MAX_DEPTH = 1_000_000;
    private static final int MAX_THREADS = 64;
    private static final int PARTS = 4;
    private static final double NS_IN_US = 1e3;
    private static final int POSTS = 0;
    private static final int ALL = 1;
    private static final String FORMAT = "%7s %8s %16s %13s %6s %11s %17s %14s %6s %6s%n";
    private static final String JSON =
        "{\"bench\":\"post\",\"threads\":%d,\"depth\":%d,\"matcher_posts_per_us\":%.3f,\"bins_posts_per_us\":%.3f,"
        + "\"ratio_to_matcher\":%.3f,\"ratio_p25\":%.3f,\"ratio_p75\":%.3f,\"matcher_all_per_us\":%.3f,\"bins_all_per_us\":%.3f,"
        + "\"all_ratio_to_matcher\":%.3f,\"load\":%.2f,\"jdk\":\"%s\",\"runs\":%d}%n";

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    @Option(names = "--threads", split = ",", paramLabel = "N", defaultValue = "1,2,4",
        description = "Threads that post (default ${DEFAULT-VALUE}).")
    private List<Integer> threads;

    @Option(names = "--depth", split = ",", paramLabel = "N", defaultValue = "0,100000",
        description = "Receives that stay posted (default ${DEFAULT-VALUE}).")
    private List<Integer> depths;

    @Option(names = "--runs", paramLabel = "N", defaultValue = "15",
        description = "Turns of each (default ${DEFAULT-VALUE}); results are medians over them.")
    private int runs;

    @Option(names = "--batches", paramLabel = "N", defaultValue = "40",
        description = "Batches in a turn, of 256 receives by each thread (default ${DEFAULT-VALUE}).")
    private int batches;

    @Option(names = "--json", description = "One JSON object a line.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        check("--runs", runs, 1, Integer.MAX_VALUE);
        check("--batches", batches, 1, Integer.MAX_VALUE);
        for (final int count : threads) {
            check("--threads", count, 1, MAX_THREADS);
        }
        for (final int depth : depths) {
            check("--depth", depth, 0, MAX_DEPTH);
        }
        final PrintWriter out = spec.commandLine().getOut();
        if (!json) {
            out.println(MachineDescription.describe("unpinned"));
            out.printf(Locale.ROOT, FORMAT, "threads", "depth", "matcher posts/us", "bins posts/us", "ratio", "p25-p75",
                "matcher all/us", "bins all/us", "ratio", "load");
        }
        for (final int depth : depths) {
            for (final int count : threads) {
                measure(count, depth, out);
            }
        }
        return 0;
    }

    private void check(final String option, final int value, final int least, final int most) {
        if (value < least || value > most) {
            throw new ParameterException(spec.commandLine(), option + "=" + value + ": from " + least + " to " + most);
        }
    }

    private void measure(final int count, final int depth, final PrintWriter out) throws Exception {
        final List<double[][]> turns = new ArrayList<>();
        final ExecutorService pool = Executors.newFixedThreadPool(count);
        try (PostLoad matcher = new PostLoad(Structure.MATCHER, count, depth); PostLoad bins = new PostLoad(Structure.BINS, count, depth)) {
            for (int i = 0; i < 2; i++) {
                perUs(pool, matcher, count);
                perUs(pool, bins, count);
            }
            for (int run = 0; run < runs; run++) {
                turns.add(new double[][] {perUs(pool, matcher, count), perUs(pool, bins, count)});
            }
        } finally {
            pool.shutdownNow();
        }
        print(count, depth, turns, out);
    }

    /** All threads post a batch at the same time, then fulfil it. */
    private double[] perUs(final ExecutorService pool, final PostLoad path, final int count) throws Exception {
        long postNs = 0;
        long allNs = 0;
        for (int batch = 0; batch < batches; batch++) {
            final long startNs = System.nanoTime();
            together(pool, count, path::post);
            postNs += System.nanoTime() - startNs;
            together(pool, count, path::fulfil);
            allNs += System.nanoTime() - startNs;
        }
        final double posts = NS_IN_US * batches * PostLoad.BATCH * count;
        return new double[] {posts / postNs, posts / allNs};
    }

    private static void together(final ExecutorService pool, final int count, final IntConsumer work) throws Exception {
        final List<Callable<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            final int thread = i;
            tasks.add(() -> {
                work.accept(thread);
                return null;
            });
        }
        for (final Future<Void> task : pool.invokeAll(tasks)) {
            task.get();
        }
    }

    private void print(final int count, final int depth, final List<double[][]> turns, final PrintWriter out) {
        final double[] medians = new double[2 * 2];
        for (int what = POSTS; what <= ALL; what++) {
            final int column = what;
            medians[2 * what] = Statistics.median(turns, turn -> turn[0][column]);
            medians[2 * what + 1] = Statistics.median(turns, turn -> turn[1][column]);
        }
        final double ratio = Statistics.median(turns, turn -> turn[1][POSTS] / turn[0][POSTS]);
        final double allRatio = Statistics.median(turns, turn -> turn[1][ALL] / turn[0][ALL]);
        final List<Double> ratios = new ArrayList<>(turns.stream().map(turn -> turn[1][POSTS] / turn[0][POSTS]).toList());
        Collections.sort(ratios);
        final double low = ratios.get(ratios.size() / PARTS);
        final double high = ratios.get(ratios.size() - 1 - ratios.size() / PARTS);
        if (json) {
            out.printf(Locale.ROOT, JSON, count, depth, medians[0], medians[1], ratio, low, high, medians[2], medians[3], allRatio,
                MachineDescription.load(), System.getProperty("java.version"), runs);
        } else {
            out.printf(Locale.ROOT, FORMAT, count, depth, number(medians[0]), number(medians[1]), number(ratio),
                number(low) + "-" + number(high), number(medians[2]), number(medians[3]), number(allRatio),
                    number(MachineDescription.load()));
        }
        out.flush();
    }

    private static String number(final double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
