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
package io.tombolo.jmh;

import io.tombolo.jmh.match.PostLoad;
import io.tombolo.jmh.stream.StreamLoad;
import java.util.Collection;
import java.util.Locale;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Fails if a message, a stream of them, a match, a post of several threads, a collective operation, or an access to a window or a shared
 * receive queue allocates.
 * <p>
 * It runs {@link MessageBenchmark}, {@link StreamBenchmark}, {@link TagMatchBenchmark}, {@link PostBenchmark}, {@link
 * CollectiveStepBenchmark}, {@link WindowBenchmark} and {@link SharedQueueBenchmark} briefly with the GC profiler of JMH, and checks the
 * bytes of an operation. The number of operations is fixed, and the best of three batches counts. So the allocations of JMH and the JIT
 * themselves, up to 200 KB a batch, stay a fraction of a byte on a busy machine, too; the smallest Java object has 16 bytes. {@link
 * PostBenchmark} and {@link StreamBenchmark} have fewer operations, because each has many messages, and threads that share no cache take
 * long for each.
 */
public final class AllocationGuard {
    private static final String METRIC = "gc.alloc.rate.norm";
    private static final double LIMIT_BYTES = 1.0;
    private static final int OPERATIONS = 100_000;
    private static final int POST_OPERATIONS = 2 * OPERATIONS / PostLoad.BATCH;
    private static final int STREAM_OPERATIONS = 4 * OPERATIONS / StreamLoad.BATCH;

    private static final String MESSAGES = MessageBenchmark.class.getName() + ".sendAndReceive";
    private static final String STREAMS = StreamBenchmark.class.getName() + ".receive";
    private static final String MATCHES = TagMatchBenchmark.class.getName() + ".match";
    private static final String POSTS = PostBenchmark.class.getName() + ".twoThreads";
    private static final String COLLECTIVES = CollectiveStepBenchmark.class.getName();
    private static final String WINDOWS = WindowBenchmark.class.getName();
    private static final String RECEIVE_BUFFERS = SharedQueueBenchmark.class.getName() + ".twoThreads";
    private static final String[] OTHERS = {MESSAGES, MATCHES, COLLECTIVES, WINDOWS, RECEIVE_BUFFERS};

    private AllocationGuard() {
    }

    /**
     * Prints a line for each benchmark. Ends with status 1 if one of them allocates.
     *
     * @param args ignored.
     * @throws RunnerException if a benchmark fails.
     */
    public static void main(final String[] args) throws RunnerException {
        final boolean isClean = check(OPERATIONS, OTHERS);
        final boolean isStreamClean = check(STREAM_OPERATIONS, STREAMS);
        if (!check(POST_OPERATIONS, POSTS) || !isStreamClean || !isClean) {
            System.exit(1);
        }
    }

    private static boolean check(final int operations, final String... benchmarks) throws RunnerException {
        final OptionsBuilder options = new OptionsBuilder();
        options.include(String.join("|", benchmarks));
        options.param("depth", "1", "1000").param("wildcards", "TENTH").param("structure", "MATCHER").param("mode", "DIRECT");
        options.param("length", "8", "1024");
        options.mode(Mode.SingleShotTime).warmupIterations(1).warmupBatchSize(operations);
        options.measurementIterations(3).measurementBatchSize(operations);
        options.addProfiler(GCProfiler.class).shouldFailOnError(true).verbosity(VerboseMode.SILENT);
        final Collection<RunResult> results = new Runner(options.build()).run();
        boolean clean = !results.isEmpty();
        for (final RunResult result : results) {
            // The profiler reports the bytes of a batch.
            final Result<?> allocated = result.getSecondaryResults().get(METRIC);
            final double bytes = allocated == null ? Double.NaN : allocated.getStatistics().getMin() / operations;
            final boolean good = bytes < LIMIT_BYTES;
            clean &= good;
            System.out.printf(Locale.ROOT, "%-9s %8.3f B/op  %s %s%n", good ? "ok" : "ALLOCATES", bytes, result.getParams().getBenchmark(),
                parameters(result));
        }
        return clean;
    }

    private static String parameters(final RunResult result) {
        final StringBuilder text = new StringBuilder();
        for (final String key : result.getParams().getParamsKeys()) {
            text.append(key).append('=').append(result.getParams().getParam(key)).append(' ');
        }
        return text.toString();
    }
}
