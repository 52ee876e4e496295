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
package io.tombolo.ringbuffers.flight;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads the events of a rank in order, while it writes them or after its death. Events that the rank has overwritten are skipped and
 * counted. A number of recorded events that cannot be is not believed: nothing is read until it is right again. Allocates nothing. One
 * thread at a time.
 */
public final class FlightReader {
    private final AtomicBuffer section;
    private final long capacity;
    private final RecordedCount count;
    private long next;
    private long missed;

    /**
     * Begins with the oldest event that is there.
     *
     * @param section of the rank file, maybe mapped read-only.
     */
    public FlightReader(final AtomicBuffer section) {
        this.section = section;
        this.capacity = FlightDescriptor.capacity(section.capacity());
        this.count = new RecordedCount(section, capacity);
        this.next = Math.max(0, recorded() - capacity + 1);
    }

    /**
     * Copies the ring, and reads the copy: what was there at this moment, however slowly it is read.
     *
     * @param section of the rank file, maybe mapped read-only.
     * @return reader of private memory, which gets no further events.
     */
    public static FlightReader snapshot(final AtomicBuffer section) {
        final long recorded = section.getLongAcquire(FlightDescriptor.RECORDED_OFFSET);
        final UnsafeBuffer copy = new UnsafeBuffer(ByteBuffer.allocateDirect(section.capacity()));
        copy.putBytes(0, section, 0, section.capacity());
        // As in poll: what the rank has overwritten meanwhile is skipped.
        VarHandle.loadLoadFence();
        final long oldest = section.getLongAcquire(FlightDescriptor.RECORDED_OFFSET) - FlightDescriptor.capacity(section.capacity()) + 1;
        copy.putLong(FlightDescriptor.RECORDED_OFFSET, recorded);
        final FlightReader reader = new FlightReader(copy);
        reader.skipTo(Math.min(oldest, recorded));
        return reader;
    }

    /**
     * Reads the next event. Its position is less than the one before only if the rank goes on below a number of recorded events that was
     * wrong.
     *
     * @param event filled if there is one.
     * @return false if there is none yet.
     */
    public boolean poll(final FlightEvent event) {
        while (true) {
            final long recorded = recorded();
            if (recorded <= next) {
                return false;
            }
            // The rank may be writing the event whose number is the count, in place of the one that is a whole ring older.
            skipBefore(recorded - capacity + 1);
            final int at = FlightDescriptor.EVENTS_OFFSET + ((int) (next & capacity - 1) << FlightDescriptor.EVENT_SHIFT);
            event.fill(
                next, section.getLong(at + FlightDescriptor.HEAD_OFFSET), section.getLong(at + FlightDescriptor.TIME_OFFSET),
                section.getLong(at + FlightDescriptor.ENVELOPE_OFFSET), section.getLong(at + FlightDescriptor.LENGTH_OFFSET));
            // Between the loads of the event and the load of the count; partner: the store-store fence in FlightRing.record.
            VarHandle.loadLoadFence();
            if (count.load() - capacity < next) {
                next++;
                return true;
            }
        }
    }

    private void skipBefore(final long oldest) {
        if (next < oldest) {
            missed += oldest - next;
            next = oldest;
        }
    }

    /**
     * Skips events.
     *
     * @param position of the event that comes next, unless it is overwritten by then; not before the present one.
     */
    public void skipTo(final long position) {
        next = Math.max(next, position);
    }

    /**
     * Returns how many events this reader has missed, because the rank has overwritten them before they were read.
     *
     * @return events between those that were read; they come before the last event that {@link #poll} has filled.
     */
    public long missed() {
        return missed;
    }

    /**
     * Returns the position of the event that comes next.
     *
     * @return events of the rank before it.
     */
    public long position() {
        return next;
    }

    /**
     * Returns how many events the rank has recorded.
     *
     * @return events; the number before it if the present one cannot be.
     */
    public long recorded() {
        final long recorded = count.load();
        if (recorded < next) {
            next = Math.min(next, count.takeResumed());
        }
        return recorded;
    }

    /**
     * Returns whether the last number of events that was loaded cannot be, because the file is damaged.
     *
     * @return true while the number before it is used in its place.
     */
    public boolean isRefused() {
        return count.isRefused();
    }

    /**
     * Returns how many events the ring has room for. All but one of them can be read.
     *
     * @return a power of two.
     */
    public long capacity() {
        return capacity;
    }

    /**
     * Returns whether the rank records all messages.
     *
     * @return false if short messages that complete at once are left out.
     */
    public boolean hasAllMessages() {
        return section.getLong(FlightDescriptor.ALL_MESSAGES_OFFSET) != 0;
    }

    /**
     * Returns the moment on the clock of the rank at which it has read both of its clocks.
     *
     * @return {@link System#nanoTime()} of the rank.
     */
    public long anchorNanoTime() {
        // Acquire; partner: the release store in FlightRing. A reader of it sees the rest of the header.
        return section.getLongAcquire(FlightDescriptor.ANCHOR_NANO_TIME_OFFSET);
    }

    /**
     * Returns the same moment on the wall clock.
     *
     * @return nanoseconds since the epoch.
     */
    public long anchorEpochNs() {
        return section.getLong(FlightDescriptor.ANCHOR_EPOCH_OFFSET);
    }

    /**
     * Converts the time of an event.
     *
     * @param time of an event.
     * @return nanoseconds since the epoch, by the anchor of the rank.
     */
    public long epochNs(final long time) {
        return time - anchorNanoTime() + anchorEpochNs();
    }
}
