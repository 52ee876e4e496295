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
package io.tombolo.engine.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tombolo.engine.TestOutput;
import io.tombolo.engine.collective.CollectiveKind;
import io.tombolo.engine.communicator.PartChecks.PartArguments;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random parts of random elements, checked against a model that looks at each element.
 */
@Timeout(30)
class PartChecksTest {
    private static final int ROUNDS = 50_000;
    private static final int MOST_RANKS = 6;
    private static final int MOST_ELEMENTS = 14;

    private static boolean isInside(final int[] counts, final int[] places, final int elements) {
        for (int rank = 0; rank < counts.length; rank++) {
            if (counts[rank] < 0 || places[rank] < 0 || places[rank] + counts[rank] > elements) {
                return false;
            }
        }
        return true;
    }

    private static boolean isApart(final int[] counts, final int[] places) {
        final boolean[] isTaken = new boolean[2 * MOST_ELEMENTS];
        for (int rank = 0; rank < counts.length; rank++) {
            for (int element = places[rank]; element < places[rank] + counts[rank]; element++) {
                if (isTaken[element]) {
                    return false;
                }
                isTaken[element] = true;
            }
        }
        return true;
    }

    @Test
    void shouldFindPartsThatLieOutsideOrOverlap() {
        final long seed = System.nanoTime();
        TestOutput.say("seed=" + seed);
        final Random random = new Random(seed);
        final PartChecks[] checks = new PartChecks[MOST_RANKS + 1];
        final int[] seen = new int[3];
        for (int round = 0; round < ROUNDS; round++) {
            final int size = 1 + random.nextInt(MOST_RANKS);
            checks[size] = checks[size] == null ? new PartChecks(size) : checks[size];
            final int elements = random.nextInt(MOST_ELEMENTS);
            final int[] counts = random.ints(size, random.nextInt(30) == 0 ? -1 : 0, 1 + MOST_ELEMENTS / size).toArray();
            final int[] places = random.ints(size, random.nextInt(30) == 0 ? -1 : 0, 1 + elements).toArray();
            seen[check(checks[size], counts, places, elements)]++;
        }
        assertThat(seen).as("parts outside, overlapping, and apart").doesNotContain(0);
    }

    private static int check(final PartChecks checks, final int[] counts, final int[] places, final int elements) {
        final Runnable inside = () -> checks.check(CollectiveKind.ALLTOALLV, PartArguments.RECEIVED, counts, places, elements);
        if (!isInside(counts, places, elements)) {
            assertThatThrownBy(inside::run).isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith("alltoallv: ");
            return 0;
        }
        inside.run();
        final Runnable apart = () -> checks.checkApart(CollectiveKind.ALLTOALLV, counts, places);
        if (!isApart(counts, places)) {
            assertThatThrownBy(apart::run).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("share element");
            return 1;
        }
        assertThatCode(apart::run).doesNotThrowAnyException();
        return 2;
    }

    @Test
    void shouldFindWherePartsBeginThatFollowEachOther() {
        final int most = Integer.MAX_VALUE;
        final int[] counts = {most, 0, most, 7};
        assertThat(PartChecks.first(counts, null, 0)).isZero();
        assertThat(PartChecks.first(counts, null, 2)).isEqualTo(most);
        assertThat(PartChecks.first(counts, null, 3)).isEqualTo(2L * most);
        assertThat(PartChecks.first(counts, new int[] {9, 8, 7, 6}, 3)).isEqualTo(6);
        final PartChecks checks = new PartChecks(4);
        assertThat(checks.sum(CollectiveKind.REDUCE_SCATTER, PartArguments.PARTS, counts)).isEqualTo(2L * most + 7);
        checks.check(CollectiveKind.GATHERV, PartArguments.PARTS, counts, null, 2L * most + 7);
        checks.check(CollectiveKind.GATHERV, PartArguments.PARTS, counts, new int[] {0, 0, most, most}, 2L * most);
        checks.checkApart(CollectiveKind.GATHERV, new int[] {most, 0, 3, 7}, new int[] {10, 0, 0, 3});
        assertThatThrownBy(() -> checks.checkApart(CollectiveKind.GATHERV, counts, new int[] {0, 0, most, most}))
            .hasMessage("gatherv: two parts of the receive elements share element " + most + ": they must lie apart");
    }
}
