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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Receives that wait in order or have a node of the matcher: random posts, messages and cancels pair as in a plain list, whatever receives
 * move to the matcher meanwhile.
 */
@Timeout(30)
class PostedQueueTest {
    private static final int STEPS = 60_000;
    private static final int[] WILD_MASKS = {-1, 0, 1};

    /** A receive, as its owner knows it. */
    private static final class Receive implements OrderedReceives.Receive {
        final int context;
        final int source;
        final int tag;
        final int mask;
        int place = Matcher.NULL_NODE;
        boolean isRefused;

        Receive(final int context, final int source, final int tag, final int mask) {
            this.context = context;
            this.source = source;
            this.tag = tag;
            this.mask = mask;
        }

        @Override
        public int context() {
            return context;
        }

        @Override
        public int tag() {
            return tag;
        }

        boolean fits(final int ofContext, final int from, final int withTag) {
            return context == ofContext && (source < 0 || source == from) && ((tag ^ withTag) & mask) == 0;
        }

        @Override
        public String toString() {
            return "context=" + context + " source=" + source + " tag=" + tag + " mask=" + mask + " place=" + place;
        }
    }

    private static final class Owner implements PostedQueue.Owner<Receive> {
        @Override
        public void placed(final Receive receive, final int place) {
            receive.place = place;
        }

        @Override
        public void refused(final Receive receive, final Throwable reason) {
            receive.isRefused = true;
        }
    }

    private final List<Receive> posted = new ArrayList<>();
    private Random random;
    private Matcher matcher;
    private PostedQueue<Receive> queue;
    private int sources;
    private int ordered;
    private int highWater;
    private long wildcards;

    private void create(final int maxNodes, final int head, final int sourceCount) {
        sources = sourceCount;
        matcher = new Matcher(new DirectSegments(Integer.MAX_VALUE), maxNodes, head);
        queue = new PostedQueue<>(matcher, sourceCount, new Owner());
    }

    @ParameterizedTest
    @CsvSource({
        // sources, tags, wildcards in ten, nodes, head
        "1, 1, 0, 4096, 2147483647", "2, 3, 0, 4096, 2147483647", "2, 3, 2, 4096, 2147483647", "3, 40, 1, 4096, 2147483647",
        "2, 3, 1, 20, 2147483647", "2, 3, 1, 4096, 8",
    })
    void shouldPairAsAPlainListDoes(
        final int sourceCount, final int tags, final int wildInTen, final int maxNodes, final int head) {
        final long seed = Long.getLong("tombolo.test.seed", System.nanoTime());
        System.out.println("PostedQueueTest tombolo.test.seed=" + seed);
        random = new Random(seed);
        create(maxNodes, head, sourceCount);
        int step = 0;
        while (step < STEPS) {
            final int burst = 1 + random.nextInt(random.nextInt(10) == 0 ? 200 : 8);
            final int choice = random.nextInt(20);
            final boolean isOfAny = wildInTen > 0 && random.nextInt(4) == 0;
            final int tag = random.nextInt(tags);
            for (int i = 0; i < burst; i++) {
                final int ownTag = random.nextInt(4) == 0 ? random.nextInt(tags) : tag;
                if (choice < 9) {
                    post(ownTag, isOfAny, wildInTen);
                } else if (choice < 17) {
                    match(random.nextInt(2), random.nextInt(sources), ownTag);
                } else if (choice == 17) {
                    cancel();
                }
            }
            if (choice > 17) {
                file();
            }
            step += burst;
            checkCounts();
        }
        assertThat(ordered > 0).isEqualTo(head == Matcher.UNLIMITED_HEAD);
        while (!posted.isEmpty()) {
            cancel();
        }
        checkCounts();
    }

    private void post(final int tag, final boolean isOfAny, final int wildInTen) {
        final boolean isWild = random.nextInt(10) < wildInTen;
        final int mask = isWild ? WILD_MASKS[random.nextInt(WILD_MASKS.length)] : -1;
        final int source = isOfAny || isWild && random.nextBoolean() ? Matcher.ANY_SOURCE : random.nextInt(sources);
        final Receive receive = new Receive(random.nextInt(20) == 0 ? 1 : 0, source, tag, mask);
        final boolean isFull = posted.size() == matcher.maxNodes();
        if (!queue.tryFollow(source, mask, receive)) {
            queue.post(source, mask, receive);
        }
        assertThat(receive.isRefused).as(receive.toString()).isEqualTo(isFull);
        if (!isFull) {
            posted.add(receive);
            highWater = Math.max(highWater, posted.size());
            wildcards += source < 0 || mask != -1 ? 1 : 0;
            ordered += receive.place == PostedQueue.ORDERED ? 1 : 0;
        }
    }

    private void match(final int context, final int source, final int tag) {
        final Receive expected = posted.stream().filter(receive -> receive.fits(context, source, tag)).findFirst().orElse(null);
        final int way = random.nextInt(4);
        if (way == 0) {
            assertThat(queue.mayFind(context, source, tag) || expected == null).as("denied %s", expected).isTrue();
        }
        final OrderedReceives<Receive> alone = queue.orderedAlone(source);
        final Receive found;
        if (way == 1 && alone != null && !alone.isEmpty() && alone.findOldest(context, tag) != null) {
            found = queue.take(alone);
        } else {
            found = queue.take(context, source, tag);
        }
        assertThat(found).isSameAs(expected);
        posted.remove(expected);
    }

    private void cancel() {
        if (!posted.isEmpty()) {
            final Receive victim = posted.remove(random.nextInt(posted.size()));
            if (victim.place == PostedQueue.ORDERED) {
                queue.fileBefore(victim.source);
            }
            assertThat(queue.remove(victim.place)).isSameAs(victim);
        }
    }

    /** Moves all receives to nodes, which other processes can read. The oldest receive of each envelope comes first. */
    private void file() {
        queue.fileAll();
        assertThat(matcher.postedCount()).isEqualTo(posted.size());
        assertThat(posted).allMatch(receive -> receive.place >= 0);
        final long[] last = new long[sources + 1];
        for (final Receive receive : posted) {
            final long stamp = matcher.stamp(receive.place);
            assertThat(stamp).isGreaterThan(last[receive.source + 1]);
            last[receive.source + 1] = stamp;
        }
        assertThat(queue.wildcardPosts()).isEqualTo(wildcards);
    }

    private void checkCounts() {
        assertThat(queue.isEmpty(Matcher.ANY_SOURCE)).isEqualTo(posted.isEmpty());
        for (int source = 0; source < sources; source++) {
            final int rank = source;
            if (posted.stream().anyMatch(receive -> receive.source < 0 || receive.source == rank)) {
                assertThat(queue.isEmpty(source)).isFalse();
            }
        }
        assertThat(queue.highWater()).isEqualTo(highWater);
        assertThat(queue.isRoomLeft()).isEqualTo(posted.size() < matcher.maxNodes());
    }

    /** Receives of a stream of messages take no node, also beyond the initial length of the ring. */
    @Test
    void shouldUseNoNodeForAStream() {
        create(4096, Matcher.UNLIMITED_HEAD, 1);
        for (int round = 0; round < 20; round++) {
            final Receive[] window = new Receive[100];
            for (int i = 0; i < window.length; i++) {
                window[i] = new Receive(0, 0, i, -1);
                queue.post(0, -1, window[i]);
            }
            assertThat(round == 0 || Arrays.stream(window).allMatch(receive -> receive.place == PostedQueue.ORDERED)).isTrue();
            for (int i = 0; i < window.length; i++) {
                assertThat(queue.take(0, 0, i)).isSameAs(window[i]);
            }
        }
    }

    /** A message for none of the first receives moves all of them to nodes, and the next receives get nodes at once. */
    @Test
    void shouldUseNodesIfMessagesComeInAnotherOrder() {
        create(4096, Matcher.UNLIMITED_HEAD, 1);
        final Receive[] window = new Receive[200];
        for (int i = 0; i < window.length; i++) {
            window[i] = new Receive(0, 0, i, -1);
            queue.post(0, -1, window[i]);
        }
        for (int i = 0; i < 15; i++) {
            assertThat(queue.take(0, 0, i)).isSameAs(window[i]);
        }
        assertThat(queue.take(0, 0, 199)).isSameAs(window[199]);
        assertThat(matcher.postedCount()).isEqualTo(184);
        final Receive next = new Receive(0, 0, 500, -1);
        queue.post(0, -1, next);
        assertThat(next.place).isGreaterThanOrEqualTo(0);
    }
}
