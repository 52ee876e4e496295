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
 * One record of a pair ring as an outside reader has loaded it, once; opaque and untrusted.
 *
 * @param position monotone place in the ring, in its own unit (half slots or bytes).
 * @param header   the first word as it lies there: the stamp, or Agrona's length and type.
 * @param type     1 to 31, or {@link RingConsumer#CORRUPT} if no producer writes such a header; nothing behind it can be found.
 * @param length   bytes of the body, 0 to {@link StampedSlotDescriptor#MAX_BODY_LENGTH}.
 * @param sequence low bits of the sender's sequence: 13 in a stamped ring, 32 in Agrona's.
 * @param key      opaque key.
 * @param words    the first {@link #WORDS} words of the body; what lies behind the body is zero.
 */
public record RingRecord(long position, long header, int type, int length, int sequence, long key, List<Long> words) {
    /** Words of a body that are shown: as many as a record of words has. */
    public static final int WORDS = StampedSlotDescriptor.BODY_LENGTH / Long.BYTES;

    /**
     * Returns whether the header is one that no producer writes.
     *
     * @return true if so; the other values mean nothing then.
     */
    public boolean isCorrupt() {
        return type == RingConsumer.CORRUPT;
    }
}
