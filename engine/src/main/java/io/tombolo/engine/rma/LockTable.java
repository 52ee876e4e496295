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
public final class LockTable {
    private static final String BY_RELEASE = "S2.18";

    private static final LockRow[] ROWS = {
        new LockRow(LockState.FREE, LockEvent.SHARED_REQUEST, LockState.SHARED, LockAction.GRANT, "S2.16"),
        new LockRow(LockState.FREE, LockEvent.EXCLUSIVE_REQUEST, LockState.EXCLUSIVE, LockAction.GRANT, "S2.17"),
        new LockRow(LockState.SHARED, LockEvent.SHARED_REQUEST, LockState.SHARED, LockAction.GRANT, "S2.16"),
        new LockRow(LockState.SHARED, LockEvent.SHARED_REQUEST_BARRED, LockState.SHARED, LockAction.QUEUE, "S2.32"),
        new LockRow(LockState.SHARED, LockEvent.EXCLUSIVE_REQUEST, LockState.SHARED, LockAction.QUEUE, "S2.17"),
        new LockRow(LockState.EXCLUSIVE, LockEvent.SHARED_REQUEST, LockState.EXCLUSIVE, LockAction.QUEUE, "S2.15"),
        new LockRow(LockState.EXCLUSIVE, LockEvent.SHARED_REQUEST_BARRED, LockState.EXCLUSIVE, LockAction.QUEUE, "S2.15"),
        new LockRow(LockState.EXCLUSIVE, LockEvent.EXCLUSIVE_REQUEST, LockState.EXCLUSIVE, LockAction.QUEUE, "S2.17"),
        new LockRow(LockState.SHARED, LockEvent.RELEASE, LockState.SHARED, LockAction.NONE, BY_RELEASE),
        new LockRow(LockState.SHARED, LockEvent.LAST_RELEASE, LockState.FREE, LockAction.GRANT_NEXT, BY_RELEASE),
        new LockRow(LockState.EXCLUSIVE, LockEvent.LAST_RELEASE, LockState.FREE, LockAction.GRANT_NEXT, BY_RELEASE),
    };

    private static final int EVENTS = LockEvent.values().length;
    private static final LockRow[] INDEX = index();

    private LockTable() {
    }

    private static LockRow[] index() {
        final LockRow[] index = new LockRow[LockState.values().length * EVENTS];
        for (final LockRow row : ROWS) {
            final int place = row.from().ordinal() * EVENTS + row.event().ordinal();
            if (index[place] != null) {
                throw new IllegalStateException("two rows for " + row);
            }
            index[place] = row;
        }
        return index;
    }

    /**
     * Returns the rows.
     *
     * @return all of them.
     */
    public static List<LockRow> rows() {
        return List.of(ROWS);
    }

    /**
     * Finds the row of a state and an event.
     *
     * @throws IllegalStateException if there is none: the event cannot happen there.
     */
    static LockRow row(final LockState from, final LockEvent event) {
        final LockRow row = INDEX[from.ordinal() * EVENTS + event.ordinal()];
        if (row == null) {
            throw new IllegalStateException("lock is " + from + " and cannot take " + event);
        }
        return row;
    }
}
