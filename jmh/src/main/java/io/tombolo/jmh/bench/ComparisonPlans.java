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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes the plans of a comparison: for each topic the systems that take part, and their work.
 *
 * @param topics topics to measure.
 * @param sizes  message sizes in bytes; the default ones if empty.
 * @param depths depths of the matching lists; the default ones if empty.
 * @param quick  whether the default sizes and depths are few.
 */
record ComparisonPlans(List<Topic> topics, List<Integer> sizes, List<Integer> depths, boolean quick) {

    private static final List<Integer> SIZES = List.of(
        8, 64, 256, 1 << 10, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20);
    private static final List<Integer> SIZES_IN_PLACE = List.of(64, 4 << 10, 64 << 10, 1 << 20, 64 << 20);
    private static final List<Integer> QUICK_SIZES = List.of(8, 4 << 10);
    private static final List<Integer> QUICK_SIZES_IN_PLACE = List.of(64, 4 << 10);
    private static final List<Integer> DEPTHS = List.of(1, 10, 100, 1_000, 10_000);
    private static final List<Integer> QUICK_DEPTHS = List.of(1, 1_000);
    private static final int SHORTEST = 8;

    /** Shortest segment with sleeping ranks, which need time to fall asleep. */
    private static final int SLEEP_MS = 20;

    /** Makes one plan for each pattern and system, and one for each list with matching, because the lists of some systems only grow. */
    List<Plan> plans(final List<PeerKind> peers, final int segmentMs) {
        final List<Plan> plans = new ArrayList<>();
        for (final TrafficPattern pattern : TrafficPattern.values()) {
            if (TrafficPattern.MATCHING == pattern) {
                for (final Topic topic : List.of(Topic.POSTED, Topic.UNEXPECTED)) {
                    peers.forEach(peer -> add(peer, pattern, works(topic, peer), segmentMs, plans));
                }
            } else if (pattern.isOneWay() || pattern.isFeed()) {
                Stream.of(Topic.values()).filter(topic -> pattern == topic.pattern()).forEach(topic -> peers.forEach(peer ->
                    plans.addAll(OneWayPlans.of(pattern, peer, segmentMs, works(topic, peer)))));
            } else {
                for (final PeerKind peer : peers) {
                    final Set<Work> works = new LinkedHashSet<>();
                    Stream.of(Topic.values()).filter(topic -> pattern == topic.pattern())
                        .forEach(topic -> works.addAll(works(topic, peer)));
                    add(peer, pattern, List.copyOf(works), segmentMs, plans);
                }
            }
        }
        return plans;
    }

    private static void add(
        final PeerKind peer, final TrafficPattern pattern, final List<Work> works, final int segmentMs, final List<Plan> plans) {
        if (!works.isEmpty()) {
            plans.add(new Plan(peer, pattern, TrafficPattern.SLEEP == pattern ? Math.max(segmentMs, SLEEP_MS) : segmentMs, works));
        }
    }

    private List<Work> works(final Topic topic, final PeerKind peer) {
        if (!topics.contains(topic)) {
            return List.of();
        }
        final Work shortest = new Work(SHORTEST, BufferKind.PRIVATE, Fill.CLEAN);
        final boolean one = switch (topic) {
            case LATENCY, BANDWIDTH, RATE -> PeerKind.IN_PLACE != peer && PeerKind.AMONG_IDLE != peer && PeerKind.POLLED != peer
                && !peer.onlyCallsCollectives();
            case IN_PLACE -> PeerKind.IN_PLACE == peer;
            case BOTH_WAYS, POSTED, UNEXPECTED -> peer.matches();
            case IDLE_PEERS -> PeerKind.TOMBOLO == peer || PeerKind.AMONG_IDLE == peer;
            case ALL_TO_ALL -> peer.joinsManyRanks();
            case COLLECTIVES -> peer.joinsManyRanks() || peer.onlyCallsCollectives();
            case ONE_WAY, FAN_IN, FEED, FEED_LATENCY -> OneWayPlans.measures(topic.pattern(), peer);
            case IDLE -> PeerKind.TOMBOLO == peer;
        };
        return !one ? List.of() : switch (topic) {
            case LATENCY, BOTH_WAYS -> MessageOptions.works(
                topic.pattern(), peer, sizes(SIZES, QUICK_SIZES), MessageOptions.buffersOf(peer));
            case IN_PLACE -> MessageOptions.works(
                topic.pattern(), peer, sizes(SIZES_IN_PLACE, QUICK_SIZES_IN_PLACE), MessageOptions.buffersOf(peer));
            case BANDWIDTH -> windows(peer, true);
            case RATE -> windows(peer, false);
            case POSTED -> matches(MatchingSetup.Queue.POSTED);
            case UNEXPECTED -> matches(MatchingSetup.Queue.UNEXPECTED);
            case ONE_WAY, FAN_IN, FEED, FEED_LATENCY ->
                OneWayPlans.works(topic.pattern(), peer, sizes(OneWayPlans.SIZES, QUICK_SIZES));
            case COLLECTIVES -> CollectivePlans.COMPARED;
            case IDLE_PEERS, ALL_TO_ALL, IDLE -> List.of(shortest);
        };
    }

    private List<Work> windows(final PeerKind peer, final boolean isLong) {
        final List<Integer> chosen = sizes(SIZES, QUICK_SIZES).stream()
            .filter(size -> size > 0 && isLong == size >= Work.COPY_FROM).toList();
        return MessageOptions.works(TrafficPattern.WINDOW, peer, chosen, MessageOptions.buffersOf(peer));
    }

    private List<Integer> sizes(final List<Integer> all, final List<Integer> few) {
        return sizes.isEmpty() ? quick ? few : all : sizes;
    }

    /** Orders work by depth, because the lists of some systems only grow. */
    private List<Work> matches(final MatchingSetup.Queue queue) {
        return (depths.isEmpty() ? quick ? QUICK_DEPTHS : DEPTHS : depths).stream().sorted().distinct()
            .map(depth -> new Work(SHORTEST, BufferKind.PRIVATE, Fill.CLEAN, new MatchingSetup(depth, queue, MatchingSetup.Wildcards.NONE)))
            .toList();
    }
}
