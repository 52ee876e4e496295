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

import io.tombolo.engine.Engine;
import io.tombolo.engine.Payloads;
import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.region.SharedRegion;
import java.nio.ByteBuffer;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;

/** Memory of an origin: an array, a direct buffer, or a region whose ranges may span mapping windows. */
final class EpochMemory {
    private final UnsafeBuffer buffer;
    // Null for private memory. The buffer then holds the bytes themselves, else a copy.
    private final MemoryRegion region;

    private EpochMemory(final UnsafeBuffer buffer, final MemoryRegion region) {
        this.buffer = buffer;
        this.region = region;
    }

    static EpochMemory of(final Engine engine, final Random random, final int length) {
        return switch (random.nextInt(3)) {
            case 0 -> new EpochMemory(new UnsafeBuffer(new byte[length]), engine.allocate(length));
            case 1 -> new EpochMemory(new UnsafeBuffer(ByteBuffer.allocateDirect(length)), null);
            default -> new EpochMemory(new UnsafeBuffer(new byte[length]), null);
        };
    }

    void fill(final int at, final int length, final long seed) {
        Payloads.fill(buffer, at, length, seed);
        if (region != null) {
            region.putBytes(at, buffer, at, length);
        }
    }

    void check(final int at, final int length, final long seed) {
        if (region != null) {
            region.getBytes(at, buffer, at, length);
        }
        Payloads.check(buffer, at, length, seed);
    }

    /** Makes a range the memory of an access. */
    void place(final RmaOperation access, final int at, final int length) {
        if (region == null) {
            access.place(buffer.byteArray(), buffer.addressOffset() + at, length, buffer);
        } else {
            final Object base = SharedRegion.base(region, at, length, 0);
            SharedRegion.place(access, base, SharedRegion.offset(region, at, length), length, region);
        }
    }

    /** Makes a range, which must lie in one piece, the result of an access. */
    void into(final RmaOperation access, final int at, final int length) {
        final UnsafeBuffer result = region == null ? buffer : region.buffer(at, length);
        access.into(result.byteArray(), result.addressOffset() + (region == null ? at : 0), result);
    }
}
