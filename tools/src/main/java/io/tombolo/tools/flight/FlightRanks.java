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

import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.RankFile;
import io.tombolo.ringbuffers.job.RankRow;
import io.tombolo.ringbuffers.job.RankState;
import io.tombolo.tools.inspect.Liveness;
import io.tombolo.tools.inspect.LivenessProbe;
import io.tombolo.tools.text.ScreenText;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The flight recorders of the ranks of a job, each of the last incarnation. Not thread-safe.
 */
final class FlightRanks implements AutoCloseable {
    /** In place of a time: all events are written. */
    static final long FOREVER = Long.MAX_VALUE;

    private static final Comparator<FlightCursor> BY_TIME = Comparator.comparingLong(FlightCursor::timeNs)
        .thenComparingInt(FlightCursor::rank).thenComparingInt(FlightCursor::incarnation);

    private final JobDirectory job;
    private final LivenessProbe probe;
    private final int[] shown;
    private final FlightClock clock = new FlightClock();
    private final TreeMap<Integer, FlightCursor> cursors = new TreeMap<>();
    private final List<FlightCursor> replaced = new ArrayList<>();
    private final List<FlightCursor> silent = new ArrayList<>();
    // By rank, 0 for none: the incarnation whose file was found to be unreadable.
    private final int[] unreadable;

    FlightRanks(final JobDirectory job, final int only) {
        this.job = job;
        this.probe = new LivenessProbe(job);
        this.shown = only == FlightOptions.ALL ? IntStream.range(0, job.size()).toArray() : new int[] {only};
        this.unreadable = new int[job.size()];
    }

    /** Maps the files of ranks that have joined since the last call. Returns why ranks cannot be read, each once. */
    List<String> attach() {
        final List<String> problems = new ArrayList<>();
        for (final int rank : shown) {
            final int incarnation = job.incarnation(rank);
            final FlightCursor present = cursors.get(rank);
            if (incarnation > 0 && incarnation != unreadable[rank] && (present == null || present.incarnation() != incarnation)) {
                attach(job.row(rank), problems);
            }
        }
        return problems;
    }

    private void attach(final RankRow row, final List<String> problems) {
        final int rank = row.rank();
        try {
            final FlightCursor cursor = new FlightCursor(RankFile.attach(job, rank, row.incarnation()), row, clock);
            final FlightCursor before = cursors.put(rank, cursor);
            silent.add(cursor);
            if (cursor.isRefused()) {
                problems.add("rank " + rank + " cannot be read: the number of its events cannot be, its file is damaged");
            }
            if (before != null) {
                replaced.add(before);
            }
        } catch (final IOException ex) {
            // A rank that joins may not have made its file yet.
            if (row.state() != RankState.JOINING) {
                unreadable[rank] = row.incarnation();
                problems.add("rank " + rank + " cannot be read: " +
                    ScreenText.printable(ex.getMessage() + (ex instanceof NoSuchFileException ? ": there is no such file" : "")));
            }
        }
    }

    Collection<FlightCursor> cursors() {
        return cursors.values();
    }

    /** Whether no rank is alive although some have joined. Looks at all ranks of the job: those that are not shown may be restarted. */
    boolean haveEnded() {
        boolean hasJoined = false;
        for (int rank = 0; rank < job.size(); rank++) {
            final Liveness liveness = probe.of(job.row(rank));
            if (liveness == Liveness.ALIVE) {
                return false;
            }
            hasJoined |= liveness != Liveness.ABSENT;
        }
        return hasJoined;
    }

    /** The present time of the ranks, in nanoseconds since the epoch. */
    long nowNs() {
        return clock.now();
    }

    /** Ranks that have begun to record since the last call. */
    List<FlightCursor> takeBegun() {
        final List<FlightCursor> begun = silent.stream().filter(FlightCursor::hasBegun).toList();
        silent.removeAll(begun);
        return begun;
    }

    /**
     * Writes the events that were recorded since the last pass, in the order of their times.
     *
     * @param untilNs later events wait for the next pass; nanoseconds since the epoch
     * @param output  gets the events
     * @return how many
     */
    long pass(final long untilNs, final FlightOutput output) {
        final PriorityQueue<FlightCursor> due = new PriorityQueue<>(BY_TIME);
        for (final FlightCursor cursor : replaced) {
            if (cursor.begin(FOREVER)) {
                due.add(cursor);
            }
        }
        for (final FlightCursor cursor : cursors.values()) {
            if (cursor.begin(untilNs)) {
                due.add(cursor);
            }
        }
        long events = 0;
        for (FlightCursor cursor = due.poll(); cursor != null; cursor = due.poll()) {
            output.event(cursor, cursor.takeMissed());
            cursor.shown();
            events++;
            if (cursor.advance()) {
                due.add(cursor);
            }
        }
        cursors.values().forEach(FlightCursor::end);
        replaced.forEach(FlightCursor::close);
        replaced.clear();
        return events;
    }

    @Override
    public void close() {
        cursors.values().forEach(FlightCursor::close);
        replaced.forEach(FlightCursor::close);
    }
}
