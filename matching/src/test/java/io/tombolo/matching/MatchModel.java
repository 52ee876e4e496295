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

import static org.assertj.core.api.Assertions.assertThat;

import io.tombolo.matching.MatchOracle.Entry;
import java.util.List;
import org.agrona.concurrent.AtomicBuffer;

/**
 * A matcher and the naive model, played step by step. A step throws if the two differ. Its effect depends on the steps before it alone, so
 * that any step can be left out.
 */
final class MatchModel {
    private static final int KINDS = 6;

    /** Kind of a step. */
    enum Kind {
        /** A message arrives. */
        ARRIVE,
        /** A receive is started. */
        RECEIVE,
        /** A receive looks for a message. */
        PROBE,
        /** A receive is cancelled: the one that {@code pick} names. */
        CANCEL,
        /** A message is taken by its node. */
        DROP,
        /** Another process of the same user stores {@code value} somewhere into the nodes. */
        DAMAGE
    }

    /** One step. */
    record Step(Kind kind, int context, int source, int tag, int mask, int pick, long value) {
    }

    final long[] matchesOfPosted = new long[KINDS];
    final long[] matchesOfUnexpected = new long[KINDS];
    final Matcher matcher;
    int fullCount;
    int deepest;
    private final DirectSegments segments = new DirectSegments(Integer.MAX_VALUE);
    private final MatchOracle oracle = new MatchOracle();
    private final int headCapacity;
    private long nextHandle;

    MatchModel(final int maxNodes, final int headCapacity) {
        this.headCapacity = headCapacity;
        matcher = new Matcher(segments, maxNodes, headCapacity);
    }

    void play(final Step step) {
        switch (step.kind) {
            case ARRIVE -> arrive(step);
            case RECEIVE -> receive(step);
            case PROBE -> assertSame(
                matcher.findUnexpected(step.context, step.source, step.tag, step.mask),
                oracle.findUnexpected(step.context, step.source, step.tag, step.mask));
            case CANCEL -> remove(oracle.posted, step.pick);
            case DROP -> remove(oracle.unexpected, step.pick);
            default -> damage(step);
        }
        deepest = Math.max(deepest, matcher.postedCount() + matcher.unexpectedCount());
        if (matcher.headCount() != Math.min(headCapacity, matcher.postedCount())) {
            throw new AssertionError("head=" + matcher.headCount() + " posted=" + matcher.postedCount());
        }
    }

    private void damage(final Step step) {
        if (!segments.lent().isEmpty()) {
            final AtomicBuffer segment = segments.lent().get(step.pick % segments.lent().size());
            segment.putLong(step.pick % (segment.capacity() / Long.BYTES) * Long.BYTES, step.value);
        }
    }

    /** Returns the kind of a receive: its source is wild or not; its tag is exact, wild or masked. */
    private static int kind(final int source, final int mask) {
        return (source == -1 ? 3 : 0) + (mask == -1 ? 0 : mask == 0 ? 1 : 2);
    }

    private void arrive(final Step step) {
        final Entry expected = oracle.findPosted(step.context, step.source, step.tag);
        if (expected != null) {
            matchesOfPosted[kind(expected.source(), expected.mask())]++;
        }
        if (expected != null && !matcher.mayFindPosted(step.context, step.source, step.tag)) {
            throw new AssertionError("denied " + expected);
        }
        // In one step, as an arrival does, or in two.
        if (step.pick % 2 == 0) {
            final int taken = matcher.takePosted(step.context, step.source, step.tag);
            if (expected == null ? taken != Matcher.NULL_NODE : taken != expected.node() || matcher.handle(taken) != expected.handle()) {
                throw new AssertionError("took node=" + taken + " for " + expected);
            }
            oracle.posted.remove(expected);
        } else {
            assertSame(matcher.findPosted(step.context, step.source, step.tag), expected);
            if (expected != null) {
                take(oracle.posted, expected);
            }
        }
        if (expected != null) {
            return;
        }
        final long handle = nextHandle++;
        final int added = matcher.addUnexpected(step.context, step.source, step.tag, step.value, handle);
        file(oracle.unexpected, new Entry(step.context, step.source, step.tag, -1, step.value, handle, added, generation(added)), step);
    }

    private void receive(final Step step) {
        final Entry expected = oracle.findUnexpected(step.context, step.source, step.tag, step.mask);
        assertSame(matcher.findUnexpected(step.context, step.source, step.tag, step.mask), expected);
        if (expected != null) {
            matchesOfUnexpected[kind(step.source, step.mask)]++;
            take(oracle.unexpected, expected);
            return;
        }
        final long handle = nextHandle++;
        final int added = matcher.addPosted(step.context, step.source, step.tag, step.mask, handle);
        file(oracle.posted, new Entry(step.context, step.source, step.tag, step.mask, 0, handle, added, generation(added)), step);
    }

    private int generation(final int node) {
        return node < 0 ? 0 : matcher.generation(node);
    }

    private void file(final List<Entry> list, final Entry entry, final Step step) {
        if (entry.node() >= 0) {
            list.add(entry);
        } else {
            assertThat(entry.node()).isEqualTo(Matcher.FULL);
            fullCount++;
            remove(oracle.posted, step.pick);
            remove(oracle.unexpected, step.pick);
        }
    }

    private void take(final List<Entry> list, final Entry entry) {
        matcher.remove(entry.node());
        list.remove(entry);
    }

    private void remove(final List<Entry> list, final int pick) {
        if (!list.isEmpty()) {
            final Entry entry = list.remove(pick % list.size());
            assertSame(entry.node(), entry);
            matcher.remove(entry.node());
        }
    }

    private void assertSame(final int node, final Entry entry) {
        if (entry == null) {
            if (node != Matcher.NULL_NODE) {
                throw new AssertionError("found node=" + node + " where nothing fits");
            }
            return;
        }
        final boolean isSame = node == entry.node()
            && matcher.handle(node) == entry.handle() && matcher.generation(node) == entry.generation()
            && matcher.context(node) == entry.context() && matcher.source(node) == entry.source()
            && matcher.tag(node) == entry.tag() && matcher.mask(node) == entry.mask() && matcher.length(node) == entry.length();
        if (!isSame) {
            throw new AssertionError("found node=" + node + " expected=" + entry);
        }
    }

    void assertSameLists() {
        assertThat(oracle.hasPairAtRest()).isFalse();
        assertThat(matcher.postedCount()).isEqualTo(oracle.posted.size());
        assertThat(matcher.unexpectedCount()).isEqualTo(oracle.unexpected.size());
        assertThat(matcher.isPostedEmpty()).isEqualTo(oracle.posted.isEmpty());
        assertThat(matcher.isUnexpectedEmpty()).isEqualTo(oracle.unexpected.isEmpty());
        int node = matcher.firstPosted();
        for (final Entry entry : oracle.posted) {
            assertSame(node, entry);
            node = matcher.nextPosted(node);
        }
        assertThat(node).isEqualTo(Matcher.NULL_NODE);
        node = matcher.firstUnexpected();
        for (final Entry entry : oracle.unexpected) {
            assertSame(node, entry);
            node = matcher.nextUnexpected(node);
        }
        assertThat(node).isEqualTo(Matcher.NULL_NODE);
    }

    void drain() {
        while (!oracle.posted.isEmpty() || !oracle.unexpected.isEmpty()) {
            remove(oracle.posted, oracle.unexpected.size());
            remove(oracle.unexpected, oracle.posted.size());
        }
        assertSameLists();
    }
}
