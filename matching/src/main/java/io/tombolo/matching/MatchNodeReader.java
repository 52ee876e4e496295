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

import java.lang.invoke.VarHandle;

import static io.tombolo.matching.MatchNodeDescriptor.CONTEXT_OFFSET;
import static io.tombolo.matching.MatchNodeDescriptor.ENVELOPE_OFFSET;
import static io.tombolo.matching.MatchNodeDescriptor.HANDLE_OFFSET;
import static io.tombolo.matching.MatchNodeDescriptor.KIND_NONE;
import static io.tombolo.matching.MatchNodeDescriptor.KIND_OFFSET;
import static io.tombolo.matching.MatchNodeDescriptor.KIND_POSTED;
import static io.tombolo.matching.MatchNodeDescriptor.KIND_UNEXPECTED;
import static io.tombolo.matching.MatchNodeDescriptor.LENGTH_OFFSET;
import static io.tombolo.matching.MatchNodeDescriptor.NODE_LENGTH;
import static io.tombolo.matching.MatchNodeDescriptor.SELECTION_OFFSET;
import static io.tombolo.matching.MatchNodeDescriptor.SEQUENCE_OFFSET;
import static io.tombolo.matching.MatchNodeDescriptor.STAMP_OFFSET;

/**
 * Reads match nodes from outside the matcher: another thread, another process, or the file of a dead job. A flyweight over one
 * segment; it only loads, so a read-only mapping is enough.
 * <p>
 * Roles: the matcher's owner writes, any number of readers, one thread a reader object. A read is consistent for its one node; two
 * nodes may be of different moments (sort by stamp for the order). Readers never delay the owner, and try a bounded number of times.
 */
public final class MatchNodeReader {
    /** Answer of {@link #read(int)}: the node is free. */
    public static final int FREE = KIND_NONE;

    /** Answer of {@link #read(int)}: a posted receive. */
    public static final int POSTED = KIND_POSTED;

    /** Answer of {@link #read(int)}: an unexpected message. */
    public static final int UNEXPECTED = KIND_UNEXPECTED;

    /** Answer of {@link #read(int)}: written all the time, left half-written by an owner that died, or not a node at all. */
    public static final int UNSTABLE = -1;

    private static final int MAX_TRIES = 1_000;

    private AtomicBuffer segment;
    private int kind;
    private int context;
    private long sequence;
    private long stamp;
    private long handle;
    private long length;
    private long envelope;
    private long selection;

    /**
     * A reader over nothing: {@link #wrap(AtomicBuffer)} comes next.
     */
    public MatchNodeReader() {
    }

    /**
     * Look at a segment.
     *
     * @param newSegment to read from, its start aligned to 8 bytes.
     * @return this.
     */
    public MatchNodeReader wrap(final AtomicBuffer newSegment) {
        segment = newSegment;
        kind = FREE;
        return this;
    }

    /**
     * How many nodes the segment has.
     *
     * @return the number of nodes, free ones included.
     */
    public int capacity() {
        return segment.capacity() / NODE_LENGTH;
    }

    /**
     * Read one node. The other accessors speak of this node until the next read; they mean nothing after {@link #FREE} or
     * {@link #UNSTABLE}.
     *
     * @param index of the node in the segment, 0 … {@link #capacity()} - 1.
     * @return {@link #FREE}, {@link #POSTED}, {@link #UNEXPECTED} or {@link #UNSTABLE}.
     * @throws IndexOutOfBoundsException for an index outside the segment.
     */
    public int read(final int index) {
        final int offset = MatchNodeDescriptor.nodeOffset(index);
        for (int i = 0; i < MAX_TRIES; i++) {
            // acquire: pairs with the ordered stores of the sequence in NodeSegments.fill and NodeSegments.release
            final long before = segment.getLongVolatile(offset + SEQUENCE_OFFSET);
            if (MatchNodeDescriptor.isFree(before)) {
                kind = FREE;
                return FREE;
            }
            if (MatchNodeDescriptor.isInUse(before) && isCopied(offset, before)) {
                return kind;
            }
            Thread.onSpinWait();
        }
        kind = UNSTABLE;
        return UNSTABLE;
    }

    private boolean isCopied(final int offset, final long before) {
        stamp = segment.getLong(offset + STAMP_OFFSET);
        handle = segment.getLong(offset + HANDLE_OFFSET);
        length = segment.getLong(offset + LENGTH_OFFSET);
        envelope = segment.getLong(offset + ENVELOPE_OFFSET);
        selection = segment.getLong(offset + SELECTION_OFFSET);
        context = segment.getInt(offset + CONTEXT_OFFSET);
        final int loadedKind = segment.getInt(offset + KIND_OFFSET);
        // the loads above stay before the second load of the sequence; pairs with the fence of NodeSegments.fill
        VarHandle.loadLoadFence();
        sequence = segment.getLongVolatile(offset + SEQUENCE_OFFSET);
        kind = loadedKind == POSTED || loadedKind == UNEXPECTED ? loadedKind : UNSTABLE;
        return sequence == before;
    }

    /**
     * What the last read found.
     *
     * @return {@link #FREE}, {@link #POSTED}, {@link #UNEXPECTED} or {@link #UNSTABLE}.
     */
    public int kind() {
        return kind;
    }

    /**
     * The node's stamp.
     *
     * @return its place in the order of all adds of the matcher.
     */
    public long stamp() {
        return stamp;
    }

    /**
     * The handle that was filed.
     *
     * @return the handle.
     */
    public long handle() {
        return handle;
    }

    /**
     * Length of an unexpected message.
     *
     * @return bytes; 0 for a posted receive.
     */
    public long length() {
        return length;
    }

    /**
     * The context.
     *
     * @return the context.
     */
    public int context() {
        return context;
    }

    /**
     * The source.
     *
     * @return the rank, or {@link Matcher#ANY_SOURCE}.
     */
    public int source() {
        return MatchNodeDescriptor.source(envelope);
    }

    /**
     * The tag.
     *
     * @return the tag; without meaning where the mask is {@link Matcher#ANY_TAG_MASK}.
     */
    public int tag() {
        return MatchNodeDescriptor.tag(envelope);
    }

    /**
     * The tag mask.
     *
     * @return the mask; {@link Matcher#EXACT_TAG_MASK} for an unexpected message.
     */
    public int mask() {
        return MatchNodeDescriptor.mask(selection);
    }

    /**
     * How often the node was used and freed before.
     *
     * @return the generation, as {@link Matcher#generation(int)} gives it.
     */
    public int generation() {
        return MatchNodeDescriptor.generation(sequence);
    }
}
