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
package io.tombolo.engine.rma;

import io.tombolo.ringbuffers.transition.TransitionTable;

/**
 * The lock machine of a part of a window: which event leads from which state to which, and what follows. What has no row cannot happen.
 * <pre>
 *                 shared request                     exclusive request
 *   free          grant, to shared                   grant, to exclusive
 *   shared        grant; barred: queue               queue
 *   exclusive     queue                              queue
 *
 *   a release leaves shared as it is while others hold it; the last one leads to free, and then to those who wait
 * </pre>
 */
public final class GrantTable {
    private static final String BY_RELEASE = "S2.18";

    private static final Row[] ROWS = {
        new Row(PartState.FREE, GrantEvent.SHARED_REQUEST, PartState.SHARED, GrantAction.GRANT, "S2.16"),
        new Row(PartState.FREE, GrantEvent.EXCLUSIVE_REQUEST, PartState.EXCLUSIVE, GrantAction.GRANT, "S2.17"),
        new Row(PartState.SHARED, GrantEvent.SHARED_REQUEST, PartState.SHARED, GrantAction.GRANT, "S2.16"),
        new Row(PartState.SHARED, GrantEvent.SHARED_REQUEST_BARRED, PartState.SHARED, GrantAction.QUEUE, "S2.32"),
        new Row(PartState.SHARED, GrantEvent.EXCLUSIVE_REQUEST, PartState.SHARED, GrantAction.QUEUE, "S2.17"),
        new Row(PartState.EXCLUSIVE, GrantEvent.SHARED_REQUEST, PartState.EXCLUSIVE, GrantAction.QUEUE, "S2.15"),
        new Row(PartState.EXCLUSIVE, GrantEvent.SHARED_REQUEST_BARRED, PartState.EXCLUSIVE, GrantAction.QUEUE, "S2.15"),
        new Row(PartState.EXCLUSIVE, GrantEvent.EXCLUSIVE_REQUEST, PartState.EXCLUSIVE, GrantAction.QUEUE, "S2.17"),
        new Row(PartState.SHARED, GrantEvent.RELEASE, PartState.SHARED, GrantAction.NONE, BY_RELEASE),
        new Row(PartState.SHARED, GrantEvent.LAST_RELEASE, PartState.FREE, GrantAction.GRANT_NEXT, BY_RELEASE),
        new Row(PartState.EXCLUSIVE, GrantEvent.LAST_RELEASE, PartState.FREE, GrantAction.GRANT_NEXT, BY_RELEASE),
    };

    /** All transitions, in the order of the specification. */
    public static final TransitionTable<PartState, GrantEvent> TRANSITIONS = table();

    private record Row(PartState from, GrantEvent event, PartState to, GrantAction action, String requirement) {
    }

    private GrantTable() {
    }

    private static TransitionTable<PartState, GrantEvent> table() {
        final TransitionTable.Builder<PartState, GrantEvent> table =
            TransitionTable.of("grants", PartState.class, GrantEvent.class);
        for (final Row row : ROWS) {
            table.row(row.from(), row.event(), row.to(), row.requirement());
        }
        return table.build();
    }

    /**
     * Returns the action that goes with a row of the table.
     *
     * @param row index of the row.
     * @return action.
     */
    public static GrantAction action(final int row) {
        return ROWS[row].action();
    }
}
