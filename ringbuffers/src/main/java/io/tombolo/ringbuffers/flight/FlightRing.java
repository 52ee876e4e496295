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

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.AtomicBuffer;

/**
 * Writes the events of a rank ({@link FlightDescriptor}). The oldest events are overwritten. A record is five stores; nothing is allocated.
 * <p>
 * <b>Time:</b> the clock is read for the first event after {@link #turn()}, and the other events of that turn get the same time.
 * <p>
 * <b>Threading:</b> one thread at a time, the progress owner. <b>Ownership:</b> the memory must stay mapped.
 */
public final class FlightRing {
    private static final int NO_PEER = -1;
    private static final VarHandle TIME_KNOWN;

    static {
        try {
            TIME_KNOWN = MethodHandles.lookup().findVarHandle(FlightRing.class, "isTimeKnown", boolean.class);
        } catch (final ReflectiveOperationException exception) {
            throw new ExceptionInInitializerError(exception);
        }
    }

    private final AtomicBuffer section;
    private final long events;
    private final long mask;
    private final FlightLimit limiter;
    private long recorded;
    // Position of the first event for which the limiter is asked.
    private long limit;
    private long time;
    private boolean isAsleep;
    // Opaque: any thread may ask for the next reading, and it may come an event late.
    private boolean isTimeKnown;

    /**
     * Begins a ring whose oldest events are overwritten, read or not.
     *
     * @param section        of the rank file, zeros.
     * @param areAllMessages whether the writer will record all messages, for readers.
     */
    public FlightRing(final AtomicBuffer section, final boolean areAllMessages) {
        this(section, areAllMessages, null);
    }

    /**
     * Begins a ring.
     *
     * @param section        of the rank file, zeros.
     * @param areAllMessages whether the writer will record all messages, for readers.
     * @param limiter        asked before an event may overwrite one that is not read yet; null to overwrite all.
     */
    public FlightRing(final AtomicBuffer section, final boolean areAllMessages, final FlightLimit limiter) {
        final int capacity = FlightDescriptor.capacity(section.capacity());
        if (Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException(capacity + " events must be a power of two");
        }
        this.section = section;
        this.events = section.addressOffset() + FlightDescriptor.EVENTS_OFFSET;
        this.mask = capacity - 1;
        this.limiter = limiter;
        this.limit = limiter == null ? Long.MAX_VALUE : capacity - 1;
        final Instant now = Instant.now();
        section.putLong(
            FlightDescriptor.ANCHOR_EPOCH_OFFSET, TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano());
        section.putLong(FlightDescriptor.ALL_MESSAGES_OFFSET, areAllMessages ? 1 : 0);
        // Release; partner: the acquire load in FlightReader.anchorNanoTime. It comes after the rest of the header.
        section.putLongRelease(FlightDescriptor.ANCHOR_NANO_TIME_OFFSET, System.nanoTime());
    }

    /** Begins a turn of progress: the next event reads the clock. Any thread. */
    public void turn() {
        TIME_KNOWN.setOpaque(this, false);
    }

    /**
     * Records an event.
     *
     * @param kind    of the event.
     * @param detail  from 0 to 255.
     * @param peer    rank, or -1.
     * @param number  see {@link FlightKind}.
     * @param context of the communicator.
     * @param tag     or -1.
     * @param length  see {@link FlightKind}.
     */
    public void record(
        final FlightKind kind, final int detail, final int peer, final int number, final int context, final int tag, final long length) {
        awake();
        write(kind, detail, peer, number, context, tag, length);
    }

    /**
     * Records that the rank falls asleep, unless it has slept already since the last event: a rank that waits in vain wakes up again and
     * again, and would overwrite what led to that.
     */
    public void sleep() {
        if (!isAsleep) {
            write(FlightKind.SLEPT, 0, NO_PEER, 0, 0, 0, 0);
            isAsleep = true;
        }
    }

    /** Records that the rank is awake, if it was asleep. Every other event does so as well. */
    public void awake() {
        if (isAsleep) {
            isAsleep = false;
            write(FlightKind.WOKE, 0, NO_PEER, 0, 0, 0, 0);
        }
    }

    private void write(
        final FlightKind kind, final int detail, final int peer, final int number, final int context, final int tag, final long length) {
        if (!(boolean) TIME_KNOWN.getOpaque(this)) {
            TIME_KNOWN.setOpaque(this, true);
            time = System.nanoTime();
        }
        final long position = recorded;
        if (position >= limit) {
            limit = limiter.await(position);
        }
        final long event = events + ((position & mask) << FlightDescriptor.EVENT_SHIFT);
        // Store-store; partner: the second load of the count in FlightReader. The count says which event may be overwritten, so the stores
        // of this event come after the count of the one before.
        VarHandle.storeStoreFence();
        UnsafeApi.putLong(event + FlightDescriptor.HEAD_OFFSET, FlightDescriptor.head(kind.code(), detail, peer, number));
        UnsafeApi.putLong(event + FlightDescriptor.TIME_OFFSET, time);
        UnsafeApi.putLong(event + FlightDescriptor.ENVELOPE_OFFSET, FlightDescriptor.envelope(context, tag));
        UnsafeApi.putLong(event + FlightDescriptor.LENGTH_OFFSET, length);
        recorded = position + 1;
        // Release; partner: the acquire load in FlightReader. A reader of the count sees the event.
        section.putLongRelease(FlightDescriptor.RECORDED_OFFSET, position + 1);
    }

    /**
     * Returns how many events were recorded.
     *
     * @return events since the start of the rank.
     */
    public long recorded() {
        return recorded;
    }
}
