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
import io.tombolo.jmh.bench.twin.BufferKind;
import io.tombolo.jmh.bench.twin.PeerKind;
import io.tombolo.jmh.bench.twin.Plan;
import io.tombolo.jmh.bench.twin.Work;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Measures half round trips of messages.
 */
@Command(
    name = "latency",
    mixinStandardHelpOptions = true,
    description = {
        "Half round trip of a message, and its ratio to the floor of the same run.",
        "From 4K on with buffers rewritten before each message (fresh) and not (clean)."})
final class LatencyCommand implements Callable<Integer> {

    private static final List<Integer> SIZES = List.of(
        0, 8, 64, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20, 64 << 20);

    @Mixin
    private BenchOptions options;

    @Option(names = "--peer", split = ",", paramLabel = "P", defaultValue = "tombolo",
        description = "What moves the messages: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).")
    private List<PeerKind> peers;

    @Option(names = "--buffer", split = ",", paramLabel = "KIND",
        description = "Only these buffers: ${COMPLETION-CANDIDATES} (default: all that the peer has).")
    private List<BufferKind> buffers;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        options.check();
        final List<Plan> plans = peers.stream()
            .map(peer -> new Plan(peer, options.segmentMs(), works(peer)))
            .filter(plan -> !plan.works().isEmpty())
            .toList();
        if (plans.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "no peer of --peer carries a size of --size in a buffer of --buffer");
        }
        new Session("latency", options, spec.commandLine()).run(plans);
        return 0;
    }

    private List<Work> works(final PeerKind peer) {
        final List<Work> works = new ArrayList<>();
        for (final int size : options.sizes(SIZES)) {
            for (final BufferKind buffer : buffersOf(peer)) {
                for (final Fill fill : size < Work.COPY_FROM ? List.of(Fill.CLEAN) : List.of(Fill.values())) {
                    if (size <= peer.maxLength()) {
                        works.add(new Work(size, buffer, fill));
                    }
                }
            }
        }
        return works;
    }

    private List<BufferKind> buffersOf(final PeerKind peer) {
        return (peer.registers() ? List.of(BufferKind.values()) : List.of(BufferKind.PRIVATE)).stream()
            .filter(kind -> null == buffers || buffers.contains(kind))
            .toList();
    }
}
