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
package io.tombolo.ringbuffers.pair;

import static io.tombolo.ringbuffers.pair.ReturnRecordDescriptor.RECORD_SHIFT;
import static io.tombolo.ringbuffers.pair.ReturnRecordDescriptor.WORDS_OFFSET;

import org.agrona.UnsafeApi;

/**
 * The source's end of the return ring. One thread at a time (single consumer); wait-free.
 */
public final class ReturnConsumer {
    private final long ring;
    private final long mask;
    private final long returnedAddress;
    private long position;
    private long published;
    private long record;
    private long stamp;

    /**
     * Starts at position zero.
     *
     * @param ring            address of the first record, kept mapped by the caller.
     * @param records         capacity, a power of two.
     * @param returnedAddress address of the word that this end publishes its position in.
     */
    public ReturnConsumer(final long ring, final int records, final long returnedAddress) {
        this(ring, records, returnedAddress, 0);
    }

    /** Starts elsewhere: lets a test come near the end of 32 bits. */
    ReturnConsumer(final long ring, final int records, final long returnedAddress, final long start) {
        this.ring = ring;
        this.mask = records - 1L;
        this.returnedAddress = returnedAddress;
        this.position = start;
        this.published = start;
        this.record = ring + ((start & mask) << RECORD_SHIFT);
    }

    /**
     * Loads the stamp of the next record (acquire; partner: the release store in {@link ReturnProducer#offer}).
     *
     * @return type, 1 to 31; {@link RingConsumer#EMPTY} or {@link RingConsumer#CORRUPT}.
     */
    public int poll() {
        // Acquire; partner: the release store of the stamp in ReturnProducer.offer.
        final long loaded = UnsafeApi.getLongAcquire(null, record);
        if (!Stamp.isAt(loaded, position)) {
            return RingConsumer.EMPTY;
        }
        stamp = loaded;
        final int type = Stamp.type(loaded);
        return type == RingConsumer.EMPTY ? RingConsumer.CORRUPT : type;
    }

    /**
     * Returns the detail of the record that was polled.
     *
     * @return 0 to 8191.
     */
    public int detail() {
        return Stamp.length(stamp);
    }

    /**
     * Loads a word of the record that was polled.
     *
     * @param index 0 to 2.
     * @return the word.
     */
    public long word(final int index) {
        return UnsafeApi.getLong(record + WORDS_OFFSET + (long) index * Long.BYTES);
    }

    /**
     * Moves to the next record.
     */
    public void advance() {
        position++;
        record = ring + ((position & mask) << RECORD_SHIFT);
    }

    /**
     * Frees the space of all records before this one (release; partner: the acquire load in {@code ReturnProducer.refresh}).
     */
    public void publish() {
        if (published != position) {
            published = position;
            // Release; partner: the acquire load in ReturnProducer.refresh. Orders the loads of the records before their reuse.
            UnsafeApi.putLongRelease(null, returnedAddress, position);
        }
    }

    /**
     * Returns the records taken so far.
     *
     * @return monotone position.
     */
    public long position() {
        return position;
    }
}
