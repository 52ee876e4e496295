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
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Measures messages that are matched in deep lists, between two processes.
 */
@Command(
    name = "matching",
    description = {
        "Half round trip of a message that is matched in a deep list, and its ratio to that in a list of one.",
        "",
        "Side posted: the responder has posted depth - 1 receives with other tags before the one that matches. Side "
            + "unexpected: depth - 1 messages with other tags lie there before the one that matches. Depth 1 and the depth are "
            + "measured in turn in the same two processes. What the depth adds is told for a round trip, of which one message "
            + "is matched in the deep list. The matcher by itself: 'bench match'.",
        ""})
final class MatchingCommand implements Callable<Integer> {

    private static final int MAX_DEPTH = 1_000_000;
    private static final List<Integer> SIZES = List.of(Long.BYTES);

    @Mixin
    private BenchOptions options;

    @Option(names = "--depth", split = ",", paramLabel = "N", defaultValue = "1,100,10000,100000",
        description = "Entries of the list, up to " + MAX_DEPTH + " (default ${DEFAULT-VALUE}).")
    private List<Integer> depths;

    @Option(names = "--side", split = ",", paramLabel = "S", defaultValue = "posted,unexpected",
        description = "The list that is deep: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).")
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
                    final MatchingSetup pile = new MatchingSetup(checked(depth), side, wildcard);
                    options.sizes(SIZES).forEach(size -> works.add(new Work(size, BufferKind.PRIVATE, Fill.CLEAN, pile)));
                }
            }
        }
        new Session("matching", options, spec.commandLine())
            .run(List.of(new Plan(PeerKind.TOMBOLO, TrafficPattern.MATCHING, options.segmentMs(), works)));
        return 0;
    }

    private int checked(final int depth) {
        if (depth < 1 || depth > MAX_DEPTH) {
            throw new ParameterException(spec.commandLine(), "--depth=" + depth + ": from 1 to " + MAX_DEPTH);
        }
        return depth;
    }
}
