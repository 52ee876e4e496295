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

import io.tombolo.tools.text.ScreenText;
import java.util.List;

/**
 * Plots waits of one kind: the percentile to the right, so that each further nine takes the same room; the time upwards, by powers of
 * ten. A thin line for each rank, a thick one for all ranks.
 */
final class PercentilePlot {
    private static final int WIDTH = 380;
    private static final int HEIGHT = 240;
    private static final int LEFT = 58;
    private static final int TOP = 12;
    private static final int PLOT_WIDTH = 300;
    private static final int PLOT_HEIGHT = 190;
    private static final double[] PERCENTILES = {
        0, 10, 20, 30, 40, 50, 60, 70, 80, 85, 90, 93, 95, 97, 98, 99, 99.3, 99.5, 99.7, 99.9, 99.95, 99.99, 99.995, 99.999};
    private static final double[] TICKS = {0, 50, 90, 99, 99.9, 99.99, 99.999};
    private static final double HUNDRED = 100;
    private static final int MOST_LINES = 64;

    private final HtmlWriter page;
    private final int fromPower;
    private final int toPower;
    private final double nines;

    private PercentilePlot(final HtmlWriter page, final List<MergedLatency> merged) {
        this.page = page;
        final long least = merged.stream().mapToLong(each -> Math.max(1, each.percentile(0))).min().orElse(1);
        final long most = merged.stream().mapToLong(MergedLatency::maxNs).max().orElse(1);
        this.fromPower = (int) Math.floor(Math.log10(least));
        this.toPower = Math.max(fromPower + 1, (int) Math.ceil(Math.log10(Math.max(1, most))));
        // As many nines as the values can tell.
        this.nines = Math.max(1, Math.min(5, Math.ceil(Math.log10(Math.max(1, merged.get(0).count())))));
    }

    /** Draws a figure; the first of the waits are those of all ranks. */
    static void draw(final HtmlWriter page, final List<MergedLatency> merged) {
        final PercentilePlot plot = new PercentilePlot(page, merged);
        final String kind = merged.get(0).kind().text();
        page.open("figure").element("figcaption", kind);
        page.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", kind);
        page.open("svg", "class", "plot", "viewBox", "0 0 " + WIDTH + " " + HEIGHT, "role", "img", "aria-label",
            kind + ": percentiles; the table of latencies has the numbers");
        plot.grid();
        for (int i = Math.min(merged.size() - 1, MOST_LINES); i >= 0; i--) {
            plot.line(merged.get(i));
        }
        page.close().close().close();
    }

    private void grid() {
        for (int power = fromPower; power <= toPower; power++) {
            final String y = TimeAxis.number(y(Math.pow(10, power)));
            page.empty("line", "class", "grid", "x1", Integer.toString(LEFT), "x2", Integer.toString(LEFT + PLOT_WIDTH), "y1", y, "y2", y);
            page.element("text", round(power), "x", Integer.toString(LEFT - 6), "y", TimeAxis.number(y(Math.pow(10, power)) + 4),
                "text-anchor", "end");
        }
        for (final double tick : TICKS) {
            if (Math.log10(HUNDRED / (HUNDRED - tick)) <= nines) {
                final String x = TimeAxis.number(x(tick));
                page.empty("line", "class", "grid", "x1", x, "x2", x, "y1", Integer.toString(TOP), "y2",
                    Integer.toString(TOP + PLOT_HEIGHT));
                page.element("text", tick == 0 ? "0 %" : shortest(tick), "x", x,
                    "y", Integer.toString(TOP + PLOT_HEIGHT + 18), "text-anchor", "middle");
            }
        }
    }

    private static String shortest(final double tick) {
        final String text = Double.toString(tick);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    private static String round(final int power) {
        return ScreenText.duration((long) Math.pow(10, power)).replace(".0", "");
    }

    private void line(final MergedLatency latency) {
        final StringBuilder points = new StringBuilder();
        for (final double percentile : PERCENTILES) {
            // A percentile beyond the greatest value says nothing more.
            if (HUNDRED / (HUNDRED - percentile) <= Math.max(1, latency.count())) {
                point(points, x(percentile), latency.percentile(percentile));
            }
        }
        point(points, LEFT + PLOT_WIDTH * Math.min(1, Math.log10(Math.max(1, latency.count())) / nines), latency.maxNs());
        page.open("polyline", "class", latency.rank() == MergedLatency.ALL ? "all" : "one", "points", points.toString().strip());
        page.element("title", latency.who() + ": " + latency.count() + " values, median " + ScreenText.duration(latency.percentile(50)) +
            ", greatest " + ScreenText.duration(latency.maxNs())).close();
    }

    private void point(final StringBuilder points, final double x, final long ns) {
        points.append(TimeAxis.number(x)).append(',').append(TimeAxis.number(y(Math.max(1, ns)))).append(' ');
    }

    private double x(final double percentile) {
        return LEFT + PLOT_WIDTH * Math.min(1, Math.log10(HUNDRED / (HUNDRED - percentile)) / nines);
    }

    private double y(final double ns) {
        return TOP + PLOT_HEIGHT * (1 - (Math.log10(ns) - fromPower) / (toPower - fromPower));
    }
}
