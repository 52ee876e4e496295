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

/**
 * The destination's end of a pair ring. One thread at a time (single consumer); wait-free. The caller loops over {@link #poll()}, reads,
 * {@link #advance()}, and {@link #publish()} once a batch. A record stays in place until the caller advances.
 * <p>
 * {@code poll} loads the header once and checks it. Everything else in a record is opaque and untrusted.
 */
public interface RingConsumer {
    /** Answer of {@link #poll()}: no record yet. */
    int EMPTY = 0;

    /** Answer of {@link #poll()}: the header is one that no producer writes. */
    int CORRUPT = -1;

    /**
     * Loads the header of the next record (acquire; partner: the release store that ends an offer). Advances over padding and skips.
     *
     * @return the record's type, 1 to 31, {@link #EMPTY} or {@link #CORRUPT}.
     */
    int poll();

    /**
     * Looks whether there is anything, and changes nothing (opaque; a record has to be polled before it is read). For a caller that wants
     * to fetch the lines of several rings at the same time.
     *
     * @return true if there is a record, or padding or a skip that may have none behind it yet.
     */
    boolean hasNext();

    /**
     * Returns whether the record that was polled carries the low bits of this sequence, and its key, type and length are those that it was
     * published with ({@link RecordCheck}).
     *
     * @param expected full sequence.
     * @param key      of the record, as the caller has loaded it and will use it.
     * @return true if they agree.
     */
    boolean isSequence(long expected, long key);

    /**
     * Returns the key of the record that was polled.
     *
     * @return opaque key.
     */
    long key();

    /**
     * Returns the body length of the record that was polled.
     *
     * @return bytes, 0 to {@link StampedSlotDescriptor#maxBodyLength}.
     */
    int length();

    /**
     * Loads a word of the body of the record that was polled.
     *
     * @param index 0 to 5; words behind the body are undefined.
     * @return the word.
     */
    long word(int index);

    /**
     * Copies the body of the record that was polled.
     *
     * @param base   array to write, or null for absolute addresses.
     * @param offset offset in the array, or address; range checked by the caller.
     * @param length bytes, at most {@link #length()}.
     */
    void copyBody(Object base, long offset, int length);

    /**
     * Moves to the next record; the next {@link #publish()} frees the space of this one.
     */
    void advance();

    /**
     * Frees the space of all records before this one for the producer (release; partner: the acquire load of the credit in
     * {@link RingProducer#findRoom}). Stores nothing when there is nothing to free.
     *
     * @return true if half a lap has become free since the last time: a producer that found the ring full may be asleep.
     */
    boolean publish();

    /**
     * Does {@link #advance()} and {@link #publish()} in one step, for a record that is taken by itself. The space of a long record may wait
     * for the next step. So at most one record is not freed, and the caller publishes when it finds nothing.
     *
     * @return as {@link #publish()} does.
     */
    boolean advanceAndPublish();

    /**
     * Returns how far this end has come, in the ring's own unit (half slots or bytes).
     *
     * @return monotone position.
     */
    long position();
}
