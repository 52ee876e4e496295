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
 * One record of a return ring as an outside reader has loaded it, once; opaque and untrusted.
 *
 * @param position monotone place in the ring, in records.
 * @param header   the stamp as it lies there.
 * @param type     1 to 31, or {@link RingConsumer#CORRUPT}; nothing behind a corrupt record can be found.
 * @param detail   0 to 8191.
 * @param words    the three words.
 */
public record ReturnRecord(long position, long header, int type, int detail, List<Long> words) {
    /** Words of a record. */
    public static final int WORDS = (ReturnRecordDescriptor.RECORD_LENGTH - ReturnRecordDescriptor.WORDS_OFFSET) / Long.BYTES;

    /**
     * Returns whether the header is one that no producer writes.
     *
     * @return true if so; the other values mean nothing then.
     */
    public boolean isCorrupt() {
        return type == RingConsumer.CORRUPT;
    }
}
