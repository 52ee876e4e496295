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
package io.tombolo.engine.telemetry;

import io.tombolo.ringbuffers.job.WindowStateDescriptor;
import org.agrona.concurrent.AtomicBuffer;

/**
 * Shows the windows of a rank in the rank file, and the ranks that hold or await the lock of its part ({@link WindowStateDescriptor}). The
 * progress owner writes; other processes read. Stores are opaque, except that the store of the id is a release. Methods allocate nothing.
 */
public final class WindowStates {
    /** No place is free: the window is not shown. */
    public static final int NONE = -1;

    private final AtomicBuffer section;
    private final int ranks;
    private int ticket;

    /**
     * Creates a view of the section.
     *
     * @param section of the rank file, zeros at first.
     * @param ranks   number of ranks of the job.
     */
    public WindowStates(final AtomicBuffer section, final int ranks) {
        this.section = section;
        this.ranks = ranks;
    }

    /**
     * Shows a window.
     *
     * @param id     of the window, positive.
     * @param mode   code of its mode.
     * @param length of this rank's part, bytes.
     * @param size   number of ranks of the window.
     * @return its place, or {@link #NONE} if all are taken.
     */
    public int open(final int id, final int mode, final long length, final int size) {
        for (int place = 0; place < WindowStateDescriptor.PLACES; place++) {
            final int at = WindowStateDescriptor.offset(place, ranks);
            if (section.getInt(at + WindowStateDescriptor.ID_OFFSET) == 0) {
                section.putIntOpaque(at + WindowStateDescriptor.MODE_OFFSET, mode);
                section.putLongOpaque(at + WindowStateDescriptor.LENGTH_OFFSET, length);
                section.putIntOpaque(at + WindowStateDescriptor.RANKS_OFFSET, size);
                // Release; partner: the acquire load of an inspector.
                section.putIntRelease(at + WindowStateDescriptor.ID_OFFSET, id);
                return place;
            }
        }
        return NONE;
    }

    /**
     * Removes a window.
     *
     * @param place from {@link #open}.
     */
    public void close(final int place) {
        if (place != NONE) {
            final int at = WindowStateDescriptor.offset(place, ranks);
            section.putIntRelease(at + WindowStateDescriptor.ID_OFFSET, 0);
            section.setMemory(
                at, WindowStateDescriptor.offset(1, ranks), (byte) 0);
        }
    }

    /**
     * Shows the state of a lock.
     *
     * @param place    of the window.
     * @param state    code of the lock's state.
     * @param holders  number of ranks that hold it.
     * @param waiting  number of ranks that wait for it.
     * @param bypasses number of shared locks that passed the oldest exclusive one that waits.
     */
    public void lock(final int place, final int state, final int holders, final int waiting, final int bypasses) {
        if (place != NONE) {
            final int at = WindowStateDescriptor.offset(place, ranks);
            section.putIntOpaque(at + WindowStateDescriptor.STATE_OFFSET, state);
            section.putIntOpaque(at + WindowStateDescriptor.HOLDERS_OFFSET, holders);
            section.putIntOpaque(at + WindowStateDescriptor.WAITING_OFFSET, waiting);
            section.putIntOpaque(at + WindowStateDescriptor.BYPASSES_OFFSET, bypasses);
        }
    }

    /**
     * Shows the part of a rank in the lock.
     *
     * @param place of the window.
     * @param rank  in the world.
     * @param code  one of the codes of {@link WindowStateDescriptor}.
     * @param nowNs {@link System#nanoTime()} of this process.
     */
    public void rank(final int place, final int rank, final int code, final long nowNs) {
        if (place != NONE) {
            final int at = WindowStateDescriptor.entryOffset(place, ranks, rank);
            section.putIntOpaque(at + WindowStateDescriptor.TICKET_OFFSET, ++ticket);
            section.putLongOpaque(at + WindowStateDescriptor.TIME_OFFSET, nowNs);
            section.putIntOpaque(at + WindowStateDescriptor.CODE_OFFSET, code);
        }
    }

    /**
     * Shows that a holder has died.
     *
     * @param place of the window.
     * @param rank  of the holder, in the world.
     */
    public void taint(final int place, final int rank) {
        if (place != NONE) {
            section.putIntOpaque(WindowStateDescriptor.offset(place, ranks) + WindowStateDescriptor.TAINTED_OFFSET, 1 + rank);
        }
    }
}
