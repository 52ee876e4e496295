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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Options of the commands that measure messages, and the plans that follow from them.
 */
final class MessageOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--peer", split = ",", paramLabel = "P",
        description = "Systems that carry the messages: ${COMPLETION-CANDIDATES}.")
    private List<PeerKind> peers;

    @Option(names = "--buffer", split = ",", paramLabel = "KIND",
        description = "Memory of the buffers: ${COMPLETION-CANDIDATES} (default: all that the peer has).")
    private List<BufferKind> buffers;

    /** Makes one plan for each peer that has something to measure. */
    List<Plan> plans(
        final TrafficPattern pattern, final BenchOptions options, final List<PeerKind> defaultPeers, final List<Integer> defaultSizes) {
        options.check();
        final List<Integer> sizes = options.sizes(defaultSizes);
        if (TrafficPattern.WINDOW == pattern && sizes.contains(0)) {
            throw new ParameterException(spec.commandLine(), "--size=0: at least 1");
        }
        final List<Plan> plans = (null == peers ? defaultPeers : peers).stream()
            .map(peer -> new Plan(peer, pattern, options.segmentMs(), works(pattern, peer, sizes, chosenBuffers(peer))))
            .filter(plan -> !plan.works().isEmpty())
            .toList();
        if (plans.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "no peer of --peer carries a size of --size in a buffer of --buffer");
        }
        return plans;
    }

    /** Returns the work that a peer can do of some sizes. */
    static List<Work> works(
        final TrafficPattern pattern, final PeerKind peer, final List<Integer> sizes, final List<BufferKind> buffers) {
        final List<Work> works = new ArrayList<>();
        for (final int size : sizes) {
            for (final BufferKind buffer : buffers) {
                for (final Fill fill : fills(pattern, peer, size)) {
                    if (size <= peer.maxLength(pattern) && (peer.copies() || TrafficPattern.WINDOW != pattern)) {
                        works.add(new Work(size, buffer, fill));
                    }
                }
            }
        }
        return works;
    }

    /** Only a ping-pong rewrites its buffer: streams and exchanges send one buffer again and again, as other benchmarks do. */
    private static List<Fill> fills(final TrafficPattern pattern, final PeerKind peer, final int size) {
        final boolean rewrites = TrafficPattern.PING_PONG == pattern && size >= Work.COPY_FROM && peer.copies();
        return rewrites ? List.of(Fill.values()) : List.of(Fill.CLEAN);
    }

    /** Returns the kinds of memory that make a difference to a peer. */
    static List<BufferKind> buffersOf(final PeerKind peer) {
        return peer.registers() ? List.of(BufferKind.values()) : List.of(BufferKind.PRIVATE);
    }

    private List<BufferKind> chosenBuffers(final PeerKind peer) {
        return buffersOf(peer).stream().filter(kind -> null == buffers || buffers.contains(kind)).toList();
    }
}
