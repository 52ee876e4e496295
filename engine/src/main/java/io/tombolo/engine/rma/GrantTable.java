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
public final class GrantTable {
    private static final String BY_RELEASE = "S2.18";

    private static final GrantRow[] ROWS = {
        new GrantRow(PartState.FREE, GrantEvent.SHARED_REQUEST, PartState.SHARED, GrantAction.GRANT, "S2.16"),
        new GrantRow(PartState.FREE, GrantEvent.EXCLUSIVE_REQUEST, PartState.EXCLUSIVE, GrantAction.GRANT, "S2.17"),
        new GrantRow(PartState.SHARED, GrantEvent.SHARED_REQUEST, PartState.SHARED, GrantAction.GRANT, "S2.16"),
        new GrantRow(PartState.SHARED, GrantEvent.SHARED_REQUEST_BARRED, PartState.SHARED, GrantAction.QUEUE, "S2.32"),
        new GrantRow(PartState.SHARED, GrantEvent.EXCLUSIVE_REQUEST, PartState.SHARED, GrantAction.QUEUE, "S2.17"),
        new GrantRow(PartState.EXCLUSIVE, GrantEvent.SHARED_REQUEST, PartState.EXCLUSIVE, GrantAction.QUEUE, "S2.15"),
        new GrantRow(PartState.EXCLUSIVE, GrantEvent.SHARED_REQUEST_BARRED, PartState.EXCLUSIVE, GrantAction.QUEUE, "S2.15"),
        new GrantRow(PartState.EXCLUSIVE, GrantEvent.EXCLUSIVE_REQUEST, PartState.EXCLUSIVE, GrantAction.QUEUE, "S2.17"),
        new GrantRow(PartState.SHARED, GrantEvent.RELEASE, PartState.SHARED, GrantAction.NONE, BY_RELEASE),
        new GrantRow(PartState.SHARED, GrantEvent.LAST_RELEASE, PartState.FREE, GrantAction.GRANT_NEXT, BY_RELEASE),
        new GrantRow(PartState.EXCLUSIVE, GrantEvent.LAST_RELEASE, PartState.FREE, GrantAction.GRANT_NEXT, BY_RELEASE),
    };

    private static final int EVENTS = GrantEvent.values().length;
    private static final GrantRow[] INDEX = index();

    private GrantTable() {
    }

    private static GrantRow[] index() {
        final GrantRow[] index = new GrantRow[PartState.values().length * EVENTS];
        for (final GrantRow row : ROWS) {
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
    public static List<GrantRow> rows() {
        return List.of(ROWS);
    }

    /**
     * Finds the row of a state and an event.
     *
     * @throws IllegalStateException if there is none: the event cannot happen there.
     */
    static GrantRow row(final PartState from, final GrantEvent event) {
        final GrantRow row = INDEX[from.ordinal() * EVENTS + event.ordinal()];
        if (row == null) {
            throw new IllegalStateException("lock is " + from + " and cannot take " + event);
        }
        return row;
    }
}
