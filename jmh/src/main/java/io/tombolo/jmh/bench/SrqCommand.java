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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures the shared receive queue: alone beside a pair of compare-and-sets, and in a server beside tagged messages.
 */
@Command(
    name = "srq",
    description = {
        "Posts to a shared receive queue and takes from it, and requests to a server that uses one.",
        "",
        "Posts and takes run in one process, in turn with a pair of compare-and-sets, for queues that any thread may use and for queues of "
            + "engines with a single thread.",
        "",
        "Requests go from 1 to 8 client JVMs to a server JVM with one queue and one event dispatcher, in turn with tagged messages. Each "
            + "engine has a single thread. Each client has one request under way. With one client, both threads are pinned.",
        ""})
final class SrqCommand implements Callable<Integer> {
    private static final int MOST_CLIENTS = 8;
    private static final int MAX_SIZE = 64 << 10;
    private static final int PAIR_ROUNDS = 128;
    private static final int WARM_UPS = 40;
    // A command with few turns only shows that it works, so it warms up for less time.
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

    @Mixin
    private TurnOptions options;

    @Option(names = "--clients", split = ",", paramLabel = "N", defaultValue = "1,2,4,8",
        description = "Numbers of client JVMs (default ${DEFAULT-VALUE}); 0 measures the queue alone.")
    private List<Integer> clients;

    @Option(names = "--size", split = ",", paramLabel = "B", defaultValue = "8",
        description = "Bytes of a request and of its response (default ${DEFAULT-VALUE}).")
    private List<Integer> sizes;

    @Option(names = "--rounds", paramLabel = "N", defaultValue = "20000",
        description = "Requests of each client in a turn (default ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--timeout", paramLabel = "S", defaultValue = "120",
        description = "Seconds for each number of clients and size (default ${DEFAULT-VALUE}).")
    private int timeoutS;

    @Option(names = "--jvm-arg", paramLabel = "ARG", description = "An argument for the server and client JVMs; can be repeated.")
    private final List<String> jvmArguments = new ArrayList<>();

    @Override
    public Integer call() throws Exception {
        options.check();
        options.check("--rounds", rounds, 1, Integer.MAX_VALUE);
        clients.forEach(count -> options.check("--clients", count, 0, MOST_CLIENTS));
        sizes.forEach(size -> options.check("--size", size, 0, MAX_SIZE));
        options.headline("%s%n", MachineDescription.describe(clients.contains(1) ? "with one client" : "unpinned"));
        cost();
        if (clients.stream().anyMatch(count -> count > 0)) {
            options.headline(FORMAT, "clients", "size", "srq half ns", "tagged half ns", "ratio", "srq req/s", "tagged req/s");
        }
        for (final int count : clients) {
            for (final int size : sizes) {
                if (count > 0) {
                    serve(count, size);
                }
            }
        }
        return 0;
    }

    private void cost() {
        final QueueLoad load = new QueueLoad(QueueConcurrency.ANY_THREAD);
        final QueueLoad single = new QueueLoad(QueueConcurrency.ONE_THREAD);
        final List<double[]> turns = new ArrayList<>();
        try (PostRecvLoad api = new PostRecvLoad(ThreadLevel.MULTIPLE); PostRecvLoad singleApi = new PostRecvLoad(ThreadLevel.SINGLE)) {
            for (int i = 0; i < Math.min(WARM_UPS, (long) options.runs() * WARM_UPS_A_RUN); i++) {
                turn(load, api, single, singleApi);
            }
            for (int run = 0; run < options.runs(); run++) {
                turns.add(turn(load, api, single, singleApi));
            }
        }
        options.headline(COST_FORMAT, "", "p50 ns", "CAS pair ns", "ratio", "load");
        for (int i = 0; i < COSTS.size(); i++) {
            cost(COSTS.get(i), i + 1, turns);
        }
    }

    private void cost(final String what, final int column, final List<double[]> turns) {
        final double pair = Statistics.median(turns, turn -> turn[0]);
        final double post = Statistics.median(turns, turn -> turn[column]);
        final double ratio = Statistics.median(turns, turn -> turn[column] / turn[0]);
        final double machine = MachineDescription.load();
        if (options.json()) {
            options.print(COST_JSON, what, post, pair, ratio, machine, System.getProperty("java.version"), options.runs());
        } else {
            options.print(COST_FORMAT, what, Numbers.decimals(post), Numbers.decimals(pair), Numbers.decimals(ratio),
                Numbers.decimals(machine));
        }
    }

    /** Returns the nanoseconds of a pair of compare-and-sets, then those of each cost. */
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

    /** Adds the time of posts and takes at {@code first}, and that of takes and posts through the API behind it. */
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

    private void serve(final int count, final int size) throws Exception {
        final List<ServerResult> results = ServerJob.run(count, size, rounds, options.runs(), timeoutS, jvmArguments);
        final double srq = Statistics.median(results, ServerResult::sharedNs);
        final double tagged = Statistics.median(results, ServerResult::taggedNs);
        final double ratio = Statistics.median(results, result -> result.sharedNs() / result.taggedNs());
        final double srqRate = Statistics.median(results, result -> result.perSecond(result.sharedNs(), count));
        final double taggedRate = Statistics.median(results, result -> result.perSecond(result.taggedNs(), count));
        if (options.json()) {
            options.print(JSON, count, size, srq, tagged, ratio, srqRate, taggedRate, MachineDescription.load(),
                System.getProperty("java.version"), options.runs());
        } else {
            options.print(FORMAT, count, size, Numbers.decimals(srq), Numbers.decimals(tagged), Numbers.decimals(ratio),
                Math.round(srqRate), Math.round(taggedRate));
        }
    }
}
