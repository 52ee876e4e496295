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
package io.tombolo.tools.inspect;

import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.tools.text.ScreenText;
import io.tombolo.tools.text.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Writes all counters that are not zero at every rank: a column for each rank if there is room, otherwise the sum and the extremes.
 */
final class CounterText {
    private CounterText() {
    }

    static void write(final List<RankView> all, final Consumer<String> out) {
        final List<RankView> ranks = all.stream().filter(rank -> !rank.counters().isEmpty()).toList();
        final List<Counter> counters = new ArrayList<>();
        for (final Counter counter : Counter.values()) {
            if (ranks.stream().anyMatch(rank -> rank.counter(counter) != 0)) {
                counters.add(counter);
            }
        }
        if (counters.isEmpty()) {
            return;
        }
        out.accept("");
        out.accept("counters that are not zero");
        final List<String> columns = byRank(ranks, counters);
        final boolean fits = columns.stream().allMatch(line -> line.length() <= TextTable.MAX_WIDTH);
        (fits ? columns : extremes(ranks, counters)).forEach(out);
    }

    private static List<String> byRank(final List<RankView> ranks, final List<Counter> counters) {
        final TextTable table = new TextTable("  ", "<>" + ">".repeat(ranks.size()));
        final List<Object> cells = new ArrayList<>(List.of("", "all"));
        ranks.forEach(rank -> cells.add("rank " + rank.rank()));
        table.row(cells.toArray());
        for (final Counter counter : counters) {
            cells.clear();
            cells.add(name(counter));
            cells.add(sum(ranks, counter));
            ranks.forEach(rank -> cells.add(rank.counter(counter)));
            table.row(cells.toArray());
        }
        return table.lines();
    }

    private static List<String> extremes(final List<RankView> ranks, final List<Counter> counters) {
        final TextTable table = new TextTable("  ", "<>><><");
        table.row("", "all", "least", "at", "most", "at");
        for (final Counter counter : counters) {
            RankView least = ranks.get(0);
            RankView most = least;
            for (final RankView rank : ranks) {
                least = rank.counter(counter) < least.counter(counter) ? rank : least;
                most = rank.counter(counter) > most.counter(counter) ? rank : most;
            }
            table.row(name(counter), sum(ranks, counter), least.counter(counter), "rank " + least.rank(), most.counter(counter),
                "rank " + most.rank());
        }
        return table.lines();
    }

    /** The sum over all ranks; for a high-water mark, the maximum. */
    private static long sum(final List<RankView> ranks, final Counter counter) {
        final boolean isMark = counter.name().endsWith("_HIGH_WATER");
        return isMark ? ranks.stream().mapToLong(rank -> rank.counter(counter)).max().orElse(0) :
            ranks.stream().mapToLong(rank -> rank.counter(counter)).sum();
    }

    private static String name(final Counter counter) {
        return ScreenText.words(counter.name());
    }
}
