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
package io.tombolo.engine.peer;

import java.util.List;

/**
 * A sequence of rows of {@link SendTable} that is taken in one step, because long messages take it again and again and single steps would
 * cost more than the rest of the send. A run passes through no state that has a counter. Each of its rows is counted as if it had been
 * taken alone.
 */
public enum SendRun {
    /** All of a registered message is exposed in one part, or in its packet. */
    EXPOSED(SendState.POST_CONTROL, SendEvent.MORE_DIRECT, SendEvent.FLOW_OK, SendEvent.ALL_EXPOSED),
    /** The receiver has copied all of a message that was exposed in one part. */
    GOT(SendState.AWAITING_DONE_GET, SendEvent.DONE_GET, SendEvent.SIGNALLED, SendEvent.NO_MORE_RECORDS),
    /** A message from private memory has its lanes. */
    BUFFERED(SendState.POST_CONTROL, SendEvent.MORE_BUFFERED, SendEvent.BUFFERS_OK),
    /** A part of the message is in its lanes, and there is more. */
    PART(SendState.CHECK_DATA_FLOW, SendEvent.FLOW_OK, SendEvent.MORE_BUFFERED, SendEvent.BUFFERS_OK),
    /** The last part of the message is in its lanes. */
    LAST_PART(SendState.CHECK_DATA_FLOW, SendEvent.FLOW_OK, SendEvent.MESSAGE_COMPLETE, SendEvent.SIGNALLED, SendEvent.NO_MORE_RECORDS);

    private final SendState from;
    private final SendState to;
    private final SendEvent[] events;
    private final int[] rows;

    SendRun(final SendState from, final SendEvent... events) {
        this.from = from;
        this.events = events;
        this.rows = new int[events.length];
        SendState state = from;
        for (int i = 0; i < events.length; i++) {
            rows[i] = SendTable.TRANSITIONS.row(state, events[i]);
            state = SendTable.TRANSITIONS.to(rows[i]);
            if (state.counter() != null) {
                throw new IllegalStateException("a run through a state that is counted: state=" + state);
            }
        }
        this.to = state;
    }

    /**
     * Returns the state in which the run begins.
     *
     * @return state.
     */
    public SendState from() {
        return from;
    }

    SendState to() {
        return to;
    }

    /**
     * Returns the events of the run.
     *
     * @return events in their order.
     */
    public List<SendEvent> events() {
        return List.of(events);
    }

    /** Indexes of the rows, in order. */
    int[] rows() {
        return rows;
    }

    boolean has(final int row) {
        for (final int taken : rows) {
            if (taken == row) {
                return true;
            }
        }
        return false;
    }
}
