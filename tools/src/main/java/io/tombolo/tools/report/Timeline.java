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
package io.tombolo.tools.report;

import io.tombolo.ringbuffers.flight.FlightKind;
import io.tombolo.tools.flight.FlightEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The events of ranks within a span of time, as marks and bars.
 *
 * @param fromNs beginning of the span, in nanoseconds since the epoch
 * @param toNs   end of the span
 * @param rows   ranks that have recorded events, by rank
 */
record Timeline(long fromNs, long toNs, Map<Integer, Row> rows) {
    private static final long NO_NUMBER = 0xFFFF_FFFFL;

    /** What a mark stands for. */
    enum Mark {
        /** A message was sent, or its send was posted. */
        SEND,
        /** A receive has got its message. */
        RECEIVE,
        /** A message arrived without a receive. */
        UNEXPECTED,
        /** A peer is gone, or came again. */
        PEER,
        /** A peer has broken the protocol. */
        ERROR,
        /** The rank is gone, as the first of its peers saw. It is not an event of this rank. */
        END
    }

    /** What a bar stands for. */
    enum Wait {
        /** The rank sleeps. */
        SLEEP,
        /** Sends wait for credit or room. */
        STALL,
        /** The lock of a window is awaited. */
        LOCK
    }

    /**
     * A wait.
     *
     * @param kind   its kind
     * @param fromNs beginning, in nanoseconds since the epoch
     * @param toNs   end
     */
    record Bar(Wait kind, long fromNs, long toNs) {
    }

    /**
     * The events of a rank.
     *
     * @param marks times by kind of mark, in nanoseconds since the epoch
     * @param bars  waits, also those that had not ended
     * @param other events that are not drawn
     */
    record Row(Map<Mark, List<Long>> marks, List<Bar> bars, long other) {
        int count(final Mark mark) {
            return marks.getOrDefault(mark, List.of()).size();
        }

        long count(final Wait wait) {
            return bars.stream().filter(bar -> bar.kind() == wait).count();
        }
    }

    /** Collects the events of a rank. A wait is known by its kind and the peer. */
    private static final class Collector {
        private final Map<Mark, List<Long>> marks = new TreeMap<>();
        private final List<Bar> bars = new ArrayList<>();
        private final Map<String, Long> open = new HashMap<>();
        // Messages that a receive has taken, and whose receive may yet be recorded as completed.
        private final Set<Long> taken = new HashSet<>();
        private long other;

        void add(final FlightEntry entry) {
            final Mark mark = mark(entry.kind());
            if (mark == Mark.RECEIVE && isCounted(entry)) {
                other++;
            } else if (mark != null) {
                marks.computeIfAbsent(mark, kind -> new ArrayList<>()).add(entry.timeNs());
            } else if (!isBar(entry)) {
                other++;
            }
        }

        /** Whether this end of a receive brought no message, or a message that has been counted when it was matched. */
        private boolean isCounted(final FlightEntry entry) {
            if (entry.kind() == FlightKind.MATCHED_UNEXPECTED) {
                return !taken.add(message(entry));
            }
            return entry.number() == NO_NUMBER || entry.kind() == FlightKind.RECEIVE_COMPLETED && taken.remove(message(entry));
        }

        private boolean isBar(final FlightEntry entry) {
            if (entry.kind() == null) {
                return false;
            }
            switch (entry.kind()) {
                case SLEPT -> open.put(key(Wait.SLEEP, -1), entry.timeNs());
                case WOKE -> end(Wait.SLEEP, -1, entry);
                case STALL_BEGAN -> open.put(key(Wait.STALL, entry.peer()), entry.timeNs());
                case STALL_ENDED -> end(Wait.STALL, entry.peer(), entry);
                case LOCK_AWAITED -> open.put(key(Wait.LOCK, entry.peer()), entry.timeNs());
                case LOCK_GRANTED, LOCK_GIVEN_UP -> end(Wait.LOCK, entry.peer(), entry);
                default -> {
                    return false;
                }
            }
            return true;
        }

        private void end(final Wait wait, final int peer, final FlightEntry entry) {
            final Long began = open.remove(key(wait, peer));
            if (began != null) {
                bars.add(new Bar(wait, began, Math.max(began, entry.timeNs())));
            } else {
                // Its beginning was overwritten, or it had to wait twice in a row.
                other++;
            }
        }

        void end(final long timeNs) {
            marks.computeIfAbsent(Mark.END, kind -> new ArrayList<>()).add(timeNs);
        }

        Row row(final long endNs) {
            open.forEach((key, began) ->
                bars.add(new Bar(Wait.valueOf(key.substring(0, key.indexOf(' '))), began, Math.max(began, endNs))));
            return new Row(marks, List.copyOf(bars), other);
        }

        private static String key(final Wait wait, final int peer) {
            return wait.name() + ' ' + peer;
        }
    }

    /** The peer and the number of an event in one word. */
    private static long message(final FlightEntry entry) {
        return (long) entry.peer() << Integer.SIZE | entry.number();
    }

    private static Mark mark(final FlightKind kind) {
        if (kind == null) {
            return null;
        }
        return switch (kind) {
            case SENT, SEND_POSTED -> Mark.SEND;
            case RECEIVED, RECEIVE_COMPLETED, MATCHED_UNEXPECTED -> Mark.RECEIVE;
            case ARRIVED_UNEXPECTED -> Mark.UNEXPECTED;
            case PEER_GONE, PEER_CAME -> Mark.PEER;
            case PROTOCOL_ERROR -> Mark.ERROR;
            default -> null;
        };
    }

    /** Puts events together that are in the order of their times. Waits that have not ended go on to the end of the span. */
    static Timeline of(final List<FlightEntry> entries) {
        final Map<Integer, Collector> collectors = new TreeMap<>();
        for (final FlightEntry entry : entries) {
            collectors.computeIfAbsent(entry.rank(), rank -> new Collector()).add(entry);
        }
        final Set<Long> ends = new HashSet<>();
        for (final FlightEntry entry : entries) {
            // The number is the incarnation. A damaged event may name any rank.
            if (entry.kind() == FlightKind.PEER_GONE && collectors.containsKey(entry.peer()) && ends.add(message(entry))) {
                collectors.get(entry.peer()).end(entry.timeNs());
            }
        }
        final long from = entries.stream().mapToLong(FlightEntry::timeNs).min().orElse(0);
        final long to = entries.stream().mapToLong(FlightEntry::timeNs).max().orElse(0);
        final Map<Integer, Row> rows = new TreeMap<>();
        collectors.forEach((rank, collector) -> rows.put(rank, collector.row(to)));
        return new Timeline(from, to, rows);
    }

    /** The same ranks with what happened within a shorter span. */
    Timeline within(final long newFromNs, final long newToNs) {
        final Map<Integer, Row> within = new TreeMap<>();
        rows.forEach((rank, row) -> {
            final Map<Mark, List<Long>> marks = new TreeMap<>();
            row.marks.forEach(
                (mark, times) -> marks.put(mark, times.stream().filter(time -> time >= newFromNs && time <= newToNs).toList()));
            within.put(rank, new Row(marks, row.bars.stream().filter(bar -> bar.toNs >= newFromNs && bar.fromNs <= newToNs)
                .map(bar -> new Bar(bar.kind, Math.max(newFromNs, bar.fromNs), Math.min(newToNs, bar.toNs))).toList(), row.other));
        });
        return new Timeline(newFromNs, newToNs, within);
    }
}
