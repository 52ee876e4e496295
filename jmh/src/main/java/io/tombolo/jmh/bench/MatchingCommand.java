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
import io.tombolo.jmh.bench.process.MatchingSetup;
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
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Measures messages between two processes that are matched in deep lists.
 */
@Command(
    name = "matching",
    description = {
        "Half round trips of messages that are matched in a deep list, and their ratio to those in a list of one.",
        "",
        "Side posted: the responder has posted depth - 1 receives with other tags before the one that matches. Side unexpected: depth - 1 "
            + "messages with other tags have arrived before the one that matches. Each depth is measured in turn with depth 1 in the same "
            + "two processes. The column 'added' is what the depth adds to a round trip; one of its two messages is matched in the deep "
            + "list. 'bench match' measures the matcher alone.",
        ""})
final class MatchingCommand implements Callable<Integer> {

    private static final int MAX_DEPTH = 1_000_000;
    private static final List<Integer> SIZES = List.of(Long.BYTES);

    @Mixin
    private BenchOptions options;

    @Option(names = "--depth", split = ",", paramLabel = "N", defaultValue = "1,100,10000,100000",
        description = "Entries of the list, from 1 to " + MAX_DEPTH + " (default ${DEFAULT-VALUE}).")
    private List<Integer> depths;

    @Option(names = "--side", split = ",", paramLabel = "S", defaultValue = "posted,unexpected",
        description = "The deep list: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).")
    private List<MatchingSetup.Queue> sides;

    @Option(names = "--wildcards", split = ",", paramLabel = "W", defaultValue = "none,one",
        description = "Receives from any source that stay posted: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).")
    private List<MatchingSetup.Wildcards> wildcards;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        options.check();
        final List<Work> works = new ArrayList<>();
        for (final MatchingSetup.Queue side : sides) {
            for (final MatchingSetup.Wildcards wildcard : wildcards) {
                for (final int depth : depths) {
                    OptionRange.check(spec.commandLine(), "--depth", depth, 1, MAX_DEPTH);
                    final MatchingSetup matching = new MatchingSetup(depth, side, wildcard);
                    options.sizes(SIZES).forEach(size -> works.add(new Work(size, BufferKind.PRIVATE, Fill.CLEAN, matching)));
                }
            }
        }
        new Session(options, spec.commandLine())
            .run(List.of(new Plan(PeerKind.TOMBOLO, TrafficPattern.MATCHING, options.segmentMs(), works)));
        return 0;
    }
}
