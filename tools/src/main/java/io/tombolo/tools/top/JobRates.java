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

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What a job did between two samples.
 *
 * @param now     the second sample
 * @param seconds between them; 0 if there is only one, so that all rates are 0
 * @param ranks   all ranks
 * @param pairs   pairs between which a file exists, by source and destination
 */
public record JobRates(JobSample now, double seconds, List<RankRate> ranks, List<PairRate> pairs) {
    private static final double NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    /**
     * The difference of two samples.
     *
     * @param before first sample; null if there is none
     * @param now    second sample
     * @param oldest sample at the begin of the window of latencies; null if there is none
     */
    static JobRates of(final JobSample before, final JobSample now, final JobSample oldest) {
        // Two samples at the same time are a nanosecond apart, so that no rate is infinite.
        final double seconds = before == null ? 0 : Math.max(1, now.timeNs() - before.timeNs()) / NS_PER_SECOND;
        final List<RankRate> ranks = new ArrayList<>();
        for (final RankSample rank : now.ranks()) {
            ranks.add(RankRate.of(sameProcess(before, rank), rank, seconds, sameProcess(oldest, rank)));
        }
        final Map<Object, PairSample> earlier = byEnds(before);
        final Map<Object, PairSample> first = byEnds(oldest);
        final List<PairRate> pairs = new ArrayList<>();
        final double[] shares = shares(ranks, now, earlier, seconds);
        for (final PairSample pair : now.pairs()) {
            pairs.add(PairRate.of(earlier.get(pair.ends()), pair, seconds, first.get(pair.ends()), shares[pair.ends().source()]));
        }
        return new JobRates(now, seconds, List.copyOf(ranks), List.copyOf(pairs));
    }

    /**
     * The part of the payload in its rings that is no padding, for each rank: all that it has sent, without what was beside the rings.
     */
    private static double[] shares(
        final List<RankRate> ranks, final JobSample now, final Map<Object, PairSample> earlier, final double seconds) {
        final double[] left = ranks.stream().mapToDouble(rank -> rank.bytesSent() * seconds).toArray();
        final double[] inRings = new double[left.length];
        for (final PairSample pair : now.pairs()) {
            final PairSample before = earlier.get(pair.ends());
            if (before != null) {
                left[pair.ends().source()] -= pair.besideRingSince(before);
                inRings[pair.ends().source()] += pair.ringPayloadSince(before);
            }
        }
        for (int rank = 0; rank < left.length; rank++) {
            left[rank] = inRings[rank] == 0 ? 0 : Math.max(0, Math.min(1, left[rank] / inRings[rank]));
        }
        return left;
    }

    private static RankSample sameProcess(final JobSample earlier, final RankSample rank) {
        if (earlier == null) {
            return null;
        }
        final RankSample other = earlier.ranks().get(rank.rank());
        return rank.isSameProcess(other) ? other : null;
    }

    private static Map<Object, PairSample> byEnds(final JobSample earlier) {
        final Map<Object, PairSample> byEnds = new HashMap<>();
        if (earlier != null) {
            earlier.pairs().forEach(pair -> byEnds.put(pair.ends(), pair));
        }
        return byEnds;
    }

    /** Messages that the ranks have sent, per second. */
    double messages() {
        return ranks.stream().mapToDouble(RankRate::sent).sum();
    }

    /** Payload bytes that the ranks have sent, per second. */
    double bytes() {
        return ranks.stream().mapToDouble(RankRate::bytesSent).sum();
    }
}
