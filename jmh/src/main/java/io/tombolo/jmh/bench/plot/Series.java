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

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A line of a plot.
 *
 * @param name   name in tooltips and legends.
 * @param style  CSS class of the line and its points.
 * @param points values by their place on the x axis, all above 0.
 */
public record Series(String name, String style, SortedMap<Integer, Double> points) {

    /**
     * Copies the points.
     *
     * @param name   name in tooltips and legends.
     * @param style  CSS class of the line and its points.
     * @param points values by their place on the x axis, all above 0.
     */
    public Series {
        points = new TreeMap<>(points);
    }
}
