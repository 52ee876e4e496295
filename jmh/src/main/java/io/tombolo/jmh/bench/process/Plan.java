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
package io.tombolo.jmh.bench.process;

import io.tombolo.engine.EngineContext;
import io.tombolo.jmh.bench.line.LineDescriptor;
import io.tombolo.matching.MatchNodeDescriptor;
import io.tombolo.ringbuffers.job.GeometrySetting;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What one pair of JVMs measures.
 *
 * @param peer      what moves the messages.
 * @param pattern   how they talk.
 * @param segmentMs length of one uninterrupted measurement in milliseconds, at least 1; of the shortest pause where they sleep.
 * @param works     measured in this order.
 */
public record Plan(PeerKind peer, TrafficPattern pattern, int segmentMs, List<Work> works) {

    /** Ranks that exchange messages all with all. */
    public static final int MANY = 8;

    /** Name of the shared file in the scratch directory. */
    static final String LINE_FILE = "line";

    private static final int LEAST_NODES = 16_384;
    private static final long BYTES_PER_NODE = 256;
    private static final long BYTES_PER_RANK = 4L << 20;
    private static final int SPINS = 4096;

    /**
     * Copies the list.
     *
     * @param peer      what moves the messages.
     * @param pattern   how they talk.
     * @param segmentMs length of one uninterrupted measurement in milliseconds.
     * @param works     measured in this order.
     */
    public Plan {
        works = List.copyOf(works);
    }

    /**
     * Size of each payload of the line: as large as the largest message whose floor holds a copy. That of a window always does.
     *
     * @return size in bytes.
     */
    public int payloadSize() {
        return works.stream().filter(work -> TrafficPattern.WINDOW == pattern || work.copies()).mapToInt(Work::size).max().orElse(0);
    }

    /**
     * What the two processes together take in the scratch directory: line, and registered memory with what lies round it.
     *
     * @return size in bytes.
     */
    public long footprint() {
        final long margin = 8L << 20;
        final long windows = TrafficPattern.RMA == pattern ? 2L * windowLength() : 0;
        return margin + windows + (ranks() + peer.idleRanks()) * BYTES_PER_RANK + 2L * matchNodes() * MatchNodeDescriptor.NODE_LENGTH +
            payloadSize() * (peer.registers() || !peer.copies() ? 8L : 2L) + peer.filesLength();
    }

    /**
     * The same plan for other work.
     *
     * @param others to be measured in this order.
     * @return a plan of its own.
     */
    public Plan of(final List<Work> others) {
        return new Plan(peer, pattern, segmentMs, others);
    }

    /**
     * Ranks that are measured.
     *
     * @return 2, or {@link #MANY}.
     */
    public int ranks() {
        return TrafficPattern.ALL_TO_ALL == pattern ? MANY : 2;
    }

    /** Processes that measure or stand by. */
    int processes() {
        return ranks() + (peer.idleRanks() > 0 ? 1 : 0);
    }

    /**
     * Matching nodes that a rank needs.
     *
     * @return their number, or 0 if what an engine has anyway will do.
     */
    private int matchNodes() {
        final int deepest = works.stream().mapToInt(work -> work.matching().depth()).max().orElse(0);
        return deepest > 1 ? LEAST_NODES + 2 * deepest : 0;
    }

    /** Length of a rank's part of a window: what the largest access takes, and a line at least. */
    int windowLength() {
        return works.stream().mapToInt(Work::size).reduce(LineDescriptor.SPACING, Math::max);
    }

    /**
     * Settings of the engines: what the deepest lists need, for no message of theirs may wait at its sender; and turns that spin although
     * there are more ranks than cores, where all but two are idle.
     */
    List<String> settings() {
        if (peer.idleRanks() > 0) {
            return List.of("-D" + EngineContext.SPINS_PROPERTY + "=" + SPINS);
        }
        final int nodes = matchNodes();
        return 0 == nodes ? List.of() : List.of(
            "-D" + GeometrySetting.MATCH_NODES.propertyName() + "=" + nodes,
            "-D" + GeometrySetting.UNEXPECTED_BYTES.propertyName() + "=" + nodes * BYTES_PER_NODE);
    }

    long segmentNs() {
        return TimeUnit.MILLISECONDS.toNanos(segmentMs);
    }

    /** The plan and one child's part in it as the child's arguments. */
    List<String> arguments(final Path directory, final int rank, final int cpu) {
        final List<String> arguments = new ArrayList<>(List.of(
            directory.toString(), Integer.toString(rank), Integer.toString(cpu), peer.name(), pattern.name(),
            Integer.toString(segmentMs)));
        works.forEach(work -> arguments.add(work.encode()));
        return arguments;
    }

    /** Reads the plan from a child's arguments. */
    static Plan of(final String... arguments) {
        final List<Work> works = Arrays.stream(arguments).skip(6).map(Work::decode).toList();
        return new Plan(PeerKind.valueOf(arguments[3]), TrafficPattern.valueOf(arguments[4]), Integer.parseInt(arguments[5]), works);
    }
}
