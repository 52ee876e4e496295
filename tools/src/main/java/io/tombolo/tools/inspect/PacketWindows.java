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
package io.tombolo.tools.inspect;

import static io.tombolo.ringbuffers.job.WindowStateDescriptor.BYPASSES_OFFSET;
import static io.tombolo.ringbuffers.job.WindowStateDescriptor.CODE_OFFSET;
import static io.tombolo.ringbuffers.job.WindowStateDescriptor.HOLDS_EXCLUSIVE;
import static io.tombolo.ringbuffers.job.WindowStateDescriptor.HOLDS_SHARED;
import static io.tombolo.ringbuffers.job.WindowStateDescriptor.ID_OFFSET;
import static io.tombolo.ringbuffers.job.WindowStateDescriptor.LENGTH_OFFSET;
import static io.tombolo.ringbuffers.job.WindowStateDescriptor.PLACES;
import static io.tombolo.ringbuffers.job.WindowStateDescriptor.STATE_OFFSET;
import static io.tombolo.ringbuffers.job.WindowStateDescriptor.TAINTED_OFFSET;
import static io.tombolo.ringbuffers.job.WindowStateDescriptor.TICKET_OFFSET;
import static io.tombolo.ringbuffers.job.WindowStateDescriptor.TIME_OFFSET;
import static io.tombolo.ringbuffers.job.WindowStateDescriptor.WAITS_EXCLUSIVE;
import static io.tombolo.ringbuffers.job.WindowStateDescriptor.WAITS_SHARED;

import io.tombolo.engine.rma.PartState;
import io.tombolo.ringbuffers.job.GeometrySetting;
import io.tombolo.ringbuffers.job.JobDirectory;
import io.tombolo.ringbuffers.job.RankFile;
import io.tombolo.ringbuffers.job.RankFileSection;
import io.tombolo.ringbuffers.job.WindowStateDescriptor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.agrona.concurrent.AtomicBuffer;

/**
 * Reads the parts of windows in packet mode, which each rank publishes in its rank file.
 */
final class PacketWindows {
    private static final String MODE = "packet";

    private final AtomicBuffer section;
    private final JobDirectory job;
    private final RankClock clock;
    private final int rank;

    private PacketWindows(final JobDirectory job, final int rank, final AtomicBuffer section) {
        this.job = job;
        this.rank = rank;
        this.section = section;
        this.clock = RankClock.of(job, rank);
    }

    /** The parts of one rank; none if its file cannot be read, which the view of the rank says. */
    static List<WindowView> read(final JobDirectory job, final int rank) {
        final int incarnation = job.incarnation(rank);
        if (incarnation == 0) {
            return List.of();
        }
        try (RankFile file = RankFile.attach(job, rank, incarnation)) {
            return new PacketWindows(job, rank, file.section(RankFileSection.WINDOWS)).read();
        } catch (final IOException ex) {
            return List.of();
        }
    }

    private List<WindowView> read() {
        final List<WindowView> windows = new ArrayList<>();
        for (int place = 0; place < PLACES; place++) {
            final int at = WindowStateDescriptor.offset(place, job.size());
            // Acquire; partner: the release store when the window is shown.
            final int id = section.getIntVolatile(at + ID_OFFSET);
            if (id != 0) {
                windows.add(read(place, at, id));
            }
        }
        return windows;
    }

    private WindowView read(final int place, final int at, final int id) {
        final PartState state = PartState.of(section.getInt(at + STATE_OFFSET));
        final List<Integer> holders = new ArrayList<>();
        final List<Ticket> waiting = new ArrayList<>();
        for (int other = 0; other < job.size(); other++) {
            final int entry = WindowStateDescriptor.entryOffset(place, job.size(), other);
            final int code = section.getInt(entry + CODE_OFFSET);
            if (code == HOLDS_SHARED || code == HOLDS_EXCLUSIVE) {
                holders.add(other);
            } else if (code == WAITS_SHARED || code == WAITS_EXCLUSIVE) {
                waiting.add(new Ticket(section.getInt(entry + TICKET_OFFSET), new WindowView.Waiter(
                    other, (code == WAITS_SHARED ? PartState.SHARED : PartState.EXCLUSIVE).label(),
                    clock.wallMs(section.getLong(entry + TIME_OFFSET)))));
            }
        }
        waiting.sort(Comparator.comparingInt(Ticket::number));
        return new WindowView(
            rank, id, MODE, section.getLong(at + LENGTH_OFFSET), state == null ? "its lock is in an unknown state" : "",
            state == null || state == PartState.FREE ? "none" : state.label(), false, holders,
            waiting.stream().map(Ticket::waiter).toList(), section.getInt(at + BYPASSES_OFFSET), limit(),
            section.getInt(at + TAINTED_OFFSET) - 1);
    }

    private long limit() {
        final long limit = job.geometry().value(GeometrySetting.WINDOW_BYPASSES);
        return limit == Long.MAX_VALUE ? -1 : limit;
    }

    private record Ticket(int number, WindowView.Waiter waiter) {
    }
}
