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
 * Check of what the header of a record says, in both kinds of ring: a hash of the key and of type and length, folded into the sequence by
 * exclusive or. Who reads the record takes it out again with what he finds there, so a header that somebody else has written to shows a
 * sequence that is not due.
 * <p>
 * One bit of key or header more or less changes the hash by the factor, shifted. Its highest 13 bits are never all alike then, so those of
 * the hash always change, by whatever is carried into them. Any other change is missed once in 8192 times, in Agrona's ring once in 2^32.
 */
final class RecordCheck {
    /** Odd, and without a run of 12 bits that are alike. */
    static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;

    private RecordCheck() {
    }

    /**
     * Returns the hash.
     *
     * @param key    of the record.
     * @param header type and length, in any places.
     * @return all its bits, of which the highest are the best.
     */
    static long of(final long key, final long header) {
        return (key ^ header) * FACTOR;
    }
}
