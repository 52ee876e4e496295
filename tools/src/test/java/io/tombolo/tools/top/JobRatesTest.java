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
package io.tombolo.tools.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tombolo.tools.inspect.Liveness;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rates are the difference of two samples of the same process. */
final class JobRatesTest {
    private static final double NOTHING = 1e-9;

    private final RateHistory history = new RateHistory();

    @Test
    void shouldDivideWhatHasGrownByTheTime() {
        history.add(Samples.job(0, List.of(Samples.rank(0, "", new RankCounts(10, 20, 1000, 2000, 5, 6, 7)))));
        final JobRates rates =
            history.add(Samples.job(2, List.of(Samples.rank(0, "", new RankCounts(30, 60, 9000, 2000, 15, 10, 7)))));
        assertThat(rates.seconds()).isEqualTo(2);
        final RankRate rank = rates.ranks().get(0);
        assertThat(List.of(rank.sent(), rank.received(), rank.bytesSent(), rank.bytesReceived(), rank.unexpected(), rank.stalls()))
            .containsExactly(10.0, 20.0, 4000.0, 0.0, 5.0, 2.0);
        assertThat(rank.messages()).isEqualTo(30);
        assertThat(rates.messages()).isEqualTo(10);
        assertThat(rates.bytes()).isEqualTo(4000);
        assertThat(rank.cores()).isNegative();
    }

    @Test
    void shouldHaveNoRatesBeforeASecondSampleOfTheProcess() {
        final RankSample first = Samples.rank(0, "", Samples.moved(10, 0));
        final JobRates alone = history.add(Samples.job(0, List.of(first)));
        assertThat(alone.seconds()).isZero();
        assertThat(alone.ranks().get(0).doing().activity()).isEqualTo(Activity.NEW);
        final RankSample next = new RankSample(0, 2, "", Liveness.ALIVE, false, RankSample.UNKNOWN, false, Samples.moved(90, 0), 0, 0, null,
            LatencyCounts.NONE);
        final RankRate joined = history.add(Samples.job(1, List.of(next))).ranks().get(0);
        assertThat(joined.sent()).isZero();
        assertThat(joined.doing().activity()).isEqualTo(Activity.NEW);
    }

    @Test
    void shouldNotShowACounterThatWentBack() {
        history.add(Samples.job(0, List.of(Samples.rank(0, "", Samples.moved(10, 3)))));
        final RankRate rank = history.add(Samples.job(1, List.of(Samples.rank(0, "", Samples.moved(9, 4))))).ranks().get(0);
        assertThat(rank.sent()).isZero();
        assertThat(rank.received()).isEqualTo(1);
    }

    @Test
    void shouldCountOnlyTheLatenciesOfTheWindow() {
        LatencyCounts all = Samples.latency(1_000_000, 1000);
        assertThat(p99(0, all)).isEqualTo(LatencyCounts.NO_VALUE);
        all = LatencyCounts.sum(List.of(all, Samples.latency(1000, 200), Samples.latency(9000, 1)));
        for (int second = 1; second <= RateHistory.WINDOW; second++) {
            assertThat(p99(second, all)).isBetween(1000L, 1063L);
        }
        assertThat(p99(RateHistory.WINDOW + 1, all)).isEqualTo(LatencyCounts.NO_VALUE);
        assertThat(all.percentile(100)).isGreaterThan(1_000_000);
    }

    private long p99(final int second, final LatencyCounts latency) {
        final RankSample rank = new RankSample(
            0, 1, "", Liveness.ALIVE, false, RankSample.UNKNOWN, false, RankCounts.NONE, 0, 0, null, latency);
        return history.add(Samples.job(second, List.of(rank))).ranks().get(0).p99Ns();
    }

    @Test
    void shouldShareTheBytesOfARankAmongItsPairs() {
        final RankSample silent = Samples.rank(1, "", RankCounts.NONE);
        history.add(Samples.job(0, List.of(Samples.rank(0, "", RankCounts.NONE), silent),
            Samples.pair(0, 1, 0, 0, 0), Samples.pair(0, 2, 0, 0, 0)));
        // Ten messages of 8 bytes in 32 bytes of the ring each, and as many of 1000 bytes of which 3 went beside the ring.
        final RankCounts counts = new RankCounts(20, 0, 80 + 10_000, 0, 0, 0, 20);
        final JobRates rates = history.add(Samples.job(1, List.of(Samples.rank(0, "", counts), silent),
            Samples.pair(0, 1, 10, 320, 0), Samples.pair(0, 2, 10, 10 * 16 + 7 * 1008, 3000), Samples.pair(1, 0, 7, 700, 0)));
        assertThat(rates.pairs()).extracting(PairRate::messages).containsExactly(10.0, 10.0, 0.0);
        assertThat(rates.pairs().get(0).bytes() + rates.pairs().get(1).bytes()).isCloseTo(counts.bytesSent(), within(NOTHING));
        assertThat(rates.pairs().get(0).bytes()).isCloseTo(160 * 7080.0 / 7216, within(NOTHING));
        assertThat(rates.pairs().get(2).bytes()).isZero();
    }

    @Test
    void shouldKeepTheLastRatesOnly() {
        final RateHistory growing = Samples.growing(1, RateHistory.KEPT + 50);
        final List<JobRates> last = growing.last(1000);
        assertThat(last).hasSize(RateHistory.KEPT);
        assertThat(last.get(last.size() - 1)).isSameAs(growing.last());
        assertThat(growing.last(3)).isEqualTo(last.subList(RateHistory.KEPT - 3, RateHistory.KEPT));
    }
}
