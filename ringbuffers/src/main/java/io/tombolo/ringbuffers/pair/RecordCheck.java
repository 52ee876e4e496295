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
 * The check of a record's header, in both kinds of ring: a hash of key, type and length, folded into the sequence by exclusive or. The
 * consumer takes it out again with the values that it has loaded. A header that another process has overwritten then shows a sequence that
 * is not due.
 * <p>
 * A change of one bit of key or header changes the hash by the shifted factor. The highest 13 bits of that are never all alike, so those of
 * the hash always change, whatever is carried into them. Any other change is missed once in 8192 times, in Agrona's ring once in 2^32.
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
     * @return all its bits; the highest depend on all bits below.
     */
    static long of(final long key, final long header) {
        return (key ^ header) * FACTOR;
    }
}
