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

import io.tombolo.jmh.match.PostPath;
import io.tombolo.jmh.match.PostPath.Structure;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Compares one matcher behind the command stack with bins in which every thread matches, a moment each in turn.
 */
@Command(
    name = "post",
    description = {
        "Receives that several threads post at once and wait for: one matcher, with posts through the command stack, against a bin for",
        "each key in which every thread matches itself, as only contexts without wildcards could. In one process; the threads share the",
        "role of progress owner, who alone takes arrivals."})
final class PostCommand implements Callable<Integer> {

    private static final int OPERATIONS_BETWEEN_LOOKS = 64;
    private static final int MAX_DEPTH = 1_000_000;
    private static final int MAX_THREADS = 64;
    private static final int PARTS = 4;
    private static final double NS_IN_US = 1e3;
    private static final String FORMAT = "%7s %8s %14s %12s %6s %13s %6s%n";
    private static final String JSON =
        "{\"bench\":\"post\",\"threads\":%d,\"depth\":%d,\"matcher_posts_per_us\":%.3f,\"bins_posts_per_us\":%.3f,"
        + "\"ratio_to_matcher\":%.3f,\"ratio_p25\":%.3f,\"ratio_p75\":%.3f,\"load\":%.2f,\"jdk\":\"%s\",\"runs\":%d}%n";

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

    @Option(names = "--segment-ms", paramLabel = "MS", defaultValue = "50",
        description = "Length of a turn (default ${DEFAULT-VALUE} ms).")
    private int segmentMs;

    @Option(names = "--json", description = "One JSON object a line.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    private int nextTag;

    @Override
    public Integer call() throws Exception {
        check("--runs", runs, 1, Integer.MAX_VALUE);
        check("--segment-ms", segmentMs, 1, Integer.MAX_VALUE);
        for (final int count : threads) {
            check("--threads", count, 1, MAX_THREADS);
        }
        for (final int depth : depths) {
            check("--depth", depth, 0, MAX_DEPTH);
        }
        final PrintWriter out = spec.commandLine().getOut();
        if (!json) {
            out.println(Machine.describe("unpinned"));
            out.printf(Locale.ROOT, FORMAT, "threads", "depth", "matcher posts/us", "bins posts/us", "ratio", "p25-p75", "load");
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
        final PostPath matcher = new PostPath(Structure.MATCHER, count, depth);
        final PostPath bins = new PostPath(Structure.BINS, count, depth);
        final List<double[]> turns = new ArrayList<>();
        final ExecutorService pool = Executors.newFixedThreadPool(count);
        try {
            for (int i = 0; i < 2; i++) {
                postsPerUs(pool, matcher, count);
                postsPerUs(pool, bins, count);
            }
            for (int run = 0; run < runs; run++) {
                turns.add(new double[] {postsPerUs(pool, matcher, count), postsPerUs(pool, bins, count)});
            }
        } finally {
            pool.shutdownNow();
        }
        print(count, depth, turns, out);
    }

    /** All threads post for a moment. */
    private double postsPerUs(final ExecutorService pool, final PostPath path, final int count) throws Exception {
        final int firstTag = nextTag;
        final long startNs = System.nanoTime();
        final long endNs = startNs + TimeUnit.MILLISECONDS.toNanos(segmentMs);
        final List<Callable<Integer>> posters = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            final int thread = i;
            posters.add(() -> post(path, thread, firstTag, endNs));
        }
        long posts = 0;
        for (final Future<Integer> poster : pool.invokeAll(posters)) {
            posts += poster.get();
            nextTag = Math.max(nextTag, firstTag + poster.get()) & Integer.MAX_VALUE >>> 1;
        }
        return posts * NS_IN_US / (System.nanoTime() - startNs);
    }

    private static int post(final PostPath path, final int thread, final int firstTag, final long endNs) {
        int posts = 0;
        do {
            for (int i = 0; i < OPERATIONS_BETWEEN_LOOKS; i++) {
                path.postAndAwait(thread, firstTag + posts++);
            }
        } while (System.nanoTime() - endNs < 0);
        return posts;
    }

    private void print(final int count, final int depth, final List<double[]> turns, final PrintWriter out) {
        final double matcher = Statistics.median(turns, turn -> turn[0]);
        final double bins = Statistics.median(turns, turn -> turn[1]);
        final double ratio = Statistics.median(turns, turn -> turn[1] / turn[0]);
        final List<Double> ratios = new ArrayList<>(turns.stream().map(turn -> turn[1] / turn[0]).toList());
        Collections.sort(ratios);
        final double low = ratios.get(ratios.size() / PARTS);
        final double high = ratios.get(ratios.size() - 1 - ratios.size() / PARTS);
        if (json) {
            out.printf(Locale.ROOT, JSON, count, depth, matcher, bins, ratio, low, high, Machine.load(),
                System.getProperty("java.version"), runs);
        } else {
            out.printf(Locale.ROOT, FORMAT, count, depth, number(matcher), number(bins), number(ratio),
                number(low) + "-" + number(high), number(Machine.load()));
        }
        out.flush();
    }

    private static String number(final double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
