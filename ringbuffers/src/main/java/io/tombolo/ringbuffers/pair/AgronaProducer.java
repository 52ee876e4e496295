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

import static io.tombolo.ringbuffers.pair.AgronaRecordDescriptor.BODY_OFFSET;
import static io.tombolo.ringbuffers.pair.AgronaRecordDescriptor.KEY_OFFSET;
import static io.tombolo.ringbuffers.pair.AgronaRecordDescriptor.LENGTH_OFFSET;
import static io.tombolo.ringbuffers.pair.AgronaRecordDescriptor.MAX_RECORD_LENGTH;
import static io.tombolo.ringbuffers.pair.AgronaRecordDescriptor.SEQUENCE_OFFSET;
import static io.tombolo.ringbuffers.pair.AgronaRecordDescriptor.messageLength;

import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.fault.FaultPoint;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;

/**
 * Producer of a {@link RingKind#AGRONA} ring: Agrona's own claim and commit, bounds checks included.
 */
public final class AgronaProducer implements RingProducer {
    private final OneToOneRingBuffer ring;
    private final AtomicBuffer buffer;

    /**
     * Starts where the ring's own trailer says.
     *
     * @param buffer ring and trailer, off-heap.
     */
    public AgronaProducer(final AtomicBuffer buffer) {
        this.buffer = buffer;
        this.ring = new OneToOneRingBuffer(buffer);
    }

    @Override
    public boolean offer(
        final int type, final long sequence, final long key, final Object base, final long offset, final int length) {
        final int index = claim(type, sequence, key, length);
        if (index < 0) {
            return false;
        }
        Bytes.copySmall(base, offset, null, buffer.addressOffset() + index + BODY_OFFSET, length);
        FaultPoint.RING_CLAIMED.hit();
        ring.commit(index);
        return true;
    }

    @Override
    public boolean offer(
        final int type, final long sequence, final long key, final long word0, final long word1, final long word2,
        final long word3, final long word4, final long word5) {
        final int index = claim(type, sequence, key, StampedSlotDescriptor.BODY_LENGTH);
        if (index < 0) {
            return false;
        }
        int word = index + BODY_OFFSET;
        buffer.putLong(word, word0);
        buffer.putLong(word += Long.BYTES, word1);
        buffer.putLong(word += Long.BYTES, word2);
        buffer.putLong(word += Long.BYTES, word3);
        buffer.putLong(word += Long.BYTES, word4);
        buffer.putLong(word + Long.BYTES, word5);
        FaultPoint.RING_CLAIMED.hit();
        ring.commit(index);
        return true;
    }

    private int claim(final int type, final long sequence, final long key, final int length) {
        final int index = ring.tryClaim(type, messageLength(length));
        if (index >= 0) {
            buffer.putLong(index + KEY_OFFSET, key);
            buffer.putInt(index + SEQUENCE_OFFSET, (int) sequence);
            buffer.putInt(index + LENGTH_OFFSET, length);
        }
        return index;
    }

    @Override
    public boolean hasRoom() {
        // Twice a record: the first may only fill what is left before the wrap.
        return ring.capacity() - ring.size() >= 2 * MAX_RECORD_LENGTH;
    }

    @Override
    public boolean isCorrupt() {
        final long used = ring.producerPosition() - ring.consumerPosition();
        return used < 0 || used > ring.capacity();
    }

    @Override
    public long position() {
        return ring.producerPosition();
    }
}
