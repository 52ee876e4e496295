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
 * Copies the payload of a record to the memory of its receive. Memory in several pieces gets it by way of a block. The block is allocated
 * at the start, so that a receive that has matched cannot fail for want of it. One thread at a time.
 */
final class PayloadTarget {
    private final ByteBuffer block;

    /**
     * Allocates the block.
     *
     * @param length bytes of the longest payload.
     */
    PayloadTarget(final int length) {
        block = ByteBuffer.allocateDirect(length);
    }

    private long block() {
        return BufferUtil.address(block);
    }

    /**
     * Copies a short message to its receive.
     *
     * @param bytes to copy, at most the length of the message and the capacity of the receive.
     */
    void copy(final RingConsumer ring, final Operation receive, final int bytes) {
        if (receive.isInPieces()) {
            ring.copyBody(null, block(), bytes);
            receive.fillFrom(block(), bytes);
        } else {
            ring.copyBody(receive.base, receive.offset, bytes);
        }
    }

    /**
     * Copies the first bytes of a long message, which came with its envelope, to its receive.
     *
     * @return bytes copied, at most the capacity of the receive.
     */
    long copyAfterWords(final RingConsumer ring, final Operation receive) {
        ring.copyBody(null, block(), ring.length());
        final long bytes = Math.min(ring.length() - Exposure.WORDS_LENGTH, receive.capacity());
        receive.fillFrom(block() + Exposure.WORDS_LENGTH, bytes);
        return bytes;
    }
}
