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

import static io.tombolo.matching.MatchNodeDescriptor.NODES_PER_SEGMENT;
import static io.tombolo.matching.MatchNodeDescriptor.NODE_LENGTH;
import static io.tombolo.matching.MatchNodeDescriptor.SEGMENT_LENGTH;
import static io.tombolo.matching.Matcher.EXACT_TAG_MASK;
import static io.tombolo.matching.Matcher.FULL;
import static io.tombolo.matching.Matcher.NULL_NODE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class MatcherCapacityTest {
    private final DirectSegments segments = new DirectSegments(Integer.MAX_VALUE);

    private static int post(final Matcher matcher, final int tag) {
        return matcher.addPosted(1, 0, tag, EXACT_TAG_MASK, tag);
    }

    private static void assertHoldsExactly(final Matcher matcher, final int from, final int to) {
        assertThat(matcher.postedCount()).isEqualTo(to - from);
        for (int tag = from; tag < to; tag++) {
            final int node = matcher.findPosted(1, 0, tag);
            if (node == NULL_NODE || matcher.handle(node) != tag) {
                throw new AssertionError("lost: tag=" + tag + " node=" + node);
            }
        }
        assertThat(matcher.findPosted(1, 0, from - 1)).isEqualTo(NULL_NODE);
        assertThat(matcher.findPosted(1, 0, to)).isEqualTo(NULL_NODE);
    }

    @Test
    void shouldTakeNoSegmentBeforeTheFirstAdd() {
        final Matcher matcher = new Matcher(segments, 10);
        assertThat(matcher.findPosted(0, 0, 0)).isEqualTo(NULL_NODE);
        assertThat(matcher.firstPosted()).isEqualTo(NULL_NODE);
        assertThat(matcher.firstUnexpected()).isEqualTo(NULL_NODE);
        assertThat(segments.lent()).isEmpty();
    }

    @Test
    void shouldGrowSegmentBySegmentWithoutMovingANode() {
        final int count = 3 * NODES_PER_SEGMENT + 100;
        final Matcher matcher = new Matcher(segments, count);
        for (int tag = 0; tag < count; tag++) {
            assertThat(post(matcher, tag)).isEqualTo(tag);
            assertThat(segments.lent()).hasSize(tag / NODES_PER_SEGMENT + 1);
        }
        assertThat(segments.lent().get(0).capacity()).isEqualTo(SEGMENT_LENGTH);
        assertThat(segments.lent().get(3).capacity()).isEqualTo(100 * NODE_LENGTH);
        assertHoldsExactly(matcher, 0, count);
    }

    @Test
    void shouldUseTheNodesThatWereFreedBeforeNewOnes() {
        final Matcher matcher = new Matcher(segments, 100_000);
        for (int i = 0; i < 10 * NODES_PER_SEGMENT; i++) {
            final int node = post(matcher, i);
            assertThat(node).isZero();
            matcher.remove(node);
        }
        assertThat(segments.lent()).hasSize(1);
    }

    @Test
    void shouldAnswerFullAtTheLimitAndStayWhole() {
        final int limit = NODES_PER_SEGMENT + 10;
        final Matcher matcher = new Matcher(segments, limit);
        for (int tag = 0; tag < limit; tag++) {
            post(matcher, tag);
        }
        for (int i = 0; i < 3; i++) {
            assertThat(post(matcher, limit + i)).isEqualTo(FULL);
            assertThat(matcher.addUnexpected(1, 0, -1, 8, 9)).isEqualTo(FULL);
        }
        assertThat(matcher.unexpectedCount()).isZero();
        assertHoldsExactly(matcher, 0, limit);
        matcher.remove(matcher.findPosted(1, 0, 0));
        assertThat(post(matcher, limit)).isNotEqualTo(FULL);
        assertHoldsExactly(matcher, 1, limit + 1);
    }

    @Test
    void shouldAnswerFullWhenTheSourceHasNoMoreAndAskAgain() {
        segments.limit(1);
        final Matcher matcher = new Matcher(segments, 100_000);
        for (int tag = 0; tag < NODES_PER_SEGMENT; tag++) {
            post(matcher, tag);
        }
        assertThat(post(matcher, NODES_PER_SEGMENT)).isEqualTo(FULL);
        assertHoldsExactly(matcher, 0, NODES_PER_SEGMENT);
        segments.limit(2);
        assertThat(post(matcher, NODES_PER_SEGMENT)).isEqualTo(NODES_PER_SEGMENT);
        assertHoldsExactly(matcher, 0, NODES_PER_SEGMENT + 1);
    }

    @Test
    void shouldStayWholeWhenTheSourceThrows() {
        final AtomicBoolean fails = new AtomicBoolean(true);
        final Matcher matcher = new Matcher((index, length) -> {
            if (fails.get()) {
                throw new IllegalStateException("no room");
            }
            return segments.segment(index, length);
        }, 100);
        assertThatThrownBy(() -> post(matcher, 1)).hasMessage("no room");
        assertHoldsExactly(matcher, 1, 1);
        fails.set(false);
        post(matcher, 1);
        assertHoldsExactly(matcher, 1, 2);
    }

    @Test
    void shouldRefuseASegmentThatIsTooShort() {
        final Matcher matcher = new Matcher((index, length) -> new UnsafeBuffer(ByteBuffer.allocateDirect(length - 8)), 100);
        assertThatThrownBy(() -> post(matcher, 1)).isInstanceOf(IllegalStateException.class).hasMessageContaining("capacity=6392");
    }

    @Test
    void shouldRefuseASegmentOnTheHeap() {
        final Matcher matcher = new Matcher((index, length) -> new UnsafeBuffer(new byte[length]), 100);
        assertThatThrownBy(() -> post(matcher, 1)).isInstanceOf(IllegalStateException.class).hasMessageContaining("offHeap=false");
    }

    @Test
    void shouldRefuseALimitBelowOne() {
        assertThatThrownBy(() -> new Matcher(segments, 0))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("maxNodes=0");
    }

    @Test
    void shouldRefuseAHeadBelowZero() {
        assertThatThrownBy(() -> new Matcher(segments, 10, -1))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("headCapacity=-1");
    }

    @Test
    void shouldRecogniseAStaleNodeByItsGeneration() {
        final Matcher matcher = new Matcher(segments, 100);
        final int node = post(matcher, 1);
        final int generation = matcher.generation(node);
        matcher.remove(node);
        assertThat(matcher.generation(node)).isNotEqualTo(generation);
        assertThat(matcher.addUnexpected(1, 0, 2, 0, 77)).isEqualTo(node);
        assertThat(matcher.generation(node)).isNotEqualTo(generation);
    }

    @Test
    void shouldRefuseToRemoveANodeThatIsNotInUse() {
        final Matcher matcher = new Matcher(segments, 100);
        final int node = post(matcher, 1);
        final int other = post(matcher, 2);
        matcher.remove(node);
        for (final int wrong : new int[] {node, NULL_NODE, FULL, 2, 99, 100, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            assertThatThrownBy(() -> matcher.remove(wrong)).isInstanceOf(IllegalStateException.class).hasMessageContaining("node=" + wrong);
        }
        assertHoldsExactly(matcher, 2, 3);
        assertThat(post(matcher, 3)).isEqualTo(node);
        assertThat(matcher.findPosted(1, 0, 2)).isEqualTo(other);
    }
}
