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

import io.tombolo.matching.MatchOracle.Entry;
import org.agrona.concurrent.AtomicBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * T1.1: random posts, arrivals, probes and cancels; the matcher must pair as the naive model does, whatever the capacity of its head and
 * whatever others store into its nodes. The phases lean to one side, so that both lists become deep, run empty, and deep again.
 */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MatcherModelTest {
    private static final int[] MASKS = {-1, -1, -1, -1, 0, 0, 0, 1, 2, 3, 0x7FFF_FFFF, Integer.MIN_VALUE};
    private static final int KINDS = 6;

    private int sources;
    private int tags;
    private int tagStride;
    private long nextHandle;
    private int fullCount;
    private int deepest;
    private final long[] matchesOfPosted = new long[KINDS];
    private final long[] matchesOfUnexpected = new long[KINDS];
    private DirectSegments segments;
    private Matcher matcher;
    private MatchOracle oracle;
    private Random random;
    private boolean isDamaging;
    private int headCapacity;

    @ParameterizedTest
    @CsvSource({
        // steps, sources, tags, stride, nodes, phase, head, damage
        "200000, 4, 3, 1, 4096, 500, 2147483647, false",
        "150000, 4, 3, 1, 16, 50, 2147483647, true",
        "100000, 4, 300, 1, 4096, 2000, 2147483647, true",
        "40000, 4, 5000, 65536, 8192, 6000, 2147483647, false",
        "50000, 4, 3, 1, 3, 50, 2147483647, false",
        "100000, 20, 3, 1, 4096, 1000, 2147483647, true",
        "100000, 4, 3, 1, 4096, 500, 0, true",
        "100000, 4, 3, 1, 4096, 500, 1, false",
        "100000, 4, 3, 1, 4096, 300, 4, true",
        "50000, 4, 300, 1, 4096, 1000, 4, false",
        "100000, 20, 3, 1, 4096, 500, 40, true",
    })
    void shouldPairAsTheModelDoes(
        final int steps, final int sourceCount, final int tagCount, final int stride, final int maxNodes, final int phase, final int head,
        final boolean damage) {
        sources = sourceCount;
        tags = tagCount;
        tagStride = stride;
        headCapacity = head;
        isDamaging = damage;
        run(Long.getLong("tombolo.test.seed", System.nanoTime()), steps, maxNodes, phase);
        assertThat(deepest).isGreaterThan(Math.min(maxNodes, 10) - 1);
        if (maxNodes <= 16) {
            assertThat(fullCount).isPositive();
        } else {
            assertThat(matchesOfPosted).as("each kind of receive was matched by an arrival").doesNotContain(0);
            assertThat(matchesOfUnexpected).as("each kind of receive has found a message").doesNotContain(0);
        }
        assertThat(matcher.handOvers() > 0).isEqualTo(head > 0 && head < maxNodes);
        drain();
    }

    @Test
    @Tag("nightly")
    @Timeout(value = 900, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldPairAsTheModelDoesTenMillionTimes() {
        final long seed = Long.getLong("tombolo.test.seed", System.nanoTime());
        final int[] heads = {Integer.MAX_VALUE, 0, 4, 40};
        sources = 4;
        tags = 3;
        tagStride = 1;
        for (int i = 0; i < 40; i++) {
            headCapacity = heads[i % heads.length];
            isDamaging = i % 3 == 0;
            run(seed + i, 250_000, 4096, 100 + 20 * i);
        }
    }

    private void run(final long seed, final int steps, final int maxNodes, final int phase) {
        System.out.println("MatcherModelTest tombolo.test.seed=" + seed + " steps=" + steps + " sources=" + sources + " tags=" + tags +
            " nodes=" + maxNodes + " head=" + headCapacity);
        random = new Random(seed);
        segments = new DirectSegments(Integer.MAX_VALUE);
        matcher = new Matcher(segments, maxNodes, headCapacity);
        oracle = new MatchOracle();
        int step = 0;
        try {
            for (; step < steps; step++) {
                step((step / phase) % 4);
                if (step % 5_000 == 0) {
                    assertSameLists();
                }
            }
            assertSameLists();
        } catch (final AssertionError | RuntimeException failure) {
            throw new AssertionError("seed=" + seed + " step=" + step, failure);
        }
    }

    private void step(final int phase) {
        final int dice = random.nextInt(100);
        // phases: receives lead, messages lead, balanced, cancels and drains
        final int arrivals = new int[] {20, 65, 42, 20}[phase];
        final int posts = new int[] {65, 20, 42, 20}[phase];
        if (dice < arrivals) {
            arrive();
        } else if (dice < arrivals + posts) {
            receive();
        } else if (dice % 3 == 0) {
            probe();
        } else if (dice % 3 == 1) {
            removeAny(oracle.posted);
        } else {
            removeAny(oracle.unexpected);
        }
        if (isDamaging && dice % 4 == 0) {
            damage();
        }
        deepest = Math.max(deepest, matcher.postedCount() + matcher.unexpectedCount());
        assertHeadIsFull();
    }

    /** What another process of the same user could do. */
    private void damage() {
        if (!segments.lent().isEmpty()) {
            final AtomicBuffer segment = segments.lent().get(random.nextInt(segments.lent().size()));
            segment.putLong(random.nextInt(segment.capacity() / Long.BYTES) * Long.BYTES, random.nextLong() >> random.nextInt(64));
        }
    }

    private void assertHeadIsFull() {
        if (matcher.headCount() != Math.min(headCapacity, matcher.postedCount())) {
            throw new AssertionError("head=" + matcher.headCount() + " posted=" + matcher.postedCount());
        }
    }

    private int anyTag() {
        final int tag = random.nextInt(tags) * tagStride;
        return random.nextInt(1000) == 0 ? tag | Integer.MIN_VALUE : tag;
    }

    private int anyMask() {
        return random.nextInt(10) == 0 ? random.nextInt() : MASKS[random.nextInt(MASKS.length)];
    }

    /** Source wild or not, tag exact, wild or masked. */
    private static int kind(final int source, final int mask) {
        return (source == -1 ? 3 : 0) + (mask == -1 ? 0 : mask == 0 ? 1 : 2);
    }

    private void arrive() {
        final int context = random.nextInt(2);
        final int source = random.nextInt(sources);
        final int tag = anyTag();
        final Entry expected = oracle.findPosted(context, source, tag);
        final int node = matcher.findPosted(context, source, tag);
        assertSame(node, expected);
        if (expected != null) {
            matchesOfPosted[kind(expected.source(), expected.mask())]++;
            take(oracle.posted, expected);
            return;
        }
        final long length = random.nextLong() >>> 1;
        final long handle = nextHandle++;
        final int added = matcher.addUnexpected(context, source, tag, length, handle);
        file(oracle.unexpected, new Entry(context, source, tag, -1, length, handle, added, generation(added)));
    }

    private void receive() {
        final int context = random.nextInt(2);
        final int source = random.nextInt(4) == 0 ? -1 : random.nextInt(sources);
        final int tag = anyTag();
        final int mask = anyMask();
        final Entry expected = oracle.findUnexpected(context, source, tag, mask);
        final int node = matcher.findUnexpected(context, source, tag, mask);
        assertSame(node, expected);
        if (expected != null) {
            matchesOfUnexpected[kind(source, mask)]++;
            take(oracle.unexpected, expected);
            return;
        }
        final long handle = nextHandle++;
        final int added = matcher.addPosted(context, source, tag, mask, handle);
        file(oracle.posted, new Entry(context, source, tag, mask, 0, handle, added, generation(added)));
    }

    private void probe() {
        final int source = random.nextInt(sources + 1) - 1;
        final int tag = anyTag();
        final int mask = anyMask();
        final int context = random.nextInt(2);
        assertSame(matcher.findUnexpected(context, source, tag, mask), oracle.findUnexpected(context, source, tag, mask));
    }

    private int generation(final int node) {
        return node < 0 ? 0 : matcher.generation(node);
    }

    private void file(final List<Entry> list, final Entry entry) {
        if (entry.node() >= 0) {
            list.add(entry);
        } else {
            assertThat(entry.node()).isEqualTo(Matcher.FULL);
            fullCount++;
            removeAny(oracle.posted);
            removeAny(oracle.unexpected);
        }
    }

    private void take(final List<Entry> list, final Entry entry) {
        matcher.remove(entry.node());
        list.remove(entry);
    }

    private void removeAny(final List<Entry> list) {
        if (!list.isEmpty()) {
            final Entry entry = list.remove(random.nextInt(list.size()));
            assertSame(entry.node(), entry);
            matcher.remove(entry.node());
        }
    }

    private void assertSame(final int node, final Entry entry) {
        if (entry == null) {
            if (node != Matcher.NULL_NODE) {
                assertThat(node).isEqualTo(Matcher.NULL_NODE);
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

    private void assertSameLists() {
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

    private void drain() {
        while (!oracle.posted.isEmpty() || !oracle.unexpected.isEmpty()) {
            removeAny(oracle.posted);
            removeAny(oracle.unexpected);
        }
        assertSameLists();
    }

    @Test
    void shouldNoticeAPairAtRestInTheModel() {
        final MatchOracle model = new MatchOracle();
        model.unexpected.add(new Entry(0, 1, 5, -1, 0, 0, 0, 0));
        model.posted.add(new Entry(0, -1, 7, 1, 0, 1, 1, 0));
        assertThat(model.hasPairAtRest()).isTrue();
    }
}
