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
import io.tombolo.jmh.bench.process.BufferKind;
import io.tombolo.jmh.bench.process.PeerKind;
import io.tombolo.jmh.bench.process.Plan;
import io.tombolo.jmh.bench.process.TrafficPattern;
import io.tombolo.jmh.bench.process.Work;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * Measures what a rank costs that has nothing to do, and how fast it is back.
 */
@Command(
    name = "idle",
    description = {
        "What a rank costs that waits in a receive, and how long a message takes to wake it.",
        "",
        "Wake-up: 300 messages a run, each after a random rest of 1 to 2 segments; a round trip, less half a round trip with "
            + "a rank that is awake. Before them come 1000 that count for nothing, each after 1 to 2 ms: what sleeps and wakes is "
            + "compiled by then. CPU: processor time of its process, JVM threads included, over 50 segments without a message, "
            + "which follow the wake-ups and 50 more such segments. The floor is the cache line bounced between two that are awake. "
            + "With segments below 10 ms the rank may not have gone to sleep yet.",
        ""})
final class IdleCommand implements Callable<Integer> {

    private static final List<Integer> SIZES = List.of(Long.BYTES);

    @Mixin
    private BenchOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        options.check();
        final List<Work> works = options.sizes(SIZES).stream().map(size -> new Work(size, BufferKind.PRIVATE, Fill.CLEAN)).toList();
        final Plan plan = new Plan(PeerKind.TOMBOLO, TrafficPattern.SLEEP, options.segmentMs(), works);
        new Session("idle", options, spec.commandLine()).run(List.of(plan));
        return 0;
    }
}
