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
package io.tombolo.engine.window;

import io.tombolo.engine.completion.Operation;
import io.tombolo.engine.region.SharedRegion;
import io.tombolo.ringbuffers.Bytes;
import java.util.zip.CRC32C;

/** Sums up the operands of accesses. One thread. Allocates nothing. */
final class OperandChecksum {
    private static final int BLOCK = 4096;

    private final CRC32C sum = new CRC32C();
    private final byte[] block = new byte[BLOCK];
    private final Operation memory = new Operation();

    /**
     * Sums up memory, given as for {@link WindowAccess}.
     *
     * @return CRC-32C.
     */
    int of(final Object base, final long offset, final long length, final Object owner) {
        sum.reset();
        SharedRegion.place(memory, base, offset, length, owner);
        for (long done = 0; done < length;) {
            final int bytes = (int) memory.run(done, Math.min(BLOCK, length - done));
            Bytes.copy(memory.base, memory.locate(done), block, Bytes.BYTES_OFFSET, bytes);
            sum.update(block, 0, bytes);
            done += bytes;
        }
        memory.place(null, 0, 0, null);
        return (int) sum.getValue();
    }

    /**
     * Sums up two values.
     *
     * @return CRC-32C.
     */
    int of(final long first, final long second) {
        sum.reset();
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            sum.update((int) (first >>> shift));
            sum.update((int) (second >>> shift));
        }
        return (int) sum.getValue();
    }
}
