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

import static io.tombolo.matching.Matcher.ANY_SOURCE;
import static io.tombolo.matching.Matcher.ANY_TAG_MASK;
import static io.tombolo.matching.Matcher.EXACT_TAG_MASK;
import static io.tombolo.matching.Matcher.NULL_NODE;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The oldest node that fits comes first, among few and among many others.
 */
class MatcherOrderTest {
    private static final int CONTEXT = 7;
    private static final int SOURCE = 2;
    private static final int TAG = 11;
    private static final int[][] KINDS = {
        {SOURCE, EXACT_TAG_MASK},
        {ANY_SOURCE, EXACT_TAG_MASK},
        {SOURCE, ANY_TAG_MASK},
        {ANY_SOURCE, ANY_TAG_MASK},
        {SOURCE, 0xFF},
        {ANY_SOURCE, 0xFF},
    };

    private final Matcher matcher = new Matcher(new DirectSegments(Integer.MAX_VALUE), 4096);

    private void postOthers(final int count) {
        for (int i = 0; i < count; i++) {
            final int[] kind = KINDS[i % KINDS.length];
            matcher.addPosted(CONTEXT + 1 + i % 3, kind[0], TAG + i, kind[1], -1);
            matcher.addPosted(CONTEXT, SOURCE, TAG + 1 + i, EXACT_TAG_MASK, -2);
        }
    }

    private void receiveOthers(final int count) {
        for (int i = 0; i < count; i++) {
            matcher.addUnexpected(CONTEXT + 1 + i % 3, SOURCE, TAG, 0, -1);
            matcher.addUnexpected(CONTEXT, SOURCE + 1, TAG + 256 + 1 + i % 200, 0, -2);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 300})
    void shouldGiveAMessageToTheOlderOfTwoReceivesOfAnyKinds(final int others) {
        for (final int[] older : KINDS) {
            for (final int[] younger : KINDS) {
                postOthers(others);
                final int first = matcher.addPosted(CONTEXT, older[0], TAG, older[1], 100);
                final int second = matcher.addPosted(CONTEXT, younger[0], TAG, younger[1], 200);
                postOthers(others);
                assertThat(matcher.findPosted(CONTEXT, SOURCE, TAG)).isEqualTo(first);
                matcher.remove(first);
                assertThat(matcher.findPosted(CONTEXT, SOURCE, TAG)).isEqualTo(second);
                matcher.remove(second);
                assertThat(matcher.findPosted(CONTEXT, SOURCE, TAG)).isEqualTo(NULL_NODE);
                removeAll();
            }
        }
    }

    /** Among few receives, or with an index, the answer true is exact. */
    @ParameterizedTest
    @ValueSource(ints = {0, 3, 300})
    void shouldAnswerWhetherAReceiveIsPosted(final int others) {
        for (final int[] kind : KINDS) {
            postOthers(others);
            assertThat(matcher.mayFindPosted(CONTEXT, SOURCE, TAG)).as("before the receive is posted").isFalse();
            final int node = matcher.addPosted(CONTEXT, kind[0], TAG, kind[1], 100);
            assertThat(matcher.mayFindPosted(CONTEXT, SOURCE, TAG)).isTrue();
            matcher.remove(node);
            assertThat(matcher.mayFindPosted(CONTEXT, SOURCE, TAG)).isFalse();
            removeAll();
        }
    }

    /** The question whether a message would find a receive builds no index, because messages that come in order do not need one. */
    @Test
    void shouldAnswerWithoutSearchingALongList() {
        postOthers(40);
        final long attempts = matcher.matchAttempts();
        assertThat(matcher.mayFindPosted(CONTEXT, SOURCE, TAG)).as("without an index").isTrue();
        assertThat(matcher.matchAttempts() - attempts).isEqualTo(1);
        assertThat(matcher.findPosted(CONTEXT, SOURCE, TAG)).isEqualTo(NULL_NODE);
        assertThat(matcher.mayFindPosted(CONTEXT, SOURCE, TAG)).as("with an index").isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3, 300})
    void shouldGiveAReceiveOfAnyKindTheOldestMessage(final int others) {
        for (final int[] kind : KINDS) {
            receiveOthers(kind[0] == ANY_SOURCE && kind[1] == ANY_TAG_MASK ? 0 : others);
            final int first = matcher.addUnexpected(CONTEXT, SOURCE, TAG, 10, 100);
            final int second = matcher.addUnexpected(CONTEXT, SOURCE, TAG, 20, 200);
            receiveOthers(others);
            assertThat(matcher.findUnexpected(CONTEXT, kind[0], TAG, kind[1])).isEqualTo(first);
            assertThat(matcher.findUnexpected(CONTEXT, kind[0], TAG, kind[1])).as("a probe changes nothing").isEqualTo(first);
            matcher.remove(first);
            assertThat(matcher.findUnexpected(CONTEXT, kind[0], TAG, kind[1])).isEqualTo(second);
            removeAll();
        }
    }

    /** Queues that fill and empty in order are searched at their heads alone, wherever the head of the ring is when it grows. */
    @Test
    void shouldTakeTheOldestOfALongQueueWithoutAnIndex() {
        final Matcher deep = new Matcher(new DirectSegments(Integer.MAX_VALUE), 20_000);
        int posted = 0;
        int received = 0;
        int taken = 0;
        for (int depth = 100; depth <= 10_000; depth *= 10) {
            while (deep.postedCount() < depth) {
                deep.addPosted(CONTEXT, SOURCE, posted++, EXACT_TAG_MASK, 0);
                deep.addUnexpected(CONTEXT, SOURCE, received++, 0, 0);
            }
            for (int i = 0; i < depth * 2 / 3; i++) {
                assertThat(deep.tag(deep.takePosted(CONTEXT, SOURCE, taken))).isEqualTo(taken);
                final int node = deep.findUnexpected(CONTEXT, SOURCE, taken, EXACT_TAG_MASK);
                assertThat(deep.tag(node)).isEqualTo(taken++);
                deep.remove(node);
            }
        }
        assertThat(deep.longestScan()).isEqualTo(1);
        assertThat(deep.matchAttempts()).isEqualTo(2L * taken);
    }

    /** One node leaves from the middle, then the others in their order, with list lengths around the limit of the short list. */
    @ParameterizedTest
    @ValueSource(ints = {300, 3000, 17_000})
    void shouldTakeOneOutOfALongQueue(final int depth) {
        final Matcher deep = new Matcher(new DirectSegments(Integer.MAX_VALUE), 40_000);
        int middle = NULL_NODE;
        for (int i = 0; i < depth; i++) {
            final int node = deep.addPosted(CONTEXT, SOURCE, i, EXACT_TAG_MASK, 0);
            deep.addUnexpected(CONTEXT, SOURCE, i, 0, 0);
            middle = i == depth / 2 ? node : middle;
        }
        deep.remove(middle);
        deep.remove(deep.findUnexpected(CONTEXT, SOURCE, depth / 2, EXACT_TAG_MASK));
        int receive = deep.firstPosted();
        int message = deep.firstUnexpected();
        for (int i = 0; i < depth; i++) {
            if (i != depth / 2) {
                assertThat(deep.tag(receive)).isEqualTo(i);
                assertThat(deep.tag(message)).isEqualTo(i);
                receive = deep.nextPosted(receive);
                message = deep.nextUnexpected(message);
            }
        }
        assertThat(receive).isEqualTo(NULL_NODE);
        assertThat(message).isEqualTo(NULL_NODE);
    }

    /** Holds S1.8: only messages that fit the receive are compared by age. */
    @Test
    void shouldLetALaterTagPassAnEarlierOneThatDoesNotFit() {
        matcher.addUnexpected(CONTEXT, SOURCE, TAG, 0, 1);
        final int later = matcher.addUnexpected(CONTEXT, SOURCE, TAG + 1, 0, 2);
        assertThat(matcher.findUnexpected(CONTEXT, SOURCE, TAG + 1, EXACT_TAG_MASK)).isEqualTo(later);
    }

    @Test
    void shouldKeepContextsApart() {
        matcher.addPosted(CONTEXT, ANY_SOURCE, 0, ANY_TAG_MASK, 1);
        matcher.addUnexpected(CONTEXT, SOURCE, TAG, 0, 1);
        assertThat(matcher.findPosted(CONTEXT + 1, SOURCE, TAG)).isEqualTo(NULL_NODE);
        assertThat(matcher.findUnexpected(CONTEXT + 1, ANY_SOURCE, 0, ANY_TAG_MASK)).isEqualTo(NULL_NODE);
    }

    @Test
    void shouldReturnTheWordsOfANode() {
        final int receive = matcher.addPosted(CONTEXT, ANY_SOURCE, TAG, 0xF0, 0x1234_5678_9ABC_DEF0L);
        final int message = matcher.addUnexpected(CONTEXT + 1, SOURCE, TAG + 1, 1L << 40, -5);
        assertThat(matcher.context(receive)).isEqualTo(CONTEXT);
        assertThat(matcher.source(receive)).isEqualTo(ANY_SOURCE);
        assertThat(matcher.tag(receive)).isEqualTo(TAG);
        assertThat(matcher.mask(receive)).isEqualTo(0xF0);
        assertThat(matcher.length(receive)).isZero();
        assertThat(matcher.handle(receive)).isEqualTo(0x1234_5678_9ABC_DEF0L);
        assertThat(matcher.context(message)).isEqualTo(CONTEXT + 1);
        assertThat(matcher.source(message)).isEqualTo(SOURCE);
        assertThat(matcher.tag(message)).isEqualTo(TAG + 1);
        assertThat(matcher.mask(message)).isEqualTo(EXACT_TAG_MASK);
        assertThat(matcher.length(message)).isEqualTo(1L << 40);
        assertThat(matcher.handle(message)).isEqualTo(-5);
        assertThat(matcher.stamp(message)).isGreaterThan(matcher.stamp(receive));
    }

    @Test
    void shouldWalkBothListsInTheOrderOfStampsAndRemoveOnTheWay() {
        for (int i = 0; i < 100; i++) {
            matcher.addPosted(CONTEXT, i % 5, i, EXACT_TAG_MASK, i);
            matcher.addUnexpected(CONTEXT, i % 5, -i - 1, 0, i);
        }
        int node = matcher.firstPosted();
        while (node != NULL_NODE) {
            final int next = matcher.nextPosted(node);
            if (matcher.source(node) == 3) {
                matcher.remove(node);
            }
            node = next;
        }
        assertThat(matcher.postedCount()).isEqualTo(80);
        assertThat(matcher.unexpectedCount()).isEqualTo(100);
        long lastStamp = 0;
        int walked = 0;
        for (int i = matcher.firstPosted(); i != NULL_NODE; i = matcher.nextPosted(i)) {
            assertThat(matcher.stamp(i)).isGreaterThan(lastStamp);
            lastStamp = matcher.stamp(i);
            walked++;
        }
        assertThat(walked).isEqualTo(80);
        assertThat(matcher.findPosted(CONTEXT, 3, 3)).isEqualTo(NULL_NODE);
        assertThat(matcher.findPosted(CONTEXT, 4, 4)).isNotEqualTo(NULL_NODE);
    }

    @Test
    void shouldCountPostsDepthsAndSearches() {
        assertThat(matcher.findPosted(CONTEXT, SOURCE, TAG)).isEqualTo(NULL_NODE);
        assertThat(matcher.matchAttempts()).isZero();
        final int exact = matcher.addPosted(CONTEXT, SOURCE, TAG, EXACT_TAG_MASK, 0);
        assertThat(matcher.wildcardPosts()).isZero();
        matcher.addPosted(CONTEXT, ANY_SOURCE, TAG, EXACT_TAG_MASK, 0);
        matcher.addPosted(CONTEXT, SOURCE, TAG, 1, 0);
        matcher.remove(exact);
        matcher.addUnexpected(CONTEXT, SOURCE, TAG, 0, 0);
        assertThat(matcher.wildcardPosts()).isEqualTo(2);
        assertThat(matcher.postedCount()).isEqualTo(2);
        assertThat(matcher.unexpectedCount()).isEqualTo(1);
        assertThat(matcher.unexpectedHighWater()).isEqualTo(1);
        matcher.findPosted(CONTEXT + 1, SOURCE, TAG);
        assertThat(matcher.matchAttempts()).isEqualTo(2);
        assertThat(matcher.longestScan()).isEqualTo(2);
        matcher.findPosted(CONTEXT, SOURCE, TAG);
        assertThat(matcher.matchAttempts()).isEqualTo(3);
        assertThat(matcher.longestScan()).isEqualTo(2);
    }

    /** Holds S1.17, S1.19: the head is bounded, and the next receives move to its free places in order. */
    @Test
    void shouldHandOverInOrderAsPlacesOfTheHeadBecomeFree() {
        final Matcher split = new Matcher(new DirectSegments(Integer.MAX_VALUE), 4096, 2);
        final int[] node = new int[100];
        for (int i = 0; i < node.length; i++) {
            node[i] = split.addPosted(CONTEXT, SOURCE, i, EXACT_TAG_MASK, i);
        }
        assertThat(split.headCount()).isEqualTo(2);
        split.remove(node[50]);
        assertThat(split.handOvers()).as("one that waits leaves no place").isZero();
        split.remove(node[1]);
        assertThat(split.handOvers()).isOne();
        assertThat(split.nextPosted(split.firstPosted())).as("the oldest that waited").isEqualTo(node[2]);
        split.remove(node[0]);
        split.remove(node[2]);
        assertThat(split.handOvers()).isEqualTo(3);
        assertThat(split.firstPosted()).isEqualTo(node[3]);
        assertThat(split.findPosted(CONTEXT, SOURCE, 3)).isEqualTo(node[3]);
        assertThat(split.findPosted(CONTEXT, SOURCE, 99)).isEqualTo(node[99]);
        assertThat(split.postedCount()).isEqualTo(96);
        assertThat(split.headCount()).isEqualTo(2);
    }

    /** Holds S1.18: a receive moves to the head only behind all older ones. */
    @Test
    void shouldKeepALaterReceiveBehindTheWildcardThatWaits() {
        final Matcher split = new Matcher(new DirectSegments(Integer.MAX_VALUE), 4096, 1);
        final int first = split.addPosted(CONTEXT, SOURCE, TAG + 1, EXACT_TAG_MASK, 0);
        final int wildcard = split.addPosted(CONTEXT, ANY_SOURCE, 0, ANY_TAG_MASK, 1);
        split.remove(first);
        split.addPosted(CONTEXT, SOURCE, TAG, EXACT_TAG_MASK, 2);
        assertThat(split.findPosted(CONTEXT, SOURCE, TAG)).isEqualTo(wildcard);
    }

    private void removeAll() {
        while (!matcher.isPostedEmpty()) {
            matcher.remove(matcher.firstPosted());
        }
        while (!matcher.isUnexpectedEmpty()) {
            matcher.remove(matcher.firstUnexpected());
        }
    }
}
