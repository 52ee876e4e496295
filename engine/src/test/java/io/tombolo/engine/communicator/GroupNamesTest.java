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

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * No name is given twice: not by two ranks, not by two incarnations, not when the series of contexts begins anew.
 */
class GroupNamesTest {
    @Test
    void shouldGiveEachNameOnce() {
        final Set<Long> all = new HashSet<>();
        int names = 0;
        for (int rank = 0; rank < 3; rank++) {
            for (final int incarnation : new int[] {1, 2, 3, 0xf_ffff}) {
                final GroupNames series = new GroupNames(rank, 3, incarnation);
                for (int i = 0; i < 1000; i++, names++) {
                    final long name = series.next();
                    assertThat(all.add(name)).isTrue();
                    assertThat(name).isPositive();
                    assertThat(GroupNames.context(name)).isPositive();
                    assertThat(GroupNames.context(name) & 3).isZero();
                    assertThat(series.namer(name)).isEqualTo(rank);
                    assertThat(series.isOf(name, rank)).isTrue();
                    assertThat(series.isOf(name, (rank + 1) % 3)).isFalse();
                }
            }
        }
        assertThat(all).hasSize(names);
    }

    @Test
    void shouldBeginTheSeriesOfAnotherIncarnationElsewhere() {
        final int first = GroupNames.context(new GroupNames(0, 2, 1).next());
        final int second = GroupNames.context(new GroupNames(0, 2, 2).next());
        assertThat(first).isEqualTo(4);
        assertThat(second - first).isGreaterThan(100_000);
    }

    @Test
    void shouldRefuseWhatIsNoName() {
        final GroupNames names = new GroupNames(0, 2, 1);
        for (final long name : new long[] {0, 1, 2, 3, 5, -4, Long.MIN_VALUE}) {
            assertThat(names.isOf(name, 0)).as("name %d", name).isFalse();
        }
        assertThat(names.isOf(4, 0)).isTrue();
        assertThat(names.isOf(8, 1)).isTrue();
    }
}
