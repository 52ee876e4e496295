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
package io.tombolo.extensions.journal.command;

import io.tombolo.extensions.journal.Journal;
import io.tombolo.extensions.journal.JournalCursor;
import io.tombolo.extensions.journal.JournalEvent;
import io.tombolo.extensions.journal.JournalRank;
import io.tombolo.extensions.journal.excerpt.JournalException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The events of several ranks in the order of their times. Events of one rank stay in their order. The clocks of ranks agree to about a
 * millisecond, and a rank reads its clock once a turn, so the order between ranks is only that good.
 */
final class MergedEvents implements AutoCloseable {
    private final List<JournalCursor> cursors = new ArrayList<>();
    private final Set<String> damages = new TreeSet<>();
    private JournalCursor present;

    /** Opens the ranks that a filter takes. */
    MergedEvents(final Journal journal, final EventFilter filter) throws IOException {
        for (final JournalRank rank : journal) {
            if (filter.takes(rank)) {
                final JournalCursor cursor = rank.cursor();
                if (advances(cursor)) {
                    cursors.add(cursor);
                }
            }
        }
    }

    /** Moves to the next event; null at the end. */
    JournalEvent next() throws IOException {
        if (present != null && !advances(present)) {
            cursors.remove(present);
        }
        present = null;
        for (final JournalCursor cursor : cursors) {
            if (present == null || cursor.event().epochNs() < present.event().epochNs()) {
                present = cursor;
            }
        }
        return present == null ? null : present.event();
    }

    private boolean advances(final JournalCursor cursor) throws IOException {
        try {
            if (cursor.next()) {
                return true;
            }
        } catch (final JournalException refused) {
            damages.add(refused.getMessage());
        }
        if (!cursor.damage().isEmpty()) {
            damages.add(cursor.damage());
        }
        cursor.close();
        return false;
    }

    /** Returns the damage that was met, a line each. */
    Set<String> damages() {
        return damages;
    }

    @Override
    public void close() throws IOException {
        for (final JournalCursor cursor : cursors) {
            cursor.close();
        }
    }
}
