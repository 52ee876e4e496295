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

import io.tombolo.engine.api.ThreadLevel;
import io.tombolo.jmh.bench.process.ServerJob;
import io.tombolo.jmh.bench.process.ServerResult;
import io.tombolo.jmh.srq.PostRecvLoad;
import io.tombolo.jmh.srq.QueueLoad;
import io.tombolo.ringbuffers.queue.QueueConcurrency;
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
 * Measures the shared receive queue: by itself against a pair of compare-and-sets, and under a server against plain tagged messages.
 */
@Command(
    name = "srq",
    description = {
        "Time of a post and a take at a shared receive queue, and of requests to a server with one.",
        "",
        "Post and take run in one process, for any thread and for an engine of a single one, in turn with a pair of compare-and-sets. "
            + "Requests come from 1 to 8 clients to a server with one queue and one event dispatcher, between JVMs, each with an engine "
            + "of a single thread; the same as plain tagged messages in turn. Each client has one request under way; with one client "
            + "both are pinned.",
        ""})
final class SrqCommand implements Callable<Integer> {
    private static final int MOST_CLIENTS = 8;
    private static final int MAX_SIZE = 64 << 10;
    private static final int PAIR_ROUNDS = 128;
    private static final int WARM_UPS = 40;
    // Few turns are there to see that all works, not to believe.
    private static final int WARM_UPS_A_RUN = 4;
    private static final List<String> COSTS = List.of("post_take", "post_recv_take", "post_take_single", "post_recv_take_single");
    private static final String COST_FORMAT = "%-21s %12s %12s %7s %6s%n";
    private static final String FORMAT = "%7s %8s %14s %14s %7s %16s %16s%n";
    private static final String COST_JSON =
        "{\"bench\":\"srq\",\"what\":\"%s\",\"p50_ns\":%.2f,\"cas_pair_ns\":%.2f,\"ratio_to_cas_pair\":%.3f,\"load\":%.2f,"
        + "\"jdk\":\"%s\",\"runs\":%d}%n";
    private static final String JSON =
        "{\"bench\":\"srq\",\"what\":\"request_response\",\"clients\":%d,\"size\":%d,\"half_round_trip_ns\":%.1f,\"tagged_ns\":%.1f,"
        + "\"ratio_to_tagged\":%.3f,\"requests_per_s\":%.0f,\"tagged_requests_per_s\":%.0f,\"load\":%.2f,\"jdk\":\"%s\",\"runs\":%d}%n";

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Show this help.")
    private boolean help;

    @Option(names = "--clients", split = ",", paramLabel = "N", defaultValue = "1,2,4,8",
        description = "Client JVMs (default ${DEFAULT-VALUE}); 0 measures the queue alone.")
    private List<Integer> clients;

    @Option(names = "--size", split = ",", paramLabel = "B", defaultValue = "8", description = "Bytes of request and response.")
    private List<Integer> sizes;

    @Option(names = "--rounds", paramLabel = "N", defaultValue = "20000",
        description = "Requests of each client in a turn (default ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--runs", paramLabel = "N", defaultValue = "15",
        description = "Turns of each (default ${DEFAULT-VALUE}); results are medians over them.")
    private int runs;

    @Option(names = "--timeout", paramLabel = "S", defaultValue = "120", description = "Longest time for each number of clients.")
    private int timeoutS;

    @Option(names = "--jvm-arg", paramLabel = "ARG", description = "One more argument for server and clients; can be repeated.")
    private final List<String> jvmArguments = new ArrayList<>();

    @Option(names = "--json", description = "One JSON object a line.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        check("--runs", runs, 1, Integer.MAX_VALUE);
        check("--rounds", rounds, 1, Integer.MAX_VALUE);
        for (final int count : clients) {
            check("--clients", count, 0, MOST_CLIENTS);
        }
        for (final int size : sizes) {
            check("--size", size, 0, MAX_SIZE);
        }
        final PrintWriter out = spec.commandLine().getOut();
        if (!json) {
            out.println(MachineDescription.describe(clients.contains(1) ? "with one client" : "unpinned"));
        }
        cost(out);
        if (!json && clients.stream().anyMatch(count -> count > 0)) {
            out.printf(Locale.ROOT, FORMAT, "clients", "size", "srq half ns", "tagged half ns", "ratio", "srq req/s", "tagged req/s");
        }
        for (final int count : clients) {
            for (final int size : sizes) {
                if (count > 0) {
                    serve(count, size, out);
                }
            }
        }
        return 0;
    }

    private void check(final String option, final int value, final int least, final int most) {
        if (value < least || value > most) {
            throw new ParameterException(spec.commandLine(), option + "=" + value + ": from " + least + " to " + most);
        }
    }

    private void cost(final PrintWriter out) {
        final QueueLoad load = new QueueLoad(QueueConcurrency.ANY_THREAD);
        final QueueLoad single = new QueueLoad(QueueConcurrency.ONE_THREAD);
        final List<double[]> turns = new ArrayList<>();
        try (PostRecvLoad api = new PostRecvLoad(ThreadLevel.MULTIPLE); PostRecvLoad singleApi = new PostRecvLoad(ThreadLevel.SINGLE)) {
            for (int i = 0; i < Math.min(WARM_UPS, (long) runs * WARM_UPS_A_RUN); i++) {
                turn(load, api, single, singleApi);
            }
            for (int run = 0; run < runs; run++) {
                turns.add(turn(load, api, single, singleApi));
            }
        }
        if (!json) {
            out.printf(Locale.ROOT, COST_FORMAT, "", "p50 ns", "CAS pair ns", "ratio", "load");
        }
        for (int i = 0; i < COSTS.size(); i++) {
            cost(COSTS.get(i), i + 1, turns, out);
        }
        out.flush();
    }

    private void cost(final String what, final int column, final List<double[]> turns, final PrintWriter out) {
        final double pair = Statistics.median(turns, turn -> turn[0]);
        final double post = Statistics.median(turns, turn -> turn[column]);
        final double ratio = Statistics.median(turns, turn -> turn[column] / turn[0]);
        if (json) {
            out.printf(Locale.ROOT, COST_JSON, what, post, pair, ratio, MachineDescription.load(), System.getProperty("java.version"),
                runs);
        } else {
            out.printf(Locale.ROOT, COST_FORMAT, what, number(post), number(pair), number(ratio), number(MachineDescription.load()));
        }
    }

    /** Nanoseconds of a pair of compare-and-sets, then of each cost. */
    private static double[] turn(
        final QueueLoad load, final PostRecvLoad api, final QueueLoad single, final PostRecvLoad singleApi) {
        final long[] sums = new long[COSTS.size() + 1];
        for (int i = 0; i < PAIR_ROUNDS; i++) {
            final long start = System.nanoTime();
            load.pairs(QueueLoad.SLOTS);
            sums[0] += System.nanoTime() - start;
            measure(load, api, sums, 1);
            measure(single, singleApi, sums, 1 + COSTS.size() / 2);
        }
        final double count = (double) PAIR_ROUNDS * QueueLoad.SLOTS;
        return Arrays.stream(sums).mapToDouble(sum -> sum / count).toArray();
    }

    /** Adds what posts and takes need, and posts through the API and takes. */
    private static void measure(final QueueLoad load, final PostRecvLoad api, final long[] sums, final int first) {
        final long start = System.nanoTime();
        load.postAndTake(QueueLoad.SLOTS);
        sums[first] += System.nanoTime() - start;
        load.reap(QueueLoad.SLOTS);
        for (int slot = 0; slot < QueueLoad.SLOTS; slot++) {
            load.tryPost(slot);
        }
        final long posted = System.nanoTime();
        load.take(QueueLoad.SLOTS);
        api.post();
        sums[first + 1] += System.nanoTime() - posted;
        load.reap(QueueLoad.SLOTS);
        api.empty();
    }

    private void serve(final int count, final int size, final PrintWriter out) throws Exception {
        final List<ServerResult> results = ServerJob.run(count, size, rounds, runs, timeoutS, jvmArguments);
        final double srq = Statistics.median(results, ServerResult::sharedNs);
        final double tagged = Statistics.median(results, ServerResult::taggedNs);
        final double ratio = Statistics.median(results, result -> result.sharedNs() / result.taggedNs());
        final double srqRate = Statistics.median(results, result -> result.perSecond(result.sharedNs(), count));
        final double taggedRate = Statistics.median(results, result -> result.perSecond(result.taggedNs(), count));
        if (json) {
            out.printf(Locale.ROOT, JSON, count, size, srq, tagged, ratio, srqRate, taggedRate, MachineDescription.load(),
                System.getProperty("java.version"), runs);
        } else {
            out.printf(Locale.ROOT, FORMAT, count, size, number(srq), number(tagged), number(ratio),
                String.format(Locale.ROOT, "%.0f", srqRate), String.format(Locale.ROOT, "%.0f", taggedRate));
        }
        out.flush();
    }

    private static String number(final double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
