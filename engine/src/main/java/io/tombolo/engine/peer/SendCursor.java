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

/**
 * The current state of one send queue or long message in {@link SendTable}. One thread at a time.
 */
public final class SendCursor {
    private SendLedger ledger;
    private SendState state = SendState.IDLE;

    /**
     * Creates a cursor in state {@link SendState#IDLE}; {@link #begin} gives it a ledger.
     */
    public SendCursor() {
    }

    /**
     * Begins in a state.
     *
     * @param newLedger of the peer.
     * @param start     {@link SendState#IDLE} for a queue, {@link SendState#POST_CONTROL} for a long message.
     */
    public void begin(final SendLedger newLedger, final SendState start) {
        begin(newLedger);
        state = start;
        ledger.began(start);
    }

    /**
     * Begins in the first state of a run, and takes the run at once.
     *
     * @param newLedger of the peer.
     * @param run       to take.
     */
    public void begin(final SendLedger newLedger, final SendRun run) {
        begin(newLedger);
        state = run.to();
        ledger.began(run);
    }

    private void begin(final SendLedger newLedger) {
        if (state != SendState.IDLE) {
            throw new IllegalStateException("the send machine is busy: state=" + state);
        }
        if (ledger != newLedger) {
            // Stored only if it changes: the store of a reference includes a write barrier.
            ledger = newLedger;
        }
    }

    /**
     * Takes the transition of an event, and counts it. Every single transition goes through here.
     *
     * @param event that happened.
     * @return false, with nothing changed and the refusal counted, if the table has no row for it.
     */
    public boolean on(final SendEvent event) {
        if (!takes(event)) {
            return false;
        }
        final SendState from = state;
        final int row = SendTable.TRANSITIONS.row(from, event);
        final SendState to = SendTable.TRANSITIONS.to(row);
        state = to;
        ledger.took(row, from, to);
        return true;
    }

    /**
     * Checks an event that a peer reports. Counts a refusal if the table has no row for it.
     *
     * @param event that the peer reports.
     * @return false if it cannot happen in this state.
     */
    public boolean takes(final SendEvent event) {
        if (!SendTable.TRANSITIONS.has(state, event)) {
            ledger.refused();
            return false;
        }
        return true;
    }

    /**
     * Takes an event that this rank itself has caused. The table must have a row for it.
     *
     * @param event that happened.
     * @return true.
     * @throws IllegalStateException if the table has none, which is a defect of the engine.
     */
    public boolean must(final SendEvent event) {
        if (!on(event)) {
            throw new IllegalStateException("the send machine takes no such event: state=" + state + " event=" + event);
        }
        return true;
    }

    /**
     * Takes the events of a run in one step. This rank itself has caused them.
     *
     * @param run to take.
     * @throws IllegalStateException if the run does not begin in this state, which is a defect of the engine.
     */
    public void must(final SendRun run) {
        if (state != run.from()) {
            throw new IllegalStateException("the send machine takes no such run: state=" + state + " run=" + run);
        }
        state = run.to();
        ledger.took(run);
    }

    /**
     * Returns the current state.
     *
     * @return state.
     */
    public SendState state() {
        return state;
    }
}
