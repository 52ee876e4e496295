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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * Measures the floor against itself: its ratio says how far the stick can be trusted.
 */
@Command(
    name = "floor",
    description = {
        "Half round trip of a bare cache line bounced between two processes, and of a copy.",
        "",
        "From 4K on one plain copy is added, out of lines that the other process has written: rewritten each time "
            + "before the clock starts (fresh), or written once (clean). The ratio compares the floor with itself: 1 when the "
            + "machine is quiet.",
        ""})
final class FloorCommand implements Callable<Integer> {

    private static final List<Integer> SIZES = List.of(8, 4 << 10, 64 << 10, 1 << 20);

    @Mixin
    private BenchOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        options.check();
        final List<Work> works = new ArrayList<>();
        for (final int size : options.sizes(SIZES)) {
            for (final Fill fill : size < Work.COPY_FROM ? List.of(Fill.CLEAN) : List.of(Fill.values())) {
                works.add(new Work(size, BufferKind.PRIVATE, fill));
            }
        }
        final Plan plan = new Plan(PeerKind.FLOOR, TrafficPattern.PING_PONG, options.segmentMs(), works);
        new Session("floor", options, spec.commandLine()).run(List.of(plan));
        return 0;
    }
}
