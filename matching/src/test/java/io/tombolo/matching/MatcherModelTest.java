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

import io.tombolo.matching.MatchModel.Kind;
import io.tombolo.matching.MatchModel.Step;
import io.tombolo.matching.MatchOracle.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The matcher pairs random posts, arrivals, probes and cancels as the naive model does (T1.1), whatever the capacity of its head and
 * whatever other processes store into its nodes. In each phase one side leads, so that both lists become deep, run empty, and become deep
 * again. A failure is reported with a few steps that reproduce it.
 */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MatcherModelTest {
    private static final int[] MASKS = {-1, -1, -1, -1, 0, 0, 0, 1, 2, 3, 0x7FFF_FFFF, Integer.MIN_VALUE};
    private static final int STEPS_BETWEEN_LOOKS = 5_000;
    private static final int STEPS_PLAYED_AT_MOST = 20_000_000;
    private static final int STEPS_SHOWN = 40;

    private int sources;
    private int tags;
    private int tagStride;
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
        final MatchModel model = run(Long.getLong("tombolo.test.seed", System.nanoTime()), steps, maxNodes, phase);
        assertThat(model.deepest).isGreaterThan(Math.min(maxNodes, 10) - 1);
        if (maxNodes <= 16) {
            assertThat(model.fullCount).isPositive();
        } else {
            assertThat(model.matchesOfPosted).as("each kind of receive was matched by an arrival").doesNotContain(0);
            assertThat(model.matchesOfUnexpected).as("each kind of receive has found a message").doesNotContain(0);
        }
        assertThat(model.matcher.handOvers() > 0).isEqualTo(head > 0 && head < maxNodes);
        model.drain();
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

    /**
     * Windows of receives, or of messages, with one envelope match in order, while some leave from the middle, and others are among them.
     */
    @Test
    void shouldPairWindowsOfOneEnvelopeAsTheModelDoes() {
        final long seed = Long.getLong("tombolo.test.seed", System.nanoTime());
        System.out.println("MatcherModelTest tombolo.test.seed=" + seed + " windows");
        random = new Random(seed);
        sources = 4;
        tags = 3;
        tagStride = 1;
        headCapacity = Integer.MAX_VALUE;
        final MatchModel model = new MatchModel(4096, headCapacity);
        for (int round = 0; round < 300; round++) {
            final Step envelope = step(Kind.RECEIVE);
            final boolean isPosted = random.nextBoolean();
            final int window = random.nextInt((round % 8 == 0 ? 8 : 2) * ShortList.CAPACITY);
            for (int i = 0; i < window; i++) {
                final int dice = random.nextInt(64);
                final boolean isFiled = dice > 15;
                model.play(dice == 0 ? next(2) : dice == 1 ? step(isPosted ? Kind.CANCEL : Kind.DROP) :
                    as(envelope, isFiled == isPosted ? Kind.RECEIVE : Kind.ARRIVE));
            }
            model.assertSameLists();
            for (int i = random.nextInt(window + 1); i > 0; i--) {
                model.play(as(envelope, isPosted ? Kind.ARRIVE : Kind.RECEIVE));
            }
            while (model.matcher.postedCount() + model.matcher.unexpectedCount() > 0) {
                model.play(step(model.matcher.postedCount() > 0 ? Kind.CANCEL : Kind.DROP));
            }
        }
        model.drain();
    }

    /** Returns a step with the envelope of a receive. A message always has a source. */
    private static Step as(final Step receive, final Kind kind) {
        final int source = kind == Kind.ARRIVE ? Math.max(0, receive.source()) : receive.source();
        return new Step(kind, receive.context(), source, receive.tag(), receive.mask(), receive.pick(), receive.value());
    }

    private MatchModel run(final long seed, final int count, final int maxNodes, final int phase) {
        final String name = "tombolo.test.seed=" + seed + " steps=" + count + " sources=" + sources + " tags=" + tags +
            " nodes=" + maxNodes + " head=" + headCapacity;
        System.out.println("MatcherModelTest " + name);
        random = new Random(seed);
        final MatchModel model = new MatchModel(maxNodes, headCapacity);
        final List<Step> steps = new ArrayList<>();
        try {
            while (steps.size() < count) {
                steps.add(next(steps.size() / phase % 4));
                model.play(steps.get(steps.size() - 1));
                if (isDamaging && random.nextInt(4) == 0) {
                    steps.add(step(Kind.DAMAGE));
                    model.play(steps.get(steps.size() - 1));
                }
                if (steps.size() % STEPS_BETWEEN_LOOKS == 0) {
                    model.assertSameLists();
                }
            }
            model.assertSameLists();
        } catch (final AssertionError | RuntimeException failure) {
            throw new AssertionError(name + ": failed at step " + steps.size() + "; enough for it:" + few(steps, maxNodes), failure);
        }
        return model;
    }

    /** Returns the end of a short list of steps that fails. */
    private String few(final List<Step> failing, final int maxNodes) {
        final List<Step> few = Shrinker.shrink(
            failing, steps -> fails(steps, maxNodes), Math.max(100, STEPS_PLAYED_AT_MOST / failing.size()));
        return few.stream().skip(Math.max(0, few.size() - STEPS_SHOWN)).map(step -> "\n  " + step)
            .collect(Collectors.joining("", " " + few.size() + " steps, the last " + STEPS_SHOWN + " at most:", "\n"));
    }

    private boolean fails(final List<Step> steps, final int maxNodes) {
        final MatchModel model = new MatchModel(maxNodes, headCapacity);
        try {
            steps.forEach(model::play);
            model.assertSameLists();
            return false;
        } catch (final AssertionError | RuntimeException failure) {
            return true;
        }
    }

    private Step next(final int phase) {
        final int dice = random.nextInt(100);
        // Phases: receives lead; messages lead; balanced; cancels and drains.
        final int arrivals = new int[] {20, 65, 42, 20}[phase];
        final int posts = new int[] {65, 20, 42, 20}[phase];
        if (dice < arrivals) {
            return step(Kind.ARRIVE);
        } else if (dice < arrivals + posts) {
            return step(Kind.RECEIVE);
        }
        return step(dice % 3 == 0 ? Kind.PROBE : dice % 3 == 1 ? Kind.CANCEL : Kind.DROP);
    }

    private Step step(final Kind kind) {
        final int rank = random.nextInt(sources);
        final boolean isAnySource = kind == Kind.RECEIVE && random.nextInt(4) == 0
            || kind == Kind.PROBE && random.nextInt(sources + 1) == 0;
        final int tag = random.nextInt(tags) * tagStride;
        return new Step(kind, random.nextInt(2), isAnySource ? -1 : rank, random.nextInt(1000) == 0 ? tag | Integer.MIN_VALUE : tag,
            random.nextInt(10) == 0 ? random.nextInt() : MASKS[random.nextInt(MASKS.length)], random.nextInt(Integer.MAX_VALUE),
            random.nextLong() >>> 1 + (kind == Kind.DAMAGE ? random.nextInt(63) : 0));
    }

    /** Holds S1.10: at rest no unexpected message fits a posted receive. The model checks this after each step. */
    @Test
    void shouldNoticeAPairAtRestInTheModel() {
        final MatchOracle model = new MatchOracle();
        model.unexpected.add(new Entry(0, 1, 5, -1, 0, 0, 0, 0));
        model.posted.add(new Entry(0, -1, 7, 1, 0, 1, 1, 0));
        assertThat(model.hasPairAtRest()).isTrue();
    }
}
