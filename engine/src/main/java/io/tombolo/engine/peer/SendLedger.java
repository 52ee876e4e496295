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

import io.tombolo.ringbuffers.counters.Counter;
import io.tombolo.ringbuffers.counters.Counters;
import io.tombolo.ringbuffers.transition.Transition;
import java.util.function.Consumer;

/**
 * Counts the transitions of all cursors of one peer, and how many cursors are in each state. One thread at a time.
 */
public final class SendLedger {
    /** States of long messages; the state that explains best why a message does not go on comes first. */
    private static final SendState[] DATA_STATES = {
        SendState.AWAITING_DATA_BUFFERS, SendState.AWAITING_DATA_FLOW, SendState.AWAITING_DATA, SendState.CHECK_DATA_FLOW,
        SendState.AWAITING_DONE_GET};

    private static final SendRun[] RUNS = SendRun.values();

    private final Counters counters;
    private final long[] taken = new long[SendTable.TRANSITIONS.rows().size()];
    private final long[] runs = new long[RUNS.length];
    private final int[] present = new int[SendState.values().length];
    private Consumer<Transition<SendState, SendEvent>> trace;

    /**
     * Creates a ledger with all counts zero.
     *
     * @param counters of the rank.
     */
    public SendLedger(final Counters counters) {
        this.counters = counters;
    }

    void took(final int row, final SendState from, final SendState to) {
        taken[row]++;
        present[from.ordinal()]--;
        present[to.ordinal()]++;
        if (to.counter() != null) {
            counters.increment(to.counter());
        }
        if (trace != null) {
            trace.accept(SendTable.TRANSITIONS.at(row));
        }
    }

    void took(final SendRun run) {
        present[run.from().ordinal()]--;
        began(run);
    }

    void began(final SendRun run) {
        runs[run.ordinal()]++;
        present[run.to().ordinal()]++;
        if (trace != null) {
            for (final int row : run.rows()) {
                trace.accept(SendTable.TRANSITIONS.at(row));
            }
        }
    }

    void began(final SendState state) {
        present[state.ordinal()]++;
    }

    void refused() {
        counters.increment(Counter.SEND_EVENTS_REFUSED);
    }

    /**
     * Returns how often a row was taken.
     *
     * @param row of the table.
     * @return count.
     */
    public long taken(final Transition<SendState, SendEvent> row) {
        final int index = SendTable.TRANSITIONS.row(row.from(), row.event());
        long count = taken[index];
        for (final SendRun run : RUNS) {
            count += run.has(index) ? runs[run.ordinal()] : 0;
        }
        return count;
    }

    /**
     * Returns what holds up long messages.
     *
     * @return the first state of {@link #DATA_STATES} in which a message is; {@link SendState#IDLE} if there are none.
     */
    SendState dataState() {
        for (final SendState state : DATA_STATES) {
            if (present[state.ordinal()] > 0) {
                return state;
            }
        }
        return SendState.IDLE;
    }

    /**
     * Passes each row that is taken to a listener, for tests.
     *
     * @param newTrace or null.
     */
    public void trace(final Consumer<Transition<SendState, SendEvent>> newTrace) {
        trace = newTrace;
    }
}
