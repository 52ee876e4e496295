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
 * The destination's end of the return ring. One thread at a time (single producer); wait-free.
 */
public final class ReturnProducer {
    private final long ring;
    private final long mask;
    private final long returnedAddress;
    private long position;
    private long limit;
    private boolean corrupt;

    /**
     * Starts at position zero.
     *
     * @param ring            address of the first record, kept mapped by the caller.
     * @param records         capacity, a power of two.
     * @param returnedAddress address of the source's position.
     */
    public ReturnProducer(final long ring, final int records, final long returnedAddress) {
        this(ring, records, returnedAddress, 0);
    }

    /** Starts elsewhere: lets a test come near the end of 32 bits. The returned word must say the same. */
    ReturnProducer(final long ring, final int records, final long returnedAddress, final long start) {
        this.ring = ring;
        this.mask = records - 1L;
        this.returnedAddress = returnedAddress;
        this.position = start;
        this.limit = start + records;
    }

    /**
     * Publishes a record (release; partner: the acquire load in {@link ReturnConsumer#poll()}).
     *
     * @param type   1 to 31.
     * @param detail 0 to 8191, opaque.
     * @param word0  first word.
     * @param word1  second word.
     * @param word2  third word.
     * @return false if the ring is full or corrupt.
     */
    public boolean offer(final int type, final int detail, final long word0, final long word1, final long word2) {
        if (position >= limit && !refresh()) {
            return false;
        }
        final long record = ring + ((position & mask) << RECORD_SHIFT);
        UnsafeApi.putLong(record + WORDS_OFFSET, word0);
        UnsafeApi.putLong(record + WORDS_OFFSET + Long.BYTES, word1);
        UnsafeApi.putLong(record + WORDS_OFFSET + 2 * Long.BYTES, word2);
        // Release; partner: the acquire load of the stamp in ReturnConsumer.poll.
        UnsafeApi.putLongRelease(null, record, Stamp.pack(position, type, detail, 0));
        position++;
        return true;
    }

    private boolean refresh() {
        // Acquire; partner: the release store in ReturnConsumer.publish.
        final long returned = UnsafeApi.getLongAcquire(null, returnedAddress);
        // It never goes back and never passes what was published; the subtractions cannot overflow.
        if (returned > position || returned < limit - (mask + 1)) {
            corrupt = true;
            return false;
        }
        limit = returned + mask + 1;
        return position < limit;
    }

    /**
     * Returns whether the source's position was ever read as one that cannot be.
     *
     * @return true if the pair must be given up.
     */
    public boolean isCorrupt() {
        return corrupt;
    }

    /**
     * Returns the records published so far.
     *
     * @return monotone position.
     */
    public long position() {
        return position;
    }
}
