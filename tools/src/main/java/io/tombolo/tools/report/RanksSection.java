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
package io.tombolo.tools.report;

import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.tools.inspect.ErrorEntry;
import io.tombolo.tools.inspect.Liveness;
import io.tombolo.tools.inspect.PairTraffic;
import io.tombolo.tools.inspect.RankView;
import io.tombolo.tools.text.ScreenText;
import java.util.List;

/**
 * Writes the ranks: a table, their errors, and their counters.
 */
final class RanksSection {
    /** Most ranks that have a column of their own in the table of counters. */
    static final int MOST_COLUMNS = 32;

    private RanksSection() {
    }

    static void write(final HtmlWriter page, final JobReport report) {
        page.open("section", "id", "ranks").element("h2", "Ranks");
        final HtmlTable table = HtmlTable.begin(page, "rank-table", "Ranks", ">rank", "name", "state", "alive", "waits", ">pid",
            ">incarnation", ">since", ">messages out", ">bytes moved out", ">payload sent", ">payload received",
            ">posted", ">unexpected", ">errors");
        for (final RankView rank : report.job().ranks()) {
            long messages = 0;
            long bytes = 0;
            for (final PairTraffic pair : report.traffic()) {
                if (pair.source() == rank.rank()) {
                    messages = TrafficMatrix.sum(messages, pair.messages());
                    bytes = TrafficMatrix.sum(bytes, pair.bytes());
                }
            }
            table.row(rank.rank(), rank.name(), ScreenText.words(rank.row().state().name()) + ", " +
                ScreenText.words(rank.row().reason().name()), word(rank.liveness()),
                rank.liveness() == Liveness.ALIVE && rank.isAsleep() ? "asleep" : "", rank.row().pid(), rank.row().incarnation(),
                Times.age(rank.row().sinceMs(), report.job().readMs()), Amount.count(messages), Amount.bytes(bytes),
                Amount.bytes(rank.counter(Counter.BYTES_SENT)),
                Amount.bytes(rank.counter(Counter.BYTES_RECEIVED)), rank.queues().posted().size(), rank.queues().unexpected().size(),
                rank.errors().entries().size());
        }
        table.end();
        errors(page, report.job().ranks());
        counters(page, report.job().ranks());
        page.close();
    }

    static String word(final Liveness liveness) {
        return ScreenText.words(liveness.name());
    }

    private static void errors(final HtmlWriter page, final List<RankView> ranks) {
        for (final RankView rank : ranks) {
            for (final ErrorEntry error : rank.errors().entries()) {
                page.open("details", "class", "error").open("summary").text("Rank " + rank.rank() + ", " + Times.ofMs(error.lastMs()) +
                    (error.count() == 1 ? "" : ", " + error.count() + " times") + ": ");
                page.element("code", error.text().lines().findFirst().orElse("").strip()).close().element("pre", error.text()).close();
            }
        }
    }

    private static void counters(final HtmlWriter page, final List<RankView> all) {
        final List<RankView> ranks = all.stream().filter(rank -> !rank.counters().isEmpty()).toList();
        final int shown = Math.min(ranks.size(), MOST_COLUMNS);
        page.open("details").element("summary", "Counters that are not zero" +
            (shown < ranks.size() ? ", of the first " + shown + " of " + ranks.size() + " ranks" : ""));
        final String[] columns = new String[shown + 1];
        columns[0] = "counter";
        for (int i = 0; i < shown; i++) {
            columns[i + 1] = ">rank " + ranks.get(i).rank();
        }
        final HtmlTable table = HtmlTable.begin(page, "counters", "Counters", columns);
        for (final Counter counter : Counter.values()) {
            if (ranks.stream().limit(shown).anyMatch(rank -> rank.counter(counter) != 0)) {
                final Object[] cells = new Object[shown + 1];
                cells[0] = counter.label();
                for (int i = 0; i < shown; i++) {
                    cells[i + 1] = Amount.count(ranks.get(i).counter(counter));
                }
                table.row(cells);
            }
        }
        table.end();
        page.close();
    }
}
