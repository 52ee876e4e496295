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
 * A record is a type, the low bits of a sequence, an opaque key and a body of at most
 * {@link StampedSlotDescriptor#maxBodyLength} bytes. It
 * becomes visible by one release store, whose partner is the acquire load in {@link RingConsumer#poll()}; a process that dies before that
 * store leaves nothing visible.
 * <p>
 * A record is published by itself, or in a batch of b of them by one release store, that of the first one's stamp (S3.32). Batches are
 * for what waits in a queue, where they save the look for a sleeping receiver, but not for single sends: the time per record in a stamped
 * ring between two threads on two cores was 1.27, 1.07 and 1.04 times that of single ones for b = 4, 16, 64 and bodies of 8 bytes, and
 * 1.03, 1.03, 1.01 times for 48 bytes (medians of 12 and 8 rounds of two million records; {@code RingBatchBenchmark} shows it). A stamp
 * shares the line that its record touches anyway, and the first record waits for the last.
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
     * leaves none of them visible. Whoever begins one ends it in the same turn: the consumer cannot give room back before.
     */
    void beginBatch();

    /**
     * Ends a batch; publishes it, unless it is empty.
     */
    void endBatch();

    /**
     * Looks whether one more record fits; a true answer holds until the next offer.
     *
     * @param length bytes of its body.
     * @return true if the next offer will succeed.
     */
    boolean hasRoom(int length);

    /**
     * Writes to the lines of the next record but its first, if it is as long as the last long one, so that they are in this core's cache
     * when it is written; once, in a wait, when the destination has read the last record: before that it fetches lines ahead of those
     * that it reads. The first line is left: the destination looks at it and would fetch it back. Up to 129 lines, for a body of 8 KiB.
     * {@code bench latency}, JDK 17, near and far: 1 KiB, 17 lines, takes 1.6 to 1.7 times as long without.
     * <p>
     * Behind more than four lines since the last call, of which the last record has at most two: as many lines again, up to 128. Each
     * would be waited for by itself while a message is written ({@code bench rate}, JDK 17, far: windows of 8 bytes 117 to 99 ns; near
     * as before).
     */
    void own();

    /**
     * Writes to the first line of the next record, if any was offered since the last call, and the last one has at most two lines: for
     * when something has come that will be answered. The destination looks at that line, so it has to be asked for; this way it comes while
     * what has come is received, and the next store to it finds it here. {@code bench latency}, JDK 17: half trips of 8 bytes take 0.82 of
     * the time near and 0.67 far, of 64 bytes 0.95 and 0.8.
     * <p>
     * Of a longer record the first line is written last; by then the destination may have fetched it back. {@code bench compare}, far, JDK
     * 17 and 25: one message of 256 bytes or 1 KiB each way at once takes 0.75 to 0.91 of the floors that it took with it (in other runs:
     * of 64 bytes, where nothing differs, 0.94); half trips ({@code bench latency}), and all near, as with it.
     */
    void ownFirst();

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
