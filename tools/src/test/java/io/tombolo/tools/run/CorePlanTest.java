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
package io.tombolo.tools.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CorePlanTest {
    private static final Path TASKSET = Path.of("/usr/bin/taskset");

    @Test
    void shouldDealTheCoresInTurn() {
        assertThat(lists(2, 0, 1, 2, 5, 6)).containsExactly("0,2,6", "1,5");
        assertThat(lists(3, 4, 5, 6)).containsExactly("4", "5", "6");
    }

    @Test
    void shouldShareCoresIfThereAreTooFew() {
        assertThat(lists(5, 3, 7)).containsExactly("3", "7", "3", "7", "3");
    }

    @Test
    void shouldStartACommandOnTheCoresOfItsRank() {
        assertThat(CorePlan.of(TASKSET, 2, List.of(0, 1)).pinned(1, List.of("java", "Main")))
            .containsExactly("/usr/bin/taskset", "-c", "1", "java", "Main");
        assertThat(CorePlan.NONE.pinned(1, List.of("java", "Main"))).containsExactly("java", "Main");
    }

    private static List<String> lists(final int ranks, final Integer... cores) {
        final CorePlan plan = CorePlan.of(TASKSET, ranks, List.of(cores));
        return IntStream.range(0, ranks).mapToObj(plan::cores).toList();
    }
}
