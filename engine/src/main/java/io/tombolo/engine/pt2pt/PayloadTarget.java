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
package io.tombolo.engine.pt2pt;

import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.wire.Exposure;
import io.tombolo.ringbuffers.pair.RingConsumer;
import java.nio.ByteBuffer;
import org.agrona.BufferUtil;

/**
 * Where the payload of a record goes: to the memory of its receive or, if that is in several pieces, to a block first, from which it is
 * spread over them. The block is there from the start: a receive that has matched must not fail for want of it. One thread at a time.
 */
final class PayloadTarget {
    private final ByteBuffer block;

    /**
     * With a block.
     *
     * @param length bytes of the longest payload.
     */
    PayloadTarget(final int length) {
        block = ByteBuffer.allocateDirect(length);
    }

    /**
     * Returns where to copy a payload to; belongs to the base of the receive.
     */
    long offset(final Operation receive) {
        if (!receive.isInPieces()) {
            return receive.offset;
        }
        return block();
    }

    private long block() {
        return BufferUtil.address(block);
    }

    /**
     * Copies the first bytes of a long message to its receive: those that came with its envelope.
     *
     * @return bytes, at most what the receive has room for.
     */
    long landAfterWords(final RingConsumer ring, final Operation receive) {
        ring.copyBody(null, block(), ring.length());
        final long bytes = Math.min(ring.length() - Exposure.WORDS_LENGTH, receive.capacity());
        receive.fillFrom(block() + Exposure.WORDS_LENGTH, bytes);
        return bytes;
    }

    /**
     * Takes note that a payload has been copied there.
     */
    void land(final Operation receive, final long bytes) {
        if (receive.isInPieces()) {
            receive.fillFrom(BufferUtil.address(block), bytes);
        }
    }
}
