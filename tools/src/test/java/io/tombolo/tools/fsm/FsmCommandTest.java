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

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.engine.peer.SendEvent;
import io.tombolo.engine.peer.SendState;
import io.tombolo.engine.peer.SendTable;
import io.tombolo.ringbuffers.transition.Transition;
import io.tombolo.ringbuffers.window.LockTable;
import io.tombolo.tools.Screen;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * T3.12: the command prints the tables of the code.
 */
class FsmCommandTest {
    private static final Pattern ARROW = Pattern.compile("^ +\"([a-z ]+)\" -> \"([a-z ]+)\" \\[label=\"([a-z ]+)\"];$", Pattern.MULTILINE);
    private static final Pattern NODE = Pattern.compile("^ +\"([a-z ]+)\" \\[shape=(box|ellipse)];$", Pattern.MULTILINE);

    private final Screen screen = new Screen();

    @Test
    void shouldPrintTheTableAsAGraph() {
        final String dot = screen.ok("fsm", "send", "--dot");
        assertThat(dot).startsWith("digraph send {\n").endsWith("}\n");
        final List<String> arrows = ARROW.matcher(dot).results()
            .map(arrow -> line(arrow.group(1), arrow.group(3), arrow.group(2))).toList();
        assertThat(arrows).containsExactlyElementsOf(SendTable.TRANSITIONS.rows().stream().map(FsmCommandTest::line).toList());
        final List<MatchResult> nodes = NODE.matcher(dot).results().toList();
        assertThat(nodes).hasSize(SendState.values().length);
        for (final SendState state : SendState.values()) {
            assertThat(nodes).anyMatch(node -> node.group(1).equals(state.label()) &&
                node.group(2).equals(state.isWait() ? "box" : "ellipse"));
        }
        assertThat(dot.lines()).hasSize(arrows.size() + nodes.size() + 2);
    }

    @Test
    void shouldPrintTheTableAsText() {
        screen.ok("fsm", "send");
        final List<String> lines = screen.lines();
        assertThat(lines).hasSize(SendTable.TRANSITIONS.rows().size() + 1);
        for (int i = 0; i < SendTable.TRANSITIONS.rows().size(); i++) {
            final Transition<SendState, SendEvent> row = SendTable.TRANSITIONS.rows().get(i);
            assertThat(lines.get(i + 1).split(" {2,}")).containsExactly(
                row.from().label(), row.event().label(), row.to().label(), row.requirement());
        }
        assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
    }

    @Test
    void shouldPrintTheLockOfAWindowToo() {
        final String dot = screen.ok("fsm", "--dot");
        assertThat(dot).startsWith("digraph send {\n").contains("}\ndigraph lock {\n").endsWith("}\n");
        final List<String> arrows = ARROW.matcher(dot.substring(dot.indexOf("digraph lock"), dot.indexOf("digraph grants"))).results()
            .map(arrow -> line(arrow.group(1), arrow.group(3), arrow.group(2))).toList();
        assertThat(arrows).containsExactlyElementsOf(LockTable.TRANSITIONS.rows().stream()
            .map(row -> line(row.from().label(), row.event().label(), row.to().label())).toList());
        assertThat(screen.ok("fsm", "grants")).contains("shared request barred, queue").contains("S2.15").contains("S2.18");
        assertThat(dot).contains("digraph grants {");
        assertThat(screen.ok("fsm", "epoch")).contains("awaits grant").contains("sent with lock").contains("S2.19");
        assertThat(dot).contains("digraph epoch {");
        assertThat(screen.ok("fsm", "lock")).contains("queued").doesNotContain("awaiting data");
        assertThat(screen.ok("fsm")).contains("machine: send", "machine: lock");
    }

    private static String line(final Transition<SendState, SendEvent> row) {
        return line(row.from().label(), row.event().label(), row.to().label());
    }

    private static String line(final String from, final String event, final String to) {
        return from + " / " + event + " / " + to;
    }
}
