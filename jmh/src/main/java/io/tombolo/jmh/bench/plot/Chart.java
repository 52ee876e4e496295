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

import java.util.Locale;

/**
 * Makes an SVG file of a plot, with its styles, for light and dark backgrounds, and with a legend.
 */
public final class Chart {

    private static final int HEIGHT = 34;
    private static final int STEP = 104;
    private static final int SWATCH = 22;

    private Chart() {
    }

    /**
     * Draws a plot.
     *
     * @param plot  plot with at least one line.
     * @param style CSS rules for the classes of its lines.
     * @return text of the file.
     */
    public static String svg(final LinePlot plot, final String style) {
        final int width = LinePlot.WIDTH;
        final int height = LinePlot.HEIGHT + HEIGHT;
        final StringBuilder svg = new StringBuilder();
        append(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">%n",
            width, height, width, height);
        append(svg, "<style>%s</style>%n", style.strip());
        append(svg, "<rect class=\"paper\" width=\"%d\" height=\"%d\" rx=\"6\"/>%n", width, height);
        svg.append(plot.body());
        int x = LinePlot.LEFT;
        final int y = LinePlot.HEIGHT + HEIGHT / 2 - 4;
        for (final Series line : plot.lines()) {
            append(svg, "<polyline class=\"%s\" points=\"%d,%d %d,%d\"/>%n", line.style(), x, y, x + SWATCH, y);
            append(svg, "<text class=\"name\" x=\"%d\" y=\"%d\">%s</text>%n", x + SWATCH + 6, y + 4, Markup.escape(line.name()));
            x += STEP;
        }
        return svg.append("</svg>\n").toString();
    }

    private static void append(final StringBuilder text, final String format, final Object... cells) {
        text.append(String.format(Locale.ROOT, format, cells));
    }
}
