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

import io.tombolo.jmh.bench.line.Bounce;
import io.tombolo.jmh.bench.line.CopyLoop;
import io.tombolo.jmh.bench.line.CopyStream;
import io.tombolo.jmh.bench.line.LineDescriptor;
import io.tombolo.jmh.bench.line.Loop;
import io.tombolo.jmh.bench.line.OneSidedCopy;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import org.agrona.BufferUtil;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Makes the loops of one process, with their buffers. All processes make the same loops for the same work, so that their counts of round
 * trips and the patterns in their buffers agree.
 */
final class ProcessLoops {

    private final Plan plan;
    private final int rank;
    private final Transport peer;
    private final Bounce bounce = new Bounce();
    private final FanInLoop.Arrivals arrivals = new FanInLoop.Arrivals();
    private final CommonStart start;
    private final ByteBuffer copyTarget;
    private final Map<BufferKind, MutableDirectBuffer[]> buffers = new EnumMap<>(BufferKind.class);
    private final Map<BenchOperation, Loop> loops = new EnumMap<>(BenchOperation.class);
    private int current = -1;

    /**
     * Makes the loops of a rank; {@code peer} is null for the floor. The caller owns the peer. If there are more ranks than cores, {@code
     * sharesCores}, a rank that waits for a common start soon yields.
     */
    ProcessLoops(final Plan plan, final int rank, final Transport peer, final boolean sharesCores) {
        this.plan = plan;
        this.rank = rank;
        this.peer = peer;
        start = new CommonStart(rank, plan.ranks(), sharesCores);
        copyTarget = aligned(plan.payloadSize());
    }

    Bounce bounce() {
        return bounce;
    }

    Plan plan() {
        return plan;
    }

    /** Returns the loop of an operation for a piece of work, and drops the loops of other work. */
    Loop loop(final BenchOperation operation, final int workIndex) {
        if (workIndex != current) {
            loops.clear();
            current = workIndex;
        }
        return loops.computeIfAbsent(operation, key -> newLoop(key, workIndex));
    }

    private Loop newLoop(final BenchOperation operation, final int workIndex) {
        final Work work = plan.works().get(workIndex);
        final byte pattern = (byte) (workIndex + 1);
        return switch (operation) {
            case BOUNCE -> bounce;
            case COPY -> {
                final CopyLoop loop = new CopyLoop(bounce, rank, work.size(), work.fill(), copyTarget);
                loop.begin(pattern);
                yield loop;
            }
            case MESSAGE -> {
                final MutableDirectBuffer[] pair = buffers(work);
                final PingPongLoop loop = new PingPongLoop(peer, bounce, work, pair[0], pair[1]);
                loop.begin(pattern);
                yield loop;
            }
            case MATCH_SHALLOW -> matchLoop(work, work.matching().shallow(), pattern);
            case MATCH_DEEP -> matchLoop(work, work.matching(), pattern);
            case COPY_STREAM -> new CopyStream(bounce, rank, work.size(), pattern, copyTarget);
            case EXCHANGE -> new ExchangeLoop(peer, work.size(), rank, plan.ranks(), pattern, buffers(work)[0], buffers(work)[1]);
            case STREAM -> new StreamLoop(peer, bounce, work.size(), pattern, buffers(work)[0], buffers(work)[1]);
            case IDLE -> new IdleLoop(peer, buffers(work)[0], buffers(work)[1]);
            case WAKE -> new WakeLoop(peer, work.size(), plan.segmentNs(), buffers(work)[0], buffers(work)[1]);
            case WAKE_SOON -> new WakeLoop(peer, work.size(), WakeLoop.LEAST_REST_NS, buffers(work)[0], buffers(work)[1]);
            case ONE_SIDED_COPY -> new OneSidedCopy(bounce, work.access().kind().puts(), work.size(), copyTarget);
            case ACCESS -> new WindowAccessLoop(
                peer.window(work.access().mode()), peer::serve, bounce, work.access(), work.size(), buffers(work)[0]);
            case ONE_WAY -> new OneWayLoop(peer, bounce, work, pattern, buffers(work)[0], buffers(work)[1]);
            case FAN_IN -> new FanInLoop(peer, arrivals, work, plan.ranks() - 1, pattern, buffers(work)[0], buffers(work)[1]);
            case FEED, FEED_LATENCY -> new FeedLoop(
                peer, bounce, work, pattern, BenchOperation.FEED == operation, buffers(work)[0], buffers(work)[1]);
            case FEED_LATENCY_OF_ONE -> new FeedLoop(
                ((FeedTransport) peer).ofOneReader(), bounce, work, pattern, false, buffers(work)[0], buffers(work)[1]);
            case COLLECTIVE -> collectiveLoop(work);
            case END, COLLECT -> throw new IllegalArgumentException("operation=" + operation);
        };
    }

    private Loop collectiveLoop(final Work work) {
        final MutableDirectBuffer[] pair = buffers(work);
        final int count = work.size() / Double.BYTES;
        return new CollectiveLoop(start, new CollectiveData(work.collective(), rank, count, pair[0], pair[1]),
            peer.collective(work.collective().kind(), count, pair[0], pair[1]), work, rank);
    }

    private Loop matchLoop(final Work work, final MatchingSetup setup, final byte pattern) {
        final MutableDirectBuffer[] pair = buffers(work);
        final MatchLoop loop = new MatchLoop(peer, bounce, work, setup, pair[0], pair[1]);
        loop.begin(pattern);
        return loop;
    }

    private MutableDirectBuffer[] buffers(final Work work) {
        return buffers.computeIfAbsent(work.buffer(), this::newBuffers);
    }

    private MutableDirectBuffer[] newBuffers(final BufferKind kind) {
        final int length = plan.longest();
        return new MutableDirectBuffer[] {newBuffer(kind, length * plan.blocks()), newBuffer(kind, length * plan.ranks())};
    }

    private MutableDirectBuffer newBuffer(final BufferKind kind, final int length) {
        final int atLeastOneLine = Math.max(length, LineDescriptor.SPACING);
        return switch (kind) {
            case REGISTERED -> peer.registered(atLeastOneLine);
            case PRIVATE -> new UnsafeBuffer(aligned(atLeastOneLine));
        };
    }

    private static ByteBuffer aligned(final int length) {
        return BufferUtil.allocateDirectAligned(Math.max(1, length), LineDescriptor.PAYLOAD_ALIGNMENT);
    }
}
