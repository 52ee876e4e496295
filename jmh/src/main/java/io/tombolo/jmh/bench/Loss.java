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

import io.tombolo.jmh.bench.process.PeerKind;
import io.tombolo.jmh.bench.process.TrafficPattern;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * A comparison of a time of Tombolo with that of another system, for the same work in the same state of the machine. It is a loss if the
 * other system is faster.
 *
 * @param ours     row of Tombolo.
 * @param theirs   row of the other system.
 * @param measure  name of the time: p50, p99 or p99.9.
 * @param oursNs   time of Tombolo in nanoseconds.
 * @param theirsNs time of the other system in nanoseconds.
 */
record Loss(Row ours, Row theirs, String measure, double oursNs, double theirsNs) {

    private static final String MEDIAN = "p50";
    private static final Map<String, ToDoubleFunction<Row>> TAILS = Map.of("p99", Row::p99Ns, "p99.9", Row::p999Ns);

    /** Divides the time of Tombolo by that of the other system. */
    double factor() {
        return oursNs / theirsNs;
    }

    /** Finds the losses among some rows: medians before tails, the largest factor of each first. */
    static List<Loss> of(final List<Row> rows) {
        return comparisons(rows).stream()
            .filter(comparison -> comparison.factor() > 1)
            .sorted(Comparator.comparing(Loss::measure).thenComparing(Comparator.comparingDouble(Loss::factor).reversed()))
            .toList();
    }

    /** Makes all comparisons that are possible, whichever system is faster. */
    static List<Loss> comparisons(final List<Row> rows) {
        final List<Loss> all = new ArrayList<>();
        for (final Row ours : rows) {
            if (PeerKind.TOMBOLO == ours.peer()) {
                rows.stream().filter(theirs -> comparable(ours, theirs)).forEach(theirs -> compare(ours, theirs, all));
            }
        }
        return all;
    }

    private static boolean comparable(final Row ours, final Row theirs) {
        return !theirs.peer().isEngine() && PeerKind.FLOOR != theirs.peer()
            && ours.plan().pattern() == theirs.plan().pattern()
            && ours.state() == theirs.state()
            && ours.work().size() == theirs.work().size()
            && ours.work().fill() == theirs.work().fill()
            && ours.work().matching().equals(theirs.work().matching())
            && ours.work().collective().equals(theirs.work().collective());
    }

    private static void compare(final Row ours, final Row theirs, final List<Loss> all) {
        all.add(new Loss(ours, theirs, MEDIAN, ours.p50Ns(), theirs.p50Ns()));
        if (TrafficPattern.PING_PONG == ours.plan().pattern()) {
            TAILS.forEach((name, time) -> all.add(new Loss(ours, theirs, name, time.applyAsDouble(ours), time.applyAsDouble(theirs))));
        }
    }
}
