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

import io.tombolo.ringbuffers.flight.FlightKind;
import io.tombolo.tools.flight.FlightEntry;
import io.tombolo.tools.inspect.RankView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes the timeline of the flight recorders: all of it, its end, a table that counts the events, and the last events themselves.
 */
final class TimelineSection {
    /** Events of the second figure and of the table of events. */
    static final int LAST = 200;

    /** What follows the last event other than a sleep in a figure, as a part of the figure. */
    private static final int MARGIN = 20;

    private TimelineSection() {
    }

    static void write(final HtmlWriter page, final JobReport report, final Timeline timeline) {
        page.open("section", "id", "timeline").element("h2", "Timeline");
        final List<FlightEntry> entries = report.flight().entries();
        if (entries.isEmpty()) {
            page.element("p", "No events were recorded.", "class", "note").close();
            return;
        }
        report.flight().notes().forEach(note -> page.element("p", note + ".", "class", "note"));
        if (timeline.rows().size() > TimelineFigure.MOST_ROWS) {
            page.element("p", "The figures show the first " + TimelineFigure.MOST_ROWS + " of " + timeline.rows().size() + " ranks.",
                "class", "note");
        }
        TimelineFigure.legend(page);
        final List<String> labels = new ArrayList<>();
        for (final RankView rank : report.job().ranks()) {
            labels.add(rank.name().isEmpty() ? Integer.toString(rank.rank()) : rank.rank() + " " + rank.name());
        }
        figures(page, timeline, labels, entries.stream().filter(TimelineSection::isBusy).mapToLong(FlightEntry::timeNs).toArray());
        counts(page, timeline, labels);
        last(page, entries);
        page.close();
    }

    /** Ranks that wait for long fall asleep again and again. That would leave no room for what happened before. */
    private static void figures(final HtmlWriter page, final Timeline timeline, final List<String> labels, final long[] busyNs) {
        if (busyNs.length == 0) {
            TimelineFigure.draw(page, timeline, labels, "All events that are kept, which are sleeps");
            return;
        }
        final long last = busyNs[busyNs.length - 1];
        final long end = Math.min(timeline.toNs(), last + (last - timeline.fromNs()) / MARGIN + 1);
        TimelineFigure.draw(page, timeline.within(timeline.fromNs(), end), labels, "All events that are kept");
        if (end < timeline.toNs()) {
            page.element("p", "From then to " + Times.ofNs(timeline.toNs()) + " the ranks have only slept.", "class", "note");
        }
        if (busyNs.length > LAST) {
            final long first = busyNs[busyNs.length - LAST];
            TimelineFigure.draw(page, timeline.within(first, Math.min(end, last + (last - first) / MARGIN + 1)), labels,
                "The last " + LAST + " events other than sleeps");
        }
    }

    private static boolean isBusy(final FlightEntry entry) {
        return entry.kind() != FlightKind.SLEPT && entry.kind() != FlightKind.WOKE;
    }

    private static void counts(final HtmlWriter page, final Timeline timeline, final List<String> labels) {
        final HtmlTable table = HtmlTable.begin(page, "events", "Events that are kept, by rank", "rank", ">sends", ">receives",
            ">unexpected", ">sleeps", ">stalls", ">waits for locks", ">peers gone or come", ">protocol errors", ">other");
        for (final Map.Entry<Integer, Timeline.Row> entry : timeline.rows().entrySet()) {
            final Timeline.Row row = entry.getValue();
            table.row(labels.get(entry.getKey()), row.count(Timeline.Mark.SEND), row.count(Timeline.Mark.RECEIVE),
                row.count(Timeline.Mark.UNEXPECTED), row.count(Timeline.Wait.SLEEP), row.count(Timeline.Wait.STALL),
                row.count(Timeline.Wait.LOCK), row.count(Timeline.Mark.PEER), row.count(Timeline.Mark.ERROR), row.other());
        }
        table.end();
    }

    private static void last(final HtmlWriter page, final List<FlightEntry> entries) {
        final List<FlightEntry> last = entries.subList(Math.max(0, entries.size() - LAST), entries.size());
        page.open("details").element("summary", "The last " + last.size() + " of " + entries.size() + " events");
        final HtmlTable table = HtmlTable.begin(
            page, "last", "The last events, oldest first", "time", ">rank", "event", ">peer", ">tag", ">length", ">number", "");
        for (final FlightEntry entry : last) {
            table.row(Times.ofNs(entry.timeNs()), entry.rank(), entry.kindText(), entry.peer() < 0 ? "" : entry.peer(),
                entry.tag() < 0 ? "" : entry.tag(), entry.length(), entry.number(), entry.detail());
        }
        table.end();
        page.close();
    }
}
