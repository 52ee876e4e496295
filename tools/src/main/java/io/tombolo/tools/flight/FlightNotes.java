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
package io.tombolo.tools.flight;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Says what the events of ranks lack, once. Not thread-safe.
 */
final class FlightNotes {
    /** Ranks that are named one by one; more are counted. */
    private static final int FEW = 8;

    private final BitSet leavesOut = new BitSet();

    /** Lines about ranks that have begun to record. */
    List<String> of(final List<FlightCursor> begun) {
        final List<String> lines = new ArrayList<>();
        final List<FlightCursor> partial =
            begun.stream().filter(cursor -> !cursor.hasAllMessages() && !leavesOut.get(cursor.rank())).toList();
        partial.forEach(cursor -> leavesOut.set(cursor.rank()));
        if (!partial.isEmpty()) {
            lines.add(who(partial) + (partial.size() == 1 ? " leaves" : " leave") +
                " out short messages that complete at once (tombolo.flight.messages=all records them)");
        }
        final List<FlightCursor> full = begun.stream().filter(cursor -> cursor.overwritten() > 0).toList();
        if (!full.isEmpty()) {
            final String most = " keeps its last " + full.get(0).capacity() + " events (tombolo.flight.events)";
            lines.add(full.size() == 1 ?
                who(full) + most + "; " + full.get(0).overwritten() + " were overwritten" : "each of " + who(full) + most +
                "; older ones were overwritten");
        }
        return lines;
    }

    /** A line about events that were lost while they were read. */
    static String missed(final int rank, final long events) {
        return "rank " + rank + ": " + (events == 1 ? "1 event was overwritten before it was read" :
            events + " events were overwritten before they were read");
    }

    private static String who(final List<FlightCursor> cursors) {
        if (cursors.size() > FEW) {
            return cursors.size() + " ranks";
        }
        return cursors.stream().map(cursor -> Integer.toString(cursor.rank()))
            .collect(Collectors.joining(" ", cursors.size() == 1 ? "rank " : "ranks ", ""));
    }
}
