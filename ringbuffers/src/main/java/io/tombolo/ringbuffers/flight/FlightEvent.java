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

import org.agrona.concurrent.AtomicBuffer;

/**
 * An event of the flight recorder, as {@link FlightReader} has read it, or as it was kept elsewhere. The reader fills the same object again
 * and again. One thread at a time.
 */
public final class FlightEvent {
    private long position;
    private long head;
    private long time;
    private long envelope;
    private long length;

    /** Makes an event that is not filled yet. */
    public FlightEvent() {
    }

    void fill(final long newPosition, final long newHead, final long newTime, final long newEnvelope, final long newLength) {
        position = newPosition;
        head = newHead;
        time = newTime;
        envelope = newEnvelope;
        length = newLength;
    }

    /**
     * Copies the event out, as it lies in the ring, without its position.
     *
     * @param buffer that gets it.
     * @param offset in the buffer; {@link FlightDescriptor#EVENT_LENGTH} bytes follow it.
     */
    public void copyTo(final AtomicBuffer buffer, final int offset) {
        buffer.putLong(offset + FlightDescriptor.HEAD_OFFSET, head);
        buffer.putLong(offset + FlightDescriptor.TIME_OFFSET, time);
        buffer.putLong(offset + FlightDescriptor.ENVELOPE_OFFSET, envelope);
        buffer.putLong(offset + FlightDescriptor.LENGTH_OFFSET, length);
    }

    /**
     * Fills this object with an event that {@link #copyTo} has copied.
     *
     * @param newPosition of the event.
     * @param buffer      that has it.
     * @param offset      in the buffer.
     */
    public void copyFrom(final long newPosition, final AtomicBuffer buffer, final int offset) {
        fill(
            newPosition, buffer.getLong(offset + FlightDescriptor.HEAD_OFFSET), buffer.getLong(offset + FlightDescriptor.TIME_OFFSET),
            buffer.getLong(offset + FlightDescriptor.ENVELOPE_OFFSET), buffer.getLong(offset + FlightDescriptor.LENGTH_OFFSET));
    }

    /**
     * Returns the position of the event.
     *
     * @return events of the rank before it.
     */
    public long position() {
        return position;
    }

    /**
     * Returns the code of the kind.
     *
     * @return code of {@link FlightKind}; any number if the file is damaged.
     */
    public int kindCode() {
        return FlightDescriptor.kind(head);
    }

    /**
     * Returns the kind.
     *
     * @return null for a code that is no kind.
     */
    public FlightKind kind() {
        return FlightKind.of(kindCode());
    }

    /**
     * Returns the detail.
     *
     * @return from 0 to 255; its meaning depends on the kind.
     */
    public int detail() {
        return FlightDescriptor.detail(head);
    }

    /**
     * Returns the peer.
     *
     * @return rank, or -1.
     */
    public int peer() {
        return FlightDescriptor.peer(head);
    }

    /**
     * Returns the number.
     *
     * @return its meaning depends on the kind.
     */
    public int number() {
        return FlightDescriptor.number(head);
    }

    /**
     * Returns the time of the turn in which the event was recorded.
     *
     * @return {@link System#nanoTime()} of the rank.
     */
    public long time() {
        return time;
    }

    /**
     * Returns the context of the communicator.
     *
     * @return context.
     */
    public int context() {
        return FlightDescriptor.context(envelope);
    }

    /**
     * Returns the tag.
     *
     * @return tag, or -1.
     */
    public int tag() {
        return FlightDescriptor.tag(envelope);
    }

    /**
     * Returns the length.
     *
     * @return bytes, or what the kind says.
     */
    public long length() {
        return length;
    }
}
