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
package io.tombolo.ringbuffers.window;

import io.tombolo.ringbuffers.fault.FaultPoint;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The shared words before the data of a window. Every access to the lock goes through this class, and each is a point at which a test can
 * stop the rank or end its process.
 */
final class LockWords {
    private final AtomicBuffer memory;
    private final long address;

    /** Views the memory from the start of a window file to its data; nothing is stored. */
    LockWords(final AtomicBuffer memory, final int size) {
        if (memory.byteArray() != null || memory.capacity() < WindowFileDescriptor.dataOffset(size)) {
            throw new IllegalArgumentException("memory must be off-heap and hold the lock: capacity=" + memory.capacity());
        }
        this.memory = memory;
        this.address = memory.addressOffset();
    }

    long load(final int offset) {
        FaultPoint.LOCK_STEP.hit();
        return UnsafeApi.getLongVolatile(null, address + offset);
    }

    boolean compareAndSet(final int offset, final long expected, final long value) {
        FaultPoint.LOCK_STEP.hit();
        return UnsafeApi.compareAndSetLong(null, address + offset, expected, value);
    }

    void release(final int offset, final long value) {
        FaultPoint.LOCK_STEP.hit();
        UnsafeApi.putLongRelease(null, address + offset, value);
    }

    void add(final int offset, final long delta) {
        FaultPoint.LOCK_STEP.hit();
        UnsafeApi.getAndAddLong(null, address + offset, delta);
    }

    /** Returns a word that is written before the file gets its name and never changes. */
    int constant(final int offset) {
        return memory.getInt(offset);
    }
}
