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
 * Types of metrics, by the names of OpenMetrics.
 */
enum MetricsType {
    /** Goes up and down. */
    GAUGE(""),
    /** Goes up only. */
    COUNTER("_total"),
    /** Is always 1; its labels tell something. */
    INFO("_info");

    private final String suffix;

    MetricsType(final String suffix) {
        this.suffix = suffix;
    }

    /** How the names of its samples end. */
    String suffix() {
        return suffix;
    }

    /** Its name in a text. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
