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
package io.tombolo.ringbuffers.window;

import static io.tombolo.ringbuffers.window.LockState.ABANDONED;
import static io.tombolo.ringbuffers.window.LockState.CLOSING;
import static io.tombolo.ringbuffers.window.LockState.DEAD;
import static io.tombolo.ringbuffers.window.LockState.EXCLUSIVE;
import static io.tombolo.ringbuffers.window.LockState.IDLE;
import static io.tombolo.ringbuffers.window.LockState.QUEUED;
import static io.tombolo.ringbuffers.window.LockState.SHARED;

import java.util.List;

/**
 * The state table of a window's lock: each row leads from a state of a rank by an event to its next state. In the last rows another rank
 * causes the event; the state before is what shared memory says of the dead rank.
 */
public final class LockTable {
    private static final String BY_DEATH = "T2.11";
    private static final String BY_TIME = "S2.32";

    private static final LockRow[] ROWS = {
        new LockRow(IDLE, LockEvent.SHARED_GRANTED, SHARED, "S2.16"),
        new LockRow(IDLE, LockEvent.EXCLUSIVE_GRANTED, EXCLUSIVE, "S2.17"),
        new LockRow(IDLE, LockEvent.SHARERS_INSIDE, CLOSING, "S2.17"),
        new LockRow(IDLE, LockEvent.LINED_UP, QUEUED, "S2.15, S2.17"),
        new LockRow(QUEUED, LockEvent.SHARED_GRANTED, SHARED, "S2.18"),
        new LockRow(QUEUED, LockEvent.EXCLUSIVE_GRANTED, EXCLUSIVE, "S2.18"),
        new LockRow(QUEUED, LockEvent.SHARERS_INSIDE, CLOSING, "S2.18"),
        new LockRow(QUEUED, LockEvent.TIME_UP, ABANDONED, BY_TIME),
        new LockRow(CLOSING, LockEvent.SHARERS_LEFT, EXCLUSIVE, "S2.18"),
        new LockRow(CLOSING, LockEvent.TIME_UP, IDLE, BY_TIME),
        new LockRow(ABANDONED, LockEvent.ASKED_AGAIN, QUEUED, BY_TIME),
        new LockRow(ABANDONED, LockEvent.SLOT_FREED, IDLE, BY_TIME),
        new LockRow(SHARED, LockEvent.RELEASED, IDLE, "S2.8"),
        new LockRow(EXCLUSIVE, LockEvent.RELEASED, IDLE, "S2.8"),
        new LockRow(QUEUED, LockEvent.DIED, DEAD, BY_DEATH),
        new LockRow(CLOSING, LockEvent.DIED, DEAD, BY_DEATH),
        new LockRow(SHARED, LockEvent.DIED, DEAD, BY_DEATH),
        new LockRow(EXCLUSIVE, LockEvent.DIED, DEAD, BY_DEATH),
    };

    private static final int EVENTS = LockEvent.values().length;
    private static final LockState[] NEXT = index();

    private LockTable() {
    }

    private static LockState[] index() {
        final LockState[] next = new LockState[LockState.values().length * EVENTS];
        for (final LockRow row : ROWS) {
            final int place = row.from().ordinal() * EVENTS + row.event().ordinal();
            if (next[place] != null) {
                throw new IllegalStateException("two rows for " + row);
            }
            next[place] = row.to();
        }
        return next;
    }

    /**
     * Returns all rows.
     *
     * @return the rows, in the order of the table.
     */
    public static List<LockRow> rows() {
        return List.of(ROWS);
    }

    /** Returns the state after an event. */
    static LockState next(final LockState from, final LockEvent event) {
        final LockState next = NEXT[from.ordinal() * EVENTS + event.ordinal()];
        if (next == null) {
            throw new IllegalStateException("state=" + from + " event=" + event);
        }
        return next;
    }
}
