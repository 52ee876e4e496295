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

import io.tombolo.jmh.bench.process.BufferKind;
import io.tombolo.jmh.bench.process.PeerKind;
import io.tombolo.jmh.bench.process.Plan;
import io.tombolo.jmh.bench.process.TrafficPattern;
import io.tombolo.jmh.bench.process.Work;
import java.util.List;
import java.util.stream.Stream;

/**
 * Makes the plans of one-way traffic and feeds: which systems take part, and which lengths share their processes.
 */
final class OneWayPlans {

    /** Default lengths of messages in bytes. */
    static final List<Integer> SIZES = List.of(8, 64, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10);

    /** Longest message in bytes. A round has so many messages that longer ones would take seconds. */
    static final int MAX_SIZE = 1 << 20;

    private OneWayPlans() {
    }

    /** Tells whether a system is measured with a pattern of one-way traffic. */
    static boolean measures(final TrafficPattern pattern, final PeerKind peer) {
        return switch (peer) {
            case TOMBOLO, AGRONA, AERON -> true;
            case POLLED, OPENMPI, MPICH -> !pattern.isFeed();
            case UCX -> TrafficPattern.ONE_WAY == pattern;
            default -> false;
        };
    }

    /** Returns the work of a system with the lengths that it carries; none if it does not take part. */
    static List<Work> works(final TrafficPattern pattern, final PeerKind peer, final List<Integer> sizes) {
        final List<Integer> some = sizes.stream().filter(size -> size > 0 && size <= MAX_SIZE).toList();
        return measures(pattern, peer) ? MessageOptions.works(pattern, peer, some, List.of(BufferKind.PRIVATE)) : List.of();
    }

    /**
     * Makes the plans of a system. Messages that need a longer ring than usual have processes of their own, because a longer ring is slower
     * with short messages.
     */
    static List<Plan> of(final TrafficPattern pattern, final PeerKind peer, final int segmentMs, final List<Work> works) {
        final int usual = peer.maxLength(TrafficPattern.PING_PONG);
        return Stream.of(works.stream().filter(work -> work.size() <= usual).toList(),
                works.stream().filter(work -> work.size() > usual).toList())
            .filter(some -> !some.isEmpty()).map(some -> new Plan(peer, pattern, segmentMs, some)).toList();
    }
}
