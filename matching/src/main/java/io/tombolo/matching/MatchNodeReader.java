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
import static io.tombolo.matching.MatchNodeDescriptor.NODE_LENGTH;
import static io.tombolo.matching.MatchNodeDescriptor.SELECTION_OFFSET;
import static io.tombolo.matching.MatchNodeDescriptor.SEQUENCE_OFFSET;

import java.lang.invoke.VarHandle;
import org.agrona.concurrent.AtomicBuffer;

/**
 * Reads match nodes from outside the matcher: in another thread, another process, or from the file of a dead job. This is a flyweight over
 * one segment. It only loads, so a read-only mapping is enough.
 * <p>
 * Threads: the matcher's owner writes; there may be any number of readers, each object with one thread. A read is consistent for its node.
 * Two nodes may be of different moments; their stamps give the order. Readers never delay the owner, and try a bounded number of times.
 */
public final class MatchNodeReader {
    /** Answer of {@link #read(int)}: the node is free. */
    public static final int FREE = 0;

    /** Answer of {@link #read(int)}: a posted receive. */
    public static final int POSTED = 1;

    /** Answer of {@link #read(int)}: an unexpected message. */
    public static final int UNEXPECTED = 2;

    /** Answer of {@link #read(int)}: the node changed during every try. */
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
     * Creates a reader without a segment: call {@link #wrap(AtomicBuffer)} next.
     */
    public MatchNodeReader() {
    }

    /**
     * Read from a segment from now on.
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
     * Returns how many nodes the segment has.
     *
     * @return the number of nodes, free ones included.
     */
    public int capacity() {
        return segment.capacity() / NODE_LENGTH;
    }

    /**
     * Read one node. The other accessors return values of this node until the next read. After {@link #FREE} or {@link #UNSTABLE} they have
     * no meaning.
     *
     * @param index of the node in the segment, 0 … {@link #capacity()} - 1.
     * @return {@link #FREE}, {@link #POSTED}, {@link #UNEXPECTED} or {@link #UNSTABLE}.
     * @throws IndexOutOfBoundsException for an index outside the segment.
     */
    public int read(final int index) {
        final int offset = MatchNodeDescriptor.nodeOffset(index);
        for (int i = 0; i < MAX_TRIES; i++) {
            // acquire; partner: the release store of the sequence in NodeSegments.write
            sequence = segment.getLongVolatile(offset + SEQUENCE_OFFSET);
            if (!MatchNodeDescriptor.isInUse(sequence)) {
                return found(FREE);
            }
            handle = segment.getLong(offset + HANDLE_OFFSET);
            envelope = segment.getLong(offset + ENVELOPE_OFFSET);
            selectionOrLength = segment.getLong(offset + SELECTION_OFFSET);
            context = segment.getInt(offset + CONTEXT_OFFSET);
            filingTime = segment.getLong(offset + FILING_TIME_OFFSET);
            // Keeps the loads above before the load below; partner: the fence in NodeSegments.free
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
     * Returns what the last read has found.
     *
     * @return {@link #FREE}, {@link #POSTED}, {@link #UNEXPECTED} or {@link #UNSTABLE}.
     */
    public int kind() {
        return kind;
    }

    /**
     * Returns the node's stamp.
     *
     * @return its place in the order of all adds of the matcher.
     */
    public long stamp() {
        return MatchNodeDescriptor.stamp(sequence);
    }

    /**
     * Returns the handle that was filed.
     *
     * @return the handle.
     */
    public long handle() {
        return handle;
    }

    /**
     * Returns the length of an unexpected message.
     *
     * @return bytes; 0 for a posted receive.
     */
    public long length() {
        return kind == UNEXPECTED ? selectionOrLength : 0;
    }

    /**
     * Returns the context.
     *
     * @return the context.
     */
    public int context() {
        return context;
    }

    /**
     * Returns the source.
     *
     * @return the rank, or {@link Matcher#ANY_SOURCE}.
     */
    public int source() {
        return MatchNodeDescriptor.source(envelope);
    }

    /**
     * Returns the tag.
     *
     * @return the tag; without meaning where the mask is {@link Matcher#ANY_TAG_MASK}.
     */
    public int tag() {
        return MatchNodeDescriptor.tag(envelope);
    }

    /**
     * Returns the tag mask.
     *
     * @return the mask; {@link Matcher#EXACT_TAG_MASK} for an unexpected message.
     */
    public int mask() {
        return kind == POSTED ? MatchNodeDescriptor.mask(selectionOrLength) : Matcher.EXACT_TAG_MASK;
    }

    /**
     * Returns when the node was filed, by the owner's cached clock: the last update of that clock before the node was filed.
     *
     * @return nanoseconds of the owner's {@link System#nanoTime()}; 0 if the owner has never set its clock.
     */
    public long filingTime() {
        return filingTime;
    }

    /**
     * Returns the generation of the node's use.
     *
     * @return the generation, as {@link Matcher#generation(int)} gives it.
     */
    public int generation() {
        return MatchNodeDescriptor.generation(sequence);
    }
}
