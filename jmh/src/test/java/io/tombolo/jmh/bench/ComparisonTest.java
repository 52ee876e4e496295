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

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.jmh.bench.line.Fill;
import io.tombolo.jmh.bench.process.BufferKind;
import io.tombolo.jmh.bench.process.MatchingSetup;
import io.tombolo.jmh.bench.process.PeerKind;
import io.tombolo.jmh.bench.process.Plan;
import io.tombolo.jmh.bench.process.TrafficPattern;
import io.tombolo.jmh.bench.process.Work;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final java.util.regex.Pattern OUTSIDE = java.util.regex.Pattern.compile("(src|href)=|url\\(|@import|<script");
    private static final double CANARY_NS = 50;

    @Test
    void shouldHoldRowsAgainstWhatTomboloShallReach() {
        final Comparison comparison = comparison(
            row(PeerKind.TOMBOLO, 8, BufferKind.PRIVATE, MachineState.NEAR, 80, 40),
            row(PeerKind.AGRONA, 8, BufferKind.PRIVATE, MachineState.NEAR, 60, 40),
            row(PeerKind.AMONG_IDLE, 8, BufferKind.PRIVATE, MachineState.NEAR, 84, 40),
            row(PeerKind.TOMBOLO, 64, BufferKind.PRIVATE, MachineState.NEAR, 90, 50),
            row(PeerKind.UCX, 64, BufferKind.PRIVATE, MachineState.NEAR, 180, 50),
            row(PeerKind.MPICH, 64, BufferKind.PRIVATE, MachineState.NEAR, 120, 50),
            row(PeerKind.TOMBOLO, 4096, BufferKind.REGISTERED, MachineState.NEAR, 130, 100));
        assertThat(comparison.targets()).extracting(
            target -> target.what() + ": " + Numbers.rounded(target.measured()) + " " + target.verdict())
            .containsExactlyInAnyOrder(
                "8 B half round trip over the floor: 2.00 missed by 43 %",
                "64 B half round trip over the best peer's: 0.75 met",
                "4KiB registered clean over floor with one copy: 1.30 met",
                "8 B half round trip with 63 idle peers over that with none: 1.05 met",
                "p99.9 over median at 8 B, over that of the bare ring: 1.00 met",
                "garbage collections during the measurement: 0.00 met");
    }

    @Test
    void shouldCompareOnlyWhatIsOfTheSameStateAndLeaveOutCloserCores() {
        final Comparison comparison = comparison(
            row(PeerKind.TOMBOLO, 64, BufferKind.PRIVATE, MachineState.NEAR, 90, 50),
            row(PeerKind.UCX, 64, BufferKind.PRIVATE, MachineState.FAR, 40, 50),
            row(PeerKind.MPICH, 64, BufferKind.PRIVATE, MachineState.CLOSER, 40, 50));
        assertThat(comparison.states()).containsExactly(MachineState.NEAR, MachineState.FAR);
        assertThat(comparison.comparisons()).isZero();
        assertThat(comparison.leftOut()).isEqualTo(3);
        assertThat(comparison.targets()).extracting(PerformanceTarget::what).containsExactly("garbage collections during the measurement");
    }

    @Test
    void shouldHoldOneWayTrafficAgainstTheRingAndThePeers() {
        final Comparison comparison = comparison(
            oneWay(PeerKind.TOMBOLO, TrafficPattern.ONE_WAY, 20),
            oneWay(PeerKind.POLLED, TrafficPattern.ONE_WAY, 15),
            oneWay(PeerKind.AGRONA, TrafficPattern.ONE_WAY, 12),
            oneWay(PeerKind.UCX, TrafficPattern.ONE_WAY, 25),
            oneWay(PeerKind.TOMBOLO, TrafficPattern.FEED, 60),
            oneWay(PeerKind.AGRONA, TrafficPattern.FEED, 20),
            oneWay(PeerKind.TOMBOLO, TrafficPattern.FEED_LATENCY, 120));
        assertThat(comparison.targets()).extracting(
            target -> target.what() + ": " + Numbers.rounded(target.measured()) + " " + target.verdict())
            .contains(
                "8 B one way over the bare ring's: 1.67 met",
                "8 B one way over the best peer's: 0.80 met",
                "8 B one way by trySend and poll over the bare ring's: 1.25 met",
                "8 B one way by trySend and poll over the best peer's: 0.60 missed by 20 %",
                "8 B to 3 readers of a feed over the bare broadcast's: 3.00 missed by 50 %",
                "8 B to the farthest of 3 readers over one reader: 1.20 met");
        assertThat(ComparisonText.lines(comparison)).contains(
            "near: messages one way, without answers, million messages a second",
            "size  tombolo priv  polled  agrona    ucx  best peer",
            "8            50.00   66.67   83.33  40.00  0.80x ucx");
        assertThat(ComparisonText.lines(comparison)).anyMatch(line -> line.matches("8 +120 ns \\(1.20\\)"));
    }

    private static Row oneWay(final PeerKind peer, final TrafficPattern pattern, final double p50Ns) {
        return row(peer, work(8), pattern, MachineState.NEAR, p50Ns, 100);
    }

    @Test
    void shouldPutSystemsSideBySide() {
        final List<String> lines = ComparisonText.lines(comparison(
            row(PeerKind.TOMBOLO, 64, BufferKind.PRIVATE, MachineState.NEAR, 90, 50),
            row(PeerKind.UCX, 64, BufferKind.PRIVATE, MachineState.NEAR, 180, 50),
            row(PeerKind.AERON, 1 << 20, BufferKind.PRIVATE, MachineState.NEAR, 61_000, 50))).toList();
        assertThat(lines).containsSubsequence(
            "near: half round trips, p50",
            "size      tombolo priv    aeron     ucx  best peer",
            "64             90.0 ns           180 ns  0.50x ucx",
            "1M clean                61.0 us");
        assertThat(lines).contains("where Tombolo loses: 0 of 3 comparisons; " + Comparison.UNMATCHED,
            "not measured: 1", "chronicle, ping pong, 8, run 2: no result for 30 s");
    }

    @Test
    void shouldListEveryLossTheWorstFirst() {
        final List<Loss> losses = comparison(
            row(PeerKind.TOMBOLO, 64, BufferKind.PRIVATE, MachineState.NEAR, 90, 50),
            row(PeerKind.AGRONA, 64, BufferKind.PRIVATE, MachineState.NEAR, 80, 50),
            row(PeerKind.AERON, 64, BufferKind.PRIVATE, MachineState.NEAR, 70, 50)).losses();
        assertThat(losses).extracting(loss -> loss.measure() + " " + loss.theirs().peer().label())
            .startsWith("p50 aeron", "p50 agrona").hasSize(6);
    }

    @Test
    void shouldMakeAPageThatNeedsNothingFromElsewhere() {
        final MatchingSetup deep = new MatchingSetup(1_000, MatchingSetup.Queue.POSTED, MatchingSetup.Wildcards.NONE);
        final String page = new ComparisonPage(comparison(
            row(PeerKind.TOMBOLO, 64, BufferKind.PRIVATE, MachineState.NEAR, 90, 50),
            row(PeerKind.TOMBOLO, 4096, BufferKind.REGISTERED, MachineState.FAR, 900, 500),
            row(PeerKind.IN_PLACE, 64 << 20, BufferKind.PRIVATE, MachineState.NEAR, 90, 50),
            row(PeerKind.UCX, new Work(8, BufferKind.PRIVATE, Fill.CLEAN, deep), TrafficPattern.MATCHING, MachineState.NEAR, 180, 50)))
            .html();
        assertThat(page).startsWith("<!DOCTYPE html>").endsWith("</html>\n").doesNotContainPattern(OUTSIDE)
            .contains("Where Tombolo loses", "Targets of Tombolo", "Not measured", "&lt;none&gt;", "Cores near", "Cores far",
                "<polyline class=\"tombolo private\"", "<polyline class=\"in_place\"", "<polyline class=\"ucx\"");
        assertThat(page.split("<svg", -1)).hasSameSizeAs(page.split("</svg>", -1)).hasSizeGreaterThan(8);
        assertThat(page.split("<table", -1)).hasSameSizeAs(page.split("</table>", -1));
        assertThat(page.split("<h3>In place", -1)).as("near, and no heading without plots").hasSize(2);
    }

    private static Comparison comparison(final Row... rows) {
        final Plan plan = new Plan(PeerKind.CHRONICLE, TrafficPattern.PING_PONG, 1, List.of(work(8)));
        return new Comparison(
            Stream.of(PeerKind.TOMBOLO, PeerKind.OPENMPI)
                .map(peer -> new ComparedSystem(peer, Optional.of("not <none> installed"))).toList(),
            List.of(rows), List.of(new Failure(plan, work(8), 2, "no result for 30 s")), "machine", "meaning", 0.1, 0.2);
    }

    private static Work work(final int size) {
        return new Work(size, BufferKind.PRIVATE, Fill.CLEAN);
    }

    private static Row row(
        final PeerKind peer, final int size, final BufferKind buffer, final MachineState state, final double p50Ns, final double floorNs) {
        return row(peer, new Work(size, buffer, Fill.CLEAN), TrafficPattern.PING_PONG, state, p50Ns, floorNs);
    }

    private static Row row(
        final PeerKind peer, final Work work, final TrafficPattern pattern, final MachineState state, final double p50Ns,
        final double floorNs) {
        return new Row(new Plan(peer, pattern, 1, List.of(work)), work, state, p50Ns, 2 * p50Ns, 3 * p50Ns, floorNs, p50Ns / floorNs,
            p50Ns / CANARY_NS, 0, CANARY_NS, CANARY_NS, 0, 3);
    }
}
