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
 * The source's end of a pair ring. One thread at a time (single producer); wait-free.
 * <p>
 * A record is a type, the low bits of a sequence, an opaque key and a body of at most {@link StampedSlotDescriptor#maxBodyLength} bytes. It
 * becomes visible by one release store, whose partner is the acquire load in {@link RingConsumer#poll()}. A process that dies before that
 * store leaves nothing visible.
 * <p>
 * A record is published by itself, or in a batch by one release store, that of the first record's stamp (S3.32). A batch is for records
 * that wait in a queue: it saves the look for a sleeping receiver. It makes the records themselves no faster, because a stamp shares the
 * line that its record touches anyway, and the first record waits for the last; {@code RingBatchBenchmark} shows it.
 */
public interface RingProducer {
    /**
     * Publishes a record whose body is copied from memory.
     *
     * @param type     1 to 31.
     * @param sequence sequence of the message; its low 13 bits travel at least.
     * @param key      opaque.
     * @param base     array to read, or null for absolute addresses.
     * @param offset   offset in the array, or address.
     * @param length   bytes, 0 to {@link StampedSlotDescriptor#maxBodyLength}; checked by the caller, as is the range.
     * @return false if the ring is full, or if {@link #isCorrupt()}.
     */
    boolean offer(int type, long sequence, long key, Object base, long offset, int length);

    /**
     * Publishes a record whose body is six words.
     *
     * @param type     1 to 31.
     * @param sequence sequence of the message; its low 13 bits travel at least.
     * @param key      opaque.
     * @param word0    first word.
     * @param word1    second word.
     * @param word2    third word.
     * @param word3    fourth word.
     * @param word4    fifth word.
     * @param word5    sixth word.
     * @return false if the ring is full, or if {@link #isCorrupt()}.
     */
    boolean offer(
        int type, long sequence, long key, long word0, long word1, long word2, long word3, long word4, long word5);

    /**
     * Begins a batch: records that are offered from now on become visible together, by {@link #endBatch}. A process that dies before
     * leaves none of them visible. The caller ends the batch in the same turn: the consumer cannot give room back before.
     */
    void beginBatch();

    /**
     * Ends a batch; publishes it, unless it is empty.
     */
    void endBatch();

    /**
     * Finds out whether one more record fits; a true answer holds until the next offer. Reads the consumer's position if need be.
     *
     * @param length bytes of its body.
     * @return true if the next offer will succeed.
     */
    boolean findRoom(int length);

    /**
     * Prepares the lines of the next record but its first, up to 129 of them, by stores to bytes that nobody reads: see
     * {@link io.tombolo.ringbuffers.line}. To be called once in a wait. As many lines are prepared as the last record had, if it had more
     * than one.
     */
    void prepareToWrite();

    /**
     * Prepares the first line of the next record, if any was offered since the last call and the last one has at most two lines. To be
     * called when something has come that will be answered: the line comes while that is received.
     */
    void prepareFirst();

    /**
     * Returns whether the destination's position was ever read as one that cannot be.
     *
     * @return true if the pair must be given up.
     */
    boolean isCorrupt();

    /**
     * Returns how far this end has come, in the ring's own unit (half slots or bytes).
     *
     * @return monotone position.
     */
    long position();
}
