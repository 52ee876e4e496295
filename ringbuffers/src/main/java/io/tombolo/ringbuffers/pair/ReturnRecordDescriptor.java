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
 * Layout of one record of the return ring: half a cache line, fixed.
 * <pre>
 *  0                8                16               24              32
 *  +----------------+----------------+----------------+----------------+
 *  |     stamp      |     word 0     |     word 1     |     word 2     |
 *  +----------------+----------------+----------------+----------------+
 * </pre>
 * The stamp is that of a ring slot ({@link Stamp}).
 */
public final class ReturnRecordDescriptor {
    /** Bytes of a record. */
    public static final int RECORD_LENGTH = 32;

    /** Offset of the stamp: long, stored last. */
    public static final int STAMP_OFFSET = 0;

    /** Offset of the first of three words: long. */
    public static final int WORDS_OFFSET = STAMP_OFFSET + Long.BYTES;

    static final int RECORD_SHIFT = Integer.numberOfTrailingZeros(RECORD_LENGTH);

    private ReturnRecordDescriptor() {
    }
}
