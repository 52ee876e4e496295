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

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Counts the comparisons of searches and the allocations of operations: costs that do not depend on the machine.
 */
class MatcherCostTest {
    private static final int DEEP = 100_000;
    private static final int MOST_COMPARED = 40;

    private final Matcher matcher = new Matcher(new DirectSegments(Integer.MAX_VALUE), 2 * DEEP);

    /** Holds S1.26, T1.5: the number of comparisons does not depend on the depth of the list. */
    @ParameterizedTest
    @CsvSource({"1, -1", "-1, -1", "1, 0"})
    void shouldCompareFewPostedReceivesAtAnyDepth(final int source, final int mask) {
        for (int i = 0; i < DEEP; i++) {
            // The index key of an any-tag receive is its source.
            matcher.addPosted(1, mask == 0 ? i + 2 : source, i, mask, i);
            matcher.addPosted(2, 5, 5, EXACT_TAG_MASK, -1);
        }
        matcher.remove(matcher.findPosted(2, 5, 5));
        final int last = matcher.addPosted(1, source, DEEP, mask, DEEP);
        matcher.remove(matcher.findPosted(2, 5, 5));
        matcher.addPosted(1, ANY_SOURCE, 0, ANY_TAG_MASK, 7);
        final long before = matcher.matchAttempts();
        assertThat(matcher.findPosted(1, 1, DEEP)).isEqualTo(last);
        assertThat(matcher.matchAttempts() - before).isBetween(1L, (long) MOST_COMPARED);
        assertThat(matcher.longestScan()).isLessThanOrEqualTo(MOST_COMPARED);
    }

    @ParameterizedTest
    @CsvSource({"1, -1", "-1, -1", "1, 0", "-1, 0"})
    void shouldCompareFewUnexpectedMessagesAtAnyDepth(final int source, final int mask) {
        // A receive with both wildcards finds the oldest message of its context.
        final int context = source == ANY_SOURCE && mask == ANY_TAG_MASK ? 2 : 1;
        for (int i = 0; i < DEEP; i++) {
            matcher.addUnexpected(context, 3, i, 0, i);
        }
        final int last = matcher.addUnexpected(1, 1, DEEP, 0, DEEP);
        assertThat(matcher.findUnexpected(1, source, DEEP, mask)).isEqualTo(last);
        assertThat(matcher.findUnexpected(1, 2, DEEP, mask)).isEqualTo(NULL_NODE);
        assertThat(matcher.findUnexpected(3, source, DEEP, mask)).isEqualTo(NULL_NODE);
        assertThat(matcher.matchAttempts()).isLessThanOrEqualTo(MOST_COMPARED);
    }

    @Test
    void shouldSearchAShortListAgainAfterALongOne() {
        for (int i = 0; i < 100; i++) {
            matcher.addPosted(1, 1, i, EXACT_TAG_MASK, i);
            matcher.addUnexpected(2, 1, i, 0, i);
        }
        for (int i = 0; i < 100; i++) {
            matcher.remove(matcher.findPosted(1, 1, i));
            matcher.remove(matcher.findUnexpected(2, 1, i, EXACT_TAG_MASK));
        }
        for (int i = 0; i < 3; i++) {
            matcher.addPosted(1, 1, i, EXACT_TAG_MASK, i);
            matcher.addUnexpected(2, 1, i, 0, i);
        }
        final long before = matcher.matchAttempts();
        assertThat(matcher.findPosted(1, 1, 3)).isEqualTo(NULL_NODE);
        assertThat(matcher.matchAttempts() - before).isEqualTo(3);
        assertThat(matcher.findUnexpected(2, 1, 3, EXACT_TAG_MASK)).isEqualTo(NULL_NODE);
        assertThat(matcher.matchAttempts() - before).isEqualTo(6);
    }

    @Test
    void shouldCompareTheOldestAloneWhereMessagesComeInTheOrderOfTheirReceives() {
        for (int i = 0; i < 200; i++) {
            matcher.addPosted(1, 1, i, EXACT_TAG_MASK, i);
        }
        for (int i = 0; i < 200; i++) {
            assertThat(matcher.handle(matcher.takePosted(1, 1, i))).isEqualTo(i);
        }
        assertThat(matcher.matchAttempts()).isEqualTo(200);
    }

    @Test
    void shouldNotSearchALongListInOrder() {
        for (int i = 0; i < 200; i++) {
            matcher.addPosted(1, 1, i, EXACT_TAG_MASK, i);
            matcher.addUnexpected(2, 1, i, 0, i);
        }
        assertThat(matcher.handle(matcher.takePosted(1, 1, 150))).isEqualTo(150);
        assertThat(matcher.findPosted(1, 1, 200)).isEqualTo(NULL_NODE);
        assertThat(matcher.handle(matcher.findUnexpected(2, 1, 150, EXACT_TAG_MASK))).isEqualTo(150);
        assertThat(matcher.longestScan()).isLessThanOrEqualTo(8);
    }

    @Test
    void shouldAllocateNothingBelowTheHighestDepth() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final long thread = Thread.currentThread().getId();
        runUpAndDown(5_000);
        long least = Long.MAX_VALUE;
        // More than once: now and then the virtual machine itself allocates in this thread.
        for (int times = 0; times < 5; times++) {
            final long before = threads.getThreadAllocatedBytes(thread);
            for (int i = 0; i < 20; i++) {
                runUpAndDown(5_000);
            }
            least = Math.min(least, threads.getThreadAllocatedBytes(thread) - before);
        }
        assertThat(least).isLessThan(1_000);
    }

    private void runUpAndDown(final int depth) {
        for (int i = 0; i < depth; i++) {
            matcher.addPosted(1, (i & 8) == 0 ? ANY_SOURCE : 3, i, (i & 7) == 0 ? 0 : (i & 7) == 1 ? 0xFF : -1, i);
            matcher.addUnexpected(2, i & 3, i, 8, i);
        }
        for (int i = 0; i < 16; i++) {
            matcher.findUnexpected(2, (i & 1) - 1, i, (i & 2) - 1);
            matcher.findUnexpected(2, (i & 1) - 1, i, 0);
            matcher.findPosted(1, 3, i);
        }
        while (!matcher.isPostedEmpty()) {
            matcher.remove(matcher.firstPosted());
        }
        while (!matcher.isUnexpectedEmpty()) {
            matcher.remove(matcher.firstUnexpected());
        }
    }
}
