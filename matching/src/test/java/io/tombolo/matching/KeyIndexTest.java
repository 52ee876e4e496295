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

import static io.tombolo.matching.MatchNodeDescriptor.EXACT_SELECTION;
import static io.tombolo.matching.MatchNodeDescriptor.SOURCE_SELECTION;
import static io.tombolo.matching.MatchNodeDescriptor.TAG_SELECTION;
import static io.tombolo.matching.Matcher.NULL_NODE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyIndexTest {
    private static final int LONGEST_RUN = 64;

    private final Nodes nodes = new Nodes(new DirectSegments(Integer.MAX_VALUE), 1 << 18);
    private final SearchCounts counts = new SearchCounts();
    private long stamp;

    private int add(final KeyIndex index, final int context, final long envelope) {
        final int node = nodes.take();
        nodes.fill(node, context, envelope, EXACT_SELECTION, 0, MatchNodeDescriptor.postedSequence(++stamp));
        index.add(node, context, envelope);
        return node;
    }

    private void remove(final KeyIndex index, final int node) {
        index.remove(node);
        nodes.release(node, nodes.sequenceInUse(node));
    }

    private KeyIndex index(final long keyMask) {
        return new KeyIndex(nodes, counts, keyMask, 3);
    }

    @ParameterizedTest
    @ValueSource(longs = {EXACT_SELECTION, TAG_SELECTION, SOURCE_SELECTION, 0})
    void shouldGiveTheOldestOfEachKeyAtEveryPointOfItsGrowth(final long keyMask) {
        final long seed = Long.getLong("tombolo.test.seed", System.nanoTime());
        System.out.println("KeyIndexTest tombolo.test.seed=" + seed);
        final Random random = new Random(seed);
        final KeyIndex index = index(keyMask);
        final Map<Long, Deque<Integer>> model = new HashMap<>();
        final List<Integer> all = new ArrayList<>();
        for (int step = 0; step < 60_000; step++) {
            final int context = random.nextInt(3);
            final long envelope = MatchNodeDescriptor.envelope(random.nextInt(50), random.nextInt(100));
            final Deque<Integer> expected = model.getOrDefault(key(keyMask, context, envelope), new ArrayDeque<>());
            final int found = index.first(context, envelope);
            assertThat(found).isEqualTo(expected.isEmpty() ? NULL_NODE : expected.peekFirst());
            if (random.nextInt(10) < (step / 15_000 % 2 == 0 ? 7 : 3)) {
                final int node = add(index, context, envelope);
                model.computeIfAbsent(key(keyMask, context, envelope), k -> new ArrayDeque<>()).add(node);
                all.add(node);
            } else if (!all.isEmpty()) {
                final int at = random.nextInt(all.size());
                final int node = all.get(at);
                all.set(at, all.get(all.size() - 1));
                all.remove(all.size() - 1);
                model.get(key(keyMask, nodes.context(node), nodes.envelope(node))).remove(node);
                model.values().removeIf(Deque::isEmpty);
                remove(index, node);
            }
            assertThat(index.keys()).isEqualTo(model.size());
        }
    }

    private static long key(final long keyMask, final int context, final long envelope) {
        return (envelope & keyMask) * 4 + context;
    }

    @Test
    void shouldKeepTheOrderWithinAKeyWhereverANodeIsTakenOut() {
        final KeyIndex index = index(EXACT_SELECTION);
        final int[] node = new int[5];
        for (int i = 0; i < node.length; i++) {
            node[i] = add(index, 1, 9);
            add(index, 1, 100 + i);
        }
        remove(index, node[2]);
        assertThat(ring(index)).containsExactly(node[0], node[1], node[3], node[4]);
        remove(index, node[0]);
        assertThat(ring(index)).containsExactly(node[1], node[3], node[4]);
        remove(index, node[4]);
        assertThat(ring(index)).containsExactly(node[1], node[3]);
        final int late = add(index, 1, 9);
        assertThat(ring(index)).containsExactly(node[1], node[3], late);
        remove(index, node[1]);
        remove(index, late);
        remove(index, node[3]);
        assertThat(ring(index)).isEmpty();
        assertThat(index.keys()).isEqualTo(5);
    }

    private static List<Integer> ring(final KeyIndex index) {
        final List<Integer> ring = new ArrayList<>();
        for (int node = index.first(1, 9); node != NULL_NODE; node = index.next(node)) {
            ring.add(node);
        }
        return ring;
    }

    @Test
    void shouldCompareOneNodeHoweverManyHaveTheKey() {
        final KeyIndex index = index(EXACT_SELECTION);
        final Deque<Integer> added = new ArrayDeque<>();
        for (int i = 0; i < 50_000; i++) {
            added.add(add(index, 1, 9));
        }
        assertThat(index.keys()).isEqualTo(1);
        final long before = counts.attempts();
        while (!added.isEmpty()) {
            assertThat(index.first(1, 9)).isEqualTo(added.peek());
            remove(index, added.poll());
        }
        assertThat(counts.attempts() - before).isEqualTo(50_000);
        assertThat(index.isEmpty()).isTrue();
    }

    @Test
    void shouldLeaveNothingBehindOfKeysThatEmptied() {
        final KeyIndex index = index(EXACT_SELECTION);
        for (int i = 0; i < 300_000; i++) {
            remove(index, add(index, 1, i));
        }
        assertThat(index.isEmpty()).isTrue();
        final long before = counts.attempts();
        for (int i = 0; i < 1_000; i++) {
            assertThat(index.first(1, i)).isEqualTo(NULL_NODE);
        }
        assertThat(counts.attempts()).isEqualTo(before);
    }

    @Test
    void shouldSpreadKeysWhateverTheirPattern() {
        final int count = 1 << 16;
        final long[] envelopes = new long[count];
        for (int shift = 0; shift < Integer.SIZE; shift += 3) {
            for (int i = 0; i < count; i++) {
                envelopes[i] = MatchNodeDescriptor.envelope(i & 63, Integer.rotateLeft(i >>> 6, shift));
            }
            assertSpread("64 sources, tag rotated by " + shift, envelopes);
        }
        for (int i = 0; i < count; i++) {
            envelopes[i] = MatchNodeDescriptor.envelope(i, i);
        }
        assertSpread("source = tag", envelopes);
        for (int i = 0; i < count; i++) {
            envelopes[i] = MatchNodeDescriptor.envelope(i, -1 - i);
        }
        assertSpread("source + tag constant", envelopes);
        for (int i = 0; i < count; i++) {
            envelopes[i] = MatchNodeDescriptor.envelope(0, Integer.reverse(i));
        }
        assertSpread("high bits of the tag", envelopes);
        for (int i = 0; i < count; i++) {
            envelopes[i] = MatchNodeDescriptor.envelope((i & 255) << 16, (i >>> 8) << 16);
        }
        assertSpread("high bits of both", envelopes);
    }

    @Test
    void shouldSpreadKeysThatDifferByContext() {
        final int count = 1 << 16;
        final KeyIndex index = index(EXACT_SELECTION);
        for (int i = 0; i < count; i++) {
            add(index, (i & 0xFF) << (i & 0x100) / 16, MatchNodeDescriptor.envelope(i >>> 9 & 7, i >>> 12 & 15));
        }
        assertThat(longestRun(index, count)).isLessThanOrEqualTo(LONGEST_RUN);
    }

    @Test
    void shouldSpreadKeysThatProductsAlonePileUp() {
        final int sources = 1 << 10;
        final int stride = unluckyStride(Integer.MAX_VALUE / sources);
        final long[] envelopes = new long[sources];
        for (int i = 0; i < sources; i++) {
            envelopes[i] = MatchNodeDescriptor.envelope(i, i * stride);
        }
        assertSpread("tag = source * " + stride, envelopes);
    }

    /** The step from (source, tag) to (source + 1, tag + stride) that moves the product of key and both factors least. */
    private static int unluckyStride(final int limit) {
        int best = 0;
        long least = Long.MAX_VALUE;
        for (int stride = 0; stride < limit; stride++) {
            final long step = MatchNodeDescriptor.envelope(1, stride) * KeyIndex.KEY_FACTOR * KeyIndex.FINAL_FACTOR;
            if (Math.abs(step) < least) {
                least = Math.abs(step);
                best = stride;
            }
        }
        return best;
    }

    private void assertSpread(final String pattern, final long[] envelopes) {
        final KeyIndex index = index(EXACT_SELECTION);
        for (final long envelope : envelopes) {
            add(index, 1, envelope);
        }
        assertThat(index.keys()).as(pattern).isEqualTo(envelopes.length);
        final long before = counts.attempts();
        assertThat(longestRun(index, envelopes.length)).as(pattern).isLessThanOrEqualTo(LONGEST_RUN);
        assertThat((counts.attempts() - before) / (double) envelopes.length).as(pattern).isLessThan(1.7);
        for (int i = envelopes.length - 1; i >= 0; i--) {
            remove(index, index.first(1, envelopes[i]));
        }
        assertThat(index.isEmpty()).isTrue();
    }

    private long longestRun(final KeyIndex index, final int count) {
        long longest = 0;
        int seen = 0;
        for (int node = 0; seen < count; node++) {
            if (MatchNodeDescriptor.isInUse(nodes.sequence(node))) {
                final long before = counts.attempts();
                index.first(nodes.context(node), nodes.envelope(node));
                longest = Math.max(longest, counts.attempts() - before);
                seen++;
            }
        }
        return longest;
    }
}
