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

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShrinkerTest {
    private static final List<Integer> STEPS = IntStream.range(0, 5_000).boxed().toList();

    @Test
    void shouldLeaveWhatTheFailureNeeds() {
        assertThat(Shrinker.shrink(STEPS, steps -> steps.containsAll(List.of(3, 777, 778, 4_999)), 1_000))
            .containsExactly(3, 777, 778, 4_999);
        assertThat(Shrinker.shrink(STEPS, steps -> steps.size() > 2, 20_000)).hasSize(3);
    }

    @Test
    void shouldStopInTime() {
        final List<Integer> steps = Shrinker.shrink(STEPS, some -> some.containsAll(List.of(3, 777)), 5);
        assertThat(steps).contains(3, 777).hasSizeLessThan(5_000).hasSizeGreaterThan(2);
    }
}
