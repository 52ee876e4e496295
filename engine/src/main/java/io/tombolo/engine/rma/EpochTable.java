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

import java.util.List;

/**
 * The epochs of a rank at one target: which event leads from which state to which. What has no row cannot happen; a packet that comes
 * where it has none was not due.
 * <pre>
 *   free            lock asked: awaits grant; sent with lock, issued: under way; own granted: held
 *   awaits grant    granted: under way; given up: abandoned
 *   abandoned       granted: gives back
 *   gives back      done: free
 *   held            issued: under way
 *   under way       ack wanted: awaits done; ended: held; ended last: free
 *   awaits done     done: under way
 *   failed          ended, ended last: free
 *
 *   where the target is gone or there is no way to it, what is under way fails, and all else is free
 * </pre>
 */
public final class EpochTable {
    private static final String BY_DEATH = "T2.11";

    private static final EpochRow[] ROWS = {
        new EpochRow(EpochState.FREE, EpochEvent.LOCK_ASKED, EpochState.AWAITS_GRANT, "S2.6"),
        new EpochRow(EpochState.FREE, EpochEvent.SENT_WITH_LOCK, EpochState.UNDER_WAY, "S2.19"),
        new EpochRow(EpochState.FREE, EpochEvent.ISSUED, EpochState.UNDER_WAY, "S2.7"),
        new EpochRow(EpochState.FREE, EpochEvent.OWN_GRANTED, EpochState.HELD, "S2.29"),
        new EpochRow(EpochState.HELD, EpochEvent.ISSUED, EpochState.UNDER_WAY, "S2.7"),
        new EpochRow(EpochState.AWAITS_GRANT, EpochEvent.GRANTED, EpochState.UNDER_WAY, "S2.6"),
        new EpochRow(EpochState.AWAITS_GRANT, EpochEvent.GIVEN_UP, EpochState.ABANDONED, "S2.34"),
        new EpochRow(EpochState.ABANDONED, EpochEvent.GRANTED, EpochState.GIVES_BACK, "S2.8"),
        new EpochRow(EpochState.GIVES_BACK, EpochEvent.DONE, EpochState.FREE, "S2.9"),
        new EpochRow(EpochState.UNDER_WAY, EpochEvent.ACK_WANTED, EpochState.AWAITS_DONE, "S2.9"),
        new EpochRow(EpochState.AWAITS_DONE, EpochEvent.DONE, EpochState.UNDER_WAY, "S2.9"),
        new EpochRow(EpochState.UNDER_WAY, EpochEvent.ENDED, EpochState.HELD, "S2.34"),
        new EpochRow(EpochState.UNDER_WAY, EpochEvent.ENDED_LAST, EpochState.FREE, "S2.8"),
        new EpochRow(EpochState.FREE, EpochEvent.REFUSED, EpochState.FAILED, BY_DEATH),
        new EpochRow(EpochState.HELD, EpochEvent.REFUSED, EpochState.FAILED, BY_DEATH),
        new EpochRow(EpochState.FREE, EpochEvent.TARGET_GONE, EpochState.FREE, BY_DEATH),
        new EpochRow(EpochState.HELD, EpochEvent.TARGET_GONE, EpochState.FREE, BY_DEATH),
        new EpochRow(EpochState.ABANDONED, EpochEvent.TARGET_GONE, EpochState.FREE, BY_DEATH),
        new EpochRow(EpochState.GIVES_BACK, EpochEvent.TARGET_GONE, EpochState.FREE, BY_DEATH),
        new EpochRow(EpochState.AWAITS_GRANT, EpochEvent.TARGET_GONE, EpochState.FAILED, BY_DEATH),
        new EpochRow(EpochState.UNDER_WAY, EpochEvent.TARGET_GONE, EpochState.FAILED, BY_DEATH),
        new EpochRow(EpochState.AWAITS_DONE, EpochEvent.TARGET_GONE, EpochState.FAILED, BY_DEATH),
        new EpochRow(EpochState.FAILED, EpochEvent.TARGET_GONE, EpochState.FAILED, BY_DEATH),
        new EpochRow(EpochState.FAILED, EpochEvent.ENDED, EpochState.FREE, BY_DEATH),
        new EpochRow(EpochState.FAILED, EpochEvent.ENDED_LAST, EpochState.FREE, BY_DEATH),
    };

    private static final int EVENTS = EpochEvent.values().length;
    private static final EpochState[] INDEX = index();

    private EpochTable() {
    }

    private static EpochState[] index() {
        final EpochState[] index = new EpochState[EpochState.values().length * EVENTS];
        for (final EpochRow row : ROWS) {
            final int place = place(row.from(), row.event());
            if (index[place] != null) {
                throw new IllegalStateException("two rows for " + row);
            }
            index[place] = row.to();
        }
        return index;
    }

    private static int place(final EpochState from, final EpochEvent event) {
        return from.ordinal() * EVENTS + event.ordinal();
    }

    /**
     * Returns the rows.
     *
     * @return all of them.
     */
    public static List<EpochRow> rows() {
        return List.of(ROWS);
    }

    /**
     * Returns whether an event is due.
     */
    static boolean isDue(final EpochState from, final EpochEvent event) {
        return INDEX[place(from, event)] != null;
    }

    /**
     * Finds the state after an event.
     *
     * @throws IllegalStateException if the event cannot happen there.
     */
    static EpochState next(final EpochState from, final EpochEvent event) {
        final EpochState next = INDEX[place(from, event)];
        if (next == null) {
            throw new IllegalStateException("epoch is " + from + " and cannot take " + event);
        }
        return next;
    }
}
