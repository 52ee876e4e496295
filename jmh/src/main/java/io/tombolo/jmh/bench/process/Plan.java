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
 * What one start of the measured processes measures.
 *
 * @param peer      system that carries the messages.
 * @param pattern   pattern of the messages.
 * @param segmentMs length of an uninterrupted measurement, or of the shortest pause of a sleeping rank, in milliseconds, at least 1.
 * @param works     pieces of work, measured in this order.
 */
public record Plan(PeerKind peer, TrafficPattern pattern, int segmentMs, List<Work> works) {

    /** Number of ranks that exchange messages with {@link TrafficPattern#ALL_TO_ALL}. */
    public static final int MANY = 8;

    /** Number of ranks that send with {@link TrafficPattern#FAN_IN}. */
    public static final int SENDERS = 4;

    /** Number of readers of a feed. */
    public static final int READERS = 3;

    /** Name of the shared file in the scratch directory. */
    static final String LINE_FILE = "line";

    private static final int LEAST_NODES = 16_384;
    private static final long BYTES_PER_NODE = 256;
    private static final long BYTES_PER_RANK = 4L << 20;
    private static final int SPINS = 4096;

    /**
     * Copies the list.
     *
     * @param peer      system that carries the messages.
     * @param pattern   pattern of the messages.
     * @param segmentMs length of an uninterrupted measurement in milliseconds, at least 1.
     * @param works     pieces of work, measured in this order.
     */
    public Plan {
        works = List.copyOf(works);
    }

    /**
     * Computes the size of each payload in the shared file. It is that of the largest message whose floor contains a copy. The floor of a
     * stream and of one-way traffic always does.
     *
     * @return size in bytes.
     */
    public int payloadSize() {
        if (TrafficPattern.COLLECTIVE == pattern) {
            return 0;
        }
        final boolean always = TrafficPattern.WINDOW == pattern || pattern.isOneWay();
        return works.stream().filter(work -> always || work.copies()).mapToInt(Work::size).max().orElse(0);
    }

    /**
     * Estimates the size of all files in the scratch directory.
     *
     * @return size in bytes.
     */
    public long footprint() {
        final long margin = 8L << 20;
        final long windows = TrafficPattern.RMA == pattern ? 2L * windowLength() : 0;
        return margin + windows + collectives() + (ranks() + peer.idleRanks()) * BYTES_PER_RANK +
            2L * matchNodes() * MatchNodeDescriptor.NODE_LENGTH + payloadSize() * (peer.registers() || !peer.copies() ? 8L : 2L) +
            peer.filesLength();
    }

    /** Returns the bytes of the regions that all ranks send from and receive in. */
    private long collectives() {
        return TrafficPattern.COLLECTIVE == pattern && peer.registers() ? 2L * ranks() * blocks() * longest() : 0;
    }

    /**
     * Makes the same plan for other work.
     *
     * @param others pieces of work, measured in this order.
     * @return a new plan.
     */
    public Plan of(final List<Work> others) {
        return new Plan(peer, pattern, segmentMs, others);
    }

    /**
     * Returns the number of measured ranks.
     *
     * @return 2, or more for some patterns; in collective operations that of the first piece of work, all of which have as many.
     */
    public int ranks() {
        return switch (pattern) {
            case ALL_TO_ALL -> MANY;
            case FAN_IN -> 1 + SENDERS;
            case COLLECTIVE -> works.get(0).collective().ranks();
            default -> 2;
        };
    }

    /** Returns how many cores the ranks may have: two, whatever their number, or one for each. */
    int mostCores() {
        return TrafficPattern.COLLECTIVE == pattern ? ranks() : 2;
    }

    /** Returns which of the cores a measured rank runs on, from 0. With senders to one receiver, that has a core to itself. */
    int core(final int rank, final int cores) {
        return TrafficPattern.FAN_IN == pattern ? Math.min(1, rank) : rank % cores;
    }

    /** Returns the length of the longest message. */
    int longest() {
        return works.stream().mapToInt(Work::size).max().orElse(0);
    }

    /** Returns how many of the longest messages a buffer to send from holds: one for each rank in collective operations. */
    int blocks() {
        return TrafficPattern.COLLECTIVE == pattern ? ranks() : 1;
    }

    /** Returns the number of processes, with the one of the idle ranks. */
    int processes() {
        return ranks() + (peer.idleRanks() > 0 ? 1 : 0);
    }

    /**
     * Computes how many matching nodes a rank needs.
     *
     * @return their number, or 0 if the default of the engine is enough.
     */
    private int matchNodes() {
        final int deepest = works.stream().mapToInt(work -> work.matching().depth()).max().orElse(0);
        return deepest > 1 ? LEAST_NODES + 2 * deepest : 0;
    }

    /** Returns the bytes of a rank's part of a window: those of the largest access, but two cache lines at least. */
    int windowLength() {
        return works.stream().mapToInt(Work::size).reduce(LineDescriptor.SPACING, Math::max);
    }

    /**
     * Returns the settings of the engines. Deep lists need memory for all their entries, because none may wait at its sender. With idle
     * ranks the engines spin although there are more ranks than cores, because only two of the ranks are busy.
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

    /** Encodes the plan, and the part of one child, as arguments of that child. */
    List<String> arguments(final Path directory, final int rank, final int cpu) {
        final List<String> arguments = new ArrayList<>(List.of(
            directory.toString(), Integer.toString(rank), Integer.toString(cpu), peer.name(), pattern.name(),
            Integer.toString(segmentMs)));
        works.forEach(work -> arguments.add(work.encode()));
        return arguments;
    }

    /** Decodes the plan from the arguments of a child. */
    static Plan of(final String... arguments) {
        final List<Work> works = Arrays.stream(arguments).skip(6).map(Work::decode).toList();
        return new Plan(PeerKind.valueOf(arguments[3]), TrafficPattern.valueOf(arguments[4]), Integer.parseInt(arguments[5]), works);
    }
}
