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

import io.tombolo.tools.inspect.PairTraffic;
import io.tombolo.tools.text.ScreenText;
import java.util.Comparator;
import java.util.List;

/**
 * Writes what the ranks have sent to each other: two heat maps, and a table with the same numbers.
 */
final class MessagesSection {
    /** Most rows of the table; the JSON block has all pairs. */
    static final int MOST_ROWS = 1024;

    private MessagesSection() {
    }

    static void write(final HtmlWriter page, final JobReport report) {
        page.open("section", "id", "messages").element("h2", "Messages between ranks");
        page.element("p", "A row is a sender, a column a receiver, both in their last incarnation. Messages are those of communicators and "
            + "endpoints that have left. Bytes are those that were moved: the ring in units of allocation, with the headers of its "
            + "records, and the payload of messages that were not in the ring (packets, lanes, regions). Feeds and windows in direct mode "
            + "move their data in memory of their own and do not count.");
        final int size = report.job().ranks().size();
        final TrafficMatrix bytes = TrafficMatrix.of(size, report.traffic(), PairTraffic::bytes);
        if (bytes.step() > 1) {
            page.element("p", "A row and a column stand for " + bytes.step() + " ranks.", "class", "note");
        }
        page.open("div", "class", "figures");
        HeatMap.draw(page, TrafficMatrix.of(size, report.traffic(), PairTraffic::messages), "Messages",
            value -> Amount.count(value).text() + (value == 1 ? " message" : " messages"), Amount::brief);
        HeatMap.draw(page, bytes, "Bytes moved", ScreenText::bytes,
            value -> ScreenText.bytes(value).replace(" ", "").replace("iB", ""));
        page.close();
        table(page, report.traffic());
        page.close();
    }

    private static void table(final HtmlWriter page, final List<PairTraffic> traffic) {
        final List<PairTraffic> pairs = traffic.stream().filter(pair -> pair.messages() > 0 || pair.bytes() > 0)
            .sorted(Comparator.comparingLong(PairTraffic::bytes).reversed().thenComparingInt(PairTraffic::source)
                .thenComparingInt(PairTraffic::destination)).toList();
        if (pairs.isEmpty()) {
            return;
        }
        page.open("details").element("summary", "Table of pairs: " + pairs.size() +
            (pairs.size() > MOST_ROWS ? ", of which the first " + MOST_ROWS + " are shown; the JSON block has all" : ""));
        final HtmlTable table = HtmlTable.begin(
            page, "pairs", "Pairs, most bytes first", "from", "to", ">messages", ">bytes moved", ">in the ring", ">beside the ring");
        for (final PairTraffic pair : pairs.subList(0, Math.min(pairs.size(), MOST_ROWS))) {
            table.row(pair.source(), pair.destination(), Amount.count(pair.messages()), Amount.bytes(pair.bytes()),
                Amount.bytes(pair.ringBytes()), Amount.bytes(pair.besideRing()));
        }
        table.end();
        page.close();
    }
}
