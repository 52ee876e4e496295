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
import io.tombolo.jmh.bench.process.TrafficPattern;
import io.tombolo.jmh.bench.process.Work;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Compares the rows of one state with the targets of Tombolo. Only what was measured has a target. Times of different systems are divided
 * by the canary of their own processes before they are compared.
 */
final class PerformanceTargets {

    private static final double AHEAD = 1;
    private static final double SHORTEST_LIMIT = 1.4;
    private static final double REGISTERED_LIMIT = 1.3;
    private static final double COPY_LIMIT = 1.15;
    private static final double IN_PLACE_LIMIT = 1.5;
    private static final double RATE_LIMIT = 0.5;
    private static final double IDLE_PEERS_LIMIT = 1.1;
    private static final double POLLED_RING_LIMIT = 1 / 0.7;
    private static final double POLLED_PEER_LIMIT = 0.5;
    private static final double RING_LIMIT = 2;
    private static final double READERS_LIMIT = 1.3;
    private static final double TAIL_LIMIT = 1.25;
    private static final double IDLE_PERCENT_LIMIT = 1;
    private static final double FUTEX_LIMIT_US = 200;
    private static final double SOCKET_LIMIT_US = 2_000;
    private static final double NS_IN_US = 1e3;
    private static final double PERCENT = 100;
    private static final double MEGA = 1e6;
    private static final double GIGA = 1e9;
    private static final int SHORTEST = 8;
    private static final int IN_PLACE_BASE = 64;
    private static final int COPIED_FROM = 1 << 20;
    private static final int FIRST_JDK_WITH_FUTEX = 22;

    private final MachineState state;
    private final List<Row> rows;
    private final List<PerformanceTarget> targets = new ArrayList<>();

    private PerformanceTargets(final MachineState state, final List<Row> rows) {
        this.state = state;
        this.rows = rows.stream().filter(row -> state == row.state()).toList();
    }

    /** Returns the targets that the rows of a state have values for. */
    static List<PerformanceTarget> of(final MachineState state, final List<Row> rows) {
        final PerformanceTargets targets = new PerformanceTargets(state, rows);
        targets.latency();
        targets.inPlace();
        targets.rates();
        targets.manyRanks();
        targets.oneWay();
        targets.tails();
        targets.idle();
        return List.copyOf(targets.targets);
    }

    private void latency() {
        row(PeerKind.TOMBOLO, Topic.LATENCY, SHORTEST, BufferKind.PRIVATE, Fill.CLEAN)
            .ifPresent(row -> add("8 B half round trip over the floor", row.ratioToFloor(), SHORTEST_LIMIT, "floor"));
        for (final Row row : ours(Topic.LATENCY)) {
            final int size = row.work().size();
            final boolean registered = BufferKind.REGISTERED == row.work().buffer();
            if (!registered && size > SHORTEST) {
                ahead(row, Topic.LATENCY, "half round trip", AHEAD);
            } else if (registered && size >= Work.COPY_FROM) {
                add(describe(row) + (size < COPIED_FROM ? "over floor with one copy" : "received by copy, over one copy"),
                    row.ratioToFloor(), size < COPIED_FROM ? REGISTERED_LIMIT : COPY_LIMIT, "floor");
            }
        }
    }

    private void inPlace() {
        final List<Row> all = rows.stream().filter(Topic.IN_PLACE::has).toList();
        all.stream().filter(row -> IN_PLACE_BASE == row.work().size()).findFirst().ifPresent(base -> all.stream()
            .filter(row -> row.work().size() >= Work.COPY_FROM)
            .forEach(row -> add(SizeConverter.format(row.work().size()) + "iB in place over 64 B in place",
                row.ratioToCanary() / base.ratioToCanary(), IN_PLACE_LIMIT,
                Numbers.time(row.p50Ns()) + " and " + Numbers.time(base.p50Ns()))));
    }

    private void rates() {
        for (final Row row : ours(Topic.RATE)) {
            if (SHORTEST == row.work().size() && BufferKind.PRIVATE == row.work().buffer()) {
                ahead(row, Topic.RATE, "time of a message in a stream", RATE_LIMIT);
            }
        }
        ours(Topic.BANDWIDTH).forEach(row -> ahead(row, Topic.BANDWIDTH, "time of a message in a stream", AHEAD));
    }

    private void manyRanks() {
        final Optional<Row> alone = row(PeerKind.TOMBOLO, Topic.LATENCY, SHORTEST, BufferKind.PRIVATE, Fill.CLEAN);
        final Optional<Row> among = row(PeerKind.AMONG_IDLE, Topic.IDLE_PEERS, SHORTEST, BufferKind.PRIVATE, Fill.CLEAN);
        if (alone.isPresent() && among.isPresent()) {
            add("8 B half round trip with 63 idle peers over that with none", among.get().ratioToCanary() / alone.get().ratioToCanary(),
                IDLE_PEERS_LIMIT, Numbers.time(among.get().p50Ns()) + " and " + Numbers.time(alone.get().p50Ns()));
        }
        ours(Topic.BOTH_WAYS).forEach(row -> ahead(row, Topic.BOTH_WAYS, "each way at once", AHEAD));
        ours(Topic.ALL_TO_ALL).forEach(row -> ahead(row, Topic.ALL_TO_ALL, "8 ranks on 2 cores, all to all,", AHEAD));
        ours(Topic.POSTED).forEach(row -> ahead(
            row, Topic.POSTED, "last of " + row.work().matching().depth() + " posted receives", AHEAD));
        ours(Topic.UNEXPECTED).forEach(row -> ahead(
            row, Topic.UNEXPECTED, "last of " + row.work().matching().depth() + " unexpected messages", AHEAD));
    }

    private void oneWay() {
        for (final Row row : ours(Topic.ONE_WAY)) {
            overRing(row, Topic.ONE_WAY, "one way over the bare ring's", RING_LIMIT);
            ahead(row, Topic.ONE_WAY, "one way", AHEAD);
        }
        row(PeerKind.POLLED, Topic.ONE_WAY, SHORTEST, BufferKind.PRIVATE, Fill.CLEAN).ifPresent(row -> {
            overRing(row, Topic.ONE_WAY, "one way by trySend and poll over the bare ring's", POLLED_RING_LIMIT);
            ahead(row, Topic.ONE_WAY, "one way by trySend and poll", POLLED_PEER_LIMIT);
        });
        ours(Topic.FEED).forEach(row -> overRing(row, Topic.FEED, "to 3 readers of a feed over the bare broadcast's", RING_LIMIT));
        ours(Topic.FEED_LATENCY).forEach(row -> add(describe(row) + "to the farthest of 3 readers over one reader",
            row.ratioToFloor(), READERS_LIMIT, Numbers.time(row.p50Ns()) + " and " + Numbers.time(row.floorNs())));
    }

    private void overRing(final Row ours, final Topic topic, final String what, final double limit) {
        row(PeerKind.AGRONA, topic, ours.work().size(), BufferKind.PRIVATE, Fill.CLEAN).ifPresent(ring -> add(
            describe(ours) + what, ours.ratioToCanary() / ring.ratioToCanary(), limit, value(topic, ours) + " and " + value(topic, ring)));
    }

    private void tails() {
        final Optional<Row> ours = row(PeerKind.TOMBOLO, Topic.LATENCY, SHORTEST, BufferKind.PRIVATE, Fill.CLEAN);
        final Optional<Row> bare = row(PeerKind.AGRONA, Topic.LATENCY, SHORTEST, BufferKind.PRIVATE, Fill.CLEAN);
        if (ours.isPresent() && bare.isPresent()) {
            final double tail = ours.get().p999Ns() / ours.get().p50Ns();
            final double bareTail = bare.get().p999Ns() / bare.get().p50Ns();
            add("p99.9 over median at 8 B, over that of the bare ring", tail / bareTail, TAIL_LIMIT,
                Numbers.rounded(tail) + " and " + Numbers.rounded(bareTail));
        }
        final List<Row> all = rows.stream().filter(row -> row.peer().isEngine()).toList();
        if (!all.isEmpty()) {
            add("garbage collections during the measurement", all.stream().mapToLong(Row::collections).sum(), 0, "in ranks of Tombolo");
        }
    }

    private void idle() {
        final boolean futex = Runtime.version().feature() >= FIRST_JDK_WITH_FUTEX;
        for (final Row row : ours(Topic.IDLE)) {
            add("percent of a core that an idle rank uses", row.idleShare() * PERCENT, IDLE_PERCENT_LIMIT, "of one core");
            add("us until a sleeping rank is awake, p99", row.p99Ns() / NS_IN_US,
                futex ? FUTEX_LIMIT_US : SOCKET_LIMIT_US, futex ? "futex" : "socket");
        }
    }

    private List<Row> ours(final Topic topic) {
        return rows.stream().filter(row -> PeerKind.TOMBOLO == row.peer() && topic.has(row)).toList();
    }

    private Optional<Row> row(final PeerKind peer, final Topic topic, final int size, final BufferKind buffer, final Fill fill) {
        return rows.stream()
            .filter(row -> peer == row.peer() && topic.has(row) && size == row.work().size()
                && buffer == row.work().buffer() && fill == row.work().fill())
            .findFirst();
    }

    /** Compares a row with the best system that matches by tag, for the same work. */
    private void ahead(final Row ours, final Topic topic, final String what, final double limit) {
        rows.stream()
            .filter(row -> row.peer().matches() && !row.peer().isEngine() && topic.has(row)
                && ours.work().size() == row.work().size() && ours.work().fill() == row.work().fill()
                && ours.work().matching().equals(row.work().matching()))
            .min(Comparator.comparingDouble(Row::ratioToCanary))
            .ifPresent(best -> add(describe(ours) + what + " over the best peer's", ours.ratioToCanary() / best.ratioToCanary(), limit,
                value(topic, ours) + " and " + value(topic, best) + " of " + best.peer().label()));
    }

    private static String value(final Topic topic, final Row row) {
        return switch (topic) {
            case RATE, ONE_WAY, FEED -> String.format(Locale.ROOT, "%.1f M/s", row.messagesPerS() / MEGA);
            case BANDWIDTH -> String.format(Locale.ROOT, "%.1f GB/s", row.bytesPerS() / GIGA);
            default -> Numbers.time(row.p50Ns());
        };
    }

    /** Names the size, with buffer and lines if they make a difference; empty with matching. */
    private static String describe(final Row row) {
        if (TrafficPattern.MATCHING == row.plan().pattern()) {
            return "";
        }
        final String size = SizeConverter.format(row.work().size());
        final String lines = TrafficPattern.PING_PONG == row.plan().pattern() && row.work().copies() ? row.work().fill().label() + " " : "";
        return size + (Character.isDigit(size.charAt(size.length() - 1)) ? " B " : "iB ")
            + (row.work().copies() ? row.work().buffer().label() + " " : "") + lines;
    }

    private void add(final String what, final double measured, final double limit, final String note) {
        targets.add(new PerformanceTarget(state, what, measured, limit, note));
    }
}
