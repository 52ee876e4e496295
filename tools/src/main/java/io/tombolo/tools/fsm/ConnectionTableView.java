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
package io.tombolo.tools.fsm;

import io.tombolo.engine.api.EndpointState;
import io.tombolo.engine.srq.ConnectionRow;
import io.tombolo.engine.srq.ConnectionTable;
import io.tombolo.tools.text.TextTable;
import java.util.ArrayList;
import java.util.List;

/**
 * The table of an endpoint's states as text and as a graph.
 */
public final class ConnectionTableView {
    private ConnectionTableView() {
    }

    /**
     * Lays the table out, a line a row.
     *
     * @return lines.
     */
    public static List<String> text() {
        final TextTable table = new TextTable("", "<<<<");
        table.row("state", "event", "next state", "source");
        ConnectionTable.rows().forEach(row -> table.row(row.from().label(), row.event().label(), row.to().label(), row.requirement()));
        return table.lines();
    }

    /**
     * Writes the table in the DOT language: a box for each state, an arrow for each row.
     *
     * @return lines.
     */
    public static List<String> dot() {
        final List<String> lines = new ArrayList<>();
        lines.add("digraph endpoint {");
        for (final EndpointState state : EndpointState.values()) {
            lines.add("    \"" + state.label() + "\" [shape=box];");
        }
        for (final ConnectionRow row : ConnectionTable.rows()) {
            lines.add("    \"" + row.from().label() + "\" -> \"" + row.to().label() + "\" [label=\"" + row.event().label() + "\"];");
        }
        lines.add("}");
        return lines;
    }
}
