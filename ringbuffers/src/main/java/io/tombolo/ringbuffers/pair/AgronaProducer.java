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
import static io.tombolo.ringbuffers.pair.AgronaRecordDescriptor.SEQUENCE_OFFSET;
import static io.tombolo.ringbuffers.pair.AgronaRecordDescriptor.messageLength;
import static org.agrona.concurrent.ringbuffer.RecordDescriptor.HEADER_LENGTH;

import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.fault.FaultPoint;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/**
 * Producer of a {@link RingKind#AGRONA} ring: Agrona's own claim and commit, bounds checks included. Agrona keeps both positions in the
 * file and trusts them. So the tail is compared with a private copy before each claim, and the head that Agrona used is checked after it.
 */
public final class AgronaProducer implements RingProducer {
    private final OneToOneRingBuffer ring;
    private final AtomicBuffer buffer;
    private final int tailIndex;
    private final int headCacheIndex;
    private long position;
    private boolean corrupt;
    private boolean isBatch;
    // Index of the first record of a batch, which is committed last.
    private int batch = RingBuffer.INSUFFICIENT_CAPACITY;

    /**
     * Starts where the ring's own trailer says.
     *
     * @param buffer ring and trailer, off-heap.
     */
    public AgronaProducer(final AtomicBuffer buffer) {
        this.buffer = buffer;
        this.ring = new OneToOneRingBuffer(buffer);
        this.tailIndex = ring.capacity() + RingBufferDescriptor.TAIL_POSITION_OFFSET;
        this.headCacheIndex = ring.capacity() + RingBufferDescriptor.HEAD_CACHE_POSITION_OFFSET;
        this.position = ring.producerPosition();
    }

    @Override
    public boolean offer(
        final int type, final long sequence, final long key, final Object base, final long offset, final int length) {
        final int index = claim(type, sequence, key, length);
        if (index < 0) {
            return false;
        }
        Bytes.copy(base, offset, null, buffer.addressOffset() + index + BODY_OFFSET, length);
        return commit(index);
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
        return commit(index);
    }

    private boolean commit(final int index) {
        FaultPoint.RING_CLAIMED.hit();
        if (isBatch && batch < 0) {
            batch = index;
            return true;
        }
        try {
            ring.commit(index);
            return true;
        } catch (final IllegalStateException damaged) {
            // Another process has changed the length that tryClaim stored.
            corrupt = true;
            return false;
        }
    }

    @Override
    public void beginBatch() {
        isBatch = true;
    }

    @Override
    public void endBatch() {
        final int first = batch;
        isBatch = false;
        batch = RingBuffer.INSUFFICIENT_CAPACITY;
        if (first >= 0) {
            commit(first);
        }
    }

    private int claim(final int type, final long sequence, final long key, final int length) {
        final long before = position;
        corrupt |= buffer.getLong(tailIndex) != before;
        if (corrupt) {
            return RingBuffer.INSUFFICIENT_CAPACITY;
        }
        final int index = ring.tryClaim(type, messageLength(length));
        // Padding before the wrap moves the tail even if there is no room behind it.
        position = buffer.getLong(tailIndex);
        if (index < 0) {
            // The consumer may have taken that padding by now.
            checkHead(ring.consumerPosition(), position);
        } else {
            checkHead(buffer.getLong(headCacheIndex), before);
        }
        if (corrupt) {
            return RingBuffer.INSUFFICIENT_CAPACITY;
        }
        if (index >= 0) {
            buffer.putLong(index + KEY_OFFSET, key);
            buffer.putInt(index + SEQUENCE_OFFSET, AgronaRecordDescriptor.fold((int) sequence, key, type, length));
            buffer.putInt(index + LENGTH_OFFSET, length);
        }
        return index;
    }

    @Override
    public void prepareFirst() {
        // Nothing, as in prepareToWrite().
    }

    @Override
    public void prepareToWrite() {
        // Nothing: only Agrona knows where the next record begins.
    }

    @Override
    public boolean findRoom(final int length) {
        final long head = ring.consumerPosition();
        checkHead(head, position);
        // Twice a record: the first may only fill what is left before the wrap.
        return !corrupt && ring.capacity() - (position - head) >= 2 * (messageLength(length) + HEADER_LENGTH);
    }

    private void checkHead(final long head, final long tail) {
        corrupt |= head < 0 || head > tail || position - head > ring.capacity();
    }

    @Override
    public boolean isCorrupt() {
        return corrupt;
    }

    @Override
    public long position() {
        return position;
    }
}
