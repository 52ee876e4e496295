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
package io.tombolo.jmh.bench.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.DoubleFunction;
import java.util.function.IntFunction;

/**
 * A plot of lines. The places on the x axis are at equal distances, whatever their numbers. The y axis is logarithmic. A line has a gap at
 * a place without a value, so the plot shows only what was measured.
 */
public final class LinePlot {

    /** Width of the plot. */
    static final int WIDTH = 720;
    /** Height of the plot. */
    static final int HEIGHT = 420;
    /** Distance of the y axis from the left edge. */
    static final int LEFT = 66;

    private static final int RIGHT = 12;
    private static final int TOP = 28;
    private static final int BOTTOM = 42;
    private static final int RADIUS = 3;
    private static final int[] STEPS = {1, 2, 5};
    private static final double FEW_DECADES = 2.2;

    private final String title;
    private final String xTitle;
    private final IntFunction<String> xLabel;
    private final DoubleFunction<String> yLabel;
    private final List<Series> lines = new ArrayList<>();

    /**
     * Makes an empty plot.
     *
     * @param title  title above the plot, which names the values of the y axis.
     * @param xTitle title of the x axis.
     * @param xLabel makes the label of a place on the x axis.
     * @param yLabel makes the label of a value.
     */
    public LinePlot(final String title, final String xTitle, final IntFunction<String> xLabel, final DoubleFunction<String> yLabel) {
        this.title = title;
        this.xTitle = xTitle;
        this.xLabel = xLabel;
        this.yLabel = yLabel;
    }

    /**
     * Adds a line. A line without points is left out.
     *
     * @param line line to draw above the earlier ones.
     * @return this.
     */
    public LinePlot add(final Series line) {
        if (!line.points().isEmpty()) {
            lines.add(line);
        }
        return this;
    }

    /**
     * Draws the plot.
     *
     * @return an {@code svg} element; empty text if there is no line.
     */
    public String svg() {
        if (lines.isEmpty()) {
            return "";
        }
        final StringBuilder svg = new StringBuilder();
        append(svg, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">%n", WIDTH, HEIGHT, Markup.escape(title));
        return svg.append(body()).append("</svg>").toString();
    }

    /** Draws the content of the element. */
    String body() {
        final double[] values = lines.stream().flatMap(line -> line.points().values().stream()).mapToDouble(Double::doubleValue).toArray();
        final double low = Arrays.stream(values).min().orElseThrow();
        final double high = Arrays.stream(values).max().orElseThrow();
        final boolean few = Math.log10(high / low) < FEW_DECADES;
        final Scale scale = new Scale(floor(low, few), ceiling(high, few));
        final List<Integer> places = new ArrayList<>(
            lines.stream().collect(TreeSet<Integer>::new, (set, line) -> set.addAll(line.points().keySet()), TreeSet::addAll));
        final StringBuilder svg = new StringBuilder();
        append(svg, "<text class=\"title\" x=\"%d\" y=\"16\">%s</text>%n", LEFT, Markup.escape(title));
        append(svg, "<text class=\"axis\" x=\"%d\" y=\"%d\">%s</text>%n",
            (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6, Markup.escape(xTitle));
        yAxis(svg, scale, few);
        xAxis(svg, places);
        lines.forEach(line -> draw(svg, line, places, scale));
        return svg.toString();
    }

    /** Returns the lines that have points, in drawing order. */
    List<Series> lines() {
        return List.copyOf(lines);
    }

    /** Maps a value to a y coordinate by its logarithm. */
    private record Scale(double low, double high) {
        double y(final double value) {
            final double share = Math.log(value / low) / Math.log(high / low);
            return HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP);
        }
    }

    private void yAxis(final StringBuilder svg, final Scale scale, final boolean few) {
        for (double decade = floor(scale.low(), false); decade <= scale.high(); decade *= 10) {
            for (final int step : STEPS) {
                final double value = decade * step;
                if (value >= scale.low() * 0.999 && value <= scale.high() * 1.001 && (few || 1 == step)) {
                    append(svg, "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>%n",
                        LEFT, WIDTH - RIGHT, scale.y(value), scale.y(value));
                    append(svg, "<text class=\"y\" x=\"%d\" y=\"%.1f\">%s</text>%n",
                        LEFT - 6, scale.y(value) + 4, Markup.escape(yLabel.apply(value)));
                }
            }
        }
    }

    private void xAxis(final StringBuilder svg, final List<Integer> places) {
        for (final int place : places) {
            append(svg, "<text class=\"axis\" x=\"%.1f\" y=\"%d\">%s</text>%n",
                x(places, place), HEIGHT - BOTTOM + 16, Markup.escape(xLabel.apply(place)));
        }
    }

    private void draw(final StringBuilder svg, final Series line, final List<Integer> places, final Scale scale) {
        final StringBuilder points = new StringBuilder();
        for (final int place : places) {
            final Double value = line.points().get(place);
            if (value != null) {
                append(points, "%.1f,%.1f ", x(places, place), scale.y(value));
            } else {
                polyline(svg, line, points);
            }
        }
        polyline(svg, line, points);
        for (final Map.Entry<Integer, Double> point : line.points().entrySet()) {
            append(svg, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%d\"><title>%s, %s: %s</title></circle>%n",
                line.style(), x(places, point.getKey()), scale.y(point.getValue()), RADIUS, Markup.escape(line.name()),
                Markup.escape(xLabel.apply(point.getKey())), Markup.escape(yLabel.apply(point.getValue())));
        }
    }

    /** Draws the collected points as a line, if there are two at least, and removes them. */
    private static void polyline(final StringBuilder svg, final Series line, final StringBuilder points) {
        final String text = points.toString().strip();
        if (text.indexOf(' ') >= 0) {
            append(svg, "<polyline class=\"%s\" points=\"%s\"/>%n", line.style(), text);
        }
        points.setLength(0);
    }

    private static double x(final List<Integer> places, final int place) {
        final double step = (double) (WIDTH - LEFT - RIGHT) / places.size();
        return LEFT + step * (places.indexOf(place) + 0.5);
    }

    private static double floor(final double value, final boolean fine) {
        final double decade = Math.pow(10, Math.floor(Math.log10(value) + 1e-9));
        double best = decade;
        for (final int step : STEPS) {
            best = fine && decade * step <= value ? decade * step : best;
        }
        return best;
    }

    private static double ceiling(final double value, final boolean fine) {
        final double decade = Math.pow(10, Math.floor(Math.log10(value) + 1e-9));
        for (final int step : STEPS) {
            if (fine && decade * step > value) {
                return decade * step;
            }
        }
        return decade * 10;
    }

    private static void append(final StringBuilder text, final String format, final Object... cells) {
        text.append(String.format(Locale.ROOT, format, cells));
    }
}
