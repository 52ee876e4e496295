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
package io.tombolo.engine.communicator;

import io.tombolo.engine.api.MemoryRegion;
import io.tombolo.engine.api.collective.Elements;
import io.tombolo.engine.collective.CallMemory;
import io.tombolo.engine.collective.CollectiveKind;
import io.tombolo.engine.region.MemoryAccess;
import io.tombolo.engine.region.RegionAllocator;
import io.tombolo.engine.region.SharedRegion;
import io.tombolo.engine.transfer.RegisteredMemory;
import io.tombolo.ringbuffers.Bytes;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Finds where the elements of a collective call are. A buffer may show other memory than when the elements were wrapped, so its range is
 * checked again. Stateless.
 */
final class ElementsMemory {
    private static final String SEND = "send";
    private static final String RECEIVE = "receive";

    private final RegionAllocator regions;

    ElementsMemory(final RegionAllocator regions) {
        this.regions = regions;
    }

    /** Finds elements that are only read. */
    void send(final CollectiveKind kind, final Elements elements, final CallMemory memory) {
        check(kind, elements, SEND);
        resolve(kind, elements, memory);
    }

    /** Finds elements that are filled. */
    void receive(final CollectiveKind kind, final Elements elements, final CallMemory memory) {
        check(kind, elements, RECEIVE);
        if (elements.count() > 0 && arrayOffset(elements.memory()) == 0 && elements.memory() instanceof DirectBuffer buffer &&
            !(buffer instanceof MutableDirectBuffer)) {
            throw new IllegalArgumentException(
                kind.call() + ": the receive elements are in a buffer that cannot be written: use a MutableDirectBuffer");
        }
        resolve(kind, elements, memory);
    }

    private static void check(final CollectiveKind kind, final Elements elements, final String name) {
        if (elements == null) {
            throw new NullPointerException(kind.call() + ": this rank has no " + name + " elements, but needs them: null");
        }
        if (elements == Elements.IN_PLACE) {
            throw new IllegalArgumentException(
                kind.call() + ": the " + name + " elements of this rank are IN_PLACE, but must be elements of its own");
        }
    }

    private void resolve(final CollectiveKind kind, final Elements elements, final CallMemory memory) {
        memory.count = elements.count();
        if (memory.count == 0) {
            return;
        }
        final Object shown = elements.memory();
        memory.owner = shown;
        // Arrays first: their classes are compared faster than an interface.
        final long first = arrayOffset(shown);
        if (first > 0) {
            memory.base = shown;
            memory.offset = first + elements.offset() * elements.elementLength();
        } else if (shown instanceof DirectBuffer buffer) {
            memory.base = MemoryAccess.base(buffer);
            memory.offset = MemoryAccess.offset(buffer, elements.offset(), elements.count() * elements.elementLength());
        } else {
            resolve(kind, elements, (MemoryRegion) shown, memory);
        }
    }

    /** Returns where the elements of an array begin; 0 for memory of another kind. */
    private static long arrayOffset(final Object array) {
        return array instanceof double[] ? Bytes.DOUBLES_OFFSET : array instanceof long[] ? Bytes.LONGS_OFFSET :
            array instanceof int[] ? Bytes.INTS_OFFSET : array instanceof float[] ? Bytes.FLOATS_OFFSET :
            array instanceof byte[] ? Bytes.BYTES_OFFSET : 0;
    }

    private void resolve(final CollectiveKind kind, final Elements elements, final MemoryRegion region, final CallMemory memory) {
        final long bytes = elements.count() * elements.elementLength();
        if (SharedRegion.base(region, elements.offset(), bytes, 0) != null) {
            throw new IllegalArgumentException(
                kind.call() + ": " + bytes + " bytes from offset=" + elements.offset() +
                    " of a memory region cross a border of its mapping: use elements in one piece");
        }
        final RegisteredMemory registered = regions.registered(region);
        if (registered == null) {
            throw new IllegalArgumentException(
                kind.call() + ": memory region " + region.id() + " is closed or of another engine: use one of this rank");
        }
        memory.offset = SharedRegion.offset(region, elements.offset(), bytes);
        memory.region = region.id();
        memory.regionOffset = registered.start() + elements.offset();
    }

    /** Checks that the elements of a call that has both have the same type and lie apart. */
    static void checkPair(
        final CollectiveKind kind, final Elements send, final CallMemory sent, final Elements receive, final CallMemory received) {
        if (send.type() != receive.type()) {
            throw new IllegalArgumentException(
                kind.call() + ": the send elements have type " + typeOf(send) + ", the receive elements type " + typeOf(receive) +
                    ": both must have the same");
        }
        final int length = send.elementLength();
        // Memory of no elements begins at 0, so it overlaps nothing.
        if (sent.base == received.base && sent.offset < received.offset + received.count * length &&
            received.offset < sent.offset + sent.count * length) {
            throw new IllegalArgumentException(
                kind.call() + ": the send elements overlap the receive elements: pass IN_PLACE or use other memory");
        }
    }

    private static String typeOf(final Elements elements) {
        return elements.type() == null ? "byte" : elements.type().toString();
    }
}
