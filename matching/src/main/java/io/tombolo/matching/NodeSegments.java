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

import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.lang.invoke.VarHandle;

import static io.tombolo.matching.MatchNodeDescriptor.CONTEXT_OFFSET;
import static io.tombolo.matching.MatchNodeDescriptor.ENVELOPE_OFFSET;
import static io.tombolo.matching.MatchNodeDescriptor.HANDLE_OFFSET;
import static io.tombolo.matching.MatchNodeDescriptor.LENGTH_OFFSET;
import static io.tombolo.matching.MatchNodeDescriptor.NODES_PER_SEGMENT;
import static io.tombolo.matching.MatchNodeDescriptor.NODE_LENGTH;
import static io.tombolo.matching.MatchNodeDescriptor.SELECTION_OFFSET;
import static io.tombolo.matching.MatchNodeDescriptor.SEQUENCE_OFFSET;
import static io.tombolo.matching.Matcher.FULL;
import static io.tombolo.matching.Matcher.NULL_NODE;

/**
 * The nodes of a matcher: segments that are only appended and never move, and a free list that hands out the node freed last.
 * <p>
 * What readers outside see lies in the segments; the {@link NodeLinks} are the owner's alone. Owner thread only.
 */
final class NodeSegments {
    private static final int SEGMENT_SHIFT = Integer.numberOfTrailingZeros(NODES_PER_SEGMENT);
    private static final int INDEX_MASK = NODES_PER_SEGMENT - 1;

    private final SegmentSource source;
    private final int maxNodes;
    private final UnsafeBuffer[] segments;
    private final NodeLinks links;

    private int freeNode = NULL_NODE;
    private int nextNewNode;
    private int nodeCount;

    NodeSegments(final SegmentSource source, final int maxNodes) {
        this.source = source;
        this.maxNodes = maxNodes;
        final int maxSegments = (maxNodes + INDEX_MASK) >>> SEGMENT_SHIFT;
        segments = new UnsafeBuffer[maxSegments];
        links = new NodeLinks();
    }

    NodeLinks links() {
        return links;
    }

    /**
     * Take a node; {@link #fill} comes next.
     *
     * @return the node, or {@link Matcher#FULL}.
     */
    int take() {
        final int node = freeNode;
        if (node != NULL_NODE) {
            freeNode = links.link(node, NodeLinks.ORDER_NEXT);
            return node;
        }
        return nextNewNode < nodeCount || isGrown() ? nextNewNode++ : FULL;
    }

    private boolean isGrown() {
        final int length = Math.min(NODES_PER_SEGMENT, maxNodes - nodeCount) * NODE_LENGTH;
        if (length == 0) {
            return false;
        }
        links.ensureCapacity(nodeCount + length / NODE_LENGTH, maxNodes);
        final int index = nodeCount >>> SEGMENT_SHIFT;
        final AtomicBuffer segment = source.segment(index, length);
        if (segment == null) {
            return false;
        }
        if (segment.capacity() < length) {
            throw new IllegalStateException("segment=" + index + " capacity=" + segment.capacity() + " needed=" + length);
        }
        segment.verifyAlignment();
        segments[index] = new UnsafeBuffer(segment, 0, length);
        nodeCount += length / NODE_LENGTH;
        return true;
    }

    /**
     * Write a node that was taken, and publish it to readers outside.
     */
    void fill(
        final int node,
        final int context,
        final long envelope,
        final long selectionOrLength,
        final long handle,
        final long sequence) {
        final UnsafeBuffer segment = segment(node);
        final int offset = offset(node);
        segment.putLong(offset + HANDLE_OFFSET, handle);
        segment.putLong(offset + ENVELOPE_OFFSET, envelope);
        segment.putLong(offset + SELECTION_OFFSET, selectionOrLength);
        segment.putInt(offset + CONTEXT_OFFSET, context);
        // release: pairs with the first load of the sequence in MatchNodeReader.read
        segment.putLongOrdered(offset + SEQUENCE_OFFSET, sequence);
    }

    /**
     * Give a node back; its generation moves on.
     */
    void release(final int node, final long sequence) {
        segment(node).putLong(offset(node) + SEQUENCE_OFFSET, MatchNodeDescriptor.freeSequence(sequence));
        // the odd sequence is seen before any word of the next fill; pairs with the fence of MatchNodeReader.read
        VarHandle.storeStoreFence();
        links.link(node, NodeLinks.ORDER_NEXT, freeNode);
        freeNode = node;
    }

    /**
     * The sequence of a node in use.
     *
     * @throws IllegalStateException when the node is not in use.
     */
    long sequenceInUse(final int node) {
        final long sequence = node >= 0 && node < nextNewNode ? sequence(node) : 0;
        if (!MatchNodeDescriptor.isInUse(sequence)) {
            throw new IllegalStateException("match node not in use: node=" + node);
        }
        return sequence;
    }

    long sequence(final int node) {
        return segment(node).getLong(offset(node) + SEQUENCE_OFFSET);
    }

    long handle(final int node) {
        return segment(node).getLong(offset(node) + HANDLE_OFFSET);
    }

    long envelope(final int node) {
        return segment(node).getLong(offset(node) + ENVELOPE_OFFSET);
    }

    long selection(final int node) {
        return segment(node).getLong(offset(node) + SELECTION_OFFSET);
    }

    long length(final int node) {
        return segment(node).getLong(offset(node) + LENGTH_OFFSET);
    }

    int context(final int node) {
        return segment(node).getInt(offset(node) + CONTEXT_OFFSET);
    }

    private UnsafeBuffer segment(final int node) {
        return segments[node >>> SEGMENT_SHIFT];
    }

    private static int offset(final int node) {
        return MatchNodeDescriptor.nodeOffset(node & INDEX_MASK);
    }
}
