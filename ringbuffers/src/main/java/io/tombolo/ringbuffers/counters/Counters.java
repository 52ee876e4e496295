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
package io.tombolo.ringbuffers.counters;

import org.agrona.UnsafeApi;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The counters of one rank over its counters section.
 * <p>
 * <b>Roles:</b> one writer, the rank's progress owner; readers in any thread of any process. Stores are opaque and pair with the
 * opaque load of {@link #value}: a reader sees whole values, and those of one counter in their order; there is no order between counters.
 * Nothing allocates.
 */
public final class Counters {
    private final AtomicBuffer section;
    private final long address;

    /**
     * Views a section; nothing is stored.
     *
     * @param section off-heap memory of at least {@link CountersDescriptor#LENGTH} bytes, 8-byte aligned; kept reachable.
     */
    public Counters(final AtomicBuffer section) {
        if (section.byteArray() != null || section.capacity() < CountersDescriptor.LENGTH || (section.addressOffset() & 7) != 0) {
            throw new IllegalArgumentException("section must be off-heap, aligned, and have " + CountersDescriptor.LENGTH +
                " bytes: capacity=" + section.capacity());
        }
        this.section = section;
        this.address = section.addressOffset();
    }

    /**
     * Adds one. Writer only.
     *
     * @param counter to add to.
     */
    public void increment(final Counter counter) {
        add(counter, 1);
    }

    /**
     * Adds an amount. Writer only.
     *
     * @param counter to add to.
     * @param amount  to add, negative to subtract from a counter that says "now".
     */
    public void add(final Counter counter, final long amount) {
        final long word = word(counter);
        // Plain load: this thread is the only writer. Opaque store; partner: the load in value(), in another process too.
        UnsafeApi.putLongOpaque(null, word, UnsafeApi.getLong(word) + amount);
    }

    /**
     * Sets the value, for a counter that says "now". Writer only.
     *
     * @param counter to set.
     * @param value   to store.
     */
    public void set(final Counter counter, final long value) {
        UnsafeApi.putLongOpaque(null, word(counter), value);
    }

    /**
     * Raises a high-water mark. Writer only.
     *
     * @param counter to raise.
     * @param value   candidate; stored if it is greater.
     */
    public void max(final Counter counter, final long value) {
        final long word = word(counter);
        if (value > UnsafeApi.getLong(word)) {
            UnsafeApi.putLongOpaque(null, word, value);
        }
    }

    /**
     * Reads a value. Any thread.
     *
     * @param counter to read.
     * @return the value; it may lag behind the writer.
     */
    public long value(final Counter counter) {
        // Opaque load; partner: the writer's stores.
        return UnsafeApi.getLongOpaque(null, word(counter));
    }

    @Override
    public String toString() {
        return "Counters{address=" + address + ", capacity=" + section.capacity() + "}";
    }

    private long word(final Counter counter) {
        return address + CountersDescriptor.valueOffset(counter.code());
    }
}
