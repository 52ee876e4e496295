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
package io.tombolo.tools.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenPathTest {
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 16})
    void shouldVisitAllRanksAndNeverStay(final int size) {
        final TokenPath path = new TokenPath(size);
        final int[] visits = new int[size];
        int at = 0;
        for (int hop = 1; hop <= TokenPassing.HOPS; hop++) {
            final int next = path.next(1, hop, at);
            assertThat(next).isBetween(0, size - 1).isNotEqualTo(at);
            visits[next]++;
            at = next;
        }
        assertThat(Arrays.stream(visits).boxed()).allMatch(count -> count > TokenPassing.HOPS / size / 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void shouldTraceEveryHop(final int size) {
        final TokenPath path = new TokenPath(size);
        assertThat(IntStream.range(0, 100).mapToLong(hops -> path.traceOf(0, hops)).distinct()).hasSize(100);
        assertThat(path.trace(5, 0, 1)).isNotEqualTo(path.trace(5, 1, 0)).isNotEqualTo(path.trace(6, 0, 1));
    }
}
