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
package io.tombolo.ringbuffers.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PairWordTest {
    private static final int MOST = StateWord.MAX_INCARNATION;

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 2", "2, 1", "1048575, 1", "1, 1048575", "1048575, 1048575"})
    void shouldGiveTheCodeBackToTheSameIncarnationsOnly(final int source, final int destination) {
        final long names = PairWord.names(source, destination);
        for (final int code : new int[] {1, 77, (1 << 21) - 1, -1, -2, -(1 << 21)}) {
            final long word = PairWord.of(names, code);
            assertThat(PairWord.code(word, names)).isEqualTo(code);
            assertThat(PairWord.isRefusal(word, names)).isEqualTo(code < 0);
            for (final long other : new long[] {PairWord.names(source % MOST + 1, destination),
                PairWord.names(source, destination % MOST + 1)}) {
                assertThat(PairWord.code(word, other)).isZero();
                assertThat(PairWord.isRefusal(word, other)).isFalse();
            }
        }
        assertThat(PairWord.code(names, names)).isZero();
        assertThat(PairWord.code(0, names)).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, -2})
    void shouldKnowALaterIncarnationOfEitherEnd(final int code) {
        final long word = PairWord.of(PairWord.names(3, MOST), code);
        assertThat(PairWord.isLater(word, PairWord.names(3, MOST))).isFalse();
        assertThat(PairWord.isLater(word, PairWord.names(2, MOST))).isTrue();
        assertThat(PairWord.isLater(word, PairWord.names(4, MOST - 1))).isTrue();
        assertThat(PairWord.isLater(word, PairWord.names(4, MOST))).isFalse();
        assertThat(PairWord.isLater(0, PairWord.names(1, 1))).isFalse();
    }
}
