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

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Draws a {@link Timeline}: a row for each rank, with sends above the middle, receives below, waits as bars, and deaths as crosses. Kinds
 * differ in place or shape, not only in colour. Marks that are too close to be told apart become one, which is the longer the more it
 * stands for.
 */
final class TimelineFigure {
    /** Most rows: more make the figure too high. */
    static final int MOST_ROWS = 64;

    private static final int LEFT = 96;
    private static final int WIDTH = 900;
    private static final int RIGHT = 40;
    private static final int HEAD = 26;
    // From the top of a row: stalls, locks, sends that go up from the middle, receives that go down, unexpected messages.
    private static final int ROW = 34;
    private static final int STALLS = 2;
    private static final int LOCKS = 6;
    private static final int MIDDLE = 20;
    private static final int BIN = 2;
    private static final int SHORTEST = 4;
    private static final int LONGEST = 9;
    private static final int BAR = 3;
    private static final int CROSS = 5;
    private static final int MOST_LETTERS = 13;
    private static final String CLASS = "class";

    private final HtmlWriter page;
    private final Timeline timeline;
    private final TimeAxis axis;

    private TimelineFigure(final HtmlWriter page, final Timeline timeline) {
        this.page = page;
        this.timeline = timeline;
        this.axis = new TimeAxis(timeline.fromNs(), timeline.toNs(), LEFT, WIDTH);
    }

    /**
     * Draws a figure.
     *
     * @param labels label of each rank
     */
    static void draw(final HtmlWriter page, final Timeline timeline, final List<String> labels, final String title) {
        new TimelineFigure(page, timeline).draw(labels, title);
    }

    private void draw(final List<String> labels, final String title) {
        final List<Integer> ranks = timeline.rows().keySet().stream().limit(MOST_ROWS).toList();
        final int height = HEAD + ranks.size() * ROW + HEAD;
        final int width = LEFT + WIDTH + RIGHT;
        final String text = title + ": " + axis.span() + " from " + Times.ofNs(timeline.fromNs()) + " to " + Times.ofNs(timeline.toNs()) +
            " (" + Times.zone() + ")";
        page.open("figure").element("figcaption", text);
        page.open("div", CLASS, "scroll", "tabindex", "0", "role", "region", "aria-label", title);
        page.open("svg", CLASS, "time", "viewBox", "0 0 " + width + " " + height, "role", "img", "aria-label",
            text + "; the table of events counts the same events");
        axis(HEAD + ranks.size() * ROW);
        for (int i = 0; i < ranks.size(); i++) {
            row(labels.get(ranks.get(i)), timeline.rows().get(ranks.get(i)), HEAD + i * ROW);
        }
        page.close().close().close();
    }

    private void axis(final int bottom) {
        for (final long tick : axis.ticks()) {
            final String x = TimeAxis.number(axis.x(tick));
            page.empty("line", CLASS, "grid", "x1", x, "x2", x, "y1", Integer.toString(HEAD - 4), "y2", Integer.toString(bottom + 4));
            page.element("text", axis.label(tick), "x", x, "y", "14", "text-anchor", "middle");
            page.element("text", axis.label(tick), "x", x, "y", Integer.toString(bottom + 18), "text-anchor", "middle");
        }
    }

    private void row(final String label, final Timeline.Row row, final int top) {
        final String shown = label.length() > MOST_LETTERS ? label.substring(0, MOST_LETTERS - 1) + "…" : label;
        page.open("g").element("title", label + ": " + row.count(Timeline.Mark.SEND) + " sends, " + row.count(Timeline.Mark.RECEIVE) +
            " receives, " + row.count(Timeline.Wait.SLEEP) + " sleeps, " + row.count(Timeline.Wait.STALL) + " stalls, " +
            row.count(Timeline.Wait.LOCK) + " waits for locks");
        page.element("text", shown, "x", Integer.toString(LEFT - 8), "y", Integer.toString(top + MIDDLE + 4), "text-anchor", "end");
        page.empty("rect", CLASS, "lane", "x", Integer.toString(LEFT), "y", Integer.toString(top + 1), "width", Integer.toString(WIDTH),
            "height", Integer.toString(ROW - 2));
        bars(row, Timeline.Wait.SLEEP, "sleep", top + 2, top + ROW - 2);
        marks(row, Timeline.Mark.SEND, "send", top + MIDDLE, -1);
        marks(row, Timeline.Mark.RECEIVE, "receive", top + MIDDLE, 1);
        bars(row, Timeline.Wait.STALL, "stall", top + STALLS, top + STALLS + BAR);
        bars(row, Timeline.Wait.LOCK, "lock", top + LOCKS, top + LOCKS + BAR);
        unexpected(row, top + ROW - 2);
        crosses(row, Timeline.Mark.PEER, "peer", top + MIDDLE);
        crosses(row, Timeline.Mark.ERROR, "error", top + MIDDLE);
        ends(row, top + 2);
        page.close();
    }

    /** Bars that overlap or touch become one. */
    private void bars(final Timeline.Row row, final Timeline.Wait wait, final String name, final int top, final int bottom) {
        final List<Timeline.Bar> bars = new ArrayList<>(row.bars().stream().filter(bar -> bar.kind() == wait)
            .sorted(Comparator.comparingLong(Timeline.Bar::fromNs)).toList());
        final StringBuilder path = new StringBuilder();
        double from = -1;
        double to = -1;
        for (final Timeline.Bar bar : bars) {
            final double begin = axis.x(bar.fromNs());
            if (begin > to + 0.5) {
                bar(path, from, to, top, bottom);
                from = begin;
            }
            to = Math.max(to, Math.max(axis.x(bar.toNs()), begin + 0.5));
        }
        bar(path, from, to, top, bottom);
        path(name, path);
    }

    private static void bar(final StringBuilder path, final double from, final double to, final int top, final int bottom) {
        if (from >= 0) {
            path.append('M').append(TimeAxis.number(from)).append(' ').append(top).append('H').append(TimeAxis.number(to)).append('V')
                .append(bottom).append('H').append(TimeAxis.number(from)).append('z');
        }
    }

    private void marks(final Timeline.Row row, final Timeline.Mark mark, final String name, final int middle, final int direction) {
        final int[] counts = new int[WIDTH / BIN + 1];
        for (final long time : row.marks().getOrDefault(mark, List.of())) {
            counts[(int) (axis.x(time) - LEFT) / BIN]++;
        }
        final StringBuilder path = new StringBuilder();
        for (int bin = 0; bin < counts.length; bin++) {
            if (counts[bin] > 0) {
                final int length = Math.min(LONGEST, SHORTEST + Integer.SIZE - 1 - Integer.numberOfLeadingZeros(counts[bin]));
                path.append('M').append(LEFT + bin * BIN).append(' ').append(middle).append('v').append(direction * length);
            }
        }
        path(name, path);
    }

    private void unexpected(final Timeline.Row row, final int bottom) {
        final StringBuilder path = new StringBuilder();
        for (final int bin : bins(row, Timeline.Mark.UNEXPECTED)) {
            path.append('M').append(LEFT + bin * BIN).append(' ').append(bottom - CROSS).append("l3 5h-6z");
        }
        path("unexpected", path);
    }

    private void crosses(final Timeline.Row row, final Timeline.Mark mark, final String name, final int middle) {
        final StringBuilder path = new StringBuilder();
        for (final int bin : bins(row, mark)) {
            path.append('M').append(LEFT + bin * BIN - CROSS).append(' ').append(middle - CROSS).append("l10 10m0-10l-10 10");
        }
        path(name, path);
    }

    private void ends(final Timeline.Row row, final int top) {
        final StringBuilder path = new StringBuilder();
        for (final int bin : bins(row, Timeline.Mark.END)) {
            path.append('M').append(LEFT + bin * BIN).append(' ').append(top).append("v30");
        }
        path("end", path);
    }

    private int[] bins(final Timeline.Row row, final Timeline.Mark mark) {
        return row.marks().getOrDefault(mark, List.of()).stream().mapToInt(time -> (int) (axis.x(time) - LEFT) / BIN).distinct().toArray();
    }

    private void path(final String name, final StringBuilder path) {
        if (path.length() > 0) {
            page.empty("path", CLASS, name, "d", path.toString());
        }
    }

    /** Writes what the marks mean. */
    static void legend(final HtmlWriter page) {
        page.open("ul", CLASS, "legend");
        for (final Map.Entry<String, String> entry : List.of(
            Map.entry("send", "sends, up"), Map.entry("receive", "receives, down"), Map.entry("unexpected", "arrived, unexpected"),
            Map.entry("sleep", "asleep"), Map.entry("stall", "sends wait for room"), Map.entry("lock", "waits for a lock"),
            Map.entry("peer", "a peer is gone, or came"), Map.entry("end", "this rank is gone, as a peer first saw"),
            Map.entry("error", "protocol error"))) {
            page.open("li").open("svg", "width", "18", "height", "16", "viewBox", "0 0 18 16", "aria-hidden", "true");
            page.empty("path", CLASS, entry.getKey(), "d", switch (entry.getKey()) {
                case "send" -> "M5 14v-9M9 14v-11M13 14v-6";
                case "receive" -> "M5 2v9M9 2v11M13 2v6";
                case "unexpected" -> "M9 5l4 7h-8z";
                case "sleep" -> "M1 2h16v12h-16z";
                case "stall", "lock" -> "M1 6h16v4h-16z";
                case "end" -> "M9 1v14";
                default -> "M4 3l10 10m0-10l-10 10";
            });
            page.close().text(' ' + entry.getValue()).close();
        }
        page.close();
    }
}
