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
 * A place in the send machine's table. One thread at a time.
 */
public final class SendCursor {
    private SendLedger ledger;
    private SendState state = SendState.IDLE;

    /**
     * A cursor that has not begun.
     */
    public SendCursor() {
    }

    /**
     * Goes to where a life begins.
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
     * Goes to where a life begins, and takes events that this rank itself has caused at once.
     *
     * @param newLedger of the peer.
     * @param run       of rows, from where the life begins.
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
            // Not every time: a store of a reference costs the collector's barrier too.
            ledger = newLedger;
        }
    }

    /**
     * The one transition: takes the row of the table for an event, and counts it.
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
     * Looks whether the table has a row for an event, and counts a refusal if it has none: for an event that comes from a peer.
     *
     * @param event that a peer says has happened.
     * @return false if it cannot have happened here.
     */
    public boolean takes(final SendEvent event) {
        if (!SendTable.TRANSITIONS.has(state, event)) {
            ledger.refused();
            return false;
        }
        return true;
    }

    /**
     * Takes an event that this rank itself has caused, so that the table has a row for it.
     *
     * @param event that happened.
     * @return true.
     * @throws IllegalStateException if the table has none: the machine is broken.
     */
    public boolean must(final SendEvent event) {
        if (!on(event)) {
            throw new IllegalStateException("the send machine takes no such event: state=" + state + " event=" + event);
        }
        return true;
    }

    /**
     * Takes events that this rank itself has caused, one after the other, in one step.
     *
     * @param run of rows.
     * @throws IllegalStateException if it does not begin here: the machine is broken.
     */
    public void must(final SendRun run) {
        if (state != run.from()) {
            throw new IllegalStateException("the send machine takes no such run: state=" + state + " run=" + run);
        }
        state = run.to();
        ledger.took(run);
    }

    /**
     * Returns where it is.
     *
     * @return state.
     */
    public SendState state() {
        return state;
    }
}
