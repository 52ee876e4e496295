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
package io.tombolo.engine.rma;

import io.tombolo.engine.peer.OutboundRecord;
import io.tombolo.engine.wire.WindowPacket;
import io.tombolo.ringbuffers.pair.RingConsumer;
import java.nio.ByteBuffer;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Converts between memory and the words of a record the up to {@link WindowPacket#INLINE_LENGTH} bytes that a window packet carries in the
 * record itself. One thread at a time.
 */
final class InlineData {
    private static final int SECOND = Long.BYTES;
    private static final int THIRD = 2 * Long.BYTES;

    private final UnsafeBuffer bytes = new UnsafeBuffer(ByteBuffer.allocateDirect(WindowPacket.INLINE_LENGTH));
    private final long address = BufferUtil.address(bytes.byteBuffer());

    /**
     * Returns the address of the bytes: the caller fills them before {@link #store}, and reads them after {@link #load}.
     */
    long address() {
        return address;
    }

    void store(final OutboundRecord record) {
        record.word2 = bytes.getLong(0);
        record.word3 = bytes.getLong(SECOND);
        record.word4 = bytes.getLong(THIRD);
    }

    void load(final RingConsumer ring) {
        bytes.putLong(0, ring.word(WindowPacket.DATA_WORD));
        bytes.putLong(SECOND, ring.word(WindowPacket.DATA_WORD + 1));
        bytes.putLong(THIRD, ring.word(WindowPacket.DATA_WORD + 2));
    }

    /**
     * Stores an element at the start of the bytes.
     */
    void put(final long value, final int length) {
        if (length == Long.BYTES) {
            bytes.putLong(0, value);
        } else {
            bytes.putInt(0, (int) value);
        }
    }
}
