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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Compares the matcher with the bins of a communicator that promises no wildcards. The two take turns.
 */
@Command(
    name = "post",
    description = {
        "Receives that several threads of a rank post at the same time, in one process.",
        "",
        "Two communicators take turns. One allows wildcards, and its receives go through the matcher; the other promises none, and its "
            + "receives go through bins. The columns 'posts' count posts alone; the columns 'all' count posts with their messages, which "
            + "the rank sends to itself, and the waits for them.",
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

    @Mixin
    private TurnOptions options;

    @Option(names = "--threads", split = ",", paramLabel = "N", defaultValue = "1,2,4",
        description = "Threads that post (default ${DEFAULT-VALUE}).")
    private List<Integer> threads;

    @Option(names = "--depth", split = ",", paramLabel = "N", defaultValue = "0,100000",
        description = "Receives that stay posted (default ${DEFAULT-VALUE}).")
    private List<Integer> depths;

    @Option(names = "--batches", paramLabel = "N", defaultValue = "40",
        description = "Batches in a turn; each thread posts 256 receives in a batch (default ${DEFAULT-VALUE}).")
    private int batches;

    @Override
    public Integer call() throws Exception {
        options.check();
        options.check("--batches", batches, 1, Integer.MAX_VALUE);
        threads.forEach(count -> options.check("--threads", count, 1, MAX_THREADS));
        depths.forEach(depth -> options.check("--depth", depth, 0, MAX_DEPTH));
        options.headline("%s%n", MachineDescription.describe("unpinned"));
        options.headline(FORMAT, "threads", "depth", "matcher posts/us", "bins posts/us", "ratio", "p25-p75",
            "matcher all/us", "bins all/us", "ratio", "load");
        for (final int depth : depths) {
            for (final int count : threads) {
                measure(count, depth);
            }
        }
        return 0;
    }

    private void measure(final int count, final int depth) throws Exception {
        final List<double[][]> turns = new ArrayList<>();
        final ExecutorService pool = Executors.newFixedThreadPool(count);
        try (PostLoad matcher = new PostLoad(Structure.MATCHER, count, depth); PostLoad bins = new PostLoad(Structure.BINS, count, depth)) {
            for (int i = 0; i < 2; i++) {
                perUs(pool, matcher, count);
                perUs(pool, bins, count);
            }
            for (int run = 0; run < options.runs(); run++) {
                turns.add(new double[][] {perUs(pool, matcher, count), perUs(pool, bins, count)});
            }
        } finally {
            pool.shutdownNow();
        }
        print(count, depth, turns);
    }

    /** Posts batches by all threads at the same time and completes them. Returns posts a microsecond, and those with their messages. */
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

    private void print(final int count, final int depth, final List<double[][]> turns) {
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
        if (options.json()) {
            options.print(JSON, count, depth, medians[0], medians[1], ratio, low, high, medians[2], medians[3], allRatio,
                MachineDescription.load(), System.getProperty("java.version"), options.runs());
        } else {
            options.print(FORMAT, count, depth, Numbers.decimals(medians[0]), Numbers.decimals(medians[1]), Numbers.decimals(ratio),
                Numbers.decimals(low) + "-" + Numbers.decimals(high), Numbers.decimals(medians[2]), Numbers.decimals(medians[3]),
                Numbers.decimals(allRatio), Numbers.decimals(MachineDescription.load()));
        }
    }
}
