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
package io.tombolo.matching;

import static io.tombolo.matching.MatchNodeDescriptor.CONTEXT_OFFSET;
import static io.tombolo.matching.MatchNodeDescriptor.ENVELOPE_OFFSET;
import static io.tombolo.matching.MatchNodeDescriptor.FILING_TIME_OFFSET;
import static io.tombolo.matching.MatchNodeDescriptor.HANDLE_OFFSET;
import static io.tombolo.matching.MatchNodeDescriptor.NODES_PER_SEGMENT;
import static io.tombolo.matching.MatchNodeDescriptor.NODE_LENGTH;
import static io.tombolo.matching.MatchNodeDescriptor.SELECTION_OFFSET;
import static io.tombolo.matching.MatchNodeDescriptor.SEQUENCE_OFFSET;

import java.lang.invoke.VarHandle;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.AtomicBuffer;

/**
 * The nodes for readers outside, in segments that are only appended and never move. The owner alone writes them, and never reads them.
 * <p>
 * Stores are by address, as each post and each match stores here, and checked stores would double the cost of a post. A node's address is
 * right by construction: the segment is found in an array, the index in it is masked, and its length was checked when it was appended.
 */
final class NodeSegments {
    private static final int SEGMENT_SHIFT = Integer.numberOfTrailingZeros(NODES_PER_SEGMENT);
    private static final int INDEX_MASK = NODES_PER_SEGMENT - 1;

    private final long[] addresses;
    // Keeps the memory alive.
    private final AtomicBuffer[] segments;
    private int count;

    NodeSegments(final int maxNodes) {
        segments = new AtomicBuffer[(maxNodes + INDEX_MASK) >>> SEGMENT_SHIFT];
        addresses = new long[segments.length];
    }

    int count() {
        return count;
    }

    /**
     * Append a segment.
     *
     * @param segment off-heap, aligned.
     * @param length  of the nodes in it.
     * @throws IllegalStateException when the segment is shorter, on the heap or not aligned.
     */
    void append(final AtomicBuffer segment, final int length) {
        if (segment.byteArray() != null || segment.capacity() < length) {
            throw new IllegalStateException("segment=" + count + " capacity=" + segment.capacity() + " needed=" + length +
                " offHeap=" + (segment.byteArray() == null));
        }
        segment.verifyAlignment();
        addresses[count] = segment.addressOffset();
        segments[count++] = segment;
    }

    /**
     * Write a node and publish it.
     */
    void write(
        final int node, final int context, final long envelope, final long selectionOrLength, final long handle, final long time,
        final long sequence) {
        final long address = address(node);
        UnsafeApi.putLong(address + HANDLE_OFFSET, handle);
        UnsafeApi.putLong(address + ENVELOPE_OFFSET, envelope);
        UnsafeApi.putLong(address + SELECTION_OFFSET, selectionOrLength);
        UnsafeApi.putInt(address + CONTEXT_OFFSET, context);
        UnsafeApi.putLong(address + FILING_TIME_OFFSET, time);
        // release: pairs with the first load of the sequence in MatchNodeReader.read
        UnsafeApi.putLongRelease(null, address + SEQUENCE_OFFSET, sequence);
    }

    /**
     * Publish that a node is not in use.
     */
    void free(final int node, final long sequence) {
        UnsafeApi.putLongOpaque(null, address(node) + SEQUENCE_OFFSET, sequence);
        // the odd sequence is seen before any word of the next write; pairs with the fence of MatchNodeReader.read
        VarHandle.storeStoreFence();
    }

    private long address(final int node) {
        return addresses[node >>> SEGMENT_SHIFT] + (long) (node & INDEX_MASK) * NODE_LENGTH;
    }
}
