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
package io.tombolo.jmh.match;

import io.tombolo.matching.MatchNodeDescriptor;
import io.tombolo.matching.Matcher;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Matches in a list of constant depth: each step matches an entry and adds one.
 * <p>
 * All keys differ. The next key depends on the handle of the last match, as the handling of a message comes before the next message. So
 * steps do not overlap, and the processor cannot predict them. One thread uses an object.
 */
public final class MatchLoad {
    private static final int CONTEXT = 1;
    private static final int SOURCES = 4;
    private static final int NEVER = Integer.MAX_VALUE;
    private static final int FRESH_KEYS = 1 << 20;
    private static final int SPARE_NODES = 2;
    private static final long FACTOR = 6_364_136_223_846_793_005L;
    private static final long SUMMAND = 1_442_695_040_888_963_407L;

    private final int depth;
    private final MatchSide side;
    private final Wildcards wildcards;
    private final Target target;
    private final Matcher matcher;
    private final PlainArray array;
    private long state;

    /**
     * Fills the list.
     *
     * @param depth     entries of the list, from 1.
     * @param side      the deep list.
     * @param wildcards how many receives take any source.
     * @param target    the entry that each step matches.
     */
    public MatchLoad(final int depth, final MatchSide side, final Wildcards wildcards, final Target target) {
        this.depth = depth;
        this.side = side;
        this.wildcards = wildcards;
        this.target = target;
        this.array = new PlainArray(side == MatchSide.ARRAY ? depth + SPARE_NODES : 0);
        this.matcher = matcher(depth + SPARE_NODES);
        if (wildcards == Wildcards.ONE) {
            post(Matcher.ANY_SOURCE, NEVER, NEVER);
        }
        for (int key = 0; key < (target == Target.LAST ? depth - 1 : depth); key++) {
            add(key);
        }
    }

    static Matcher matcher(final int nodes) {
        final UnsafeBuffer memory = new UnsafeBuffer(
            ByteBuffer.allocateDirect((nodes + 1) * MatchNodeDescriptor.NODE_LENGTH).alignedSlice(MatchNodeDescriptor.NODE_LENGTH));
        return new Matcher(
            (index, length) -> new UnsafeBuffer(memory, index * MatchNodeDescriptor.SEGMENT_LENGTH, length), nodes);
    }

    /**
     * Matches an entry and adds one.
     *
     * @return handle of the matched entry.
     */
    public long step() {
        state = state * FACTOR + SUMMAND;
        final long found;
        if (target == Target.LAST) {
            final int key = depth + random(FRESH_KEYS);
            add(key);
            found = match(key);
        } else {
            final int key = random(depth);
            found = match(key);
            add(key);
        }
        state ^= found;
        return found;
    }

    private int random(final int bound) {
        return (int) ((state >>> Integer.SIZE) * bound >>> Integer.SIZE);
    }

    private void add(final int key) {
        if (side == MatchSide.UNEXPECTED) {
            if (matcher.findPosted(CONTEXT, source(key), key) != Matcher.NULL_NODE) {
                throw new IllegalStateException("receive for key=" + key);
            }
            check(matcher.addUnexpected(CONTEXT, source(key), key, Long.BYTES, key));
        } else {
            post(wildcards.isAnySource(key) ? Matcher.ANY_SOURCE : source(key), key, key);
        }
    }

    private void post(final int source, final int tag, final long handle) {
        if (side == MatchSide.ARRAY) {
            array.add(CONTEXT, source, tag, Matcher.EXACT_TAG_MASK, handle);
            return;
        }
        if (side == MatchSide.POSTED && matcher.findUnexpected(CONTEXT, source, tag, Matcher.EXACT_TAG_MASK) != Matcher.NULL_NODE) {
            throw new IllegalStateException("message for tag=" + tag);
        }
        check(matcher.addPosted(CONTEXT, source, tag, Matcher.EXACT_TAG_MASK, handle));
    }

    private static void check(final int node) {
        if (node < 0) {
            throw new IllegalStateException("no room: node=" + node);
        }
    }

    private long match(final int key) {
        if (side == MatchSide.ARRAY) {
            return array.take(CONTEXT, source(key), key);
        }
        // The calls of an arrival and of a receive.
        final int node = side == MatchSide.POSTED
            ? matcher.takePosted(CONTEXT, source(key), key)
            : matcher.findUnexpected(
                CONTEXT, wildcards.isAnySource(key) ? Matcher.ANY_SOURCE : source(key), key, Matcher.EXACT_TAG_MASK);
        final long handle = matcher.handle(node);
        if (handle != key) {
            throw new IllegalStateException("found handle=" + handle + " expected=" + key);
        }
        if (side == MatchSide.UNEXPECTED) {
            matcher.remove(node);
        }
        return handle;
    }

    private static int source(final int key) {
        return key % SOURCES;
    }
}
