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
package io.tombolo.jmh.bench.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CoresTest {
    @Test
    void shouldPickTwoDifferentCoresOrNone() {
        final int[] cores = Cores.pick();
        assertThat(cores).hasSize(2);
        if (Cores.NONE == cores[0]) {
            assertThat(cores[1]).isEqualTo(Cores.NONE);
        } else {
            assertThat(cores[0]).isNotEqualTo(cores[1]);
        }
    }

    @Test
    void shouldPickACoreForEachRankIfThereAreEnough() {
        final int[] two = Cores.pick();
        final int[] many = Cores.pick(64);
        assertThat(many).startsWith(two).hasSizeBetween(2, 64);
        assertThat(Cores.NONE == two[0] ? new int[] {0, 1} : many).doesNotHaveDuplicates();
        assertThat(Cores.pick(2)).isEqualTo(two);
    }
}
