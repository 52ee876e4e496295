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
package io.tombolo.jmh.stress;

import io.tombolo.ringbuffers.Bytes;
import io.tombolo.ringbuffers.pair.AgronaConsumer;
import io.tombolo.ringbuffers.pair.AgronaProducer;
import io.tombolo.ringbuffers.pair.RingConsumer;
import io.tombolo.ringbuffers.pair.RingKind;
import io.tombolo.ringbuffers.pair.RingProducer;
import io.tombolo.ringbuffers.pair.StampedConsumer;
import io.tombolo.ringbuffers.pair.StampedProducer;
import io.tombolo.ringbuffers.pair.StampedSlotDescriptor;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/**
 * Both ends of a small ring. All words of a record have the same value, so that a torn record shows.
 */
final class RingState {
    static final int TORN = -1;

    private static final int SLOTS = 16;
    private static final int AGRONA_CAPACITY = 1024;
    private static final int AGRONA_LENGTH = AGRONA_CAPACITY + RingBufferDescriptor.TRAILER_LENGTH;
    private static final int HEAD_OFFSET = 2048;
    private static final int WORDS = 6;
    private static final int SHORT_WORDS = StampedSlotDescriptor.SHORT_LENGTH / Long.BYTES;
    /** Length of the longest body: two slots of a stamped ring. */
    private static final int LONG_WORDS = StampedSlotDescriptor.maxBodyLength(SLOTS) / Long.BYTES;

    private static final int HALVES = StampedSlotDescriptor.SLOT_LENGTH / StampedSlotDescriptor.HALF_LENGTH;
    private static final int STAMP_TYPE_SHIFT = 32;

    final RingProducer producer;
    final RingConsumer consumer;

    RingState(final RingKind kind) {
        final UnsafeBuffer cell = Cells.next(HEAD_OFFSET + Long.BYTES);
        if (kind == RingKind.AGRONA) {
            producer = new AgronaProducer(new UnsafeBuffer(cell, 0, AGRONA_LENGTH));
            consumer = new AgronaConsumer(cell.addressOffset(), AGRONA_CAPACITY);
        } else {
            producer = new StampedProducer(cell.addressOffset(), SLOTS, cell.addressOffset() + HEAD_OFFSET);
            consumer = new StampedConsumer(cell.addressOffset(), SLOTS, cell.addressOffset() + HEAD_OFFSET);
        }
    }

    /** Fills the ring with records of one value. */
    void fill(final int value) {
        boolean room = true;
        while (room) {
            room = offer(value);
        }
    }

    /** Fills a stamped ring with records whose second half begins with the stamp of the next lap. */
    void fillWithStamps(final int value) {
        boolean room = true;
        while (room) {
            final long later = producer.position() + 1 + (long) SLOTS * HALVES;
            room = producer.offer(value, 0, 0, 0, 0, later + 1 | (long) value << STAMP_TYPE_SHIFT, 0, 0, 0);
        }
    }

    /** Takes all records, so that the next ones are written over old bytes. */
    void drain() {
        while (consumer.poll() != RingConsumer.EMPTY) {
            consumer.advance();
        }
        consumer.publish();
    }

    boolean offer(final int value) {
        return producer.offer(value, value, value, value, value, value, value, value, value);
    }

    /** Publishes a record of half a slot. */
    boolean offerShort(final int value) {
        return offer(value, SHORT_WORDS);
    }

    /** Publishes a record of more than one slot. */
    boolean offerLong(final int value) {
        return offer(value, LONG_WORDS);
    }

    private boolean offer(final int value, final int count) {
        final long[] words = new long[count];
        Arrays.fill(words, value);
        return producer.offer(value, value, value, words, Bytes.LONGS_OFFSET, count * Long.BYTES);
    }

    /** Does the same as {@link #poll()} for {@link #offerShort}, and advances. */
    int takeShort() {
        final int value = poll(SHORT_WORDS);
        if (value > RingConsumer.EMPTY) {
            consumer.advance();
        }
        return value;
    }

    /** Does the same as {@link #poll()} for {@link #offerLong}. */
    int pollLong() {
        return poll(LONG_WORDS);
    }

    private int poll(final int count) {
        final int type = consumer.poll();
        if (type <= RingConsumer.EMPTY) {
            return type;
        }
        final long[] words = new long[count];
        boolean whole = consumer.key() == type && consumer.isSequence(type, consumer.key()) && consumer.length() == count * Long.BYTES;
        consumer.copyBody(words, Bytes.LONGS_OFFSET, count * Long.BYTES);
        for (final long word : words) {
            whole &= word == type;
        }
        return whole ? type : TORN;
    }

    /** Returns 0 if there is no record, its value if it is whole, or {@link #TORN}. */
    int poll() {
        final int type = consumer.poll();
        if (type <= RingConsumer.EMPTY) {
            return type;
        }
        boolean whole = consumer.key() == type && consumer.isSequence(type, consumer.key());
        for (int i = 0; i < WORDS; i++) {
            whole &= consumer.word(i) == type;
        }
        return whole ? type : TORN;
    }
}
