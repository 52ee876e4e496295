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

import io.tombolo.engine.api.endpoint.EndpointState;
import io.tombolo.engine.peer.SendEvent;
import io.tombolo.engine.peer.SendState;
import io.tombolo.engine.peer.SendTable;
import io.tombolo.engine.rma.EpochEvent;
import io.tombolo.engine.rma.EpochState;
import io.tombolo.engine.rma.EpochTable;
import io.tombolo.engine.rma.GrantEvent;
import io.tombolo.engine.rma.GrantTable;
import io.tombolo.engine.rma.PartState;
import io.tombolo.engine.srq.ConnectionEvent;
import io.tombolo.engine.srq.ConnectionTable;
import io.tombolo.ringbuffers.transition.TransitionTable;
import io.tombolo.ringbuffers.window.LockEvent;
import io.tombolo.ringbuffers.window.LockState;
import io.tombolo.ringbuffers.window.LockTable;
import io.tombolo.tools.text.TextTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * The state machines that can be shown, each as a table and as a graph.
 */
public enum StateMachineView {
    /** The sends of a rank to one peer. */
    SEND(
        "send",
        Arrays.stream(SendState.values()).map(state -> new Node(state.label(), state.isWait())).toList(),
        arrows(SendTable.TRANSITIONS, SendState::label, SendEvent::label)),
    /** A rank at the lock of a window in direct mode. */
    LOCK(
        "lock",
        Arrays.stream(LockState.values()).map(state -> new Node(state.label(), state.isWaiting())).toList(),
        arrows(LockTable.TRANSITIONS, LockState::label, LockEvent::label)),
    /** The lock of one rank's part of a window in packet mode. */
    GRANTS(
        "grants",
        Arrays.stream(PartState.values()).map(state -> new Node(state.label(), true)).toList(),
        grants()),
    /** The accesses of a rank to one target of a window in packet mode. */
    EPOCH(
        "epoch",
        Arrays.stream(EpochState.values()).map(state -> new Node(state.label(), state.isWait())).toList(),
        arrows(EpochTable.TRANSITIONS, EpochState::label, EpochEvent::label)),
    /** An endpoint. */
    ENDPOINT(
        "endpoint",
        Arrays.stream(EndpointState.values()).map(state -> new Node(state.label(), true)).toList(),
        arrows(ConnectionTable.TRANSITIONS, EndpointState::label, ConnectionEvent::label));

    private final String label;
    private final List<Node> nodes;
    private final List<Arrow> arrows;

    StateMachineView(final String label, final List<Node> nodes, final List<Arrow> arrows) {
        this.label = label;
        this.nodes = nodes;
        this.arrows = arrows;
    }

    private record Node(String label, boolean isWait) {
    }

    private record Arrow(String from, String event, String to, String requirement) {
    }

    private static <S extends Enum<S>, E extends Enum<E>> List<Arrow> arrows(
        final TransitionTable<S, E> table, final Function<S, String> state, final Function<E, String> event) {
        return table.rows().stream()
            .map(row -> new Arrow(state.apply(row.from()), event.apply(row.event()), state.apply(row.to()), row.requirement())).toList();
    }

    private static List<Arrow> grants() {
        final List<Arrow> arrows = new ArrayList<>();
        for (final Arrow arrow : arrows(GrantTable.TRANSITIONS, PartState::label, GrantEvent::label)) {
            final String action = GrantTable.action(arrows.size()).label();
            arrows.add(new Arrow(arrow.from(), arrow.event() + ", " + action, arrow.to(), arrow.requirement()));
        }
        return arrows;
    }

    @Override
    public String toString() {
        return label;
    }

    /**
     * Formats the table of transitions.
     *
     * @return lines, the column titles first
     */
    public List<String> text() {
        final TextTable table = new TextTable("", "<<<<");
        table.row("state", "event", "next state", "source");
        arrows.forEach(arrow -> table.row(arrow.from(), arrow.event(), arrow.to(), arrow.requirement()));
        return table.lines();
    }

    /**
     * Formats the state machine in the DOT language. A box is a state that waits, an ellipse any other state, an arrow a transition.
     *
     * @return lines of a graph
     */
    public List<String> dot() {
        final List<String> lines = new ArrayList<>();
        lines.add("digraph " + label + " {");
        for (final Node node : nodes) {
            lines.add("    \"" + node.label() + "\" [shape=" + (node.isWait() ? "box" : "ellipse") + "];");
        }
        for (final Arrow arrow : arrows) {
            lines.add("    \"" + arrow.from() + "\" -> \"" + arrow.to() + "\" [label=\"" + arrow.event() + "\"];");
        }
        lines.add("}");
        return lines;
    }
}
