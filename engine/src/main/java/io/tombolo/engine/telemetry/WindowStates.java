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
 * Shows the windows of a rank, and who holds and awaits the lock of its part. One writer, the progress owner; readers are other processes.
 * Stores are opaque, the id's alone releases what was stored before. Nothing allocates.
 */
public final class WindowStates {
    /** No place: the window is not shown. */
    public static final int NONE = -1;

    private final AtomicBuffer section;
    private final int ranks;
    private int ticket;

    /**
     * States over a section of zeros.
     *
     * @param section of the rank file.
     * @param ranks   of the job.
     */
    public WindowStates(final AtomicBuffer section, final int ranks) {
        this.section = section;
        this.ranks = ranks;
    }

    /**
     * Shows a window.
     *
     * @param id     of it, positive.
     * @param mode   code of its mode.
     * @param length of this rank's part.
     * @param size   ranks of the window.
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
     * Shows a window no more.
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
     * Shows the lock.
     *
     * @param place    of the window.
     * @param state    code of its state.
     * @param holders  who have it.
     * @param waiting  who wait for it.
     * @param bypasses shared ones that went past the oldest exclusive one that waits.
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
     * Shows what a rank has to do with the lock.
     *
     * @param place of the window.
     * @param rank  in the world.
     * @param code  one of {@link WindowStateDescriptor}'s.
     * @param nowNs on this JVM's clock.
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
