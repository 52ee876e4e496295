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

/**
 * The two text formats of metrics. Their samples look alike, but their heads differ, so a reader of one format refuses the other.
 */
public enum MetricsFormat {
    /** The text format of Prometheus, version 0.0.4, for collectors of text files. The head of a family has the name of its samples. */
    PROMETHEUS,
    /** OpenMetrics 1.0. The head has the name of the family, to which samples add a suffix for the type. The text has an end mark. */
    OPENMETRICS;

    /** Name of a family in its head. */
    String family(final String name, final MetricsType type) {
        return this == PROMETHEUS ? name + type.suffix() : name;
    }

    /** Type of a family in its head. */
    String type(final MetricsType type) {
        return this == PROMETHEUS && type == MetricsType.INFO ? MetricsType.GAUGE.word() : type.word();
    }

    /** Escapes the help text of a family. */
    String help(final String text) {
        final String escaped = text.replace("\\", "\\\\").replace("\n", "\\n");
        return this == PROMETHEUS ? escaped : escaped.replace("\"", "\\\"");
    }

    /** The last line; empty if the format has none. */
    String end() {
        return this == PROMETHEUS ? "" : "# EOF\n";
    }
}
