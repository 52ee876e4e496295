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
package io.tombolo.tools.metrics;

import java.util.Locale;

/**
 * Types of metrics, with the names that OpenMetrics gives them.
 */
enum MetricsType {
    /** A value that goes up and down. */
    GAUGE(""),
    /** A value that only goes up. */
    COUNTER("_total"),
    /** A value that is always 1; the information is in its labels. */
    INFO("_info"),
    /** Cumulative counts of values by their upper limits; its samples have suffixes of their own. */
    HISTOGRAM("");

    private final String suffix;

    MetricsType(final String suffix) {
        this.suffix = suffix;
    }

    /** Suffix of the names of samples. */
    String suffix() {
        return suffix;
    }

    /** Name of the type in the text. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
