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
package io.tombolo.extensions.journal.excerpt;

import io.tombolo.ringbuffers.flight.FlightDescriptor;
import io.tombolo.ringbuffers.flight.FlightEvent;
import java.nio.ByteBuffer;
import net.openhft.chronicle.bytes.Bytes;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Events that follow one another, as an excerpt holds them. Reused for each excerpt; allocates nothing after it was made. One thread at a
 * time.
 */
public final class EventBatch {
    private final ByteBuffer memory = ByteBuffer.allocateDirect(ExcerptFormat.EVENTS_LENGTH);
    private final UnsafeBuffer buffer = new UnsafeBuffer(memory);
    private final Bytes<ByteBuffer> bytes = Bytes.wrapForWrite(memory);
    private long first;
    private int count;

    /** Makes an empty batch. */
    public EventBatch() {
    }

    /**
     * Empties the batch.
     *
     * @param position of the event that is added next.
     */
    public void begin(final long position) {
        first = position;
        count = 0;
    }

    /**
     * Adds an event.
     *
     * @param event to copy; its position follows that of the event before it.
     */
    public void add(final FlightEvent event) {
        event.copyTo(buffer, count * FlightDescriptor.EVENT_LENGTH);
        count++;
    }

    /**
     * Copies an event out.
     *
     * @param index from 0.
     * @param event filled with it.
     */
    public void get(final int index, final FlightEvent event) {
        event.copyFrom(first + index, buffer, index * FlightDescriptor.EVENT_LENGTH);
    }

    /**
     * Returns the position of the first event.
     *
     * @return position.
     */
    public long first() {
        return first;
    }

    /**
     * Returns the number of events.
     *
     * @return from 0.
     */
    public int count() {
        return count;
    }

    /**
     * Returns whether the batch takes no further event.
     *
     * @return true if it is full.
     */
    public boolean isFull() {
        return count == ExcerptFormat.MAX_EVENTS;
    }

    /** Returns the events as bytes to write. */
    Bytes<ByteBuffer> content() {
        bytes.readPositionRemaining(0, (long) count * FlightDescriptor.EVENT_LENGTH);
        return bytes;
    }

    /** Returns the memory for events that are read. */
    Bytes<ByteBuffer> target() {
        bytes.clear();
        return bytes;
    }

    /** Takes over what was read into {@link #target}; returns false if it is not that many events. */
    boolean accept(final long position, final int events) {
        first = position;
        count = events;
        return bytes.readRemaining() == (long) events * FlightDescriptor.EVENT_LENGTH;
    }
}
