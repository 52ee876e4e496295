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
import static io.tombolo.matching.MatchNodeDescriptor.FILING_TIME_OFFSET;
import static io.tombolo.matching.MatchNodeDescriptor.HANDLE_OFFSET;
import static io.tombolo.matching.MatchNodeDescriptor.NODE_LENGTH;
import static io.tombolo.matching.MatchNodeDescriptor.SELECTION_OFFSET;
import static io.tombolo.matching.MatchNodeDescriptor.SEQUENCE_OFFSET;

/**
 * Reads match nodes from outside the matcher: another thread, another process, or the file of a dead job. A flyweight over one
 * segment; it only loads, so a read-only mapping is enough.
 * <p>
 * Roles: the matcher's owner writes, any number of readers, one thread a reader object. A read is consistent for its one node; two
 * nodes may be of different moments (sort by stamp for the order). Readers never delay the owner, and try a bounded number of times.
 */
public final class MatchNodeReader {
    /** Answer of {@link #read(int)}: the node is free. */
    public static final int FREE = 0;

    /** Answer of {@link #read(int)}: a posted receive. */
    public static final int POSTED = 1;

    /** Answer of {@link #read(int)}: an unexpected message. */
    public static final int UNEXPECTED = 2;

    /** Answer of {@link #read(int)}: it changed at every try. */
    public static final int UNSTABLE = -1;

    private static final int MAX_TRIES = 1_000;

    private AtomicBuffer segment;
    private int kind;
    private long sequence;
    private long handle;
    private long envelope;
    private long selectionOrLength;
    private int context;
    private long filingTime;

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
            // acquire: pairs with the ordered store of the sequence in Nodes.fill
            sequence = segment.getLongVolatile(offset + SEQUENCE_OFFSET);
            if (!MatchNodeDescriptor.isInUse(sequence)) {
                return found(FREE);
            }
            handle = segment.getLong(offset + HANDLE_OFFSET);
            envelope = segment.getLong(offset + ENVELOPE_OFFSET);
            selectionOrLength = segment.getLong(offset + SELECTION_OFFSET);
            context = segment.getInt(offset + CONTEXT_OFFSET);
            filingTime = segment.getLong(offset + FILING_TIME_OFFSET);
            // the loads above stay before the one below; pairs with the fence of Nodes.release
            VarHandle.loadLoadFence();
            if (segment.getLongVolatile(offset + SEQUENCE_OFFSET) == sequence) {
                return found(MatchNodeDescriptor.isUnexpected(sequence) ? UNEXPECTED : POSTED);
            }
            Thread.onSpinWait();
        }
        return found(UNSTABLE);
    }

    private int found(final int newKind) {
        kind = newKind;
        return newKind;
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
        return MatchNodeDescriptor.stamp(sequence);
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
        return kind == UNEXPECTED ? selectionOrLength : 0;
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
        return kind == POSTED ? MatchNodeDescriptor.mask(selectionOrLength) : Matcher.EXACT_TAG_MASK;
    }

    /**
     * When it was filed, as the owner's cached clock had it: not after the true time, nor before the clock's last update.
     *
     * @return nanoseconds of the owner's {@link System#nanoTime()}; 0 if the owner has never set its clock.
     */
    public long filingTime() {
        return filingTime;
    }

    /**
     * The generation of the node's use.
     *
     * @return the generation, as {@link Matcher#generation(int)} gives it.
     */
    public int generation() {
        return MatchNodeDescriptor.generation(sequence);
    }
}
