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

import java.util.List;

/**
 * A pair ring or a return ring, read in one pass from outside. Two equal readings in a row are consistent.
 *
 * @param capacity      in the ring's own unit: half slots, bytes or records.
 * @param head          what the consumer has taken, monotone.
 * @param tail          what the producer has written, monotone; {@code head} if the positions cannot be.
 * @param count         records between them.
 * @param records       the first of them, as many as were asked for.
 * @param lastSequence  sequence of the last record written, or {@link #UNKNOWN}.
 * @param takenSequence sequence of the last record taken, or {@link #UNKNOWN}.
 * @param lastType     type of the last record written, or {@link RingConsumer#EMPTY} if it cannot be seen.
 * @param damage        what is wrong, in one line; empty if nothing is.
 * @param <R>           {@link RingRecord} or {@link ReturnRecord}.
 */
public record RingReading<R>(
    long capacity, long head, long tail, int count, List<R> records, int lastSequence, int takenSequence, int lastType,
    String damage) {
    /** No such record can be seen. */
    public static final int UNKNOWN = -1;

    static <R> RingReading<R> damaged(final long capacity, final long head, final String damage) {
        return new RingReading<>(capacity, head, head, 0, List.of(), UNKNOWN, UNKNOWN, RingConsumer.EMPTY, damage);
    }

    /**
     * Returns how much of the ring is in use.
     *
     * @return 0 to {@link #capacity()}.
     */
    public long occupied() {
        return tail - head;
    }
}
